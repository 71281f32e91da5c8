import { setTimeout as sleep } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, type Shopper, test } from './fixtures.ts'

const SHIRT = { productId: 'four-bars-boxy-tee', color: 'White', size: 'XL' }
const TOTAL = 1403.95
const PLACE = { phoneNumber: '98200 00000', streetAddress: '12, Hill Road', zipCode: '400050' }

/** A shopper with a shirt in the cart and two addresses, on the checkout page. */
async function arrive(page: Page, { id, api }: Shopper): Promise<void> {
  await api('POST /user/addToCart', { body: { userId: id, quantity: 1, ...SHIRT } })
  for (const firstName of ['Aarti', 'Meera']) {
    const address = { firstName, lastName: 'Kamble', ...PLACE, townCity: 'Mumbai' }
    await api('POST /user/addAddress', { body: { userId: id, address } })
  }
  await page.goto('/cart-checkout-form')
  await expect(page.getByRole('radio').first()).toBeVisible()
}

const press = (page: Page) => page.getByRole('button', { name: 'Checkout' }).click()

async function payInSandbox(page: Page, answer: 'Success' | 'Failure'): Promise<void> {
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: answer }).click()
}

test('the default address is selected, and create-order sends the cart, its total and that address', {
  tag: ['@S2.10', '@S2.41', '@S4.13', '@S7.17', '@S7.18', '@S9.5', '@R36', '@R40'],
}, async ({ page, shopper }) => {
  await arrive(page, shopper)
  await expect(page.getByRole('radio', { name: /Aarti/ })).toBeChecked()
  await expect(page.getByLabel('Summary')).toContainText('TotalRs. 1,403.95')
  expect(await axeViolations(page)).toEqual([])
  const [order, answer] = await Promise.all([
    page.waitForRequest('**/create-order'),
    page.waitForResponse('**/create-order'),
    press(page),
  ])
  expect(order.postDataJSON()).toMatchObject({
    userId: shopper.id,
    totalPrice: TOTAL,
    productDetails: [{ ...SHIRT, quantity: 1 }],
    paymentMethod: 'credit_card',
  })
  expect(order.headers()['idempotency-key']).toMatch(/^[\w-]{32,}$/)
  expect(await answer.json()).toMatchObject({ amount: 140395, currency: 'INR' })
  await payInSandbox(page, 'Success')
  await expect(page.getByText('Payment Successful! Order has been placed.')).toBeVisible()
  await expect(page).toHaveURL(/\/sucess-order\?order=/)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Order complete' })).toBeVisible()
  await expect(page.getByText('Four Bars Boxy Tee')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})

test('without an address Checkout asks for one', { tag: '@S5.16' }, async ({ page, shopper }) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, quantity: 1, ...SHIRT } })
  await page.goto('/cart-checkout-form')
  await press(page)
  await expect(page.getByText('Please select an address.')).toBeVisible()
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await expect(page.getByText('Please enter the six digits of the Pin Code.')).toBeVisible()
  await expect(page.getByLabel('First name')).not.toHaveAttribute('aria-invalid')
})

test('on a phone an alert in the checkout covers nothing of the page', async ({ page, shopper }) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, quantity: 1, ...SHIRT } })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/cart-checkout-form')
  await press(page)
  const alert = page.locator('.toast-row')
  await alert.hover()
  await page.evaluate(() => window.scrollTo(0, 0))
  const [covered, content] = [await alert.boundingBox(), await page.getByRole('main').boundingBox()]
  expect((covered?.y ?? 0) + (covered?.height ?? 0)).toBeLessThanOrEqual(content?.y ?? 0)
})

test('Checkout saves a filled address form once it has what a parcel needs', { tag: '@R35' }, async ({
  page,
  shopper,
}) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, quantity: 1, ...SHIRT } })
  await page.goto('/cart-checkout-form')
  await expect(page.getByLabel('First name')).not.toHaveValue('')
  await expect(page.getByLabel('E-mail', { exact: true }).first()).toHaveValue(/@/)
  await page.getByLabel('Phone number').fill('12345')
  await page.getByLabel('Pin Code').fill('40005')
  await press(page)
  await expect(page.getByText('Please enter a phone number of ten digits, for the courier.')).toBeVisible()
  await expect(page.getByText('Please enter the six digits of the Pin Code.')).toBeVisible()
  await expect(page.getByText('Please enter the street address.')).toBeVisible()
  await expect(page.getByLabel('Phone number')).toBeFocused()
  await page.getByLabel('Phone number').fill('+91 98200 00000')
  await page.getByLabel('Pin Code').fill('400050')
  await page.getByLabel('Street address').fill('12, Hill Road')
  await page.getByLabel('Town / City').fill('Mumbai')
  const [order] = await Promise.all([page.waitForResponse('**/create-order'), press(page)])
  expect(order.status()).toBe(201)
  await payInSandbox(page, 'Success')
  await expect(page).toHaveURL(/\/sucess-order\?order=/)
  await expect(page.getByText('12, Hill Road')).toBeVisible()
})

