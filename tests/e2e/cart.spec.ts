import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { installClock, pauseClock } from './clock.ts'
import { expect, type Shopper, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L' }
const CARGO = { productId: 'carriage-cargo-pants', color: 'Green', size: 'M' }
const NAMES = { [TEE.productId]: 'Four Bars Boxy Tee', [CARGO.productId]: 'Carriage Cargo Pants' }

async function fill(
  shopper: Shopper,
  list: 'addToCart' | 'addToWishlist',
  ...lines: (typeof TEE & { quantity?: number })[]
) {
  for (const line of lines) {
    const body = { userId: shopper.id, quantity: 1, ...line }
    const put = await shopper.api(`POST /user/${list}`, { body })
    expect(put.ok, `${list} ${line.productId}`).toBe(true)
  }
}

/** The API calls of a page from here on, as `METHOD /path body`. */
function recordRequests(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (pathname.startsWith('/api/')) calls.push(`${request.method()} ${pathname} ${request.postData() ?? ''}`)
  })
  return calls
}

async function openDrawer(page: Page) {
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  return page.getByRole('dialog', { name: 'Cart' })
}

const rowOf = (within: Page | ReturnType<Page['getByRole']>, productId: string) =>
  within.getByRole('listitem').filter({ hasText: NAMES[productId] ?? '' })

