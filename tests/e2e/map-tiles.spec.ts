import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demonstrationDatabase } from '../support/demonstration.ts'
import { ONE_PIXEL_PNG } from '../support/one-pixel-png.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import type { TestDatabase } from '../support/test-server.ts'
import { expect, test } from './fixtures.ts'

const TILES = 'http://tiles.example.test'

let database: TestDatabase
let shop: RunningShop

// In one worker, so that the shop is started once.
test.describe.configure({ mode: 'default' })
test.beforeAll(async () => {
  database = await demonstrationDatabase()
  shop = await startShop({
    database: database.connection,
    settings: {
      MAP_TILE_URL: `${TILES}/{z}/{x}/{y}.png?key={key}`,
      MAP_KEY: 'a+key',
      MAP_ATTRIBUTION: '&copy; <a href="https://example.test">Mapmakers</a>',
    },
  })
})
test.afterAll(async () => {
  await shop.stop()
  await database.drop()
})

test('tiles of a map server cover the built-in map and are requested with the key', {
  tag: ['@S2.57', '@C2.8'],
}, async ({ page }) => {
  const asked: string[] = []
  await page.route(`${TILES}/**`, (route) => {
    asked.push(route.request().url())
    return route.fulfill({ contentType: 'image/png', body: Buffer.from(ONE_PIXEL_PNG) })
  })
  await page.goto(`${shop.origin}/nearby-store`)
  const map = page.getByRole('region', { name: 'Map of stores' })
  await expect(map.locator('.leaflet-tile-loaded').first()).toBeAttached()
  await expect(map.getByText('© Mapmakers')).toBeVisible()
  await expect(map.locator('.map-station span').first()).toBeHidden()
  expect(asked.every((url) => /\/\d+\/\d+\/\d+\.png\?key=a%2Bkey$/.test(url))).toBe(true)
})

test.describe('when tiles keep failing', () => {
  test.use({ allowed: [/Failed to load resource/] })
  test('they are removed, and the built-in map stays', async ({ page }) => {
    await page.route(`${TILES}/**`, (route) => route.abort())
    await page.goto(`${shop.origin}/nearby-store`)
    const map = page.getByRole('region', { name: 'Map of stores' })
    await expect(map.locator('.map-station span').first()).toBeVisible()
    await expect(map.locator('.leaflet-tile')).toHaveCount(0)
    await expect(map.locator('.map-rail').first()).toBeVisible()
    await expect(page.getByText('Error loading maps')).toHaveCount(0)
  })

  test('names of towns are shown, and not the coast of Mumbai, if a store lies elsewhere', async ({ page }) => {
    const file = join(shop.dataDir, 'stores.jsonl')
    const store = {
      id: 'jaipur',
      name: 'Jaipur',
      address: '12 Johari Bazaar',
      lat: 26.9239,
      lng: 75.8267,
      status: 'Open',
    }
    await writeFile(file, JSON.stringify(store))
    await shop.command('stores', 'import', file, '--yes')
    await page.route(`${TILES}/**`, (route) => route.abort())
    await expect.poll(async () => (await fetch(`${shop.origin}/api/stores`)).text()).toContain('Jaipur')
    await page.goto(`${shop.origin}/nearby-store`)
    await expect(page.locator('.map-town span', { hasText: /^Jaipur$/ })).toBeVisible()
    await expect(page.getByText('Error loading maps')).toHaveCount(0)
    await expect(page.locator('.map-rail')).toHaveCount(0)
    await expect(page.getByRole('link', { name: 'Directions to Jaipur' })).toBeVisible()
  })
})
