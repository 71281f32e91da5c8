import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { cartOf, FAILED, goOffline, LINE, NO_CONNECTION, PRODUCT, visit } from './offline.ts'

test.use({ serviceWorkers: 'allow', allowed: [FAILED] })

const addToCart = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first()
const cachedUrls = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)))
    return (await Promise.all(caches_.map((cache) => cache.keys()))).flat().map(({ url }) => new URL(url).pathname)
  })

test('visited public pages open without a connection and say so; nothing private is stored', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...LINE } })
  const pages = ['/', '/categories', `/product-details/${PRODUCT}`]
  for (const path of pages) await visit(page, path)
  for (const path of ['/cart-details', '/wishlist', '/saved-address']) await page.goto(path)
  await page.goto('/my-orders')
  await goOffline(context, page)
  for (const path of pages) {
    await page.goto(path)
    await expect(page.getByRole('banner')).toBeVisible()
    await expect(page.getByText('You’re offline. Showing a saved copy.')).toBeVisible()
  }
  await expect(page.getByRole('heading', { level: 1, name: 'Platform Polo' })).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  const isPrivate = (path: string) => path.includes(shopper.id) || /^\/(cart|wishlist|saved|my-orders)/.test(path)
  expect((await cachedUrls(page)).filter(isPrivate)).toEqual([])
})

test('a page that was not visited says so, with a retry', async ({ page, context }) => {
  await visit(page, '/about-us')
  await goOffline(context, page)
  await page.goto('/contact-us', { waitUntil: 'load' })
  await expect(page).toHaveTitle(/^You’re offline \| /)
  await expect(page.getByText(/^This page isn’t saved on this device/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  for (const path of ['/cart-checkout-form', '/login', '/cart-details']) {
    await page.goto(path, { waitUntil: 'load' })
    await expect(page).toHaveTitle(/^You’re offline \| /)
  }
  await page.goto('/contact-us', { waitUntil: 'load' })
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /contact/i })).toBeVisible()
})

test('in Hindi too: a visited page opens, and another one says that it is not saved', async ({ page, context }) => {
  await visit(page, '/hi/about-us')
  await context.setOffline(true)
  await expect(page.getByText('आप ऑफ़लाइन हैं। जो सेव था वही दिख रहा है।')).toBeVisible()
  await page.goto('/hi/about-us')
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto('/hi/contact-us', { waitUntil: 'load' })
  await expect(page.locator('html')).toHaveAttribute('lang', 'hi')
  await expect(page.getByText(/^यह पेज इस डिवाइस पर सेव नहीं है/)).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
})

test('what can’t be added to the cart says so, and is added by a press on Try again once there is a connection', async ({
  page,
  context,
  shopper,
}) => {
  await visit(page, `/product-details/${PRODUCT}`)
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  const drawer = page.getByRole('dialog', { name: 'Cart' })
  await expect(drawer.getByText('No items in the cart')).toBeVisible()
  await page.reload()
  await page.mouse.move(5, 15)
  await goOffline(context, page)
  await page.getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(drawer.getByText(NO_CONNECTION)).toBeVisible()
  await expect(drawer.getByText('No items in the cart')).toBeHidden()
  await page.keyboard.press('Escape')
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await addToCart(page).click()
  const toast = page.getByRole('status').filter({ hasText: NO_CONNECTION })
  await expect(toast).toBeVisible()
  // The toast stays while it is pointed at.
  await toast.getByText(NO_CONNECTION).hover()
  expect(await cartOf(shopper)).toEqual([])
  await context.setOffline(false)
  await toast.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Product added to cart successfully')).toBeVisible()
  expect(await cartOf(shopper)).toMatchObject([{ quantity: 1 }])
})

test('a quantity stays as it was chosen, names the missing connection in its line, and is sent by Try again', async ({
  page,
  context,
  shopper,
}) => {
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...LINE } })
  await visit(page, '/about-us')
  await page.goto('/cart-details')
  await page.mouse.move(5, 5)
  const line = page.getByLabel('Items in the cart').getByRole('listitem')
  await expect(line).toContainText('Platform Polo')
  await goOffline(context, page)
  await line.getByRole('button', { name: /Increase/ }).click()
  await expect(line.getByText('Not sent: there is no connection.')).toBeVisible()
  await expect(line.getByText('each')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await line.getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText(NO_CONNECTION).first()).toBeVisible()
  // The quantity waits for its pause again, and for a connection.
  await expect(line.getByRole('button', { name: 'Try again' })).toBeVisible()
  expect(await cartOf(shopper)).toMatchObject([{ quantity: 1 }])
  await context.setOffline(false)
  await expect(page.getByText('You’re offline. Showing a saved copy.')).toBeHidden()
  await line.getByRole('button', { name: 'Try again' }).click()
  await expect(line.getByText('Not sent: there is no connection.')).toBeHidden()
  await expect.poll(() => cartOf(shopper)).toMatchObject([{ quantity: 2 }])
})

