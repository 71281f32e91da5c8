import type { Page } from '@playwright/test'
import { installClock, pauseClock } from './clock.ts'
import { expect, type Shopper, test } from './fixtures.ts'
import { recordRequests } from './requests.ts'
import { TEE } from './visits.ts'

const ADDRESS = {
  firstName: 'Aarti',
  phoneNumber: '9820000000',
  streetAddress: '12 Hill Road',
  townCity: 'Mumbai',
  zipCode: '400050',
}

const addTee = ({ api, id }: Shopper) => api('POST /user/addToCart', { body: { userId: id, quantity: 1, ...TEE } })

/** Opens the checkout of a shopper with a cart and an address, on a clock that the test can move. */
async function openCheckout(page: Page, shopper: Shopper): Promise<void> {
  await addTee(shopper)
  await shopper.api('POST /user/addAddress', { body: { userId: shopper.id, address: ADDRESS } })
  await installClock(page)
  await page.goto('/cart-checkout-form')
  await expect(page.getByRole('radio', { name: /Aarti/ })).toBeChecked()
  // A paused clock would hold the price for this address back, and the button with it.
  await page.waitForLoadState('networkidle')
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled()
}

const PRODUCT = `/product-details/${TEE.productId}`
const CHOOSE_FIRST = 'Please select a color, size, and ensure the product details are loaded.'

test('an alert hides itself after 3 seconds, or on close', { tag: ['@S4.2', '@S9.11', '@R46'] }, async ({ page }) => {
  await installClock(page)
  await page.goto(PRODUCT)
  const alert = page.getByText(CHOOSE_FIRST)
  await expect(page.getByRole('tab', { name: 'Reviews' })).toBeVisible()
  await page.getByRole('tab', { name: 'Reviews' }).click()
  await expect(page.getByRole('tabpanel', { name: 'Reviews' })).toBeVisible()
  await pauseClock(page)
  await page.getByRole('button', { name: 'Add to wishlist' }).click()
  await expect(alert).toBeVisible()
  await page.clock.runFor(2950)
  await expect(alert).toBeVisible()
  await page.clock.runFor(100)
  await expect(alert).toHaveCount(0)
  await page.getByRole('button', { name: 'Add to wishlist' }).click()
  await page.getByRole('button', { name: 'Close alert' }).click()
  await expect(alert).toHaveCount(0)
})

test('a new quantity shows at once and is sent after 500 milliseconds without a further change', {
  tag: ['@S4.3', '@S9.10'],
}, async ({ page, shopper }) => {
  await addTee(shopper)
  await installClock(page)
  await page.goto('/cart-details')
  const row = page.getByRole('list', { name: 'Items in the cart' }).getByRole('listitem')
  await expect(row.locator('output')).toHaveText('1')
  await pauseClock(page)
  const calls = recordRequests(page, '/api/user/addToCart')
  await row.getByRole('button', { name: 'Increase' }).click()
  await expect(row.locator('output')).toHaveText('2')
  await page.clock.runFor(400)
  await row.getByRole('button', { name: 'Increase' }).click()
  await page.clock.runFor(480)
  await expect(row.locator('output')).toHaveText('3')
  expect(calls).toHaveLength(0)
  const sent = page.waitForRequest('**/api/user/addToCart')
  await page.clock.runFor(40)
  expect((await sent).postDataJSON()).toEqual({ userId: shopper.id, quantity: 3, ...TEE })
})

test('the payment script times out after 120 seconds, with an error', { tag: '@S9.22' }, async ({ page, shopper }) => {
  await openCheckout(page, shopper)
  await page.route('**/v1/checkout.js', () => {})
  await pauseClock(page)
  const requested = page.waitForRequest('**/v1/checkout.js')
  await page.getByRole('button', { name: 'Checkout' }).click()
  await requested
  const error = page.getByText(/We couldn’t load the payment window/)
  await page.clock.runFor(115_000)
  await expect(error).toHaveCount(0)
  await page.clock.runFor(6000)
  await expect(error).toBeVisible()
})

test('the payment dialog closes by itself after its 10 minutes, and the order stays unpaid', async ({
  page,
  shopper,
}) => {
  await openCheckout(page, shopper)
  await page.getByRole('button', { name: 'Checkout' }).click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await page.clock.runFor(590_000)
  await expect(dialog.getByRole('button', { name: 'Use test card' })).toBeVisible()
  await page.clock.runFor(11_000)
  await expect(page.getByText('Your payment wasn’t completed. Your cart is still here.')).toBeVisible()
  expect((await shopper.api('GET /user/user-orders/{userId}', { params: { userId: shopper.id } })).status).toBe(404)
})
