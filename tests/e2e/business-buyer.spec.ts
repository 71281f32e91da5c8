import { fillAddress } from './buy.ts'
import { expect, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 1 }
const GSTIN = '29AAGCB7383J1Z4'

test.afterEach(async ({ shop }) => {
  for (const name of ['checkout.gstin', 'shop.gstin']) await shop.command('settings', 'reset', name)
})

test('a business gives its GSTIN with one order, whatever the address has, and hears what it means for its credit', async ({
  page,
  shop,
  shopper,
}) => {
  await shop.command('settings', 'set', 'shop.gstin', '27AAPFU0939F1ZV')
  await shop.command('settings', 'set', 'checkout.gstin', 'yes')
  expect((await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...TEE } })).ok).toBe(true)
  await page.goto('/cart-checkout-form')
  await fillAddress(page)
  await page.getByText('Buying for a business? Add its GSTIN').click()
  const box = page.getByLabel('GSTIN')
  await box.fill('29AAGCB7383J1ZX')
  await expect(page.getByText('This GSTIN has a typing error.')).toBeVisible()
  await box.fill(GSTIN.toLowerCase())
  await expect(page.getByText('This GSTIN has a typing error.')).toBeHidden()
  await expect(page.getByRole('region', { name: 'For this order' })).toContainText('input')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page).toHaveURL(/\/sucess-order/)
  const orders = await shopper.api('GET /user/user-orders/{userId}', { params: { userId: shopper.id } })
  expect(orders).toMatchObject({ ok: true, data: { orders: [{ gstin: GSTIN }] } })
})
