import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { seedShopper, TEE, VISITS } from './visits.ts'

/*
 * Nothing moves after the first paint, even if a page is flicked to its end (docs/shopper-rules.md), and even if what it
 * loads comes late.
 */

const WORST = 0.02
const PATHS = [
  ...VISITS.filter(({ who, route }) => who === 'anyone' && route !== '/verify').map(({ route }) =>
    route.replace('{productId}', TEE.productId),
  ),
  '/product-details/irani-cafe-silk-bomber',
  '/categories?collection=Monsoon+drop',
]

/** Sums up the shifts of each document, with what moved. */
async function recordShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; moved: string[] }[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      // Safe cast: the entries of this type, which TypeScript doesn't know.
      for (const { value, sources } of list.getEntries() as unknown as Shift[])
        shifts.push({ value, moved: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 160) ?? '') })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

interface Shift {
  value: number
  sources: { node: Node | null }[]
}

/** Jumps to the end until nothing more is loaded below it. */
async function flickToEnd(page: Page): Promise<void> {
  let height = 0
  await expect
    .poll(async () => {
      const before = height
      height = await page.evaluate(() => {
        window.scrollTo(0, document.documentElement.scrollHeight)
        return document.documentElement.scrollHeight
      })
      await page.waitForLoadState('networkidle')
      return height === before
    })
    .toBe(true)
}

/** Checks what has moved on a page since it was opened. */
async function expectStill(page: Page, path: string): Promise<void> {
  const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
  const sum = shifts.reduce((total, { value }) => total + value, 0)
  expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(WORST)
}

/**
 * Holds back scripts and calls. The returned function lets those through that are held, waits until what they bring is
 * on the screen, and says how many are held by then.
 */
async function holdBack(page: Page): Promise<() => Promise<number>> {
  const held: Route[] = []
  await page.route(/\/assets\/.*\.js$|\/api\//, (route) => {
    held.push(route)
  })
  return async () => {
    await Promise.all(
      held.splice(0).map(async (route) => {
        await route.continue()
        await (await route.request().response())?.finished()
      }),
    )
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
    return held.length
  }
}

/** Opens a page, goes to its end and up half a window, and only then lets its scripts and calls come, in as many steps as they need. */
async function openSlowly(page: Page, path: string, last: string): Promise<void> {
  const letNextCome = await holdBack(page)
  await page.goto(path, { waitUntil: 'domcontentloaded' })
  await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight - window.innerHeight * 1.5))
  await expect
    .poll(async () => (await letNextCome()) === 0 && (await page.getByRole('heading', { name: last }).isVisible()), {
      intervals: [0],
    })
    .toBe(true)
  await page.unrouteAll()
}

for (const width of [390, 1280])
  test(`no public page moves at ${width} px when it is flicked to its end`, { tag: ['@R52', '@nightly'] }, async ({
    page,
  }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await recordShifts(page)
    for (const path of PATHS) {
      await page.goto(path)
      await flickToEnd(page)
      await expectStill(page, path)
    }
  })

for (const width of [390, 1280])
  test(`no page moves at ${width} px when it was flicked to its end before its parts come`, {
    tag: ['@R52', '@nightly'],
  }, async ({ page, shop, shopper }) => {
    test.setTimeout(240_000)
    await seedShopper(shop, shopper)
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await page.goto('/product-details/half-zip-merino')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('recentlyViewed'))).toContain('half-zip-merino')
    await recordShifts(page)
    for (const [path, last] of [
      ['/product-details/irani-cafe-silk-bomber', 'Complete the set'],
      // Nothing is like it, so that a row is missing.
      ['/product-details/dabba-tote', 'Complete the set'],
      ['/cart-details', 'Complete the set'],
      ['/cart-checkout-form', 'Delivery address'],
      ['/my-orders', 'My Orders'],
      ['/profile', 'Your data'],
      ['/wishlist', 'Wishlist'],
      ['/saved-address', 'Saved Address'],
    ] as const) {
      await openSlowly(page, path, last)
      await expectStill(page, path)
    }
  })
