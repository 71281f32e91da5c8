import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { advance, buy } from './buy.ts'
import { expect, openSession, test } from './fixtures.ts'

/** As people write them: names with underscores, URLs, e-mail addresses, German compounds. */
const LONG = 'FS_Oversized_Heavyweight_Tee_Black_Melange_2026_'.repeat(2).slice(0, 78)
const PRODUCT = { productId: 'long-words-tee', color: LONG.slice(0, 40), size: LONG.slice(0, 20), quantity: 1 }

/** What a page shows beyond the right edge of the screen, unless it's in a row that scrolls by itself. */
async function wideElements(page: Page): Promise<string[]> {
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
    return [...scrolls, ...[...wide, ...inside].slice(0, 4).map((element) => element.outerHTML.slice(0, 160))]
  })
}

test('long words that somebody typed break on every page, at 320 and 390 pixels', async ({
  page,
  shop,
  newShopper,
}) => {
  const shopper = await newShopper(LONG, `${LONG.slice(0, 60)}@${LONG.replaceAll('_', '-').slice(0, 50)}.example.test`)
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
      { sku: 'LONG-1', color, size, quantity: 30 },
      { sku: 'LONG-2', color, size: `${LONG.slice(0, 19)}X`, quantity: 0 },
    ],
  }
  await writeFile(file, JSON.stringify(product))
  await shop.command('catalog', 'import', file, '--stock')
  await shop.command('settings', 'set', 'announcement', LONG)
  const orderId = await buy(shop, shopper, [PRODUCT])
  await advance(shop, 'orders', orderId)
  await buy(shop, shopper, [PRODUCT])
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
  const review = { productId, userId: id, stars: 4, comment: `${LONG}${LONG}` }
  expect((await api('POST /user/productReview', { body: review })).ok).toBe(true)

  const found: Record<string, string[]> = {}
  const check = async (name: string) => {
    for (const width of [320, 390]) {
      await page.setViewportSize({ width, height: 800 })
      const wide = await wideElements(page)
      if (wide.length > 0) found[`${name} at ${width}`] = wide
    }
  }
  const visits: [path: string, shown: string][] = [
    ['/', LONG],
    [`/categories?q=${LONG}`, LONG],
    [`/categories?colors=${color}&sizes=${size}&fabric=${product.fabric}&subcategory=${product.subcategory}`, LONG],
    [`/product-details/${productId}`, LONG],
  ]
  for (const [path, shown] of visits) {
    await page.goto(path)
    await expect(page.getByText(shown.slice(0, 40)).first()).toBeVisible()
    await check(path)
  }
  await page.getByRole('tab', { name: /Reviews/ }).click()
  await expect(page.getByText(review.comment).first()).toBeVisible()
  await check('the reviews')
  await openSession(page, shopper)
  for (const path of [
    '/cart-details',
    '/cart-checkout-form',
    '/wishlist',
    '/saved-address',
    '/my-orders',
    '/profile',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('main').getByText(LONG.slice(0, 40)).first()).toBeVisible()
    await check(path)
  }
  await page.goto(`/sucess-order?order=${orderId}`)
  await expect(page.getByText(LONG).first()).toBeVisible()
  await check('the receipt')
  await page.goto('/my-orders')
  await page.getByRole('tab', { name: 'Completed' }).click()
  await page.getByRole('main').getByRole('link', { name: LONG }).first().click()
  await expect(page.getByRole('main').locator('address')).toBeVisible()
  await check('an order')
  await page.goto(`/product-details/${productId}`)
  await page.getByRole('banner').getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' }).getByText(LONG.slice(0, 40)).first()).toBeVisible()
  await check('the cart drawer')
  // Other tests read the same shop's lists.
  await shop.command('products', 'archive', productId)
  await shop.command('settings', 'reset', 'announcement')
  expect(found).toEqual({})
})
