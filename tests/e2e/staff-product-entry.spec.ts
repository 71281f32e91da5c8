import type { Locator, TestInfo } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from './fixtures.ts'
import { openStaffSite } from './staff.ts'
import { productOf } from './staff-product.ts'

/** A quick thumb. */
const KEY_MS = 80
const PRESS_MS = 100
/** How long somebody needs to find the next thing and to reach it; not waited for, but added up. */
const LOOK_MS = 1000

/** Does what a person does, at a person's speed, and counts it. */
function createHands() {
  const began = Date.now()
  let [keys, presses] = [0, 0]
  return {
    async press(place: Locator) {
      presses++
      await place.click({ delay: PRESS_MS })
    },
    async type(place: Locator, text: string) {
      await this.press(place)
      keys += text.length
      await place.pressSequentially(text, { delay: KEY_MS })
    },
    async enter(place: Locator, text: string) {
      await this.type(place, text)
      keys++
      await place.press('Enter')
    },
    async choose(place: Locator, label: string) {
      presses += 2
      await place.selectOption({ label })
    },
    async files(place: Locator, files: Parameters<Locator['setInputFiles']>[0]) {
      presses += 2
      await place.setInputFiles(files)
    },
    /** Says how long it took: a figure to read, which no test depends on. */
    report(info: TestInfo, what: string) {
      const [took, looked] = [Date.now() - began, presses * LOOK_MS]
      const seconds = (ms: number) => Math.round(ms / 1000)
      const description = `${what}: ${seconds(took)} s with ${keys} keys and ${presses} presses; ${seconds(took + looked)} s with a second to find each`
      info.annotations.push({ type: 'time', description })
      process.stdout.write(`${description}\n`)
    },
  }
}

/** A photo as large as a phone's: 12 megapixels. */
const photo = async (background: string) => ({
  name: `IMG_${background.slice(1)}.jpg`,
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: 3000, height: 4000, channels: 3, noise: { type: 'gaussian', mean: 120, sigma: 20 }, background },
  })
    .tint(background)
    .jpeg({ quality: 80 })
    .toBuffer(),
})

test(
  'a product with six variants and four photos goes in from a phone, and is on sale',
  {
    tag: ['@A5', '@A8', '@A22'],
  },
  async ({ browser, shop }, info) => {
    const photos = await Promise.all(['#334477', '#446688', '#993333', '#aa4444'].map(photo))
    const { page, person, context } = await openStaffSite(browser, shop, 'manager', {
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    })
    await page.goto('/admin/products')
    await expect(page.getByRole('heading', { name: 'Products', level: 1 })).toBeVisible()
    const hands = createHands()
    await hands.press(page.getByRole('link', { name: 'New product' }))
    await hands.type(page.getByLabel('Name', { exact: true }), 'Bagru Block Print Kurta')
    await hands.type(page.getByLabel('Price', { exact: true }), '1799')
    await hands.type(page.getByLabel('MRP', { exact: true }), '2499')
    await hands.type(page.getByLabel('Subcategory'), 'Kurtas')
    await hands.type(
      page.getByLabel('Description', { exact: true }),
      'Straight cotton kurta, block printed by hand in Bagru. Side pockets.',
    )
    await hands.enter(page.getByLabel('Another colour'), 'Indigo, Madder')
    await hands.enter(page.getByLabel('Another size'), 'S, M, L')
    for (const color of ['Indigo', 'Madder'])
      for (const [size, pieces] of [
        ['S', '6'],
        ['M', '10'],
        ['L', '8'],
      ] as const)
        await hands.type(page.getByLabel(`${color}, ${size}`), pieces)
    await hands.press(page.getByRole('button', { name: 'Save as draft' }))
    await expect(page).toHaveURL('/admin/products/bagru-block-print-kurta')
    // The form of a new product, which has an "Add pictures" of its own, stands until the product's page has loaded.
    await expect(page.getByRole('heading', { name: 'Bagru Block Print Kurta', level: 1 })).toBeVisible()
    const add = page.getByLabel('Add pictures')
    await hands.files(add, photos.slice(0, 2))
    await hands.choose(page.getByLabel('Colour shown'), 'Madder')
    await hands.files(add, photos.slice(2))
    // The device makes four photos smaller, and the shop decodes them one after the other.
    const patient = expect.configure({ timeout: 60_000 })
    for (const color of ['Indigo', 'Madder'])
      await patient(page.getByRole('img', { name: `Bagru Block Print Kurta in ${color}, from the front` })).toHaveCount(
        2,
      )
    await hands.press(page.getByRole('button', { name: 'Publish' }))
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Publish' }))
    await expect(page.getByRole('link', { name: 'View in shop', exact: true })).toBeVisible()
    hands.report(info, 'Six variants and four photos from a phone')

    const product = await productOf(shop, person.cookie, 'bagru-block-print-kurta')
    expect(product).toMatchObject({ state: 'published', price: 1799, mrp: 2499, subcategory: 'Kurtas' })
    expect(
      (product.stock as { color: string; size: string; onHand: number }[]).map((one) => [
        one.color,
        one.size,
        one.onHand,
      ]),
    ).toEqual([
      ['Indigo', 'S', 6],
      ['Indigo', 'M', 10],
      ['Indigo', 'L', 8],
      ['Madder', 'S', 6],
      ['Madder', 'M', 10],
      ['Madder', 'L', 8],
    ])
    const pictures = product.pictures as { color: string; width: number; height: number }[]
    expect(pictures.map(({ color }) => color)).toEqual(['Indigo', 'Indigo', 'Madder', 'Madder'])
    for (const { width, height } of pictures) expect(Math.max(width, height)).toBeLessThanOrEqual(2400)
    await context.close()
  },
)
