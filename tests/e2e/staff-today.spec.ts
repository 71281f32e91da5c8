import type { Page } from '@playwright/test'
import { sql } from 'kysely'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { advance, buy } from './buy.ts'
import { apiOf, expect, registerShopper, type Shopper, test } from './fixtures.ts'
import { addStaff, expectSound, openStaffSession, openStaffSite, withDatabase } from './staff.ts'

const polo = { productId: 'platform-polo', color: 'Black', size: 'M' }

test.beforeAll(async ({ shop }) => {
  const { rows } = await withDatabase(shop, (db) =>
    sql<{ sku: string }>`select sku from stock where product_id = ${polo.productId} and size in ('M', 'L')`.execute(db),
  )
  for (const { sku } of rows) await shop.command('stock', 'add', sku, '+200', '--reason', 'for tests')
})

/** A delivered order of two polos, and the request to exchange them for larger ones. */
async function request(shop: RunningShop, shopper: Shopper): Promise<{ id: string; orderId: string }> {
  const orderId = await buy(shop, shopper, [{ ...polo, quantity: 2 }])
  await advance(shop, 'orders', orderId)
  const asked = await shopper.api('POST /user/addExchange', {
    body: {
      orderId,
      productId: polo.productId,
      reasonForExchange: 'Size Issue',
      problem: 'Too tight at the arms.',
      size: 'L',
    },
  })
  if (!asked.ok) throw new Error(asked.message)
  return { id: asked.data.exchange._id, orderId }
}

async function write(shop: RunningShop, shopper: Shopper, message: string): Promise<void> {
  const sent = await apiOf(shop, null)('POST /user/addContactUs', {
    body: { firstName: 'Aarti', lastName: 'Kamble', email: shopper.email, phone: '98200 00000', message },
  })
  if (!sent.ok) throw new Error(sent.message)
}

const home = (page: Page, verb: RegExp) => page.getByRole('region', { name: 'To do' }).getByRole('link', { name: verb })

test('what waits stands on Home with its number, appears by itself, and opens its list', { tag: '@A16' }, async ({
  browser,
  shop,
}) => {
  const shopper = await registerShopper(shop, 'Aarti Kamble')
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto('/admin')
  await expect(page.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  // Pack, approve, answer.
  await buy(shop, shopper, [polo])
  const { orderId } = await request(shop, shopper)
  await write(shop, shopper, 'When will it come?')
  // Runs out, stuck, failed, in doubt.
  await withDatabase(shop, async (db) => {
    const sku = await sql<{ sku: string }>`
      select s.sku from stock s join products p on p.id = s.product_id where p.state = 'published' order by s.sku limit 1`.execute(
      db,
    )
    await sql`insert into stock_levels (sku, low) select sku, on_hand + 1 from stock where sku = ${sku.rows[0]?.sku}
      on conflict (sku) do update set low = excluded.low`.execute(db)
    await sql`
      insert into refunds (id, payment_id, order_id, amount_paise, reason, note, state, created_at, next_at)
      select gen_random_uuid(), payment_id, id, 100, 'amount', '', s, now() - interval '3 hours', now() + interval '1 day'
      from orders cross join unnest(array['pending', 'failed']) s where id = ${orderId}`.execute(db)
    await sql`update orders set capture_unconfirmed = true where id = ${orderId}`.execute(db)
  })
  const lists = [
    [/Pack/, '/admin/pack', 'Pack'],
    [/Approve.*exchange/, '/admin/exchanges?state=waiting', 'Exchanges'],
    [/Answer/, '/admin/messages?state=waiting', 'Messages'],
    [/Restock/, '/admin/stock?low=true', 'Stock'],
    [/stuck refund/, '/admin/orders?stage=problems', 'Orders'],
    [/failed refund/, '/admin/orders?stage=problems', 'Orders'],
    [/payment in doubt/, '/admin/orders?stage=problems', 'Orders'],
  ] as const
  // They appear while the page is open.
  for (const [verb] of lists) await expect(home(page, verb), String(verb)).toBeVisible()
  for (const [verb, address, heading] of lists) {
    await home(page, verb).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await page.goto('/admin')
  }
  // Other tests' messages wait too.
  const waiting = /\d+/.exec(await home(page, /Answer/).innerText())?.[0]
  await home(page, /Answer/).click()
  await expect(page).toHaveURL('/admin/messages?state=waiting')
  await expect(page.getByText('When will it come?')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: /Messages/ })).toContainText(
    `${waiting} waiting`,
  )
  await page.goBack()
  await home(page, /Approve.*exchange/).click()
  await expect(page.getByRole('row', { name: /Aarti Kamble/ }).first()).toBeVisible()
  await context.close()
  await withDatabase(shop, (db) => sql`update orders set capture_unconfirmed = false`.execute(db))
})

