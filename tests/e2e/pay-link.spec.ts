import { sql } from 'kysely'
import type { RunningShop } from '../support/running-shop.ts'
import { advance, buy, fillAddress } from './buy.ts'
import { expect, registerShopper, test } from './fixtures.ts'
import { addStaff, callStaff, expectSound, openStaffSite, withDatabase } from './staff.ts'

test.use({ allowed: [/Failed to load resource: the server responded with a status of 4(?:04|10)/] })

/** Enters an order of one piece; its link's path. */
async function enter(shop: RunningShop, cookie: string, more: Record<string, unknown>) {
  const { body: product } = await callStaff(shop, cookie, ['GET', '/products/four-bars-boxy-tee'])
  // Safe cast: the call's response.
  const sku = (product.variants as { sku: string; quantity: number }[]).find(({ quantity }) => quantity > 3)?.sku
  const { status, body } = await callStaff(shop, cookie, ['POST', '/draft-orders'], {
    lines: [{ sku, quantity: 1 }],
    customer: { name: 'Meera Nair', phone: '98200 00001' },
    source: 'whatsapp',
    ...more,
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return { id: String(body.id), path: new URL(String(body.link)).pathname }
}

test('an order from WhatsApp is paid at its link without a login; a link that has ended says whom to ask', async ({
  page,
  shop,
}) => {
  const manager = await addStaff(shop, 'manager', 'Ravi Shah')
  const draft = await enter(shop, manager.cookie, {})
  const answer = await page.goto(draft.path)
  expect(answer?.headers()['cache-control']).toBe('private, no-store')
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
  const pay = page.getByRole('button', { name: /^Pay now/ })
  await pay.click()
  await expect(page.getByText('Please enter the street address.')).toBeVisible()
  await fillAddress(page)
  await expectSound(page, 'a link to pay')
  await pay.click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page.getByText(/^Paid. Your order number is .+-\d+\.$/)).toBeVisible()

  const other = await enter(shop, manager.cookie, { pickup: true })
  await callStaff(shop, manager.cookie, ['DELETE', `/draft-orders/${other.id}`])
  expect((await page.goto(other.path))?.status()).toBe(410)
  await expect(page.getByText(/This link to pay has ended. Please ask .+ for a new one/)).toBeVisible()
  expect((await page.goto('/pay/aaaaaaaaaaaaaaaaaaaaaa'))?.status()).toBe(404)
})

test('what a dearer replacement costs is paid by the link that staff mail, and the exchange can be approved', async ({
  browser,
  page,
  shop,
}) => {
  const polo = { productId: 'platform-polo', color: 'Black', size: 'M' }
  for (const sku of ['FS007-BLK-M', 'FS007-BLK-L'])
    await shop.command('stock', 'add', sku, '+5', '--reason', 'delivery')
  const shopper = await registerShopper(shop, 'Devika Menon')
  const orderId = await buy(shop, shopper, [{ ...polo, quantity: 1 }])
  await advance(shop, 'orders', orderId)
  const asked = await shopper.api('POST /user/addExchange', {
    body: { orderId, productId: polo.productId, reasonForExchange: 'Size Issue', problem: 'Tight.', size: 'L' },
  })
  if (!asked.ok) throw new Error(asked.message)
  const id = asked.data.exchange._id
  await withDatabase(shop, (db) => sql`update exchanges set difference_paise = 10500 where id = ${id}`.execute(db))
  const staff = await openStaffSite(browser, shop, 'manager', { viewport: { width: 360, height: 740 } })
  await staff.page.goto(`/admin/exchanges/${id}`)
  await staff.page.getByRole('button', { name: 'Mail the payment link' }).click()
  const made = staff.page.getByRole('dialog')
  await made.getByRole('button', { name: 'Mail the payment link' }).click()
  await expect(made.getByText(/the replacement for your exchange at .+ costs Rs\. 105\.00 more/)).toBeVisible()
  await expectSound(staff.page, 'the link to pay for an exchange')
  const sentence = (await made.getByText(/You can pay here: /).textContent()) ?? ''
  await page.goto(new URL(sentence.split('You can pay here: ')[1] ?? '').pathname)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your exchange')
  await expect(page.getByText('Instead of M · Black')).toBeVisible()
  await expectSound(page, 'the page to pay for an exchange')
  await page.getByRole('button', { name: /^Pay now/ }).click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page.getByText('Paid. Thank you.')).toBeVisible()
  await staff.page.reload()
  await expect(staff.page.getByText(/The customer paid Rs\. 105\.00 for the replacement \(Online/)).toBeVisible()
  await staff.page.getByRole('button', { name: 'Approve' }).click()
  await staff.page.getByRole('dialog').getByRole('button', { name: 'Approve' }).click()
  await expect(staff.page.getByText('Exchange approved. The customer has a mail.')).toBeVisible()
  await staff.context.close()
})
