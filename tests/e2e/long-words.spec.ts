import { expect, openSession, test } from './fixtures.ts'
import { COMMENT, LONG, LONG_EMAIL, PRODUCT, removeLongWords, seedLongWords, wideElements } from './long-words.ts'

test('long words that somebody typed break on every page, at 320 and 390 pixels', { tag: '@nightly' }, async ({
  page,
  shop,
  newShopper,
}) => {
  const shopper = await newShopper(LONG, LONG_EMAIL)
  const { delivered } = await seedLongWords(shop, shopper)
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
    [
      `/categories?colors=${PRODUCT.color}&sizes=${PRODUCT.size}&fabric=${LONG.slice(0, 40)}&subcategory=${LONG.slice(0, 60)}`,
      LONG,
    ],
    [`/product-details/${PRODUCT.productId}`, LONG],
  ]
  for (const [path, shown] of visits) {
    await page.goto(path)
    await expect(page.getByText(shown.slice(0, 40)).first()).toBeVisible()
    await check(path)
  }
  await page.getByRole('tab', { name: /Reviews/ }).click()
  await expect(page.getByText(COMMENT).first()).toBeVisible()
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
  await page.goto(`/sucess-order?order=${delivered}`)
  await expect(page.getByText(LONG).first()).toBeVisible()
  await check('the receipt')
  await page.goto('/my-orders')
  await page.getByRole('tab', { name: 'Completed' }).click()
  await page.getByRole('main').getByRole('link', { name: LONG }).first().click()
  await expect(page.getByRole('main').locator('address')).toBeVisible()
  await check('an order')
  await page.goto(`/product-details/${PRODUCT.productId}`)
  await page.getByRole('banner').getByRole('button', { name: 'Cart', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Cart' }).getByText(LONG.slice(0, 40)).first()).toBeVisible()
  await check('the cart drawer')
  await removeLongWords(shop)
  expect(found).toEqual({})
})
