import { sql } from 'kysely'
import sharp from 'sharp'
import type { RunningShop } from '../support/running-shop.ts'
import { buy } from './buy.ts'
import { expect, registerShopper, type Shopper, test } from './fixtures.ts'
import { expectSound, openStaffSite, withDatabase } from './staff.ts'

const polo = { productId: 'platform-polo', color: 'Black', size: 'M' }

test.beforeAll(async ({ shop }) => {
  const { rows } = await withDatabase(shop, (db) =>
    sql<{ sku: string }>`select sku from stock where product_id = ${polo.productId} and size = 'M'`.execute(db),
  )
  for (const { sku } of rows) await shop.command('stock', 'add', sku, '+50', '--reason', 'for tests')
})

/** A buyer of a polo. Each may write a review of it. */
async function buyer(shop: RunningShop, name: string): Promise<Shopper> {
  const shopper = await registerShopper(shop, name)
  await buy(shop, shopper, [polo])
  return shopper
}

async function review(shopper: Shopper, comment: string): Promise<void> {
  const body = { productId: polo.productId, userId: shopper.id, stars: 2, comment }
  const written = await shopper.api('POST /user/productReview', { body })
  if (!written.ok) throw new Error(written.message)
}

test('a customer is found by half a name, and asked-for erasure says until when it waits, and is taken back', {
  tag: '@A43',
}, async ({ browser, shop }) => {
  const shopper = await buyer(shop, 'Zubeida Erased')
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/customers')
  await page.getByRole('searchbox', { name: 'Search' }).fill('zubei')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: /Zubeida Erased/ }).click()
  await expect(page.getByRole('heading', { name: 'Zubeida Erased', level: 1 })).toBeVisible()
  await expect(page.getByRole('main')).toContainText(shopper.email)
  await expectSound(page, page.url(), 'main')
  await page.getByRole('button', { name: 'Erase data…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Erase Zubeida Erased?' })
  await expect(dialog).toContainText('hasn’t been delivered')
  await expect(dialog).toContainText('1 order for the books')
  await dialog.getByLabel('Their e-mail address').fill('wrong@example.test')
  await dialog.getByRole('button', { name: 'Erase as soon as possible' }).click()
  await expect(dialog).toContainText('This isn’t the customer’s e-mail address.')
  await dialog.getByLabel('Their e-mail address').fill(shopper.email)
  await dialog.getByRole('button', { name: 'Erase as soon as possible' }).click()
  await expect(page.getByText('This customer will be erased once their open orders are done.')).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('This customer will be erased once their open orders are done.')).toBeHidden()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export all data' }).click()
  expect((await saved).suggestedFilename()).toBe(`customer-${shopper.id}.json`)
  await context.close()
})

test('store credit is given with a reason, and undone', async ({ browser, shop }) => {
  const shopper = await registerShopper(shop, 'Tara Credit')
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto(`/admin/customers/${shopper.id}`)
  await expect(page.getByRole('heading', { name: 'Tara Credit', level: 1 })).toBeVisible()
  await shop.command('customers', 'credit', shopper.email, '150', '--reason', 'The late parcel')
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Store credit: Rs. 150.00' })).toBeVisible()
  await page.getByRole('button', { name: 'Give store credit…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Give Tara Credit store credit' })
  await dialog.getByLabel('Amount in rupees').fill('100')
  await dialog.getByLabel('Note').fill('A loose thread')
  await expectSound(page, 'the dialog of store credit')
  await dialog.getByRole('button', { name: 'Give Rs. 100.00' }).click()
  await expect(page.getByRole('heading', { name: 'Store credit: Rs. 250.00' })).toBeVisible()
  await expectSound(page, 'a customer with store credit', 'main')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('heading', { name: 'Store credit: Rs. 150.00' })).toBeVisible()
  expect(await shop.command('customers', 'credit', shopper.email)).toContain('Rs. 150.00 of store credit.')
  await context.close()
})

