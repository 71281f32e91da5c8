import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { codeIn } from '../support/smtp-sink.ts'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

/** Another shop: nothing of the demonstration may be left in it. */
const MARK =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><circle cx="12" cy="12" r="11" fill="#0d5c4a"/><path d="M6 16l6-10 6 10z" fill="#ffffff"/></svg>'
const ANSWERS = {
  'shop.name': 'Marigold Lane',
  'shop.legalName': 'Marigold Lane Textiles LLP',
  'shop.gstin': '29AAPFU0939F1ZR',
  'shop.address': '7 Temple Street, Malleswaram, Bengaluru 560003, Karnataka',
  'shop.email': 'care@marigold.example',
  'shop.phone': '+91 80 4000 1234',
  'shop.tagline': 'Cotton for long days.',
  'shop.motto': 'Made slowly.',
  'shop.description': 'Handloom cotton from Karnataka.',
  'services.designs': 'Two weaves a year.',
  'services.quality': 'Handloom, marked as such.',
  announcement: 'Free alterations in all parcels',
  'order.delivery': 60,
  'order.taxPercent': 12,
  'exchange.days': 10,
  'privacy.updated': '1 November 2026',
  'privacy.mapService': 'our own drawing',
  'privacy.pictureHost': 'our own server',
  'privacy.orderYears': '8',
  'privacy.courier': 'Blue Dart',
  'privacy.mailService': 'our own server',
  'privacy.authority': 'the Data Protection Board of India',
  'page.about': '## Who weaves\n\nForty families weave for {shop.name}.',
  'page.terms': 'Orders at **{shop.name}** are sent within three days.',
  'brand.signal': '#0d5c4a',
  'brand.accent': '#8a1c4a',
  'brand.mark': MARK,
}

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Image Position,Status'
const CATALOGUE = [
  HEADER,
  'ilkal-trousers,Ilkal Trousers,"<p>Woven in <b>Ilkal</b>.</p><ul><li>Cotton</li></ul>",Marigold,Trousers,"women, fabric:Cotton",TRUE,Size,28,Color,Teal,IT-28,6,2450.00,2950.00,trousers.png,1,active',
  'ilkal-trousers,,,,,,,,30,,Teal,IT-30,4,2450.00,2950.00,,,',
  'guledgudda-shirt,Guledgudda Shirt,<p>A khana weave.</p>,Marigold,Shirts,"men, fabric:Cotton",TRUE,Size,XS,Color,Beige,GS-XS,3,1890.00,,shirt.png,1,active',
  'mysore-stole,Mysore Stole,<p>Not yet.</p>,Marigold,Stoles,women,FALSE,Size,S,Color,Beige,MS-S,3,990.00,,,,draft',
].join('\n')

const JAIPUR =
  '{"id":"jaipur","name":"Marigold Lane, Jaipur","address":"12 Johari Bazaar, Jaipur 302003","lat":26.9239,"lng":75.8267,"status":"Open"}'

/** Names, words and colours of the demonstration. */
const FOREIGN =
  /fourth.?seat|khisko|room for one more|one more seat|mumbai|virar|\bbench\b|monsoon|platform road|bandra|ffc400|4b22b8/i
const FOREIGN_COLOURS = ['rgb(255, 196, 0)', 'rgb(75, 34, 184)']

// The second test needs the shop that the first sets up.
test.describe.configure({ mode: 'serial' })

let shop: RunningShop

test.beforeAll(async () => {
  shop = await startShop({ settings: { DEMO: 'off' } })
})
test.afterAll(() => shop.stop())

/** The files that the owner has: pictures, the catalogue, and the answers to init with a home page of their own. */
async function writeOwnersFiles(folder: string, storePicture: (file: string) => Promise<string>): Promise<void> {
  const draw = (name: string, width: number, height: number, background: string) =>
    sharp({ create: { width, height, channels: 3, background } })
      .png()
      .toFile(join(folder, name))
  await draw('trousers.png', 600, 750, '#2f6f73')
  await draw('shirt.png', 600, 750, '#d8c7a3')
  await draw('hero.png', 2400, 1200, '#a9c8bd')
  await draw('hero-phone.png', 1200, 1500, '#a9c8bd')
  const [hero, phone] = [
    await storePicture(join(folder, 'hero.png')),
    await storePicture(join(folder, 'hero-phone.png')),
  ]
  const sections = [
    {
      type: 'hero',
      label: 'New weaves',
      heading: 'Slow cotton',
      text: 'Woven by hand in Karnataka.',
      picture: hero,
      phonePicture: phone,
      button: { text: 'See the trousers', link: '/categories?subcategory=Trousers' },
    },
    { type: 'products', title: 'Off the loom', products: { by: 'newest', count: 8 } },
  ]
  await writeFile(join(folder, 'catalogue.csv'), CATALOGUE)
  await writeFile(
    join(folder, 'answers.json'),
    JSON.stringify({ ...ANSWERS, 'home.sections': sections, products: join(folder, 'catalogue.csv') }),
  )
}

