import { buy, DELIVERED } from './buy.ts'
import { expect, test } from './fixtures.ts'

/** The calls fail on purpose, and the browser logs each failed response. */
test.use({ allowed: [/Failed to load resource/] })

const openExchange = { _id: 'exchange', productId: 'platform-polo', exchangeStatus: 'packaging', isCancelled: false }

test('404 is an empty list, a network failure an error with a retry, everything else redirects to /login', {
  tag: '@S8.17',
}, async ({ signedInPage: page }) => {
  await page.goto('/my-orders')
  await expect(page.getByText('No orders found.')).toBeVisible()
  const calls = '**/api/user/user-orders/**'
  await page.route(calls, (route) => route.abort())
  await page.reload()
  await expect(page.getByText('An error occurred while fetching orders.')).toBeVisible()
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No orders found.')).toBeVisible()
  await page.route(calls, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page).toHaveURL(/\/login$/)
})

test('a failed exchange request shows an error and keeps the form; the retry repeats its idempotency key', {
  tag: '@S8.18',
}, async ({ signedInPage: page }) => {
  await page.route('**/api/user/user-orders/**', (route) => route.fulfill({ json: { orders: [DELIVERED] } }))
  const keys: (string | undefined)[] = []
  await page.route('**/api/user/addExchange', (route) => {
    keys.push(route.request().headers()['idempotency-key'])
    return keys.length === 1 ? route.abort() : route.fulfill({ status: 409, json: { message: 'Not any more.' } })
  })
  await page.goto('/my-orders?order=order')
  await page.getByRole('button', { name: 'Exchange Platform Polo' }).click()
  await page.getByLabel('Reason').selectOption('Other')
  await page.getByLabel('Description').fill('Second thoughts')
  await page.getByRole('button', { name: 'Submit exchange' }).click()
  const failed = page.getByText('Failed to submit exchange request. Please try again.')
  await expect(failed).toBeVisible()
  await page.getByRole('button', { name: 'Submit exchange' }).click()
  await expect(page.getByText('Not any more.')).toBeVisible()
  await expect(failed).toBeVisible()
  expect(keys[0]).toBeTruthy()
  expect(keys[0]).toBe(keys[1])
})

test('a cancellation shows whether it was refused or did not reach the server', { tag: '@S8.19' }, async ({
  signedInPage: page,
}) => {
  const order = { ...DELIVERED, exchanges: [openExchange] }
  await page.route('**/api/user/user-orders/**', (route) => route.fulfill({ json: { orders: [order] } }))
  const call = '**/api/user/cancelProductExchange'
  await page.route(call, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/my-orders')
  const cancel = async () => {
    await page.getByRole('button', { name: /^Cancel exchange/ }).click()
    await page.getByRole('button', { name: 'Yes, cancel' }).click()
  }
  await cancel()
  await expect(page.getByText('Something went wrong.')).toBeVisible()
  await page.unroute(call)
  await page.route(call, (route) => route.abort())
  await cancel()
  await expect(page.getByText('An error occurred while cancelling the exchange.')).toBeVisible()
})

test('an invoice that cannot be loaded is told, and the button stays', async ({ page, shop, shopper }) => {
  const orderId = await buy(shop, shopper, [{ productId: 'platform-polo', color: 'Green', size: 'M' }])
  await page.route('**/api/user/invoice/**', (route) => route.abort())
  await page.goto(`/my-orders?order=${orderId}`)
  const button = page.getByRole('button', { name: 'Save receipt (PDF)' })
  await button.click()
  await expect(page.getByText('We couldn’t load the document. Please try again.')).toBeVisible()
  await expect(button).toBeEnabled()
})
