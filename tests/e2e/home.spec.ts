import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdResponses, recordInfo, recordRequests } from './requests.ts'

const BANNER = '/media/home/tile-all.webp'
const banner = (page: Page) => page.getByRole('img', { name: 'Shop banner' })
const row = (page: Page, name: string) => page.getByRole('region', { name })
const goHome = (page: Page) =>
  page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Home' }).click()

test('the home banner shows only while the shop has one, and disappears when it fails to load', {
  tag: ['@S1.5', '@S7.4', '@C4.1', '@C4.3'],
}, async ({ signedInPage: page, shop, allowed }) => {
  await page.goto('/')
  await expect(row(page, 'Best Seller')).toBeVisible()
  await expect(banner(page)).toHaveCount(0)
  await shop.command('banner', 'set', BANNER)
  try {
    await page.goto('/about-us')
    const responded = page.waitForResponse('**/api/user/banner')
    await goHome(page)
    const response = await responded
    expect(await response.json()).toEqual({ url: BANNER })
    expect(response.request().headers()).not.toHaveProperty('authorization')
    await expect(banner(page)).toBeVisible()
    await expect(banner(page)).toHaveAttribute('src', BANNER)
    allowed.push(/Failed to load resource/)
    await page.route(/tile-all\.webp$/, (route) => route.abort())
    await page.reload()
    await expect(row(page, 'Best Seller')).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
  } finally {
    await shop.command('banner', 'set')
  }
})