async function importStores(lines: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'second-brand-'))
  await writeFile(join(folder, 'stores.jsonl'), lines)
  await shop.command('stores', 'import', join(folder, 'stores.jsonl'), '--yes')
  await rm(folder, { recursive: true })
}

test('another brand starts empty, is set up from a file, sells, and shows no demonstration data', {
  tag: '@nightly',
}, async ({ page }) => {
  const closed = await (await fetch(shop.origin)).text()
  expect(closed).toContain('Opening soon')
  expect(closed).not.toMatch(FOREIGN)
  expect(shop.output()).toContain('npm run shop -- init')

  const folder = await mkdtemp(join(tmpdir(), 'second-brand-'))
  try {
    await writeOwnersFiles(folder, async (file) => (await shop.command('home', 'picture', file)).trim())
    const report = await shop.command('init', '--from', join(folder, 'answers.json'), '--yes', '--open')
    expect(report).toContain('Marigold Lane has its details, and 2 products are on sale; the shop is open')
  } finally {
    await rm(folder, { recursive: true })
  }
  await expect.poll(async () => (await fetch(shop.origin)).text()).toContain('Slow cotton')

  // A shopper finds trousers by a size that the specification does not know and the family of a colour, and buys them.
  const email = 'ila@example.test'
  await page.goto(`${shop.origin}/`)
  await expect(page.getByRole('heading', { name: 'Slow cotton' })).toBeVisible()
  await page.getByRole('link', { name: 'See the trousers' }).click()
  // The filters have the shop's values, and not the specification's.
  for (const value of ['Woman', 'Man', 'Blue', 'Beige', 'XS', 'Cotton'])
    await expect(page.getByRole('checkbox', { name: new RegExp(`^${value}`) })).toBeVisible()
  for (const value of ['Other', 'Red', 'XXXL', 'Lucknowi', 'Silk', 'Drop Shoulder'])
    await expect(page.getByRole('checkbox', { name: new RegExp(`^${value}`) })).toHaveCount(0)
  await page.getByRole('checkbox', { name: /^Blue/ }).check()
  await page.getByRole('link', { name: /Ilkal Trousers/ }).click()
  await page.getByRole('radio', { name: /^30/ }).check()
  await page.getByRole('button', { name: 'Add to cart' }).first().click()
  await expect(page).toHaveURL(/\/login/)
  await page.goto(`${shop.origin}/register`)
  await page.getByLabel('Name', { exact: true }).fill('Ila Rao')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('main').getByRole('button').first().click()
  await expect(page).toHaveURL(/\/verify/)
  const code = codeIn(await shop.mail.waitFor(email))
  const boxes = page.getByRole('group', { name: '6-digit code' }).getByRole('textbox')
  for (const [place, digit] of [...code].entries()) await boxes.nth(place).fill(digit)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page).not.toHaveURL(/\/verify/)
  await page.goto(`${shop.origin}/product-details/ilkal-trousers`)
  const picture = page.getByRole('main').locator('img').first()
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  // The piece that was chosen before the login is in the cart.
  await page.goto(`${shop.origin}/cart-checkout-form`)
  await page.getByLabel('Phone number').fill('98450 00000')
  await page.getByLabel('Street address').fill('12, 8th Cross')
  await page.getByLabel('Town / City').fill('Mysuru')
  await page.getByLabel('Pin Code').fill('570001')
  await page.getByRole('button', { name: /^Checkout/ }).click()
  const dialog = page.frameLocator('iframe')
  await dialog.getByRole('button', { name: 'Use test card' }).click()
  await expect(dialog.getByRole('banner')).toContainText('Marigold Lane')
  await dialog.getByRole('button', { name: /^Pay/ }).click()
  await dialog.getByRole('button', { name: 'Success' }).click()
  await expect(page).toHaveURL(/\/sucess-order/)
  await expect(page.getByRole('main')).toContainText('Rs. 2,510.00')
  const mail = await shop.mail.waitFor(email, /order/i)
  expect(mail.text).toContain('Marigold Lane')

  // Without stores nothing links to the store finder. With one elsewhere, it shows no coast of Mumbai, but towns.
  await page.goto(`${shop.origin}/`)
  const footer = page.getByRole('contentinfo')
  await expect(footer.getByRole('link', { name: 'Contact Us' })).toBeVisible()
  await expect(footer.getByRole('link', { name: 'Nearby Stores' })).toHaveCount(0)
  expect(await (await fetch(`${shop.origin}/sitemap.xml`)).text()).not.toContain('/nearby-store')
  await importStores(JAIPUR)
  await expect.poll(async () => (await fetch(`${shop.origin}/`)).text()).toContain('/nearby-store')
  await page.goto(`${shop.origin}/`)
  await footer.getByRole('link', { name: 'Nearby Stores' }).click()
  await expect(page.getByRole('list', { name: 'Stores' }).getByRole('listitem')).toHaveCount(1)
  const map = page.getByRole('region', { name: 'Map of stores' })
  await expect(map.getByText('Jaipur', { exact: true })).toBeVisible()
  await expect(map.locator('.map-pin')).toHaveCount(1)
  await expect(map.locator('path')).toHaveCount(0)
  await expect(page.getByText(/Loading Maps|Error loading maps|Coast/)).toHaveCount(0)
  expect(await axeViolations(page)).toEqual([])

  const found = await crawl(shop.origin)
  expect(found.pages.size).toBeGreaterThan(20)
  expect(found.foreign).toEqual([])
  for (const { subject, text, html, from } of shop.mail.mails)
    expect(`${subject} ${text} ${html} ${from}`).not.toMatch(FOREIGN)

  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    for (const path of [
      '/',
      '/categories',
      '/product-details/ilkal-trousers',
      '/about-us',
      '/cart-details',
      '/my-orders',
    ]) {
      await page.goto(`${shop.origin}${path}`)
      const colours = await page.evaluate(() =>
        Array.from(document.querySelectorAll('body, body *'), (element) => {
          const { color, backgroundColor, borderTopColor, fill, stroke } = getComputedStyle(element)
          return [color, backgroundColor, borderTopColor, fill, stroke]
        }).flat(),
      )
      expect(
        [...new Set(colours)].filter((one) => FOREIGN_COLOURS.includes(one)),
        `${path} ${theme}`,
      ).toEqual([])
      await expect(page.getByRole('banner').locator('img[src^="/brand-mark"]')).toBeVisible()
    }
  }
})