test('an order to a saved address without a street is not created: the form opens and says what is missing', async ({
  page,
  shopper,
  allowed,
}) => {
  allowed.push(/status of 422/)
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, quantity: 1, ...SHIRT } })
  await shopper.api('POST /user/addAddress', { body: { userId: shopper.id, address: { firstName: 'Aarti' } } })
  await page.goto('/cart-checkout-form')
  await press(page)
  await expect(page.getByText('We can’t deliver to this address yet. Please complete it.')).toBeVisible()
  await expect(page.getByText('Please enter the street address.')).toBeVisible()
  await page.getByLabel('Phone number').fill(PLACE.phoneNumber)
  await page.getByLabel('Pin Code').fill(PLACE.zipCode)
  await page.getByLabel('Street address').fill(PLACE.streetAddress)
  await page.getByLabel('Town / City').fill('Mumbai')
  const [order] = await Promise.all([page.waitForResponse('**/create-order'), press(page)])
  expect(order.status()).toBe(201)
})

test('a failed payment shows its reason and is retried on the same order', { tag: ['@S8.12', '@R38'] }, async ({
  page,
  shopper,
}) => {
  // What the dialog shows before it can be pressed would be pressed in vain.
  await page.route('**/checkout/dialog.js', async (route) => {
    const response = await route.fetch()
    await sleep(800)
    await route.fulfill({ response })
  })
  const orders: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/create-order')) orders.push(request.url())
  })
  await arrive(page, shopper)
  await press(page)
  await payInSandbox(page, 'Failure')
  await page.frameLocator('iframe').getByRole('button', { name: 'Back to the shop' }).click()
  await expect(page.getByText(/^Payment Failed\. Reason: /)).toBeVisible()
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Use test card' })).toBeVisible()
  // The key closes the frame that it was pressed in, which then may not answer Playwright that it was pressed.
  page.keyboard.press('Escape').catch(() => undefined)
  await expect(page.getByText('Your payment wasn’t completed. Your cart is still here.')).toBeVisible()
  expect(orders).toHaveLength(1)
})

test('Checkout after a decline pays for an order to the address shown on the page: another one, or a corrected one', async ({
  page,
  shopper,
}) => {
  await arrive(page, shopper)
  const decline = async () => {
    await payInSandbox(page, 'Failure')
    await page.frameLocator('iframe').getByRole('button', { name: 'Back to the shop' }).click()
  }
  const payAgain = () => press(page)
  await press(page)
  await decline()
  await page.getByRole('radio', { name: /Meera/ }).check()
  const [asked] = await Promise.all([page.waitForResponse('**/create-order'), payAgain()])
  expect(asked.status()).toBe(201)
  await decline()
  await page.getByRole('button', { name: 'Edit Meera' }).click()
  await page.getByLabel('Town / City').fill('Pune')
  await page.getByLabel('Pin Code').fill('411001')
  await page.getByRole('button', { name: 'Save address' }).click()
  await expect(page.getByText('12, Hill Road, Pune')).toBeVisible()
  await payAgain()
  await payInSandbox(page, 'Success')
  await expect(page).toHaveURL(/\/sucess-order\?order=/)
  const mine = await shopper.api('GET /user/user-orders/{userId}', { params: { userId: shopper.id } })
  expect(mine.ok && mine.data.orders.map(({ address }) => address)).toMatchObject([
    { firstName: 'Meera', townCity: 'Pune', zipCode: '411001' },
  ])
})

test('when no order is created the page shows why, and Checkout can be pressed again', {
  tag: ['@S8.9', '@S8.10', '@C6.11'],
}, async ({ page, shopper, allowed }) => {
  allowed.push(/status of (400|409|500)/)
  await arrive(page, shopper)
  for (const [response, sentence] of [
    [{ status: 201, json: { success: true } }, 'Failed to create an order. Please try again.'],
    [{ status: 400, json: { message: 'Please pay by card.' } }, 'Please pay by card.'],
    [{ status: 500, body: 'x' }, 'An unexpected error occurred'],
    [
      { status: 409, json: { code: 'total_changed', message: 'Changed.', total: 2000.5 } },
      'The total is now Rs. 2,000.50.',
    ],
  ] as const) {
    await page.route('**/create-order', (route) => route.fulfill(response))
    await press(page)
    await expect(page.getByText(sentence)).toBeVisible()
    await expect(page.getByRole('button', { name: 'Checkout' })).toBeEnabled()
  }
})