test('reviews and photos are worked through by keys, and each change is taken back', async ({ browser, shop }) => {
  await withDatabase(shop, (db) =>
    sql`update reviews set hidden_at = now() where answer is null and not demonstration`.execute(db),
  )
  const [first, second] = [await buyer(shop, 'Rani First'), await buyer(shop, 'Sita Second')]
  await review(first, 'The first one.')
  await review(second, 'The second one.')
  const picture = await sharp({ create: { width: 90, height: 120, channels: 3, background: '#7a8c6a' } })
    .png()
    .toBuffer()
  const params = { productId: polo.productId, userId: second.id }
  const call = 'POST /user/product/{productId}/user/{userId}/reviewPhoto'
  const added = await second.api(call, { params, body: picture }, { fileType: 'image/png' })
  if (!added.ok) throw new Error(added.message)

  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin/reviews?state=waiting')
  const card = (name: string) => page.getByRole('article', { name: `Review of Platform Polo by ${name}` })
  await expect(card('Sita Second')).toBeVisible()
  await expect(card('Sita Second').getByRole('img', { name: 'Photo 1 of Sita Second' })).toHaveJSProperty(
    'complete',
    true,
  )
  await expectSound(page, page.url(), 'main')

  // The newest is first, and the keys are for it.
  await page.keyboard.press('p')
  await expect(page.getByText('Photo approved. It’s shown with the review.')).toBeVisible()
  await expect(card('Sita Second').getByRole('button', { name: 'Remove' })).toBeVisible()
  await page.keyboard.press('h')
  await expect(card('Sita Second')).toBeHidden()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect(card('Sita Second')).toBeVisible()

  await page.keyboard.press('k')
  await page.keyboard.press('j')
  await expect(card('Rani First')).toBeFocused()
  await page.keyboard.press('a')
  await page.keyboard.type('Thank you, Rani.')
  await page.reload()
  // What was typed is still there.
  await card('Rani First').getByRole('button', { name: 'Answer' }).click()
  await expect(card('Rani First').getByLabel('Your answer')).toHaveValue('Thank you, Rani.')
  await card('Rani First').getByRole('button', { name: 'Publish answer' }).click()
  await expect(card('Rani First')).toBeHidden()
  // The end of "g h" isn't the key that hides.
  await page.keyboard.press('g')
  await page.keyboard.press('h')
  await expect(page).toHaveURL('/admin/home-page')
  await page.goto('/admin/reviews?state=waiting')
  await expect(card('Sita Second')).toBeVisible()
  await page.goto('/admin/reviews?state=answered')
  await expect(card('Rani First')).toContainText('Thank you, Rani.')
  await context.close()
})

test('a newsletter is written beside its mail, tested, sent, and stopped while it runs', { tag: '@A44' }, async ({
  browser,
  shop,
}) => {
  await withDatabase(shop, (db) =>
    sql`insert into subscribers (email, token, confirmed_at)
      select 'words-' || n || '@example.test', 'words-' || n, now() from generate_series(1, 600) n`.execute(db),
  )
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin/newsletter')
  await page.getByRole('button', { name: 'New newsletter' }).click()
  await page.getByLabel('Subject').fill('Kurtas are here')
  await page.getByRole('textbox', { name: 'Text' }).fill('Hand-blocked **cotton**.\n\n[See all](/categories)')
  const mail = page.frameLocator('iframe')
  await expect(mail.locator('strong')).toHaveText('cotton')
  await expect(mail.getByRole('link', { name: 'See all' })).toHaveAttribute('href', `${shop.origin}/categories`)
  await page.reload()
  await expect(page.getByLabel('Subject')).toHaveValue('Kurtas are here')
  await expect(page.getByRole('button', { name: 'Send to all…' })).toBeDisabled()
  await page.getByRole('button', { name: 'Send me a test' }).click()
  await expect(page.getByText(`Test sent to ${person.email}`)).toBeVisible()
  await expect(page.getByText('Tested and ready to send.')).toBeVisible()
  await expect(mail.locator('strong')).toHaveText('cotton')
  await expectSound(page, page.url(), 'main')
  await page.getByRole('button', { name: 'Send to all…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Send to all subscribers?' })
  await expect(dialog).toContainText('Kurtas are here')
  await dialog.getByRole('button', { name: /^Send \d+ e-mails$/ }).click()
  await page.getByRole('button', { name: 'Stop sending' }).click()
  await expect(page.getByRole('button', { name: 'Resume sending' })).toBeVisible()
  await expect(mail.locator('strong')).toHaveText('cotton')
  await expectSound(page, page.url(), 'main')
  const read = () =>
    withDatabase(shop, (db) =>
      sql<{ sent: number; stopped: boolean }>`
        select sent, stopped_at is not null as stopped from newsletters where subject = 'Kurtas are here' and started_at is not null`.execute(
        db,
      ),
    )
  const [stopped] = (await read()).rows
  expect(stopped).toMatchObject({ stopped: true })
  await page.getByRole('button', { name: 'Resume sending' }).click()
  // It goes on where it stopped.
  await expect.poll(async () => (await read()).rows[0]?.sent, { timeout: 60_000 }).toBeGreaterThan(stopped?.sent ?? 0)
  await page.getByRole('button', { name: 'Stop sending' }).click()
  await expect(page.getByRole('button', { name: 'Resume sending' })).toBeVisible()
  await withDatabase(shop, (db) => sql`delete from subscribers where email like 'words-%'`.execute(db))
  await context.close()
})

