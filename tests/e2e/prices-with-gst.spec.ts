import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { pdfText } from '../support/pdf-text.ts'
import { fillAddress } from './buy.ts'
import { expect, test } from './fixtures.ts'

/** ₹1,299, and what 5 % GST is in it: 1299 × 5 / 105. */
const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }

test.afterEach(async ({ shop }) => {
  for (const name of ['tax.pricesInclude', 'order.delivery', 'shop.gstin'])
    await shop.command('settings', 'reset', name)
})

/** Fails on a sentence of a shop that adds GST later. */
async function expectNothingAdded(page: Page, place = page.url()): Promise<void> {
  const text = await page.locator('body').innerText()
  expect(text, place).not.toMatch(/Service Tax|don’t include|GST added|GST and (Rs|delivery)/)
  expect(text, place).not.toContain('1,363.95')
}

test('with prices that include GST, nothing grows from the product page to the invoice', async ({
  page,
  shop,
  shopper,
}) => {
  await shop.command('settings', 'set', 'tax.pricesInclude', 'yes')
  await shop.command('settings', 'set', 'order.delivery', '0')
  await shop.command('settings', 'set', 'shop.gstin', '27AAPFU0939F1ZV')
  const html = async (path: string) => (await fetch(`${shop.origin}${path}`)).text()
  await expect.poll(() => html(`/product-details/${TEE.productId}`)).toContain('GST included, delivery is free')
  for (const path of ['/', '/categories', '/policies/terms', '/policies/shipping', '/policies/exchanges']) {
    await page.goto(path)
    await expect(page.getByRole('contentinfo')).toContainText('Prices include GST. Delivery is free.')
    await expect(page.getByText('7-day easy exchange · Free delivery')).toBeVisible()
    await expectNothingAdded(page)
  }
  await page.goto('/policies/terms')
  await expect(page.getByRole('main')).toContainText('Prices are in Indian rupees. They include GST. Delivery is free.')

  await page.goto(`/product-details/${TEE.productId}`)
  await expect(page.getByText('₹1,299', { exact: true }).first()).toBeVisible()
  await expectNothingAdded(page)
  expect((await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...TEE } })).ok).toBe(true)
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await expect(drawer).toContainText('GST included, delivery is free')
  await expectNothingAdded(page, 'the drawer')

  const sums = 'Items (1)Rs. 1,299.00DeliveryRs. 0.00TotalRs. 1,299.00Includes GST (5%)Rs. 61.86'
  await page.goto('/cart-details')
  await expect(page.getByLabel('Summary')).toHaveText(sums)
  await expectNothingAdded(page)
  await page.goto('/cart-checkout-form')
  await fillAddress(page)
  await expect(page.getByLabel('Summary')).toHaveText(sums)
  await expect(page.getByRole('button', { name: /^Checkout/ })).toHaveText('Checkout · Rs. 1,299.00')
  await expectNothingAdded(page)
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay .*1,299/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page).toHaveURL(/\/sucess-order/)
  await expect(page.getByRole('main')).toContainText('Rs. 1,299.00')
  await expectNothingAdded(page)

  const orders = await shopper.api('GET /user/user-orders/{userId}', { params: { userId: shopper.id } })
  if (!orders.ok) throw new Error(orders.message)
  const [order] = orders.data.orders
  await page.goto(`/my-orders?order=${order?._id}`)
  const main = page.getByRole('main')
  await expect(main).toContainText('DeliveryRs. 0.00TotalRs. 1,299.00Includes GSTRs. 61.86')
  await expectNothingAdded(page)
  await page.emulateMedia({ media: 'print' })
  await expect(main).toContainText('TotalRs. 1,299.00Includes GSTRs. 61.86')

  await page.emulateMedia({ media: null })
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save invoice/ }).click()
  const invoice = pdfText(await readFile(await (await saved).path()))
  // Rs. 1,299 holds twice 2.5 %, each in whole paise.
  for (const words of ['Price incl.', 'Prices and delivery contain their tax.', '1,237.14', '30.93', '1,299.00'])
    expect(invoice).toContain(words)
  expect(invoice).not.toMatch(/Service Tax|1,363\.95/)

  const mail = await shop.mail.waitFor(shopper.email, /order/i)
  for (const text of [mail.text, mail.html]) {
    expect(text).toMatch(/Includes GST/)
    expect(text).toContain('Rs. 1,299.00')
    expect(text).not.toMatch(/Service Tax|1,363\.95/)
  }
})
