import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { RunningShop } from '../support/running-shop.ts'
import { advance, buy } from './buy.ts'
import { expect, type Shopper } from './fixtures.ts'

/** As people write them: names with underscores, URLs, e-mail addresses, German compounds. */
export const LONG = 'FS_Oversized_Heavyweight_Tee_Black_Melange_2026_'.repeat(2).slice(0, 78)
export const SKU = LONG.slice(0, 50)
export const COMMENT = `${LONG}${LONG}`
export const PRODUCT = { productId: 'long-words-tee', color: LONG.slice(0, 40), size: LONG.slice(0, 20), quantity: 1 }

/** What a page shows beyond the right edge of the screen, unless it's in a row that scrolls by itself. */
export async function wideElements(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const width = document.documentElement.clientWidth
    const scrollsItself = (element: Element | null): boolean =>
      element !== null &&
      element !== document.body &&
      (/auto|scroll|hidden|clip/.test(getComputedStyle(element).overflowX) || scrollsItself(element.parentElement))
    const scrolls = document.documentElement.scrollWidth > width ? ['the page'] : []
    const wide = [...document.body.querySelectorAll('*')].filter(
      (element) =>
        element.getClientRects().length > 0 &&
        element.getBoundingClientRect().right > width + 1 &&
        element.getBoundingClientRect().width > 1 &&
        !scrollsItself(element),
    )
    const inside = [...document.querySelectorAll('[role=dialog], main, footer, header')].filter(
      (element) => element.scrollWidth > element.clientWidth + 1,
    )
    const innermost = wide.filter((element) => !wide.some((other) => other !== element && element.contains(other)))
    return [...scrolls, ...[...innermost, ...inside].slice(0, 4).map((element) => element.outerHTML.slice(0, 160))]
  })
}

/** A buyer with such names and an address in an e-mail provider's words. */
export const LONG_EMAIL = `${LONG.slice(0, 60)}@${LONG.replaceAll('_', '-').slice(0, 50)}.example.test`

/** A product, two orders of it, an address and a review in long words, and a line in the bar at the top. */
export async function seedLongWords(
  shop: RunningShop,
  shopper: Shopper,
): Promise<{ delivered: string; toPack: string }> {
  const { id, api } = shopper
  const file = join(shop.dataDir, 'long.jsonl')
  const { productId, color, size } = PRODUCT
  const product = {
    _id: productId,
    name: LONG,
    price: 499,
    mrp: 99_999,
    description: `${LONG} ${LONG}`,
    categories: 'Man',
    subcategory: LONG.slice(0, 60),
    pattern: LONG.slice(0, 40),
    fabric: LONG.slice(0, 40),
    fit: LONG.slice(0, 40),
    latestArrivals: 1,
    variants: [
      { sku: SKU, color, size, quantity: 30 },
      { sku: `${SKU}-X`, color, size: `${LONG.slice(0, 19)}X`, quantity: 0 },
    ],
  }
  await writeFile(file, JSON.stringify(product))
  await shop.command('catalog', 'import', file, '--stock')
  await shop.command('settings', 'set', 'announcement', LONG)
  const delivered = await buy(shop, shopper, [PRODUCT])
  await advance(shop, 'orders', delivered)
  const toPack = await buy(shop, shopper, [PRODUCT])
  const address = {
    firstName: LONG,
    lastName: LONG,
    streetAddress: LONG,
    townCity: LONG,
    state: LONG,
    email: shopper.email,
    phoneNumber: '98200 00000',
    zipCode: '400050',
    isDefault: true,
  }
  expect((await api('POST /user/addAddress', { body: { userId: id, address } })).ok).toBe(true)
  for (const call of ['POST /user/addToCart', 'POST /user/addToWishlist'] as const)
    expect((await api(call, { body: { userId: id, ...PRODUCT } })).ok).toBe(true)
  const review = { productId, userId: id, stars: 4, comment: COMMENT }
  expect((await api('POST /user/productReview', { body: review })).ok).toBe(true)
  return { delivered, toPack }
}

/** Other tests read the same shop's lists. */
export async function removeLongWords(shop: RunningShop): Promise<void> {
  await shop.command('products', 'archive', PRODUCT.productId)
  await shop.command('settings', 'reset', 'announcement')
}