test('the drawer reloads the cart, shows the note, and Proceed goes to the cart page only with items', {
  tag: ['@S2.26', '@S2.27', '@S2.29', '@S2.30', '@S2.31'],
}, async ({ page, shopper }) => {
  await page.goto('/about-us')
  const drawer = await openDrawer(page)
  await expect(drawer.getByText('No items in the cart')).toBeVisible()
  await expect(
    drawer.getByText('We offer a 7-day easy exchange policy with all tags intact; but returns are not accepted.'),
  ).toBeVisible()
  await drawer.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/about-us$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await fill(shopper, 'addToCart', TEE)
  await openDrawer(page)
  await expect(rowOf(drawer, TEE.productId).getByText('Rs. 1,299.00')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await drawer.getByRole('button', { name: 'Proceed' }).click()
  await expect(page).toHaveURL(/\/cart-details$/)
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

test('a quantity shows at once, is sent once after 500 ms, and never goes below 1', {
  tag: ['@S4.3', '@S5.5', '@S7.8', '@S7.9', '@S9.9', '@C6.14', '@R24'],
}, async ({ page, shopper }) => {
  await fill(shopper, 'addToCart', TEE)
  await installClock(page)
  await page.goto('/about-us')
  const drawer = await openDrawer(page)
  const row = rowOf(drawer, TEE.productId)
  await expect(row).toBeVisible()
  await page.waitForLoadState('networkidle')
  await pauseClock(page)
  const calls = recordRequests(page)
  await row.getByRole('button', { name: 'Decrease' }).click()
  await expect(page.getByText('Quantity cannot be less than 1.', { exact: true })).toBeVisible()
  for (let press = 0; press < 3; press++) await row.getByRole('button', { name: 'Increase' }).click()
  await expect(row.locator('output')).toHaveText('4')
  expect(calls).toEqual([])
  await page.clock.runFor(500)
  await expect.poll(() => calls.length).toBe(2)
  expect(calls[0]).toContain('POST /api/user/addToCart')
  expect(JSON.parse(calls[0]?.split(' ').slice(2).join(' ') ?? '')).toEqual({ userId: shopper.id, quantity: 4, ...TEE })
  expect(calls[1]).toContain(`GET /api/user/getCartProduct/${shopper.id}`)
})

test('a quantity changed just before the page unloads is still sent', { tag: '@S4.3' }, async ({ page, shopper }) => {
  await fill(shopper, 'addToCart', TEE)
  await page.goto('/cart-details')
  await page.getByRole('button', { name: 'Increase' }).click()
  await page.goto('/about-us')
  const cart = () => shopper.api('GET /user/getCartProduct/{userId}', { params: { userId: shopper.id } })
  await expect
    .poll(async () => {
      const answer = await cart()
      return answer.ok ? answer.data.cart[0]?.quantity : null
    })
    .toBe(2)
})

test('Remove deletes a line, shows a toast, and can be undone; a failure is only logged', {
  tag: ['@S7.10', '@S7.29', '@S8.3', '@C6.14', '@R25'],
}, async ({ page, shopper, allowed }) => {
  allowed.push(/500/)
  await fill(shopper, 'addToCart', TEE, CARGO)
  await page.goto('/about-us')
  const drawer = await openDrawer(page)
  await rowOf(drawer, TEE.productId).getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Cart item deleted successfully.')).toBeVisible()
  await expect(rowOf(drawer, TEE.productId)).toHaveCount(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(rowOf(drawer, TEE.productId)).toBeVisible()

  await page.route('**/deleteCartProduct', (route) => route.fulfill({ status: 500, body: '{}' }))
  const refused = page.waitForResponse('**/deleteCartProduct')
  await rowOf(drawer, CARGO.productId).getByRole('button', { name: 'Remove' }).click()
  await refused
  await expect(rowOf(drawer, CARGO.productId)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Close alert' })).toHaveCount(0)
})

test('the cart page shows the sum of items, delivery and tax', {
  tag: ['@S2.9', '@S9.1', '@S9.2', '@S9.3', '@S9.4', '@R18', '@R48'],
}, async ({ page, shopper }) => {
  await fill(shopper, 'addToCart', TEE, { ...CARGO, quantity: 2 })
  await page.goto('/cart-details')
  const sum = page.getByLabel('Summary')
  await expect(sum).toContainText('Items (3)Rs. 4,897.00')
  await expect(sum).toContainText('DeliveryRs. 40.00')
  await expect(sum).toContainText('GST and Service Tax (5%)Rs. 244.85')
  await expect(sum).toContainText('TotalRs. 5,181.85')
  await expect(page.getByRole('list', { name: 'Steps to your order' }).locator('[aria-current=step]')).toHaveText(
    '1 Cart Details',
  )
  expect(await axeViolations(page)).toEqual([])
})

test('one item shows its price once, several show the unit price and the total', async ({ page, shopper }) => {
  await fill(shopper, 'addToCart', TEE, { ...CARGO, quantity: 2 })
  await page.goto('/cart-details')
  const prices = (productId: string) =>
    rowOf(page, productId)
      .getByText(/^Rs\. /)
      .filter({ visible: true })
  for (const [width, tee, cargo] of [
    [1280, ['Rs. 1,299.00'], ['Rs. 1,799.00each', 'Rs. 3,598.00']],
    [360, ['Rs. 1,299.00'], ['Rs. 1,799.00each']],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    await expect(prices(TEE.productId)).toHaveText([...tee])
    await expect(prices(CARGO.productId)).toHaveText([...cargo])
  }
})

test('missing fields of a response get defaults, and a malformed cart counts as empty', {
  tag: ['@S3.5', '@S3.6', '@S3.7', '@S8.2'],
}, async ({ signedInPage: page }) => {
  const lines = [
    { _id: 'x1', productId: { _id: 'p1' } },
    { _id: 'x2', productId: null },
  ]
  await page.route('**/getCartProduct/**', (route) => route.fulfill({ json: { cart: lines } }))
  await page.goto('/cart-details')
  const row = page.getByRole('list', { name: 'Items in the cart' }).getByRole('listitem')
  await expect(row).toHaveCount(1)
  for (const words of ['Unnamed Product', 'N/A · N/A', 'Rs. 0.00']) await expect(row).toContainText(words)
  await expect(row.locator('output')).toHaveText('1')
  await page.route('**/getCartProduct/**', (route) => route.fulfill({ json: { cart: 'strange' } }))
  await page.reload()
  await expect(page.getByText('No items in the cart')).toBeVisible()
  // The badge in the header loads the cart too, later than the page.
  await page.waitForLoadState('networkidle')
})

test('without a user, or when the cart cannot be loaded, the page redirects to /login', {
  tag: ['@S5.6', '@S5.7', '@S6.5', '@S8.1', '@C6.10'],
}, async ({ page, newShopper, allowed }) => {
  allowed.push(/500/)
  const calls = recordRequests(page)
  for (const path of ['/cart-details', '/wishlist', '/cart-checkout-form', '/my-orders']) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
  }
  await openDrawer(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(calls.filter((call) => call.includes('/user/'))).toEqual([])

  const { token, id, name, email } = await newShopper()
  await page.evaluate(
    ([authToken, userData]) => {
      sessionStorage.setItem('authToken', authToken)
      sessionStorage.setItem('userData', userData)
    },
    [token, JSON.stringify({ id, name, email })] as const,
  )
  await page.route('**/getCartProduct/**', (route) => route.fulfill({ status: 500, body: '{}' }))
  await page.goto('/cart-details')
  await expect(page).toHaveURL(/\/login$/)
})

test('wishlist lines change quantity, move to the cart and back, and are removed', {
  tag: ['@S2.15', '@S3.8', '@S4.3', '@S5.5', '@S7.11', '@S7.12', '@S7.13', '@R27'],
}, async ({ page, shopper }) => {
  await fill(shopper, 'addToWishlist', TEE, CARGO)
  await page.goto('/wishlist')
  const tee = rowOf(page.getByRole('list', { name: 'Wishlist' }), TEE.productId)
  await tee.getByRole('button', { name: 'Decrease' }).click()
  await expect(page.getByText('Quantity cannot be less than 1', { exact: true })).toBeVisible()
  const sent = page.waitForRequest('**/addToWishlist')
  await tee.getByRole('button', { name: 'Increase' }).click()
  expect((await sent).postDataJSON()).toEqual({ userId: shopper.id, quantity: 2, ...TEE })
  expect(await axeViolations(page)).toEqual([])

  await tee.getByRole('button', { name: 'Move to cart' }).click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  await expect(tee).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Nothing on your wishlist yet.')).toBeVisible()

  await page.goto('/cart-details')
  await expect(rowOf(page, TEE.productId).locator('output')).toHaveText('2')
  await page.getByRole('button', { name: 'Move to wishlist' }).click()
  await expect(page.getByText('No items in the cart')).toBeVisible()
  await page.goto('/wishlist')
  await expect(page.getByRole('list', { name: 'Wishlist' }).getByRole('link')).toHaveText([NAMES[TEE.productId] ?? ''])
})

test('a line with too little stock is split or moved to the wishlist; a sold-out line is moved too, or removed', {
  tag: '@R26',
}, async ({ page, shopper }) => {
  await fill(shopper, 'addToCart', { ...TEE, quantity: 2 })
  let left = 0
  await page.route('**/api/user/getCartProduct/**', async (route) => {
    const answer = await route.fetch()
    const { cart } = await answer.json()
    await route.fulfill({
      response: answer,
      json: { cart: cart.map((line: object) => ({ ...line, available: left })) },
    })
  })
  await page.goto('/cart-details')
  const tee = rowOf(page, TEE.productId)
  await expect(tee.getByText('Sold out')).toBeVisible()
  await expect(tee.getByRole('button', { name: 'Remove' })).toBeVisible()
  await expect(tee.getByRole('button', { name: 'Move to wishlist' })).toBeVisible()

  left = 1
  await page.reload()
  await expect(tee.getByText('Only 1 left')).toBeVisible()
  const sent = page.waitForRequest('**/addToWishlist')
  await tee.getByRole('button', { name: 'Move to wishlist' }).click()
  expect((await sent).postDataJSON()).toEqual({ userId: shopper.id, quantity: 1, ...TEE })
  await expect(page.getByText('No items in the cart')).toBeVisible()
})
