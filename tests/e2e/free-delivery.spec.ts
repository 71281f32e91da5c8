import { fillAddress } from './buy.ts'
import { expect, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }

test.afterEach(async ({ shop }) => {
  await shop.command('settings', 'reset', 'delivery.freeFrom')
})

test('drawer, cart and checkout say what is missing for free delivery, only in a shop that has it', async ({
  page,
  shop,
  shopper,
}) => {
  const put = (quantity: number) =>
    shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...TEE, quantity } })
  expect((await put(1)).ok).toBe(true)
  const summary = page.getByLabel('Summary').locator('..')
  await page.goto('/cart-details')
  await expect(summary).toContainText('Total')
  await expect(page.getByText('free delivery')).toHaveCount(0)

  await shop.command('settings', 'set', 'delivery.freeFrom', '1500')
  const html = async () => (await fetch(`${shop.origin}/policies/shipping`)).text()
  await expect.poll(html).toContain('delivery is free from Rs.\u00a01,500 of goods after discounts')
  await page.goto('/cart-details')
  await expect(summary).toContainText('Rs. 201 more for free delivery')
  await expect(page.getByLabel('Summary')).toContainText('DeliveryRs. 40.00')
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' })).toContainText('Rs. 201 more for free delivery')

  expect((await put(2)).ok).toBe(true)
  await page.goto('/cart-checkout-form')
  await fillAddress(page)
  await expect(page.getByLabel('Summary')).toContainText('DeliveryRs. 0.00')
  await expect(summary).toContainText('Delivery is free')
  // 2 × 1,299 and 5 % of it.
  await expect(page.getByRole('button', { name: /^Checkout/ })).toHaveText('Checkout · Rs. 2,727.90')
})
