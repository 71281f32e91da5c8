import { randomUUID } from 'node:crypto'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { cartOf, FAILED, goOffline, LINE, PRODUCT, visit, waitForCachedScripts } from './offline.ts'

test.use({ serviceWorkers: 'allow', allowed: [FAILED] })

test('visited pages and the cart open offline; changes and a review are sent once afterwards', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...LINE } })
  await visit(page, '/')
  await visit(page, '/categories')
  await visit(page, `/product-details/${PRODUCT}`)
  await visit(page, '/cart-details')
  await expect(page.getByLabel('Items in the cart')).toContainText('Platform Polo')
  await waitForCachedScripts(page)
  await goOffline(context, page)

  for (const path of ['/', '/categories', `/product-details/${PRODUCT}`, '/cart-details']) {
    await page.goto(path)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByText('You are offline. Showing a saved copy.')).toBeVisible()
  }
  const lines = page.getByLabel('Items in the cart')
  await expect(lines).toContainText('Platform Polo')
  expect(await axeViolations(page)).toEqual([])

  await lines.getByRole('button', { name: /Increase/ }).click()
  await expect(page.getByText('1 change is sent when the connection is back.')).toBeVisible()
  const comment = `Written in a tunnel ${randomUUID()}`
  await page.goto(`/product-details/${PRODUCT}`)
  await page.getByRole('tab', { name: 'Reviews' }).click()
  const panel = page.getByRole('tabpanel', { name: 'Reviews' })
  await panel.getByLabel('Comment').fill(comment)
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Saved on this device. It is sent when the connection is back.')).toBeVisible()
  await expect(page.getByText('2 changes are sent when the connection is back.')).toBeVisible()
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

  const cachedCalls = () =>
    page.evaluate(async () => (await (await caches.open('private')).keys()).map(({ url }) => url))
  expect(await cachedCalls()).toContain(new URL(`/api/user/getCartProduct/${shopper.id}`, page.url()).href)
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
  await expect.poll(cachedCalls).toEqual([])
})

test('offline, an unvisited page offers a retry and cached links; paying needs a connection', async ({
  signedInPage: page,
  context,
}) => {
  await visit(page, '/about-us')
  await goOffline(context, page)
  const response = await page.goto('/contact-us', { waitUntil: 'load' })
  expect(response?.status()).toBe(503)
  await expect(page).toHaveTitle(/^You are offline \| /)
  await expect(page.getByText('This page was not saved on this device.')).toBeVisible()
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

test('in Hindi too: a cached page opens, and one that is not cached says so', async ({ page, context }) => {
  await visit(page, '/hi/about-us')
  await context.setOffline(true)
  await expect(page.getByText('आप ऑफ़लाइन हैं। जो सेव था वही दिख रहा है।')).toBeVisible()
  await page.goto('/hi/about-us')
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const response = await page.goto('/hi/contact-us', { waitUntil: 'load' })
  expect(response?.status()).toBe(503)
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByText('यह पेज इस डिवाइस पर सेव नहीं था।')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.goto('/hi/cart-checkout-form', { waitUntil: 'load' })
  await expect(page.getByText(/भुगतान के लिए/)).toBeVisible()
})

test('on an open page signing in and paying say that they need a connection, and do not wait for one', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...LINE } })
  const place = { phoneNumber: '98200 00000', streetAddress: '12, Hill Road', zipCode: '400050', townCity: 'Mumbai' }
  const address = { firstName: 'Aarti', lastName: 'Kamble', ...place }
  await shopper.api('POST /user/addAddress', { body: { userId: shopper.id, address } })
  await visit(page, '/about-us')
  await page.goto('/cart-checkout-form')
  const pay = page.getByRole('button', { name: 'Checkout' })
  await expect(pay).toBeVisible()
  await goOffline(context, page)
  await pay.click()
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

test('a part whose code can’t be loaded is left out and said; the page stays', async ({ page, context }) => {
  await context.route('**/assets/size-guide-dialog-*', (route) => route.abort())
  await page.goto(`/product-details/${PRODUCT}`)
  await page.getByRole('button', { name: 'Size guide' }).click()
  await expect(page.getByText(/^A part of this page could not be loaded/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Platform Polo' })).toBeVisible()
})

test('where data is saved nothing is precached: neither code nor the document of a page opened by a link', async ({
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
    { pages: ['/'], missing: [], prefersReducedData: true },
    { pages: [], missing: [], pictures: [], prefersReducedData: true },
  ])
  const code = () => page.evaluate(async () => (await (await caches.open('files')).keys()).map(({ url }) => url))
  expect((await code()).filter((url) => url.includes('own-review'))).toEqual([])
})

test('a slow connection is named; after a while the page shows a saved copy and says so', async ({ page, context }) => {
  await visit(page, '/')
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  await context.route('**/api/user/filterProduct*', async (route) => {
    await held
    await route.continue()
  })
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await expect(page.getByText('The connection is slow. Still loading…')).toBeVisible()
  respond()
  await expect(page).toHaveURL(/\/categories/)
  await expect(page.getByText(/^The connection is slow/)).toBeHidden()

  const cached = page.getByText('The connection is slow. Showing a saved copy.')
  await page.getByRole('banner').getByRole('link', { name: 'Fourth Seat' }).click()
  await expect(page).toHaveURL(/\/$/)
  await context.route('**/api/user/filterProduct*', () => new Promise(() => {}))
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await expect(page).toHaveURL(/\/categories/)
  await expect(cached).toBeVisible()
  await page.getByRole('link', { name: 'About Us' }).first().click()
  await expect(page).toHaveURL(/about-us/)
  await expect(cached).toBeHidden()
})

test('a document from the cache says so too, where the network takes too long', async ({ page, context }) => {
  await visit(page, '/about-us')
  // No test can hold back the request that the browser makes before the worker has started.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.disable())
  await context.route('**/about-us', () => new Promise(() => {}))
  await page.goto('/about-us')
  await page.mouse.move(5, 15)
  await expect(page.getByText('The connection is slow. Showing a saved copy.')).toBeVisible()
})

test('code that could not be precached is asked for again after the next visit', async ({ page, context }) => {
  const code = () => page.evaluate(async () => (await (await caches.open('files')).keys()).map(({ url }) => url))
  const precached = async () => (await code()).filter((url) => /own-review|zoom-dialog/.test(url)).length
  await context.route('**/assets/own-review-*', (route) => route.abort())
  await visit(page, '/about-us')
  await expect.poll(precached).toBe(1)
  await context.unroute('**/assets/own-review-*')
  await page.getByRole('link', { name: 'Contact Us' }).first().click()
  await expect.poll(precached).toBe(2)
})

test('a hard reload, which no worker controls, still caches the page', async ({ page, context }) => {
  await visit(page, '/about-us')
  await page.evaluate(() => caches.delete('pages'))
  const session = await context.newCDPSession(page)
  await Promise.all([page.waitForEvent('load'), session.send('Page.reload', { ignoreCache: true })])
  expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull()
  let y = 5
  await expect
    .poll(async () => {
      // Again and again: the page may not listen yet.
      await page.mouse.move(5, y++)
      return page.evaluate(async () => (await caches.match('/about-us')) !== undefined)
    })
    .toBe(true)
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
