import type { Page } from '@playwright/test'
import { axeComplaints } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { equip, VISITS, visit } from './visits.ts'

const WIDTHS = [360, 768, 1280]

/** One shopper for all screens of a worker's shop: only looked at, never changed. */
let known: ReturnType<typeof equip> | undefined

/** How far the page can be scrolled sideways, in CSS pixels. */
const overhang = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

for (const one of VISITS)
  test(`${one.route} has no fault that axe knows, in light and dark, and fits from 320 px on`, async ({
    page,
    shop,
    newShopper,
  }) => {
    known ??= newShopper().then((shopper) => equip(shop, shopper))
    await visit(page, one, await known)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: 800 })
        const place = `${one.route} ${colorScheme} ${width}`
        await expect.poll(() => axeComplaints(page), place).toEqual([])
        await expect.poll(() => overhang(page), place).toBeLessThanOrEqual(0)
      }
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overhang(page), `${one.route} 320`).toBeLessThanOrEqual(0)
  })

test.describe('the error view', () => {
  test.use({ allowed: [/404/] })

  test('has no fault that axe knows, in light and dark', async ({ page }) => {
    await page.goto('/no-such-page')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await axeComplaints(page), colorScheme).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overhang(page)).toBeLessThanOrEqual(0)
  })
})

test('drawers and dialogs have no fault either, in light and dark', async ({ page, shop, newShopper }) => {
  known ??= newShopper().then((shopper) => equip(shop, shopper))
  const { shopper } = await known
  await page.setViewportSize({ width: 360, height: 740 })
  const judge = async (what: string) => {
    await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      expect(await axeComplaints(page), `${what} ${colorScheme}`).toEqual([])
    }
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await visit(page, { route: '/profile', who: 'shopper', words: 'Profile' }, { shopper, orderId: '' })
  for (const name of ['Menu', 'Profile', 'Cart']) {
    await page.getByRole('banner').getByLabel(name, { exact: true }).click()
    await judge(name)
  }
  await page.goto('/categories')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await judge('Filter')
  await page.goto('/product-details/four-bars-boxy-tee')
  await page.getByRole('button', { name: 'Size guide' }).click()
  await judge('Size guide')
  await page
    .getByRole('button', { name: /^Zoom in/ })
    .first()
    .click()
  await judge('Zoom')
})
