import type { Page } from '@playwright/test'
import type { RunningShop } from '../support/running-shop.ts'
import { axeComplaints } from './axe.ts'
import { advance } from './buy.ts'
import { expect, openSession, type Shopper, test } from './fixtures.ts'
import { equip, TEE, VISITS, visit } from './visits.ts'

const WIDTHS = [360, 768, 1280]
const THEMES = ['light', 'dark'] as const

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
    for (const colorScheme of THEMES) {
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
    for (const colorScheme of THEMES) {
      await page.emulateMedia({ colorScheme })
      expect(await axeComplaints(page), colorScheme).toEqual([])
    }
    await page.setViewportSize({ width: 320, height: 640 })
    await expect.poll(() => overhang(page)).toBeLessThanOrEqual(0)
  })
})

const PHONE = { width: 360, height: 740 }
const NARROW = [360, 768]

interface Opening {
  /** The drawer's or dialog's name. */
  name: string
  path: string | ((orderId: string) => string)
  /** What opens it; nothing where the page does so itself. */
  press?: string | RegExp
  /** Where it can be open; all widths where it is left out. */
  widths?: number[]
}

/** Every drawer and dialog of the shop; the sandbox's own comes after. */
const OPENINGS: Opening[] = [
  { name: 'Menu', path: '/profile', press: 'Menu', widths: NARROW },
  { name: 'Profile', path: '/profile', press: 'Profile', widths: NARROW },
  { name: 'Cart', path: '/profile', press: 'Cart' },
  { name: 'Filter', path: '/categories', press: /^Filter/, widths: NARROW },
  { name: 'Size guide', path: `/product-details/${TEE.productId}`, press: 'Size guide' },
  { name: 'Closer look', path: `/product-details/${TEE.productId}`, press: /^Zoom in/ },
  { name: 'Log out?', path: '/logout' },
  { name: 'Cancel this exchange?', path: (orderId) => `/my-orders?order=${orderId}`, press: /^Cancel exchange/ },
]

/** What axe finds in each theme at each width. */
async function judge(
  page: Page,
  what: string,
  widths = WIDTHS,
  themes: readonly ('light' | 'dark')[] = THEMES,
  part?: string,
): Promise<void> {
  for (const width of widths)
    for (const colorScheme of themes) {
      await page.setViewportSize({ ...PHONE, width })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await expect.poll(() => axeComplaints(page, part), `${what} ${colorScheme} ${width}`).toEqual([])
    }
}

/** A shopper like the others, who has also asked for an exchange of a delivered order. */
async function equipExchange(shop: RunningShop, shopper: Shopper) {
  const known = await equip(shop, shopper)
  await advance(shop, 'orders', known.orderId)
  const { productId } = TEE
  const body = { orderId: known.orderId, productId, reasonForExchange: 'Other' as const, problem: 'A loose seam' }
  expect((await shopper.api('POST /user/addExchange', { body })).ok).toBe(true)
  return known
}

let exchanging: ReturnType<typeof equipExchange> | undefined

for (const { name, path, press, widths } of OPENINGS)
  test(`"${name}", open, has no fault that axe knows, in light and dark at every width`, async ({
    page,
    shop,
    newShopper,
  }) => {
    exchanging ??= newShopper().then((shopper) => equipExchange(shop, shopper))
    const { shopper, orderId } = await exchanging
    await page.setViewportSize(PHONE)
    await openSession(page, shopper)
    await page.goto(typeof path === 'string' ? path : path(orderId))
    const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
    if (press) await page.getByRole('button', { name: press, exact: true }).first().click()
    await expect(dialog).toBeVisible()
    await judge(page, name, widths)
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

for (const colorScheme of THEMES)
  test(`the sandbox's dialog, opened in ${colorScheme}, has no fault that axe knows at any width`, async ({
    page,
    shop,
    newShopper,
  }) => {
    exchanging ??= newShopper().then((shopper) => equipExchange(shop, shopper))
    const { shopper } = await exchanging
    await page.setViewportSize(PHONE)
    // It is told the theme once, when it opens.
    await page.emulateMedia({ colorScheme })
    await openSession(page, shopper)
    await page.goto('/cart-checkout-form')
    await page.getByRole('button', { name: 'Checkout' }).click()
    const dialog = page.frameLocator('iframe')
    await expect(dialog.getByRole('heading', { name: 'Choose how to pay' })).toBeVisible()
    // The page behind can't be pressed, but axe measures what of its buttons the frame leaves to be seen.
    const part = 'dialog[aria-label=Payment]'
    await judge(page, 'choice', WIDTHS, [colorScheme], part)
    await dialog.getByRole('button', { name: 'Use test card' }).click()
    await dialog.getByRole('button', { name: /^Pay/ }).click()
    await expect(dialog.getByRole('button', { name: 'Success' })).toBeVisible()
    await judge(page, 'bank', WIDTHS, [colorScheme], part)
  })