test('a failed banner request is logged, and nothing else happens', { tag: '@S8.4' }, async ({ page, allowed }) => {
  allowed.push(/500/)
  const logged = recordInfo(page)
  await page.route('**/api/user/banner', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/about-us')
  await goHome(page)
  await expect(row(page, 'Best Seller').getByRole('listitem').first()).toBeVisible()
  await expect.poll(() => logged.join()).toContain('The banner couldn’t be loaded')
  await expect(banner(page)).toHaveCount(0)
})

test('the rows show that they are loading, then what the calls returned', {
  tag: ['@S1.4', '@S2.34', '@S7.3', '@C6.4'],
}, async ({ signedInPage: page }) => {
  await page.goto('/about-us')
  const rows = [
    { title: 'Popular This Week', call: '**/api/home/latestArrivals' },
    { title: 'Best Seller', call: '**/api/home/topCollection' },
  ]
  const held = await holdResponses(page, '**/api/home/*')
  const answers = rows.map(({ call }) => page.waitForResponse(call))
  await goHome(page)
  for (const { title } of rows) await expect(row(page, title).getByText('Loading products...')).toBeVisible()
  held.release((route) => route.continue())
  for (const [at, { title }] of rows.entries()) {
    const answer = await answers[at]
    const body = await answer?.json()
    expect(body.status).toBe(200)
    expect(answer?.request().headers()).not.toHaveProperty('authorization')
    for (const { _id, name, price, images } of body.data)
      expect([typeof _id, typeof name, typeof price, typeof images[0]]).toEqual([
        'string',
        'string',
        'number',
        'string',
      ])
    const cards = row(page, title).getByRole('listitem')
    await expect(cards).toHaveCount(body.data.length)
    await expect(cards.first()).toContainText(body.data[0].name)
    await expect(cards.first()).toContainText(`₹${body.data[0].price.toLocaleString('en-IN')}`)
  }
})

test('a row whose call fails, with or without a response, shows an error and can be retried', { tag: '@S8.5' }, async ({
  page,
  allowed,
}) => {
  allowed.push(/Failed to load resource/)
  await page.route('**/api/home/latestArrivals', (route) => route.fulfill({ status: 500, json: {} }))
  await page.route('**/api/home/topCollection', (route) => route.abort())
  await page.goto('/about-us')
  await goHome(page)
  const popular = row(page, 'Popular This Week')
  await expect(popular.getByText('Failed to fetch products.', { exact: true })).toBeVisible()
  await expect(row(page, 'Best Seller').getByText('Error fetching products. Please try again later.')).toBeVisible()
  await page.unroute('**/api/home/latestArrivals')
  await page.unroute('**/api/home/topCollection')
  await popular.getByRole('button', { name: 'Try again' }).click()
  await expect(popular.getByRole('listitem').first()).toBeVisible()
})

test('each tile links to the listing with its category selected', { tag: ['@S2.32', '@S2.49', '@S9.16'] }, async ({
  page,
}) => {
  const calls = recordRequests(page, '/api/user/filterProduct')
  for (const { tile, category, count } of [
    { tile: "Men's", category: 'Man', count: 1 },
    { tile: "Women's", category: 'Woman', count: 1 },
    { tile: 'All Products', category: 'All', count: 0 },
  ]) {
    await page.goto('/')
    calls.length = 0
    await page.getByRole('link', { name: tile, exact: true }).click()
    await expect(page).toHaveURL(/\/categories(\?|$)/)
    expect(await page.evaluate(() => history.state.usr)).toEqual({ category })
    const panel = page.getByRole('complementary', { name: 'Filters' })
    await expect(panel.getByRole('checkbox', { checked: true })).toHaveCount(count)
    if (count === 1) await expect(panel.getByRole('checkbox', { name: category, exact: true })).toBeChecked()
    await expect.poll(() => calls.length).toBeGreaterThan(0)
    const sent = calls.map((call) => new URL(call.url()).searchParams.get('categories'))
    expect(new Set(sent)).toEqual(new Set([count === 1 ? category : null]))
  }
})

test('a card of a row links to its product', { tag: '@S2.33' }, async ({ page }) => {
  await page.goto('/')
  const card = row(page, 'Popular This Week').getByRole('listitem').first()
  const link = card.getByRole('link')
  const href = (await link.getAttribute('href')) ?? ''
  expect(href).toMatch(/^\/product-details\/[\w-]+$/)
  const name =
    (await link
      .locator('span')
      .filter({ hasNot: page.locator('img') })
      .first()
      .textContent()) ?? ''
  await link.click()
  await expect(page).toHaveURL(new RegExp(`${href}$`))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
})

test('on a screen wider than the page, rows and the collection end where the grid ends', async ({ page }) => {
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.goto('/')
  const row = page.getByRole('region', { name: 'Popular This Week' })
  const heading = await row.getByRole('heading').boundingBox()
  const first = await row.getByRole('listitem').first().boundingBox()
  const picture = await page.getByRole('region', { name: 'Rain delay' }).locator('img').boundingBox()
  expect(first?.x).toBe(heading?.x)
  expect(picture?.x).toBe(heading?.x)
  // The sixth card begins beyond the part that is seen.
  const edge = await row.getByRole('list').evaluate((list) => list.getBoundingClientRect().right)
  expect((await row.getByRole('listitem').nth(5).boundingBox())?.x).toBeGreaterThan(edge)
})

test('testimonials rotate every 5 seconds and by Previous and Next, and stop on Pause', {
  tag: ['@S1.4', '@S4.20', '@S9.12', '@C6.14'],
}, async ({ page }) => {
  await page.clock.install({ time: new Date('2026-07-01T10:00:00+05:30') })
  await page.goto('/')
  const voices = page.getByRole('region', { name: 'Heard on the bench' })
  const place = voices.getByText(/^\d of 4$/)
  const press = (name: string) => voices.getByRole('button', { name, exact: true }).click()
  await press('Pause')
  await expect(voices.getByRole('button', { name: 'Play', exact: true })).toBeVisible()
  await page.clock.pauseAt(new Date('2026-07-01T11:00:00+05:30'))
  while ((await place.textContent()) !== '1 of 4') await press('Next')
  await press('Previous')
  await expect(place).toHaveText('4 of 4')
  await press('Next')
  await page.clock.runFor(20_000)
  await expect(place).toHaveText('1 of 4')
  const first = await voices.getByRole('blockquote').filter({ visible: true }).textContent()

  await press('Play')
  await page.mouse.move(0, 0)
  await page.clock.runFor(6000)
  // The focus on Play still pauses, though the pointer has left.
  await expect(place).toHaveText('1 of 4')
  await voices.getByRole('button', { name: 'Pause', exact: true }).blur()
  await page.clock.runFor(4900)
  await expect(place).toHaveText('1 of 4')
  await page.clock.runFor(200)
  await expect(place).toHaveText('2 of 4')
  await page.clock.runFor(5000)
  await expect(place).toHaveText('3 of 4')
  expect(await voices.getByRole('blockquote').filter({ visible: true }).textContent()).not.toBe(first)
})

test('with reduced motion testimonials do not rotate, and there is nothing to pause', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const testimonials = page.getByRole('region', { name: 'Heard on the bench' })
  await expect(testimonials.getByRole('button')).toHaveCount(2)
  await expect(testimonials.getByRole('button', { name: 'Pause' })).toBeHidden()
})
