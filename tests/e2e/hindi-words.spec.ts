import type { Page } from '@playwright/test'
import hindi from '../../src/languages/hi.json' with { type: 'json' }
import map from '../../src/shop/branches/ui/map/mumbai.json' with { type: 'json' }
import type { RunningShop } from '../support/running-shop.ts'
import { advance, buy } from './buy.ts'
import { expect, openSession, test } from './fixtures.ts'

const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M' }
const WORDS: Readonly<Record<string, string>> = hindi

/**
 * Words that stay in Latin letters: sizes, units and abbreviations that readers of Hindi know as they are, and names of
 * companies and of data.
 */
const KEPT = new Set('XS XL XXL XXXL kg ft in PIN GST GSTIN USA UPI PDF IP MRP Rs Razorpay Instagram GSHHG'.split(' '))
/** A customer of the home page, with the place; e-mail and web addresses, an account's name, an order's number. */
const NAMES = /^[A-Z]\w+ [A-Z]\., [A-Z]\w+$|[\w.-]+@[\w.-]+|https?:\S+|@[\w.]+|\bFS-\d+/g
/** Whom `buy` sends an order to. */
const BUYER = ['Aarti Kamble', 'Aarti', '12 Hill Road', 'Mumbai', 'Maharashtra 400050, India', 'Maharashtra, India']

/** Names of products, stores, places of the map and the shop's people; and reviews, in the words of their writers. */
async function namesOf(shop: RunningShop, products: readonly string[]): Promise<string[]> {
  const get = async (path: string) => (await fetch(`${shop.origin}/api${path}`)).json()
  const [listing, { stores }, settings] = await Promise.all([
    get('/user/filterProduct'),
    get('/stores'),
    get('/user/shopSettings'),
  ])
  const reviews = await Promise.all(products.map((id) => get(`/user/productReviewDetails/${id}`)))
  const places = [...map.rail.flat(), ...map.areas].map(({ name }) => name).filter((name) => !(name in WORDS))
  return [
    ...listing.map(({ name }: { name: string }) => name),
    ...stores.flatMap(({ name, address }: { name: string; address: string }) => [name, address]),
    ...reviews.flatMap(({ topReviews }) =>
      topReviews.flatMap(({ comment, userId }: { comment: string; userId: { name: string } }) => [
        comment,
        userId.name,
      ]),
    ),
    ...['shop.legalName', 'shop.name', 'shop.address', 'shop.city', 'grievance.name'].map((name) => settings[name]),
    ...places,
    ...BUYER,
  ].sort((one, other) => other.length - one.length)
}

/** The page's texts, and its names for assistive technology, that have English words. */
async function englishTexts(page: Page, names: readonly string[]): Promise<string[]> {
  const texts = await page.evaluate(() => {
    const found = [document.title]
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      if (!node.parentElement?.closest('script, style, noscript, [lang=en]')) found.push(node.textContent ?? '')
    for (const name of ['aria-label', 'aria-description', 'title', 'placeholder', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`)) found.push(element.getAttribute(name) ?? '')
    return found
  })
  return [...new Set(texts)].filter((text) => {
    const rest = names.reduce((left, name) => left.replaceAll(name, ''), text.trim().replace(NAMES, ''))
    return (rest.match(/[A-Za-z]{2,}/g) ?? []).some((word) => !KEPT.has(word))
  })
}

/** Has the parts come that load as they near the screen. */
async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let y = 0; y < document.body.scrollHeight; y += 500) {
      window.scrollTo(0, y)
      await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    }
  })
  await page.waitForLoadState('networkidle')
}

/** The pages, with what is pressed on them: by the English name of a button. */
const PUBLIC: [path: string, ...pressed: string[]][] = [
  ['/', 'Menu', 'Profile', 'Cart'],
  ['/categories', 'Filter', 'Quick add: {name}'],
  ['/categories?categories=Man&colors=Black'],
  ['/categories?q=हुडी'],
  ['/product-details/four-bars-boxy-tee', 'Size guide', 'Find my size', 'How exchanges work', 'Zoom in: {alt}'],
  ['/product-details/backbench-denim-look-jorts'],
  ['/nearby-store'],
  ['/about-us'],
  ['/contact-us'],
  ['/privacy-policy'],
  ['/policies/terms'],
  ['/policies/shipping'],
  ['/policies/exchanges'],
  ['/login'],
  ['/register'],
  ['/no-such-page'],
]

async function walk(page: Page, pages: typeof PUBLIC, names: readonly string[]): Promise<string[]> {
  const faults: string[] = []
  for (const [path, ...pressed] of pages) {
    await page.goto(`/hi${path}`)
    await expect(page.locator('main h1, main h2').first()).toBeVisible()
    await scrollThrough(page)
    for (const text of await englishTexts(page, names)) faults.push(`${path}: ${text}`)
    for (const english of pressed) {
      const text = WORDS[english] ?? ''
      const name = text.replace(/\{.*?\}/, '').trim()
      await page
        .getByRole('button', { name, exact: name === text && !name.endsWith(':') })
        .first()
        .click()
      await expect(page.getByRole('dialog').or(page.getByRole('alertdialog')).first()).toBeVisible()
      await page.waitForLoadState('networkidle')
      for (const text of await englishTexts(page, names)) faults.push(`${path}, ${english}: ${text}`)
      await page.keyboard.press('Escape')
      await expect(page.locator('dialog[open]')).toHaveCount(0)
    }
  }
  return faults
}

test('no English word is left on Hindi pages, in their drawers and dialogs, and in suggestions', {
  tag: '@nightly',
}, async ({ page, shop, allowed }) => {
  // The page of the missing path.
  allowed.push(/Failed to load resource.*404/)
  const names = await namesOf(shop, [TEE.productId, 'backbench-denim-look-jorts'])
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await walk(page, PUBLIC, names)).toEqual([])
  await page.goto('/hi')
  await page.getByLabel(WORDS.Search ?? '', { exact: true }).click()
  const box = page.getByRole('combobox', { name: WORDS['Search the shop'] ?? '' })
  await box.fill('कुर्ता')
  await expect(page.getByRole('option', { name: 'पुरुषों के लिए कुर्ता' })).toBeVisible()
  expect(await englishTexts(page, names)).toEqual([])
  await box.fill('काली हुडी 2000 से कम')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(await englishTexts(page, names)).toEqual([])
})

test('no English word is left on the Hindi pages of a shopper with cart, wishlist, orders and an exchange', {
  tag: '@nightly',
}, async ({ page, shop, shopper }) => {
  const names = [...(await namesOf(shop, [TEE.productId])), shopper.name]
  await openSession(page, shopper)
  const order = await buy(shop, shopper, [TEE])
  await advance(shop, 'orders', order)
  await buy(shop, shopper, [{ ...TEE, color: 'Purple', size: 'L' }])
  for (const call of ['POST /user/addToCart', 'POST /user/addToWishlist'] as const)
    expect((await shopper.api(call, { body: { userId: shopper.id, quantity: 1, ...TEE } })).ok).toBe(true)
  const pages: typeof PUBLIC = [
    ['/', 'Profile', 'Cart'],
    ['/cart-details', 'Change size or colour:'],
    ['/cart-checkout-form'],
    ['/wishlist'],
    ['/profile', 'Delete my account'],
    ['/saved-address'],
    ['/my-orders'],
    [`/my-orders?order=${order}`, 'How exchanges work'],
    [`/sucess-order?order=${order}`],
    ['/sucess-return'],
    ['/product-details/four-bars-boxy-tee'],
  ]
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await walk(page, pages, names)).toEqual([])
})
