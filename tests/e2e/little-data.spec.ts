import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { DEFAULT_SETTINGS } from '#shop/settings/definitions.ts'
import { pdfText } from '../support/pdf-text.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { buy } from './buy.ts'
import { expect, openSession, registerShopper, test } from './fixtures.ts'

/** A new shop of an owner who has answered only what `init` must know, with two products without text or picture. */
const ANSWERS = {
  name: 'Neem',
  address: '5 Johari Bazaar, Jaipur 302001, Rajasthan',
  email: 'hello@neem.test',
  phone: '+91 141 400 1234',
}
const CATALOGUE = [
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Status',
  'ilkal-trousers,Ilkal Trousers,,,Trousers,women,TRUE,Size,28,Color,Teal,IT-28,6,2450.00,active',
  'guledgudda-shirt,Guledgudda Shirt,,,Shirts,men,TRUE,Size,XS,Color,Beige,GS-XS,0,1890.00,active',
].join('\n')

/** What a gap leaves behind: brackets, an unfilled name, punctuation without its word, a tax or a fee of nothing. */
const GAPS = /[[\]{}]|undefined|\bnull\b|\bNaN\b|\s[.,;](\s|$)|, *[,.]|\(\s*\)|\b0%|GSTIN/
/** The demonstration's words. */
const FOREIGN = /fourth.?seat|khisko|mumbai|bandra|kamble|\bbench\b|monsoon|0000 00/i
/** Whom `buy` sends an order to. */
const BUYER = /Aarti Kamble|Mumbai/
/** The hint of the newsletter's field, in no shop a real address. */
const HINT = 'you@example.com'

let shop: RunningShop

test.beforeAll(async () => {
  shop = await startShop({ settings: { DEMO: 'off' } })
  const folder = await mkdtemp(join(tmpdir(), 'little-data-'))
  await writeFile(join(folder, 'catalogue.csv'), CATALOGUE)
  const answers = Object.entries(ANSWERS).flatMap(([name, value]) => [`--${name}`, value])
  await shop.command('init', ...answers, '--products', join(folder, 'catalogue.csv'), '--yes')
  await rm(folder, { recursive: true })
  await shop.command('settings', 'set', 'shop.open', 'yes')
  await expect.poll(async () => (await fetch(shop.origin)).text()).toContain('Ilkal Trousers')
})
test.afterAll(() => shop.stop())

/** Texts with a gap, elements that lost their text, and links that lead nowhere. */
async function faultsOf(page: Page): Promise<string[]> {
  const body = await page.locator('body').innerText()
  const empty = await page.evaluate(() =>
    [...document.querySelectorAll('p, li, dt, dd, h1, h2, h3, td, a')]
      .filter((one) => one.textContent?.trim() === '' && one.querySelector('img, svg, input') === null)
      // A live region is empty until it speaks.
      .filter((one) => one.closest('[role=status], [role=alert], [aria-live], [aria-label]') === null)
      .map((one) => one.outerHTML.slice(0, 120)),
  )
  const dead = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        'a[href="mailto:"], a[href="tel:"], a[href=""], a[href$="/nearby-store"]:not([hreflang])',
      ),
    ].map((one) => one.outerHTML.slice(0, 120)),
  )
  const hints = await page.evaluate(() =>
    [...document.querySelectorAll('[placeholder]')].map((one) => one.getAttribute('placeholder') ?? ''),
  )
  return [
    ...body.split('\n').filter((line) => GAPS.test(line) || FOREIGN.test(line)),
    ...hints.filter((hint) => hint !== HINT && FOREIGN.test(hint)),
    ...empty,
    ...dead,
  ]
}

test('a shop of little data shows no gap, no placeholder and nothing that it hasn’t', { tag: '@nightly' }, async ({
  page,
  allowed,
}) => {
  // The page of the missing path.
  allowed.push(/Failed to load resource.*404/)
  const paths = new Set(['/', '/login', '/register', '/nearby-store', '/no-such-page', '/categories?q=zzzz'])
  const faults: string[] = []
  for (const path of paths) {
    await page.goto(`${shop.origin}${path}`)
    await expect(page.locator('main, body').first()).toBeVisible()
    for (const fault of await faultsOf(page)) faults.push(`${path}: ${fault}`)
    const links = await page.evaluate(() =>
      [...document.querySelectorAll<HTMLAnchorElement>('a[href^="/"]')].map((link) => link.getAttribute('href') ?? ''),
    )
    for (const link of links) if (!/\?|#/.test(link)) paths.add(link)
  }
  for (const path of ['/about-us', '/policies/terms', '/hi', '/hi/policies/terms', '/product-details/ilkal-trousers'])
    expect([...paths]).toContain(path)
  expect(faults).toEqual([])

  // Who isn't registered for GST says nothing about it; what is said is in the page's language.
  await page.goto(`${shop.origin}/product-details/ilkal-trousers`)
  await expect(page.getByText('Rs. 40 delivery added at checkout', { exact: true })).toBeVisible()
  await page.goto(`${shop.origin}/hi`)
  await expect(page.getByText('7 दिन में आसान एक्सचेंज · डिलीवरी सिर्फ़ ₹40')).toBeVisible()
})

test('an order of an unregistered seller adds no tax, on screens, in mails and on the receipt', async ({ page }) => {
  const shopper = await registerShopper(shop, 'Ila Rao')
  await openSession(page, shopper)
  const wanted = { productId: 'ilkal-trousers', color: 'Teal', size: '28', quantity: 1 }
  expect((await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...wanted } })).ok).toBe(true)
  await page.goto(`${shop.origin}/cart-details`)
  await expect(page.getByLabel('Summary')).toHaveText('Items (1)Rs. 2,450.00DeliveryRs. 40.00TotalRs. 2,490.00')
  const orderId = await buy(shop, shopper, [wanted], { ...DEFAULT_SETTINGS, 'order.taxPercent': 0 })
  await page.goto(`${shop.origin}/my-orders?order=${orderId}`)
  await expect(page.getByRole('main')).toContainText('DeliveryRs. 40.00TotalRs. 2,490.00')
  await expect(page.getByRole('main')).not.toContainText(/GST|Tax/)
  expect((await faultsOf(page)).filter((line) => !BUYER.test(line))).toEqual([])
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: /^Save receipt/ }).click()
  const receipt = pdfText(await readFile(await (await saved).path()))
  expect(receipt).toContain('2,490.00')
  expect(receipt).toContain('not registered under GST')
  await shop.mail.waitFor(shopper.email, /^Order .*: arriving by /)
  for (const { subject, text, html } of shop.mail.mails)
    for (const part of [subject, text, html.replace(/<style.*?<\/style>/gs, '').replace(/<[^>]+>/g, ' ')]) {
      expect(part.split('\n').filter((line) => FOREIGN.test(line) && !BUYER.test(line))).toEqual([])
      expect(part).not.toMatch(/GST|undefined|\bnull\b|, *[,.]/)
    }
})
