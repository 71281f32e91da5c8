import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, type Shopper, test } from './fixtures.ts'

test.use({ serviceWorkers: 'allow' })

const PRODUCT = 'platform-polo'
const LINE = { productId: PRODUCT, color: 'Black', size: 'M', quantity: 1 }
/** A browser notes every call that fails, and a review that is not there (404). */
const FAILED = /Failed to load resource|Offline/

async function cartOf({ api, id }: Shopper) {
  const response = await api('GET /user/getCartProduct/{userId}', { params: { userId: id } })
  return response.ok ? response.data.cart : []
}

/** Opens a page and waits until the worker has kept it. */
async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.mouse.move(5, 5)
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  await expect
    .poll(() => page.evaluate(async (url) => (await caches.match(url, { cacheName: 'pages' })) !== undefined, path))
    .toBe(true)
}

/** The code that a press may need is kept a moment after the first visit; the last of it by name, as the worker goes. */
async function waitForCode(page: Page): Promise<void> {
  const urls = () => page.evaluate(async () => (await (await caches.open('files')).keys()).map(({ url }) => url))
  await expect.poll(async () => (await urls()).filter((url) => /own-review|zoom-dialog/.test(url)).length).toBe(2)
}

async function goOffline(context: BrowserContext, page: Page): Promise<void> {
  await context.setOffline(true)
  await expect(page.getByText('You are offline. This is what was kept.')).toBeVisible()
}