test('a review whose response was lost stays in the form; sent again it stands once', async ({
  page,
  context,
  shopper,
}) => {
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
  // The shop takes the review, and the connection breaks before the shopper hears of it.
  await context.route('**/api/user/productReview', async (route) => {
    await route.fetch()
    await context.setOffline(true)
    await route.abort('internetdisconnected')
  })
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await expect(panel.getByText(NO_CONNECTION)).toBeVisible()
  await expect(panel.getByLabel('Comment')).toHaveValue(comment)
  await context.unroute('**/api/user/productReview')
  await context.setOffline(false)
  await panel.getByRole('button', { name: 'Submit review' }).click()
  await expect(page.getByText('Thank you. Your review has been published.')).toBeVisible()
  expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), keys[0]])
  const params = { productId, userId: shopper.id }
  const review = await shopper.api('GET /user/product/{productId}/user/{userId}/review', { params })
  expect(review.ok && review.data.review.comment).toBe(comment)
})

test('on an open page signing in and paying say that they need a connection; what was typed stays', async ({
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
  await expect(page.getByText(NO_CONNECTION).first()).toBeVisible()
  await context.setOffline(false)
  await page.goto('/login')
  await page.mouse.move(5, 15)
  await goOffline(context, page)
  const email = page.getByLabel('E-mail', { exact: true }).first()
  await email.fill('someone@example.test')
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page.getByText(NO_CONNECTION).first()).toBeVisible()
  await expect(email).toHaveValue('someone@example.test')
  await context.setOffline(false)
  const orders = await shopper.api('GET /user/user-orders/{userId}', { params: { userId: shopper.id } })
  expect(orders.status).toBe(404)
})

test('a part whose code can’t be loaded is left out and said; the page stays', async ({ page, context }) => {
  await context.route('**/assets/size-guide-dialog-*', (route) => route.abort())
  await page.goto(`/product-details/${PRODUCT}`)
  await page.getByRole('button', { name: 'Size guide' }).click()
  await expect(page.getByText(/^Part of this page couldn’t be loaded/)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Platform Polo' })).toBeVisible()
})

test('a shop that does not respond is named until it does; a link to a visited page opens its copy', async ({
  page,
  context,
}) => {
  await visit(page, '/about-us')
  await visit(page, '/privacy-policy')
  // No test can hold back the request that the browser makes before the worker has started.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.disable())
  await context.route(/^http/, (route) => route.abort())
  await page.goto('/about-us')
  await page.mouse.move(5, 15)
  const notice = page.getByText('The shop can’t be reached. Showing a saved copy.')
  await expect(notice).toBeVisible()
  await page.getByRole('link', { name: 'Privacy Policy' }).first().click()
  await expect(page.getByRole('heading', { level: 1, name: 'Privacy Policy' })).toBeVisible()
  await page.waitForFunction(() => 'isHydrated' in window)
  await page.mouse.move(5, 25)
  await expect(notice).toBeVisible()
  await context.unroute(/^http/)
  await expect(notice).toBeHidden()
})

test('a page that takes too long is shown from the cache, and says so', async ({ page, context }) => {
  await visit(page, '/about-us')
  // No test can hold back the request that the browser makes before the worker has started.
  await page.evaluate(async () => (await navigator.serviceWorker.ready).navigationPreload.disable())
  await context.route('**/about-us', () => new Promise(() => {}))
  await page.goto('/about-us')
  await page.mouse.move(5, 15)
  await expect(page.getByText('The connection is slow. Showing a saved copy.')).toBeVisible()
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

test('a worker of an earlier version leaves no cache behind', async ({ page }) => {
  await page.goto('/offline')
  await page.evaluate(async () => (await caches.open('private')).put('/api/user/getCartProduct/1', new Response('{}')))
  await visit(page, '/about-us')
  await expect
    .poll(() => page.evaluate(async () => (await caches.keys()).filter((name) => !name.startsWith('serwist'))))
    .not.toContain('private')
  expect(await page.evaluate(async () => await caches.has('pages'))).toBe(true)
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
