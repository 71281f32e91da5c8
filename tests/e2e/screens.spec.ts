import type { Page } from '@playwright/test'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations, COLOUR_RULES } from './axe.ts'
import { advance } from './buy.ts'
import { expect, openSession, type Shopper, test } from './fixtures.ts'
import { seedShopper, TEE, VISITS, visit } from './visits.ts'

/** A phone and a desktop: header, menus, drawers and filters change at 768 px, and widths between show the same parts. */
const WIDTHS = [360, 1280]
const NARROW = [360]
const THEMES = ['light', 'dark'] as const
const PHONE = { width: 360, height: 740 }

interface Scope {
  widths?: number[]
  themes?: readonly (typeof THEMES)[number][]
  /** A selector: axe looks at this part of the page only. */
  part?: string
}

/** axe finds nothing in each theme at each width. */
async function expectAccessible(page: Page, what: string, { widths = WIDTHS, themes = THEMES, part }: Scope = {}) {
  for (const width of widths) {
    await page.setViewportSize({ ...PHONE, width })
    for (const [at, colorScheme] of themes.entries()) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const violations = () => axeViolations(page, part, at === 0 ? undefined : COLOUR_RULES)
      await expect.poll(violations, `${what} ${colorScheme} ${width}`).toEqual([])
    }
  }
}

/** axe finds nothing, and nothing can be scrolled sideways on the smallest phone and on both sides of each breakpoint. */
async function expectGoodPage(page: Page, what: string): Promise<void> {
  for (const width of [320, 360, 768, 769, 1280]) {
    await page.setViewportSize({ ...PHONE, width })
    const overhang = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await expect.poll(overhang, `${what} ${width}`).toBeLessThanOrEqual(0)
    if (WIDTHS.includes(width)) await expectAccessible(page, what, { widths: [width] })
  }
}

/** One shopper for all screens of a worker's shop; no test changes it. */
let session: ReturnType<typeof seedShopper> | undefined

for (const one of VISITS)
  test(`${one.route} has no axe violations in light and dark, and no sideways scroll from 320 px`, {
    tag: ['@C6.16', '@nightly'],
  }, async ({ page, shop, newShopper }) => {
    session ??= newShopper().then((shopper) => seedShopper(shop, shopper))
    await visit(page, one, await session)
    await expectGoodPage(page, one.route)
  })

test.describe('the error view', () => {
  test.use({ allowed: [/404/] })

  test('has no axe violations in light and dark', { tag: '@nightly' }, async ({ page }) => {
    await page.goto('/no-such-page')
    await expectGoodPage(page, 'error view')
  })
})

interface Overlay {
  /** The drawer's or dialog's name. */
  name: string
  path: string | ((orderId: string) => string)
  /** The button that opens it; nothing where the page does so itself. */
  press?: string | RegExp
  /** Where it can be open; all widths where it is left out. */
  widths?: number[]
}

/** Every drawer and dialog of the shop; the payment sandbox's own comes after. */
const OVERLAYS: Overlay[] = [
  { name: 'Menu', path: '/profile', press: 'Menu', widths: NARROW },
  { name: 'Profile', path: '/profile', press: 'Profile', widths: NARROW },
  { name: 'Cart', path: '/profile', press: 'Cart' },
  { name: 'Filter', path: '/categories', press: /^Filter/, widths: NARROW },
  { name: 'Size guide', path: `/product-details/${TEE.productId}`, press: 'Size guide' },
  { name: 'Closer look', path: `/product-details/${TEE.productId}`, press: /^Zoom in/ },
  { name: 'Log out?', path: '/logout' },
  { name: 'Cancel this exchange?', path: (orderId) => `/my-orders?order=${orderId}`, press: /^Cancel exchange/ },
]

/** A shopper like the others, who has also requested an exchange of a delivered order. */
async function seedExchange(shop: RunningShop, shopper: Shopper) {
  const seeded = await seedShopper(shop, shopper)
  await advance(shop, 'orders', seeded.orderId)
  const { productId } = TEE
  const body = { orderId: seeded.orderId, productId, reasonForExchange: 'Other' as const, problem: 'A loose seam' }
  expect((await shopper.api('POST /user/addExchange', { body })).ok).toBe(true)
  return seeded
}

let exchanging: ReturnType<typeof seedExchange> | undefined

for (const { name, path, press, widths } of OVERLAYS)
  test(`"${name}", open, has no axe violations in light and dark at every width`, {
    tag: ['@R43', '@nightly'],
  }, async ({ page, shop, newShopper }) => {
    exchanging ??= newShopper().then((shopper) => seedExchange(shop, shopper))
    const { shopper, orderId } = await exchanging
    await page.setViewportSize(PHONE)
    await openSession(page, shopper)
    await page.goto(typeof path === 'string' ? path : path(orderId))
    const dialog = page.getByRole('dialog', { name }).or(page.getByRole('alertdialog', { name }))
    if (press) await page.getByRole('button', { name: press, exact: true }).first().click()
    await expect(dialog).toBeVisible()
    // The page behind can't be pressed, and is checked without the dialog.
    await expectAccessible(page, name, { part: 'dialog[open]', ...(widths ? { widths } : {}) })
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  })

for (const colorScheme of THEMES)
  test(`the sandbox's dialog, opened in ${colorScheme}, has no axe violations at any width`, {
    tag: '@nightly',
  }, async ({ page, shop, newShopper }) => {
    session ??= newShopper().then((shopper) => seedShopper(shop, shopper))
    const { shopper } = await session
    await page.setViewportSize(PHONE)
    // The shop passes the theme on once, when the dialog opens.
    await page.emulateMedia({ colorScheme })
    await openSession(page, shopper)
    await page.goto('/cart-checkout-form')
    await page.getByRole('button', { name: 'Checkout' }).click()
    const dialog = page.frameLocator('iframe')
    await expect(dialog.getByRole('heading', { name: 'Choose how to pay' })).toBeVisible()
    // The page behind can't be pressed, but axe would also check the contrast of buttons that the frame covers in part.
    const scope = { themes: [colorScheme], part: 'dialog[aria-label=Payment]' }
    await expectAccessible(page, 'choice', scope)
    await dialog.getByRole('button', { name: 'Use test card' }).click()
    await dialog.getByRole('button', { name: /^Pay/ }).click()
    await expect(dialog.getByRole('button', { name: 'Success' })).toBeVisible()
    await expectAccessible(page, 'payment', scope)
  })
