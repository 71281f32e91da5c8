import type { Page } from '@playwright/test'
import { axeViolations, COLOUR_RULES } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'

/** Every screen of the menu, by its address and heading. */
const SCREENS: readonly [path: string, heading: string][] = [
  ['/admin', 'Today'],
  ['/admin/staff', 'Staff'],
  ['/admin/account', 'Asha Rao'],
]

/** Controls under 44 px in either direction, except links within a text (WCAG 2.5.8 and rule 5 of the staff site). */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(
      document.querySelectorAll<HTMLElement>('main a, main button, main input, main select, nav a, nav button'),
    )
      .filter((element) => element.checkVisibility() && element.closest('p, dd, .sr-only') === null)
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && (box.height < 43.5 || box.width < 43.5))
      .map(({ element, box }) => `${element.outerHTML.slice(0, 90)} ${box.width}×${box.height}`),
  )
}

test('every screen of the staff site is clean to axe, in both themes, and fits from 320 to 1920 px', async ({
  browser,
  shop,
}) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  for (const [path, heading] of SCREENS) {
    await page.emulateMedia({ colorScheme: 'light' })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
    for (const width of [320, 360, 768, 1280, 1920]) {
      await page.setViewportSize({ width, height: 800 })
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      expect(overflow, `${path} at ${width}`).toBeLessThanOrEqual(0)
      if (width === 360) expect(await smallTargets(page), path).toEqual([])
      if (width === 360 || width === 1280) expect(await axeViolations(page), `${path} at ${width}`).toEqual([])
    }
    await page.emulateMedia({ colorScheme: 'dark' })
    expect(await axeViolations(page, 'html', COLOUR_RULES), `${path}, dark`).toEqual([])
  }
  await context.close()
})

test('the menu, the palette and the keys lead to the same screens', async ({ browser, shop }) => {
  const { page, context } = await openStaffSite(browser, shop, 'owner')
  await page.goto('/admin')
  await page.getByRole('navigation').getByRole('link', { name: 'Staff' }).click()
  await expect(page).toHaveURL('/admin/staff')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await expect(page).toHaveURL('/admin')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search' }).fill('go sta')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/admin/staff')
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('Go to Today')
  await page.getByLabel('Keys without Ctrl or ⌘ are on').uncheck()
  await page.keyboard.press('Escape')
  await page.keyboard.press('g')
  await page.keyboard.press('t')
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('combobox', { name: 'Search' })).toBeVisible()
  await expect(page).toHaveURL('/admin/staff')
  await context.close()
})
