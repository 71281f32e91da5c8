import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { TEE, VISITS } from './visits.ts'

/* Nothing moves after the first paint, even if a page is flicked to its end (docs/shopper-rules.md). */

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

for (const width of [390, 1280])
  test(`no public page moves at ${width} px when it is flicked to its end`, { tag: '@R52' }, async ({ page }) => {
    test.setTimeout(240_000)
    await page.setViewportSize({ width, height: width === 390 ? 844 : 800 })
    await recordShifts(page)
    for (const path of PATHS) {
      await page.goto(path)
      await flickToEnd(page)
      const shifts = await page.evaluate(() => (window as unknown as { shifts: Shift[] }).shifts)
      const sum = shifts.reduce((total, { value }) => total + value, 0)
      expect.soft(sum, `${path}: ${JSON.stringify(shifts)}`).toBeLessThanOrEqual(WORST)
    }
  })