test('the log is filtered by its address, says the difference in words, and takes back', async ({ browser, shop }) => {
  const shopper = await buyer(shop, 'Lata Logged')
  await review(shopper, 'To be hidden.')
  const { page, person, context } = await openStaffSite(browser, shop, 'manager', { name: 'Meera Log' })
  await page.goto('/admin/reviews?state=waiting')
  const card = page.getByRole('article', { name: 'Review of Platform Polo by Lata Logged' })
  await card.getByRole('button', { name: 'Hide' }).click()
  await expect(card).toBeHidden()
  await page.goto('/admin/audit')
  await page.getByLabel('Person').selectOption({ label: 'Meera Log' })
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Hid a review' })
  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  await expect(page).toHaveURL(new RegExp(`staff=${person.id}.*action=review.hide`))
  const line = page.getByRole('article').filter({ hasText: 'Hid a review: review of Platform Polo' })
  await expect(line).toContainText('hiddenno → yes')
  await expectSound(page, page.url(), 'main')
  await line.getByRole('button', { name: /^Undo/ }).click()
  await expect(page.getByText('Undone.')).toBeVisible()
  await expect(line.getByRole('button', { name: /^Undo/ })).toBeHidden()
  // The address alone brings the list back.
  await page.reload()
  await expect(page.getByLabel('Action', { exact: true })).toHaveValue('review.hide')
  await expect(page.getByRole('article')).toHaveCount(1)
  await context.close()
})

test('a program’s key is shown once, works without a session, and ends', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/staff')
  await page.getByRole('link', { name: 'API keys' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Name', { exact: true }).fill('Warehouse')
  await page.getByLabel('Read orders, exchanges and invoices').check()
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByText(/^key_/).innerText()
  await page.getByRole('button', { name: 'Done' }).click()
  await expect(page.getByText(key)).toBeHidden()
  const call = async (path: string) =>
    (await fetch(`${shop.origin}/api/admin${path}`, { headers: { authorization: `Bearer ${key}` } })).status
  expect([await call('/orders'), await call('/customers')]).toEqual([200, 403])
  await page.reload()
  // Other tests of this shop make keys too.
  const row = page.getByRole('listitem').filter({ hasText: 'Warehouse' })
  await expect(row).toContainText('Last used today')
  await expectSound(page, page.url(), 'main')
  await row.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke key' }).click()
  await expect(row.getByText('Revoked', { exact: true })).toBeVisible()
  expect(await call('/orders')).toBe(401)
  await context.close()
})

test('a customer is signed out everywhere; what removing the demonstration does is said before', async ({
  browser,
  shop,
}) => {
  const shopper = await registerShopper(shop, 'Lost Phone')
  const { page, context } = await openStaffSite(browser, shop, 'owner', { viewport: { width: 360, height: 740 } })
  await page.goto('/admin/customers?q=Lost%20Phone')
  await page.getByRole('link', { name: /Lost Phone/ }).click()
  await page.getByRole('button', { name: 'Sign out everywhere…' }).click()
  await expectSound(page, 'signing out')
  await page.getByRole('button', { name: 'Sign out everywhere', exact: true }).click()
  await expect(page.getByText('Lost Phone is signed out (1 device).')).toBeVisible()
  expect(await shopper.api('GET /user/getCartProduct/{userId}', { params: { userId: shopper.id } })).toMatchObject({
    status: 401,
  })
  await page.goto('/admin/imports')
  await page.getByRole('button', { name: 'Remove the demonstration…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove the demonstration?' })
  await expect(dialog).toContainText(/Products deleted\d+/)
  await expectSound(page, 'removing the demonstration')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await expect(dialog).toBeHidden()
  await context.close()
})