test('visited pages and the cart open again without a connection; changes and a review are sent once, and log-out deletes the copy', async ({
  page,
  context,
  shopper,
  allowed,
}) => {
  allowed.push(FAILED, /status of (404|503)/)
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...LINE } })
  await visit(page, '/')
  await visit(page, '/categories')
  await visit(page, `/product-details/${PRODUCT}`)
  await visit(page, '/cart-details')
  await expect(page.getByLabel('Items in the cart')).toContainText('Platform Polo')
  await waitForCode(page)
  await goOffline(context, page)

  for (const path of ['/', '/categories', `/product-details/${PRODUCT}`, '/cart-details']) {
    await page.goto(path)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByText('You are offline. This is what was kept.')).toBeVisible()
  }
  const lines = page.getByLabel('Items in the cart')
  await expect(lines).toContainText('Platform Polo')
  expect(await axeViolations(page)).toEqual([])

  await lines.getByRole('button', { name: /Increase/ }).click()
  await expect(page.getByText('1 change is sent when the line is back.')).toBeVisible()
  const comment = `Written in a tunnel ${randomUUID()}`
  await page.goto(`/product-details/${PRODUCT}`)
  await page.getByRole('tab', { name: 'Reviews' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Reviews' })
  await panel.getByLabel('Comment').fill(comment)
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Saved on this device. It is sent when the line is back.')).toBeVisible()
  await expect(page.getByText('2 changes are sent when the line is back.')).toBeVisible()
  // What is not sent survives a reload, and shows as it will be.
  await page.goto('/cart-details')
  await expect(lines.getByText('each')).toBeVisible()
  expect(await cartOf(shopper)).toMatchObject([{ quantity: 1 }])

  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`)
  })
  await context.setOffline(false)
  await expect(page.getByText('What you changed without a connection is sent.')).toBeVisible()
  await expect(page.getByText('You are offline.')).toBeHidden()
  expect(sent).toEqual(['POST /api/user/addToCart', 'POST /api/user/productReview'])
  expect(await cartOf(shopper)).toMatchObject([{ quantity: 2 }])
  const params = { productId: PRODUCT, userId: shopper.id }
  const review = await shopper.api('GET /user/product/{productId}/user/{userId}/review', { params })
  expect(review.ok && review.data.review.comment).toBe(comment)
  expect(await page.evaluate(() => localStorage.getItem('unsentChanges'))).toBeNull()

  const kept = () => page.evaluate(async () => (await (await caches.open('private')).keys()).map(({ url }) => url))
  expect(await kept()).toContain(new URL(`/api/user/getCartProduct/${shopper.id}`, page.url()).href)
  // The copy can't be read without the session's token, which the browser keeps in no cache.
  const copy = await page.evaluate(async () => {
    const cache = await caches.open('private')
    const [request] = await cache.keys()
    return { headers: [...(request?.headers ?? [])], text: await (await cache.match(request as Request))?.text() }
  })
  expect(JSON.stringify(copy)).not.toContain(shopper.token)
  expect(copy.text).not.toContain('polo')
  await page.goto('/logout')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Log Out' }).click()
  await expect(page).toHaveURL(/\/login$/)
  await expect.poll(kept).toEqual([])
})

test('a page that was not visited says so, with a retry and links to what is kept; paying and signing in need a connection', async ({
  page,
  context,
  shopper,
  allowed,
}) => {
  allowed.push(FAILED, /status of (404|503)/)
  expect(shopper.token).not.toBe('')
  await visit(page, '/about-us')
  await goOffline(context, page)
  const response = await page.goto('/contact-us', { waitUntil: 'load' })
  expect(response?.status()).toBe(503)
  await expect(page).toHaveTitle(/^You are offline \| /)
  await expect(page.getByText('This page was not kept on this device.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.goto('/cart-checkout-form', { waitUntil: 'load' })
  await expect(page.getByText('Paying needs a connection. Nothing was charged.')).toBeVisible()
  await page.goto('/login', { waitUntil: 'load' })
  await expect(page.getByText('Signing in needs a connection.')).toBeVisible()
  await page.getByRole('link', { name: 'About Us' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page).toHaveURL(/\/about-us$/)
  await page.goto('/contact-us', { waitUntil: 'load' })
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /contact/i })).toBeVisible()
})

test('what is added from a kept product page shows in the cart, and is sent once there is a line', async ({
  page,
  context,
  shopper,
  allowed,
}) => {
  allowed.push(FAILED, /status of (404|503)/)
  await visit(page, `/product-details/${PRODUCT}`)
  await waitForCode(page)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/cart-details')) !== undefined)).toBe(true)
  await goOffline(context, page)
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Saved on this device. It is sent when the line is back.')).toBeVisible()
  await page.getByRole('button', { name: 'View cart' }).click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await expect(drawer.getByLabel('Items in the cart')).toContainText('Platform Polo')
  await page.goto('/cart-details')
  await expect(page.getByLabel('Items in the cart')).toContainText('Platform Polo')
  await page.getByRole('button', { name: 'Move to wishlist' }).click()
  await expect(page.getByText(/^This needs a connection/)).toBeVisible()
  expect(await cartOf(shopper)).toEqual([])
  await context.setOffline(false)
  await expect.poll(async () => (await cartOf(shopper)).map(({ quantity }) => quantity)).toEqual([1])
})

test('on an open page signing in and paying say that they need a connection, and do not wait for one', async ({
  page,
  context,
  shopper,
  allowed,
}) => {
  allowed.push(FAILED)
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...LINE } })
  const place = { phoneNumber: '98200 00000', streetAddress: '12, Hill Road', zipCode: '400050', townCity: 'Mumbai' }
  const address = { firstName: 'Aarti', lastName: 'Kamble', ...place }
  await shopper.api('POST /user/addAddress', { body: { userId: shopper.id, address } })
  await visit(page, '/about-us')
  await page.goto('/cart-checkout-form')
  await expect(page.getByRole('radio').first()).toBeVisible()
  await goOffline(context, page)
  await page.getByRole('button', { name: 'Checkout' }).click()
  await expect(page.getByText(/^This needs a connection, and there is none/).first()).toBeVisible()
  await context.setOffline(false)
  await page.goto('/login')
  await page.mouse.move(5, 15)
  await goOffline(context, page)
  await page.getByLabel('E-mail', { exact: true }).first().fill('someone@example.test')
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByText(/^This needs a connection, and there is none/).first()).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('unsentChanges'))).toBeNull()
  await context.setOffline(false)
  const orders = await shopper.api('GET /user/user-orders/{userId}', { params: { userId: shopper.id } })
  expect(orders.status).toBe(404)
})

test('what waits when a session has ended asks for the login, or can be discarded', async ({ page, shopper }) => {
  await page.goto('/logout')
  await page.evaluate(
    ([id, line]) => {
      const change = { kind: 'cart', key: 'x', at: Date.now(), content: { ...line, cartItemId: null } }
      localStorage.setItem('unsentChanges', JSON.stringify({ [id]: [change] }))
      sessionStorage.removeItem('authToken')
    },
    [shopper.id, LINE] as const,
  )
  await page.goto('/about-us')
  await page.mouse.move(5, 5)
  await expect(page.getByText('What you changed without a connection is not sent yet.')).toBeVisible()
  await expect(page.getByRole('banner').getByRole('link', { name: 'Log in' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Discard' }).click()
  await expect(page.getByText('What you changed without a connection is not sent yet.')).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('unsentChanges'))).toBeNull()
})

test('a review whose answer was lost is sent again under the same key: it stands once, and nothing is refused', async ({
  page,
  context,
  shopper,
  allowed,
}) => {
  allowed.push(FAILED, /status of (404|503)/)
  const productId = 'rain-delay-shell'
  await visit(page, `/product-details/${productId}`)
  await page.getByRole('tab', { name: 'Reviews' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Reviews' })
  const comment = `Written in a lift ${randomUUID()}`
  await panel.getByLabel('Comment').fill(comment)
  const keys: (string | undefined)[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/user/productReview')) keys.push(request.headers()['idempotency-key'])
  })
  // The shop takes the review, and the line breaks before the shopper hears of it.
  await context.route('**/api/user/productReview', async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Saved on this device. It is sent when the line is back.')).toBeVisible()
  await context.unroute('**/api/user/productReview')
  await context.setOffline(false)
  await expect(page.getByText('What you changed without a connection is sent.')).toBeVisible()
  expect(keys).toHaveLength(2)
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/)
  expect(keys[1]).toBe(keys[0])
  expect(await page.evaluate(() => localStorage.getItem('unsentChanges'))).toBeNull()
  const params = { productId, userId: shopper.id }
  const review = await shopper.api('GET /user/product/{productId}/user/{userId}/review', { params })
  expect(review.ok && review.data.review.comment).toBe(comment)
})

test('where data is saved nothing is kept ahead: neither code nor the document of a page opened by a link', async ({
  page,
}) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true } })
    const messages: unknown[] = []
    Object.assign(window, { messages })
    const { postMessage } = ServiceWorker.prototype
    ServiceWorker.prototype.postMessage = function (this: ServiceWorker, message: unknown) {
      messages.push(message)
      postMessage.call(this, message)
    }
  })
  await visit(page, '/')
  await page.getByRole('link', { name: 'About Us' }).first().click()
  await expect(page).toHaveURL(/about-us/)
  const messages = () => page.evaluate(() => Reflect.get(window, 'messages'))
  await expect.poll(messages).toMatchObject([
    { pages: ['/'], missing: [], savesData: true },
    { pages: [], missing: [], pictures: [], savesData: true },
  ])
  const code = () => page.evaluate(async () => (await (await caches.open('files')).keys()).map(({ url }) => url))
  expect((await code()).filter((url) => url.includes('own-review'))).toEqual([])
})

test('what the shop can’t do any more is told until it is closed', async ({ page, context, shopper, allowed }) => {
  allowed.push(FAILED, /status of (4\d\d|503)/)
  await visit(page, `/product-details/${PRODUCT}`)
  await waitForCode(page)
  await goOffline(context, page)
  const change = { kind: 'cart', at: Date.now(), content: { ...LINE, quantity: 9999, cartItemId: null }, key: 'x' }
  await page.evaluate(([id, one]) => localStorage.setItem('unsentChanges', JSON.stringify({ [id]: [one] })), [
    shopper.id,
    change,
  ] as const)
  await page.reload()
  await expect(page.getByText('1 change is sent when the line is back.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Only \d+ left of Platform Polo/)).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/^Only \d+ left of Platform Polo/)).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('unsentChanges'))).toBeNull()
})

test('a slow line is said, and the sentence goes with the answer', async ({ page, context }) => {
  await visit(page, '/')
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await context.route('**/api/user/filterProduct*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await expect(page.getByText('The line is slow. Still loading…')).toBeVisible()
  answer()
  await expect(page).toHaveURL(/\/categories/)
  await expect(page.getByText('The line is slow. Still loading…')).toBeHidden()
})

test('the shop can be installed', async ({ page, context }) => {
  await page.goto('/')
  const session = await context.newCDPSession(page)
  const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
  // A private window can't install anything.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const { url, errors } = await session.send('Page.getAppManifest')
  expect(new URL(url).pathname).toBe('/manifest.webmanifest')
  expect(errors).toEqual([])
})
