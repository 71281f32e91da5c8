import type { Page } from '@playwright/test'
import { axeViolations } from './axe.ts'
import { expect, test } from './fixtures.ts'

const WIDE = { width: 1280, height: 800 }
const PHONE = { width: 360, height: 740 }

const map = (page: Page) => page.getByRole('region', { name: 'Map of stores' })
const list = (page: Page) => page.getByRole('list', { name: 'Stores' })
const entry = (page: Page, name: string) => list(page).getByRole('listitem').filter({ hasText: name })

async function openLocator(page: Page): Promise<void> {
  await page.goto('/nearby-store')
  await expect(map(page)).toHaveAttribute('data-zoom', /\d/)
  await expect(page.getByText('Loading Maps...')).toHaveCount(0)
}

/** The map's centre, from its own attribute. */
async function centreOf(page: Page): Promise<[number, number]> {
  const [lat = 0, lng = 0] = ((await map(page).getAttribute('data-centre')) ?? '').split(',').map(Number)
  return [lat, lng]
}

test('the list has ten stores with name, address and badge, and is searched by name or address', {
  tag: ['@S2.18', '@S2.51', '@S2.52', '@S3.14', '@S4.19', '@S1.9', '@R45'],
}, async ({ page }) => {
  await page.setViewportSize(WIDE)
  await openLocator(page)
  await expect(page.getByRole('heading', { name: 'Find a Nearby Stores' })).toBeVisible()
  await expect(list(page).getByRole('listitem')).toHaveCount(10)
  const juhu = entry(page, 'Fourth Seat Juhu')
  await expect(juhu).toContainText('Juhu Tara Road, Juhu, Mumbai 400049')
  await expect(juhu.getByText('Closed', { exact: true })).toBeVisible()
  await expect(entry(page, 'Fourth Seat Bandra').getByText('Open', { exact: true })).toBeVisible()
  await expect(juhu.getByRole('link', { name: 'Directions to Fourth Seat Juhu' })).toHaveAttribute(
    'href',
    /^geo:19\.1025,72\.827/,
  )
  await expect(juhu.getByRole('link', { name: 'Call Fourth Seat Juhu' })).toHaveAttribute('href', 'tel:+912205550104')

  const search = page.getByPlaceholder('Search stores...')
  await search.fill('BANDRA')
  await expect(list(page).getByRole('listitem')).toHaveCount(1)
  await search.fill('linking road')
  await expect(list(page).getByRole('listitem')).toHaveCount(2)
  await search.fill('Pune')
  await expect(page.getByText('No store by that name.')).toBeVisible()
  await page.getByRole('button', { name: 'Clear search' }).click()
  await expect(list(page).getByRole('listitem')).toHaveCount(10)
  expect(await axeViolations(page)).toEqual([])
})

