import { randomUUID } from 'node:crypto'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { cartOf, FAILED, goOffline, LINE, PRODUCT, visit, waitForCachedScripts } from './offline.ts'

test.use({ serviceWorkers: 'allow', allowed: [FAILED] })

test('what is added from a cached product page shows in the cart, and is sent once there is a connection', async ({
  page,
  context,
  shopper,
}) => {
  await visit(page, `/product-details/${PRODUCT}`)
  await waitForCachedScripts(page)
  await expect.poll(() => page.evaluate(async () => (await caches.match('/cart-details')) !== undefined)).toBe(true)
  await goOffline(context, page)
  await page.getByRole('radio', { name: 'M', exact: true }).check({ force: true })
  await page.getByRole('main').getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page.getByText('Saved on this device. It is sent when the connection is back.')).toBeVisible()
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

test('a review whose response was lost is sent again under the same key: it stands once, and nothing is refused', async ({
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
  await expect(page.getByText('Saved on this device. It is sent when the connection is back.')).toBeVisible()
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

test('what the shop can’t do any more is said until it is closed', async ({ page, context, shopper }) => {
  await visit(page, `/product-details/${PRODUCT}`)
  await waitForCachedScripts(page)
  await goOffline(context, page)
  const change = { kind: 'cart', at: Date.now(), content: { ...LINE, quantity: 9999, cartItemId: null }, key: 'x' }
  await page.evaluate(([id, one]) => localStorage.setItem('unsentChanges', JSON.stringify({ [id]: [one] })), [
    shopper.id,
    change,
  ] as const)
  await page.reload()
  await expect(page.getByText('1 change is sent when the connection is back.')).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByText(/^Only \d+ left of Platform Polo/)).toBeVisible()
  await page.getByRole('banner').getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText(/^Only \d+ left of Platform Polo/)).toBeHidden()
  expect(await page.evaluate(() => localStorage.getItem('unsentChanges'))).toBeNull()
})