test('a payment that could not be verified is checked again, also after a reload, and never paid twice', {
  tag: ['@S8.11', '@R39'],
}, async ({ page, shopper, allowed }) => {
  allowed.push(/503|ERR_FAILED/)
  await arrive(page, shopper)
  await page.route('**/verify-payment', (route) => route.fulfill({ status: 503, json: { message: 'x' } }))
  await page.route('**/order-status/**', (route) => route.abort())
  await press(page)
  await payInSandbox(page, 'Success')
  await expect(page.getByText('Payment verification failed. Please try again.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Checkout' })).toBeDisabled()
  await page.unroute('**/verify-payment')
  await page.unroute('**/order-status/**')
  await page.reload()
  await expect(page).toHaveURL(/\/sucess-order\?order=/)
  await expect(page.getByText('Four Bars Boxy Tee')).toBeVisible()
})

test('a failed verification shows an error, and the order that a webhook settled is still shown', {
  tag: '@S8.11',
}, async ({ page, shopper, allowed }) => {
  allowed.push(/ERR_FAILED/)
  await arrive(page, shopper)
  await page.route('**/verify-payment', (route) => route.abort())
  await press(page)
  await payInSandbox(page, 'Success')
  await expect(page.getByText('Payment verification failed. Please try again.')).toBeVisible()
  await expect(page).toHaveURL(/\/sucess-order\?order=/)
  await expect(page.getByText('Four Bars Boxy Tee')).toBeVisible()
})

test('a rejected payment shows a reference number for support', { tag: ['@S8.11', '@R39'] }, async ({
  page,
  shopper,
}) => {
  await arrive(page, shopper)
  await page.route('**/verify-payment', (route) => route.fulfill({ json: { success: false } }))
  await press(page)
  await payInSandbox(page, 'Success')
  await expect(page.getByText('Payment Verification Failed. Please contact support.')).toBeVisible()
  await expect(page.getByText(/Reference number: pay_/)).toBeVisible()
})

test('a blocked payment script shows an error, and three presses create one order', { tag: '@R37' }, async ({
  page,
  shopper,
  allowed,
}) => {
  allowed.push(/ERR_FAILED/)
  await arrive(page, shopper)
  await page.route('**/v1/checkout.js', (route) => route.abort())
  await press(page)
  await expect(page.getByText(/We couldn’t load the payment window/)).toBeVisible()
  await page.unroute('**/v1/checkout.js')
  let orders = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/create-order')) orders += 1
  })
  await page.getByRole('button', { name: 'Checkout' }).evaluate((button: HTMLElement) => {
    for (let round = 0; round < 3; round++) button.click()
  })
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Use test card' })).toBeVisible()
  expect(orders).toBe(1)
})

test('an order whose payment window was closed is paid from My Orders', async ({ page, shopper, allowed }) => {
  // The browser itself notes the 404 that means "no order yet" (SPEC section 8).
  allowed.push(/404/)
  await arrive(page, shopper)
  await press(page)
  await expect(page.frameLocator('iframe').getByRole('button', { name: 'Use test card' })).toBeVisible()
  await page.goto('/my-orders')
  const waiting = page.getByRole('region', { name: 'Not paid yet' })
  await expect(waiting.getByRole('heading')).toHaveText(/^Pay now, held until \d{1,2}:\d\d\s[ap]m$/)
  await expect(waiting).toContainText('1 × Four Bars Boxy Tee, White, XL')
  expect(await axeViolations(page)).toEqual([])
  await waiting.getByRole('link', { name: 'Pay now Rs. 1,403.95' }).click()
  await page.getByRole('button', { name: 'Pay now Rs. 1,403.95' }).click()
  await payInSandbox(page, 'Success')
  await expect(page).toHaveURL(/\/sucess-order\?order=/)
  await page.goto('/my-orders')
  await expect(page.getByText('Four Bars Boxy Tee').first()).toBeVisible()
  await expect(waiting).toHaveCount(0)
  await page.goto('/cart-checkout-form?order=none')
  await expect(page.getByText('We’re no longer holding this order.')).toBeVisible()
})
