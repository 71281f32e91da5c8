import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from './fixtures.ts'

const PICTURE = '/media/home/collection-monsoon.webp'
const SECTIONS = [
  { type: 'products', title: 'Picked for you', products: { by: 'hand', ids: ['four-bars-boxy-tee', 'nowhere'] } },
  {
    type: 'hero',
    label: 'New in',
    heading: 'Rain shells',
    text: 'They fold into their own pocket.',
    picture: PICTURE,
    phonePicture: PICTURE,
    darken: true,
    button: { text: 'See the shells', link: '/categories?subcategory=Rainwear' },
  },
  { type: 'products', title: 'Nothing yet', products: { by: 'hand', ids: ['nowhere'] } },
  { type: 'products', title: 'For women', products: { by: 'filter', filter: { categories: ['Woman'] }, count: 3 } },
  {
    type: 'tiles',
    heading: 'By colour',
    tiles: ['Black', 'Blue', 'White'].map((name) => ({ name, picture: PICTURE, link: `/categories?colors=${name}` })),
  },
  { type: 'testimonials', hidden: true, heading: 'Heard', voices: [{ text: 'Good.', author: 'A.' }] },
]
const DEFAULT = ['Pick a side', 'Popular This Week', 'Rain delay', 'Best Seller', 'Heard on the bench']

test.afterEach(({ shop }) => shop.command('settings', 'reset', 'home.sections'))

for (const width of [360, 1280])
  test(`an owner's own home page at ${width} px, and the default again`, async ({ page, shop }) => {
    await page.setViewportSize({ width, height: 800 })
    const headings = () => page.locator('main').getByRole('heading', { level: 2 }).allTextContents()
    await page.goto('/')
    expect(await headings()).toEqual([...DEFAULT, 'Follow us on Instagram'])
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Thoda khisko.')

    const file = join(await mkdtemp(join(tmpdir(), 'home-')), 'home.json')
    await writeFile(file, JSON.stringify(SECTIONS))
    await shop.command('home', 'import', file)
    await expect.poll(async () => (await fetch(shop.origin)).text()).toContain('Rain shells')
    await page.goto('/')
    expect(await headings()).toEqual(['Picked for you', 'For women', 'By colour'])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
    const picked = page.getByRole('region', { name: 'Picked for you' }).getByRole('listitem')
    await expect(picked).toHaveCount(1)
    await expect(picked.getByRole('link')).toHaveAttribute('href', '/product-details/four-bars-boxy-tee')
    await expect(page.getByRole('region', { name: 'For women' }).getByRole('listitem')).toHaveCount(3)
    await page.getByRole('link', { name: 'See the shells' }).click()
    await expect(page).toHaveURL(/\/categories\?subcategory=Rainwear$/)
    // From another page the browser makes the calls itself.
    await page.goto('/about-us')
    await page.getByRole('link', { name: 'Fourth Seat, home' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Rain shells')
    expect(await headings()).toEqual(['Picked for you', 'For women', 'By colour'])
  })
