import type { Page } from '@playwright/test'
import { installClock, pauseClock } from './clock.ts'
import { expect, openSession, test } from './fixtures.ts'
import { cards, LIST, tick } from './listing.ts'
import { holdResponses, queryOf, recordRequests } from './requests.ts'

/* What is prefetched and what is not: only a browser has scrolling, hovering and Save-Data. */

const DETAIL = '/api/product/getProductDetail/'
const FIRST_PAGE = 24

/** A visitor who saves data. */
const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }))

/** The first movement after hydration loads the code of the next screen. */
async function firstTouch(page: Page): Promise<void> {
  const scripts = recordRequests(page, '/assets/overlays-')
  let x = 0
  await expect
    .poll(async () => {
      await page.mouse.move(x++ % 5, 5)
      return scripts.length
    })
    .toBeGreaterThan(0)
  await page.waitForLoadState('networkidle')
}

const moreButton = (page: Page) => page.getByRole('button', { name: /^Show \d+ more$/ })
const near = (page: Page) => page.evaluate(() => window.scrollTo(0, document.body.scrollHeight / 3))

test('the next page of the listing is prefetched before its button is pressed, and requested once', async ({
  page,
}) => {
  await page.goto('/categories')
  const calls = recordRequests(page, LIST)
  await page.waitForLoadState('networkidle')
  expect(calls).toEqual([])
  await near(page)
  await expect.poll(() => calls.length).toBe(1)
  expect(queryOf(calls[0])).toMatchObject({ limit: '24', sortBy: 'lowToHigh', cursor: expect.any(String) })
  await near(page)
  await moreButton(page).click()
  await expect(cards(page)).toHaveCount(2 * FIRST_PAGE)
  expect(calls.filter((call) => queryOf(call).cursor === queryOf(calls[0]).cursor)).toHaveLength(1)
})

test('another filter aborts the prefetch of the next page', async ({ page }) => {
  await page.goto('/categories')
  const held = await holdResponses(page, `**${LIST}*cursor=*`)
  const given = page.waitForEvent('requestfailed', (request) => request.url().includes('cursor='))
  const asked = page.waitForRequest((request) => request.url().includes('cursor='))
  await near(page)
  await asked
  await tick(page, 'Fabrics', 'Linen').check()
  await given
  held.release((route) => route.abort())
})

test('a product under a resting pointer shows at once; its page still requests it, as a view', async ({ page }) => {
  await page.goto('/categories')
  await firstTouch(page)
  const calls = recordRequests(page, DETAIL)
  const held = await holdResponses(page, `**${DETAIL}*viewProduct=true`)
  const card = cards(page).nth(2)
  // Again, in case the first came before the page listens for it.
  await expect
    .poll(async () => {
      await page.mouse.move(5, 5)
      await card.hover()
      await page.waitForTimeout(200)
      return calls.length
    })
    .toBe(1)
  expect(queryOf(calls[0])).toEqual({})
  await calls[0]?.response()
  await card.getByRole('link').click()
  await expect(page.getByRole('button', { name: 'Add to cart' }).first()).toBeVisible()
  expect(calls.map(queryOf)).toEqual([{}, { viewProduct: 'true' }])
  expect(new URL(calls[1]?.url() ?? '').pathname).toBe(new URL(calls[0]?.url() ?? '').pathname)
  held.release((route) => route.continue())
})

test('a pointer that only passes prefetches nothing', async ({ page }) => {
  await installClock(page)
  await page.goto('/categories')
  await firstTouch(page)
  await pauseClock(page)
  const calls = recordRequests(page, DETAIL)
  await cards(page).nth(2).hover()
  await page.mouse.move(5, 5)
  await page.clock.runFor(400)
  expect(calls).toEqual([])
})

test('nothing is prefetched for a visitor who saves data', async ({ page }) => {
  await saveData(page)
  await page.goto('/categories')
  await firstTouch(page)
  const calls = recordRequests(page)
  await cards(page).nth(2).hover()
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'About Us' }).hover()
  await near(page)
  await page.waitForTimeout(600)
  expect(calls.filter((call) => /filterProduct|getProductDetail/.test(call.url()))).toEqual([])
  await expect(page.locator('link[rel=modulepreload][href*=about-us]')).toHaveCount(0)
  await expect(page.locator('link[rel=modulepreload][href*=product-details]')).toHaveCount(0)
  await moreButton(page).click()
  await expect(cards(page)).toHaveCount(2 * FIRST_PAGE)
})

test('the code of the next page is preloaded: of a product on hover, of checkout in the cart', async ({
  page,
  newShopper,
}) => {
  await page.goto('/')
  await firstTouch(page)
  await page.locator('main article').first().hover()
  await expect(page.locator('link[rel=modulepreload][href*=product-details]')).not.toHaveCount(0)
  const shopper = await newShopper()
  const line = { productId: 'four-bars-boxy-tee', color: 'White', size: 'L', quantity: 1 }
  await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...line } })
  await openSession(page, shopper)
  await page.goto('/cart-details')
  await expect(page.getByRole('link', { name: 'Checkout' })).toBeVisible()
  await expect(page.locator('link[rel=modulepreload][href*=cart-checkout-form]')).not.toHaveCount(0)
})

test('the first touch brings what nobody has touched: the hidden reviews, and links that work as plain HTML', async ({
  page,
}) => {
  for (const [path, part] of [
    ['/product-details/four-bars-boxy-tee', 'reviews-panel'],
    ['/', 'instagram-block'],
  ] as const) {
    const scripts = recordRequests(page, `/assets/${part}-`)
    await page.goto(path)
    // It comes last, after hydration.
    await page.waitForLoadState('networkidle')
    expect(scripts).toEqual([])
    await firstTouch(page)
    expect(scripts).toHaveLength(1)
  }
  await page.goto('/product-details/four-bars-boxy-tee#reviews')
  await expect(page.getByRole('tab', { name: 'Reviews' })).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('Log in to review')).toBeVisible()
})