test('the store list is readable without JavaScript, with a note while the map is not loaded', async ({
  browser,
  shop,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${shop.origin}/nearby-store`)
  await expect(list(page).getByRole('listitem')).toHaveCount(10)
  await expect(page.getByText('Loading Maps...')).toBeVisible()
  await context.close()
})

test('the map starts at zoom 12 on Mumbai, then fits all stores; zoom is its only control', {
  tag: ['@S2.54', '@S2.55', '@S9.20'],
}, async ({ page }) => {
  await page.setViewportSize(WIDE)
  await page.addInitScript(() => {
    const seen: string[] = []
    Object.assign(window, { seenViews: seen })
    new MutationObserver(() => {
      const { zoom, centre } = document.querySelector<HTMLElement>('.store-map')?.dataset ?? {}
      if (zoom && seen.at(-1) !== `${zoom} ${centre}`) seen.push(`${zoom} ${centre}`)
    }).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-zoom', 'data-centre'] })
  })
  await openLocator(page)
  await expect.poll(() => map(page).getAttribute('data-zoom')).toBe('11')
  expect(await page.evaluate(() => (window as unknown as { seenViews: string[] }).seenViews[0])).toBe(
    '12 19.0760,72.8777',
  )
  const box = await map(page).boundingBox()
  for (const pin of await map(page).locator('.map-pin, .map-cluster').all()) {
    const at = await pin.boundingBox()
    expect(
      at &&
        box &&
        at.x >= box.x &&
        at.y >= box.y &&
        at.x + at.width <= box.x + box.width &&
        at.y + at.height <= box.y + box.height,
    ).toBe(true)
  }
  await expect(map(page).locator('.leaflet-control-zoom')).toHaveCount(1)
  await expect(map(page).locator('.leaflet-control')).toHaveCount(2)
  await expect(map(page).locator('.leaflet-control-attribution')).toHaveText('Coast: GSHHG')
  await expect(map(page).getByRole('button', { name: 'Zoom in' })).toBeVisible()
})

test('an entry or a marker selects: pan, and zoom 16 after 500 ms; a newer choice wins', {
  tag: ['@S2.53', '@S2.52', '@S9.20', '@C6.12'],
}, async ({ page }) => {
  await page.setViewportSize(WIDE)
  await openLocator(page)
  await expect.poll(() => map(page).getAttribute('data-zoom')).toBe('11')
  // Two choices at once, timed inside the page: the first one's zoom must never happen.
  const zoomedAfter = await page.evaluate(async () => {
    const button = (id: string) => document.querySelector<HTMLElement>(`[data-store=${id}] button`)
    button('powai')?.click()
    const started = performance.now()
    button('colaba')?.click()
    const map = document.querySelector<HTMLElement>('.store-map')
    while (map?.dataset.zoom === '11') await new Promise((resolve) => setTimeout(resolve, 10))
    return performance.now() - started
  })
  expect(zoomedAfter).toBeGreaterThan(490)
  await expect(entry(page, 'Fourth Seat Colaba')).toHaveAttribute('data-selected', 'true')
  await expect(entry(page, 'Fourth Seat Powai')).not.toHaveAttribute('data-selected')
  await expect.poll(() => map(page).getAttribute('data-zoom')).toBe('16')
  const [lat, lng] = await centreOf(page)
  expect(Math.abs(lat - 18.9175) + Math.abs(lng - 72.828)).toBeLessThan(0.002)

  const marker = map(page).getByRole('button', { name: 'Fourth Seat Colaba' })
  await expect(marker).toBeVisible()
  for (const _ of [1, 2, 3, 4]) {
    const before = await map(page).getAttribute('data-zoom')
    await map(page).getByRole('button', { name: 'Zoom out' }).click()
    await expect(map(page)).not.toHaveAttribute('data-zoom', before ?? '')
  }
  await marker.click()
  await expect(entry(page, 'Fourth Seat Colaba').getByRole('button')).toHaveAttribute('aria-current', 'true')
  await expect(map(page)).toHaveAttribute('data-zoom', '16')
})

test('stores within 60 px form a cluster, which opens by keyboard too', { tag: '@S9.21' }, async ({ page }) => {
  await page.setViewportSize(WIDE)
  await openLocator(page)
  await expect.poll(() => map(page).getAttribute('data-zoom')).toBe('11')
  const clusters = map(page).getByRole('button', { name: /^\d+ stores$/ })
  await expect(clusters.first()).toBeVisible()
  const singles = map(page).locator('.map-pin')
  const inClusters = (await clusters.allTextContents()).map(Number)
  expect(Math.min(...inClusters)).toBeGreaterThanOrEqual(2)
  expect(inClusters.reduce((sum, count) => sum + count, 0) + (await singles.count())).toBe(10)
  await clusters.first().focus()
  await page.keyboard.press('Enter')
  await expect.poll(async () => Number(await map(page).getAttribute('data-zoom'))).toBeGreaterThan(11)
  await expect.poll(() => page.evaluate(() => document.activeElement?.className ?? '')).toMatch(/map-(pin|cluster)/)
  // Tab goes from north to south, also among markers that came later. A pin points down, a cluster is centred.
  const latitudes = await map(page)
    .locator('.map-pin, .map-cluster')
    .evaluateAll((buttons) =>
      buttons.map((button) => {
        const { top } = button.getBoundingClientRect()
        return Math.round(top + (button.className === 'map-pin' ? 44 : 22))
      }),
    )
  expect(latitudes).toEqual(latitudes.toSorted((one, other) => one - other))
})

test('a map that was zoomed keeps its view when its size changes', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await openLocator(page)
  await expect.poll(() => map(page).getAttribute('data-zoom')).toBe('11')
  await map(page).getByRole('button', { name: 'Zoom in' }).click()
  await expect(map(page)).toHaveAttribute('data-zoom', '12')
  const { width = 0 } = (await map(page).boundingBox()) ?? {}
  await page.setViewportSize({ width: 1100, height: 700 })
  await expect.poll(async () => (await map(page).boundingBox())?.width).toBeLessThan(width)
  // Observers of the size have run after two frames.
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))))
  await expect(map(page)).toHaveAttribute('data-zoom', '12')
})

test('a location that cannot be found gives way to the number of stores at the next search', async ({ page }) => {
  await page.setViewportSize(WIDE)
  await openLocator(page)
  await page.getByRole('button', { name: 'Near me' }).click()
  await expect(page.getByText('We couldn’t find your location.')).toBeVisible()
  await page.getByPlaceholder('Search stores...').fill('bandra')
  await expect(page.getByRole('status').filter({ hasText: '1 of 10' })).toBeVisible()
})

test('a store can be selected by keyboard alone, list first on a phone', { tag: '@R45' }, async ({ page }) => {
  await page.setViewportSize(PHONE)
  await openLocator(page)
  await page.getByPlaceholder('Search stores...').focus()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Show the map' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Near me' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(entry(page, 'Fourth Seat Bandra').getByRole('button')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(map(page)).toHaveAttribute('data-zoom', '16')
  await expect(map(page)).toBeInViewport()
  await page.getByRole('button', { name: 'Back to the list' }).click()
  await expect(page.getByPlaceholder('Search stores...')).toBeInViewport()
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
})

test.describe('where the map cannot load', () => {
  test.use({ allowed: [/Failed to load resource/] })
  test('an error takes its place, and the list still works', { tag: ['@S2.56', '@S8.26', '@C6.12'] }, async ({
    page,
  }) => {
    await page.setViewportSize(WIDE)
    await page.route(/mumbai-/, (route) => route.abort())
    await page.goto('/nearby-store')
    await expect(page.getByText('Error loading maps')).toBeVisible()
    await page.getByPlaceholder('Search stores...').fill('thane')
    await expect(list(page).getByRole('listitem')).toHaveCount(1)
    await entry(page, 'Thane').getByRole('button').click()
    await expect(entry(page, 'Thane')).toHaveAttribute('data-selected', 'true')
  })
})

test('near me requests the location only on click, and sorts by distance', { tag: '@R45' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 19.2, longitude: 72.97 })
  await page.setViewportSize(WIDE)
  await page.addInitScript(() => {
    const { geolocation } = navigator
    const locate = geolocation.getCurrentPosition.bind(geolocation)
    Object.assign(window, { requests: 0 })
    geolocation.getCurrentPosition = (...args) => {
      Object.assign(window, { requests: (window as unknown as { requests: number }).requests + 1 })
      locate(...args)
    }
  })
  const requests = () => page.evaluate(() => (window as unknown as { requests: number }).requests)
  await openLocator(page)
  expect(await requests()).toBe(0)
  await page.getByRole('button', { name: 'Near me' }).click()
  expect(await requests()).toBe(1)
  await expect(list(page).getByRole('listitem').first()).toContainText('Fourth Seat Thane West')
  await expect(list(page).getByRole('listitem').first()).toContainText('1.0 km away')
})