test('a packer’s Home has no sums and no messages', async ({ browser, shop }) => {
  await buy(shop, await registerShopper(shop, 'Pack Me'), [polo])
  const { page, context } = await openStaffSite(browser, shop, 'packer')
  await page.goto('/admin')
  await expect(home(page, /Pack/)).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Rs.')
  await expect(home(page, /Answer/)).toHaveCount(0)
  await context.close()
})

test('an exchange is worked whole: approved, one piece fine and one damaged, the replacement sent', {
  tag: '@A23',
}, async ({ browser, shop }) => {
  const shopper = await registerShopper(shop, 'Ila Rao')
  const { id } = await request(shop, shopper)
  const { page, context } = await openStaffSite(browser, shop, 'manager', { viewport: { width: 360, height: 780 } })
  await page.goto(`/admin/exchanges/${id}`)
  await expect(page.getByText('Too tight at the arms.')).toBeVisible()
  await expect(page.getByText('Returning')).toBeVisible()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByLabel('Carrier', { exact: true }).fill('Delhivery')
  await page.getByLabel('Tracking number (AWB)').fill('PICKUP77')
  // What was typed survives a reload.
  await page.reload()
  await page.getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByLabel('Tracking number (AWB)')).toHaveValue('PICKUP77')
  await page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(page.getByText('Pick-up of the old piece: Delhivery PICKUP77')).toBeVisible()
  await page.getByRole('group').nth(1).getByLabel('Damaged').check()
  await page.getByRole('button', { name: 'Receive: 1 fine, 1 damaged, 0 missing' }).click()
  await expect(page.getByText('1 fine, 1 damaged', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Send the replacement' }).click()
  await page.getByLabel('Carrier', { exact: true }).fill('Delhivery')
  await page.getByLabel('Tracking number (AWB)').fill('OUT77')
  await page.getByRole('dialog').getByRole('button', { name: 'Send the replacement' }).click()
  await expect(page.getByText('The replacement was shipped: Delhivery OUT77')).toBeVisible()
  await expect(page.getByRole('button', { name: /Approve|Refuse|Refund|Send|Receive/ })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0)
  expect(await axeViolations(page)).toEqual([])
  await context.close()
})

test('a refund in its place shows the server’s figure, and what a packer may not do isn’t there', async ({
  browser,
  shop,
}) => {
  const shopper = await registerShopper(shop, 'Anil Deo')
  const { id } = await request(shop, shopper)
  const packer = await openStaffSite(browser, shop, 'packer')
  await packer.page.goto(`/admin/exchanges/${id}`)
  await expect(packer.page.getByRole('heading', { name: /, exchange/ })).toBeVisible()
  await expect(packer.page.getByRole('button', { name: /Approve|Refuse|Refund/ })).toHaveCount(0)
  await packer.context.close()
  const { page, context } = await openStaffSite(browser, shop, 'manager')
  await page.goto(`/admin/exchanges/${id}`)
  await page.getByRole('button', { name: 'Refund instead' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('radio', { name: 'Out of stock' }).check()
  const confirm = dialog.getByRole('button', { name: /^Refund Rs\./ })
  const amount = (await confirm.innerText()).replace('Refund ', '')
  await expect(dialog).toContainText(`The customer gets back\n${amount}`, { useInnerText: true })
  await confirm.click()
  await expect(page.getByText(`${amount} refunded to the customer.`)).toBeVisible()
  await context.close()
})

test('a message is answered with a saved reply: the mail arrives, and the thread has who and when', {
  tag: '@A35',
}, async ({ browser, shop }) => {
  const shopper = await registerShopper(shop, 'Meena Das')
  const orderId = await buy(shop, shopper, [polo])
  await write(shop, shopper, 'Has my order left?')
  const { page, context } = await openStaffSite(browser, shop, 'manager', { name: 'Meera Iyer' })
  await page.goto('/admin/messages/saved-replies')
  await page.getByRole('button', { name: 'Add a reply' }).click()
  await page.getByLabel('Title').fill('It leaves today')
  await page.getByLabel('Text').fill('Dear {firstName}, {orderNumber} leaves today.')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('heading', { name: 'It leaves today' })).toBeVisible()
  await page.goto('/admin/messages?state=waiting')
  await page
    .getByRole('row', { name: /Has my order left/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  await page.getByRole('group', { name: 'Saved replies' }).getByRole('button', { name: 'It leaves today' }).click()
  const answer = page.getByLabel('Your answer')
  await expect(answer).toHaveValue(/^Dear Aarti, FS-\d+ leaves today\.$/)
  await answer.press('End')
  await answer.pressSequentially(' Promised.')
  await page.reload()
  await expect(answer).toHaveValue(/Promised\.$/)
  await page.getByRole('button', { name: 'Send answer' }).click()
  await expect(page.getByText('Meera Iyer').first()).toBeVisible()
  await expect(page.getByRole('button', { name: 'Send answer' })).toHaveCount(0)
  const mail = await shop.mail.waitFor(shopper.email, /Your message to/)
  expect(mail.text.replace(/\s+/g, ' ')).toContain('leaves today. Promised.')
  expect(orderId).not.toBe('')
  await context.close()
})

test('a hidden message is brought back by Undo', async ({ browser, shop }) => {
  const shopper = await registerShopper(shop, 'Nila Sen')
  await write(shop, shopper, 'Buy my links')
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin/messages?state=waiting')
  await page
    .getByRole('row', { name: /Buy my links/ })
    .getByRole('link')
    .click()
  await page.getByRole('button', { name: 'Hide', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Unhide' })).toBeVisible()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByRole('button', { name: 'Hide', exact: true })).toBeVisible()
  await context.close()
})

test('two people on one exchange are told of each other, and of what the other changed', async ({ browser, shop }) => {
  const shopper = await registerShopper(shop, 'Two People')
  const { id } = await request(shop, shopper)
  const meera = await openStaffSite(browser, shop, 'manager', { name: 'Meera Iyer' })
  const ravi = await openStaffSite(browser, shop, 'manager', { name: 'Ravi Nair' })
  for (const { page } of [meera, ravi]) await page.goto(`/admin/exchanges/${id}`)
  await expect(meera.page.getByText('Ravi Nair has this open too.')).toBeVisible({ timeout: 30_000 })
  await expect(ravi.page.getByText('Meera Iyer has this open too.')).toBeVisible({ timeout: 30_000 })
  await ravi.page.getByRole('button', { name: 'Approve' }).click()
  await ravi.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(ravi.page.getByRole('button', { name: 'Send the replacement' })).toBeVisible()
  await expect(meera.page.getByText('Ravi Nair changed this.')).toBeVisible({ timeout: 30_000 })
  // Nothing on her screen has changed by itself.
  await expect(meera.page.getByRole('button', { name: 'Approve' })).toBeVisible()
  await meera.page.getByRole('button', { name: 'Show it' }).click()
  await expect(meera.page.getByRole('button', { name: 'Send the replacement' })).toBeVisible()
  await expect(meera.page.getByText('Ravi Nair changed this.')).toHaveCount(0)
  await ravi.page.goto('/admin')
  await expect(meera.page.getByText('has this open too.')).toHaveCount(0)
  await ravi.context.close()
  await meera.context.close()
})

test('the desk is clean to axe, in both themes, and fits from 320 to 1920 px', { tag: '@nightly' }, async ({
  browser,
  shop,
}) => {
  const shopper = await registerShopper(shop, 'Every Screen')
  const { id } = await request(shop, shopper)
  await write(shop, shopper, `${'A very long message without an end '.repeat(20)}\n\n${'w'.repeat(200)}`)
  const person = await addStaff(shop, 'owner', 'Asha Rao')
  const context = await browser.newContext({ baseURL: shop.origin, locale: 'en-IN', reducedMotion: 'reduce' })
  await openStaffSession(context, shop, person)
  const page = await context.newPage()
  await page.goto('/admin/messages?state=waiting')
  await page
    .getByRole('row', { name: /A very long message/ })
    .getByRole('link')
    .click()
  await expect(page.getByRole('heading', { name: 'Orders' })).toBeVisible()
  const thread = new URL(page.url()).pathname
  const screens: [string, string | RegExp][] = [
    ['/admin', 'Today'],
    ['/admin/waiting/backups', /./],
    ['/admin/exchanges?state=waiting', 'Exchanges'],
    [`/admin/exchanges/${id}`, /, exchange/],
    ['/admin/messages?state=waiting', 'Messages'],
    [thread, /Aarti/],
    ['/admin/messages/saved-replies', 'Saved replies'],
  ]
  for (const [path, heading] of screens) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    await expectSound(page, path)
  }
  await context.close()
})
