import type { Page } from '@playwright/test'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations } from './axe.ts'
import { advance, buy, sandboxOf } from './buy.ts'
import { expect, test } from './fixtures.ts'

const POLO = { productId: 'platform-polo', color: 'Green', size: 'M' }

/** Reloads the order's page until it shows a text: refunds are sent and reported by jobs. */
async function reloadUntil(page: Page, text: string | RegExp): Promise<void> {
  await expect(async () => {
    await page.reload()
    await expect(page.getByRole('main')).toContainText(text, { timeout: 10_000 })
  }).toPass({ timeout: 120_000 })
}

async function stockOf(shop: RunningShop, sku: string): Promise<number> {
  const { stock } = JSON.parse(await shop.command('products', 'show', POLO.productId, '--json'))
  const { onHand, held } = stock.find((one: { sku: string }) => one.sku === sku)
  return onHand - held
}

test('cancelling before shipping refunds the money, restores the stock and gives a credit note', async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [{ ...POLO, quantity: 2 }])
  const { lines, orderNumber } = JSON.parse(await shop.command('orders', 'show', orderId, '--json'))
  const after = await stockOf(shop, lines[0].sku)
  await page.goto(`/my-orders?order=${orderId}`)
  await page.getByRole('button', { name: 'Cancel order' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Cancel this order?' })
  await dialog.getByLabel('Reason').selectOption('I ordered the wrong thing')
  expect(await axeViolations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Yes, cancel' }).click()
  await expect(page.getByText('This order won’t be sent.', { exact: false })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Cancel order' })).toHaveCount(0)
  await reloadUntil(page, /Refunded on/)
  await expect(page.getByRole('heading', { name: /^Cancelled on / })).toBeVisible()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save refund receipt (PDF)' }).click()
  expect((await saving).suggestedFilename()).toMatch(/^refund-receipt-CRN-\d\d-\d\d-\d{5}\.pdf$/)
  expect(await stockOf(shop, lines[0].sku)).toBe(after + 2)
  expect(await shop.command('orders', 'list', '--stage', 'to-pack')).not.toContain(orderNumber)
  const again = await shop.command('orders', 'ship', orderId, '--carrier', 'DTDC', '--tracking', 'D1234').catch(String)
  expect(again).toContain('This order is cancelled.')
})

test('a part that is refunded on the provider’s dashboard shows on the order, which is sent as before', async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [POLO])
  const { payment_id } = JSON.parse(await shop.command('orders', 'show', orderId, '--json'))
  await page.goto(`/my-orders?order=${orderId}`)
  await expect(page.getByRole('main')).not.toContainText('Refunded')
  await (await sandboxOf(shop)).refund({ payment_id, amount: 15_050 })
  await reloadUntil(page, /Refunded on .*Rs\. 150\.50/)
  await expect(page.getByRole('list', { name: 'Order progress' }).locator('[aria-current=step]')).toContainText(
    'Ordered',
  )
  expect(await shop.command('orders', 'show', orderId)).toMatch(/refund Rs\. 150\.50 +done/)
  const { orderNumber } = JSON.parse(await shop.command('orders', 'show', orderId, '--json'))
  expect(await shop.command('orders', 'list', '--stage', 'to-pack')).toContain(orderNumber)
  expect(await shop.command('ledger', 'check')).toContain('The ledger is consistent.')
})

test('one of two pieces is exchanged, from the request until both are in their places', async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [{ ...POLO, quantity: 2 }])
  const { lines } = JSON.parse(await shop.command('orders', 'show', orderId, '--json'))
  const sku: string = lines[0].sku
  const large = sku.replace(/M$/, 'L')
  await advance(shop, 'orders', orderId)
  const [medium, other] = [await stockOf(shop, sku), await stockOf(shop, large)]
  await page.goto(`/my-orders?order=${orderId}`)
  await page.getByRole('button', { name: 'Exchange Platform Polo' }).click()
  await page.getByLabel('Reason').selectOption('Size Issue')
  await page.getByLabel('How many').selectOption('1')
  await page.getByRole('radio', { name: 'L', exact: true }).check()
  await page.getByLabel('Description').fill('Too tight')
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit exchange' }).click()
  await expect(page).toHaveURL(/\/sucess-return$/)
  expect(await stockOf(shop, large)).toBe(other - 1)

  const [{ _id: id }] = JSON.parse(await shop.command('exchanges', 'list', '--json'))
  const pickup = ['--carrier', 'Delhivery', '--tracking', '5512345678902']
  await shop.command('exchanges', 'approve', id, ...pickup)
  await page.goto(`/my-orders?order=${orderId}`)
  const out = page.getByRole('list', { name: 'Exchange progress' })
  await expect(out.locator('[aria-current=step]')).toContainText('Packaging')
  await expect(page.getByRole('main')).toContainText('The old one: pick-upDelhivery 5512345678902')
  expect(await shop.command('exchanges', 'receive', id)).toContain(`${sku}: 1 back in stock, 0 written off.`)
  await shop.command('exchanges', 'ship', id, '--carrier', 'Blue Dart', '--tracking', '69012345675')
  await page.setViewportSize({ width: 360, height: 740 })
  await page.reload()
  await expect(page.getByText(/^The old one: back with us on /)).toBeVisible()
  await expect(out.locator('[aria-current=step]')).toContainText('On the way')
  await expect(page.getByRole('main')).toContainText('Blue Dart 69012345675')
  await expect(page.getByRole('button', { name: /^Cancel exchange/ })).toHaveCount(0)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  expect(await axeViolations(page)).toEqual([])
  await advance(shop, 'exchanges', id, { steps: 1 })
  await page.reload()
  await expect(page.getByText('This return has been Delivered.')).toBeVisible()
  expect([await stockOf(shop, sku), await stockOf(shop, large)]).toEqual([medium + 1, other - 1])
  expect(await shop.command('ledger', 'check')).toContain('The ledger is consistent.')
})

test('the form of an exchange says what another size costs more, before it’s asked for', async ({
  page,
  shop,
  shopper,
}) => {
  const orderId = await buy(shop, shopper, [{ productId: 'four-bars-boxy-tee', color: 'Black', size: 'M' }])
  await advance(shop, 'orders', orderId)
  await shop.command('products', 'price', 'four-bars-boxy-tee', 'L=1399')
  try {
    await page.goto(`/my-orders?order=${orderId}`)
    await page.getByRole('button', { name: /^Exchange Four Bars/ }).click()
    await page.getByLabel('Reason').selectOption('Size Issue')
    const sizes = page.getByRole('group', { name: 'Size' })
    await expect(sizes).toContainText('Rs. 100 more, plus GST')
  } finally {
    await shop.command('products', 'price', 'four-bars-boxy-tee', 'L=')
  }
})