test('a closed shop shows its look and takes addresses; a preview link shows all of it', { tag: '@nightly' }, async ({
  page,
}) => {
  await shop.command('settings', 'set', 'shop.open', 'no')
  await expect.poll(async () => (await fetch(shop.origin)).text()).toContain('Opening soon')
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme })
    await page.goto(`${shop.origin}/categories`)
    await expect(page.getByRole('heading', { name: 'Opening soon' })).toBeVisible()
    await expect(page.getByRole('banner')).toContainText('Marigold Lane')
    await expect(page.getByRole('banner').locator('img[src^="/brand-mark"]')).toBeVisible()
    expect(await axeViolations(page)).toEqual([])
  }
  await page.getByLabel('Newsletter').fill('meera@example.test')
  await page.getByRole('button', { name: 'Subscribe' }).click()
  await expect(page.getByRole('status')).toBeVisible()
  expect((await shop.mail.waitFor('meera@example.test')).text).toContain('Marigold Lane')

  const [link = ''] = (await shop.command('preview', '--days', '1')).split('\n')
  await page.goto(link)
  await expect(page).toHaveURL(`${shop.origin}/`)
  await expect(page.getByRole('heading', { name: 'Slow cotton' })).toBeVisible()
  await expect(page.getByText('Preview: the shop is closed.')).toBeVisible()
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('link', { name: 'See the trousers' }).click()
  await expect(page.getByRole('link', { name: /Ilkal Trousers/ })).toBeVisible()
  // What the visitor with the link has loaded isn't shown to others.
  for (const path of ['/', '/categories?subcategory=Trousers'])
    expect(await (await fetch(`${shop.origin}${path}`)).text()).toContain('Opening soon')

  await shop.command('preview', '--end')
  await page.goto(`${shop.origin}/`)
  await expect(page.getByRole('heading', { name: 'Opening soon' })).toBeVisible()
})

/** Every page and file that links lead to from the home page, the sitemap and the manifest; what of it bears the demonstration. */
async function crawl(origin: string): Promise<{ pages: Set<string>; foreign: string[] }> {
  const pages = new Set(['/', '/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/favicon.svg', '/no-such-page'])
  const foreign: string[] = []
  for (const path of pages) {
    const response = await fetch(`${origin}${path}`)
    const type = response.headers.get('content-type') ?? ''
    if (!/html|xml|json|text\/plain|svg/.test(type)) continue
    // The style sheet of all pages names the demonstration's colours, which the shop's own follow.
    const text = (await response.text()).replace(/<style id="styles">[\s\S]*?<\/style>/, '')
    const word = FOREIGN.exec(text)
    if (word) foreign.push(`${path}: …${text.slice(Math.max(0, word.index - 60), word.index + 60)}…`)
    if (!/html|xml|manifest/.test(type)) continue
    for (const [, href, loc, src] of text.matchAll(
      /(?:href|src|content)="([^"#]+)"|<loc>([^<]+)<\/loc>|"src":"([^"]+)"/g,
    )) {
      const link = href ?? loc ?? src ?? ''
      const url = URL.canParse(link, origin) ? new URL(link, origin) : null
      if (url?.origin === origin && !/^\/(?:assets|media|fonts|api)\//.test(url.pathname)) pages.add(url.pathname)
    }
  }
  return { pages, foreign }
}
