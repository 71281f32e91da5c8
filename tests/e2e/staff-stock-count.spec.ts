import type { Page } from '@playwright/test'
import { writeBarcodeVideo } from '../support/barcode-video.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { expect, test } from './fixtures.ts'
import { callStaff, expectSound, openStaffSite } from './staff.ts'

/** A product of the test's own: sizes M and L, of each nine pieces, on a shelf of its own. */
async function addShelf(shop: RunningShop, cookie: string, name: string, shelf: string): Promise<string[]> {
  const skus = ['M', 'L'].map((size) => `${name.toUpperCase()}-${size}`)
  const made = await callStaff(shop, cookie, ['POST', '/products'], {
    name,
    price: 1799,
    state: 'published',
    categories: 'Woman',
    description: 'Counted.',
    variants: skus.map((sku) => ({ sku, color: 'Indigo', size: sku.slice(-1), quantity: 9 })),
  })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  for (const sku of skus) await shop.command('stock', 'place', sku, shelf)
  return skus
}

const onHand = async (shop: RunningShop, cookie: string, sku: string) => {
  const { body } = await callStaff(shop, cookie, ['GET', `/stock?sku=${sku}`])
  return (body.items as { onHand: number }[])[0]?.onHand
}

/** What a hand scanner does: it types into whatever has the focus, and ends with Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

for (const width of [360, 1280])
  test(`the stock of a size is typed into the list at ${width} px, and taken back`, async ({ browser, shop }) => {
    const { page, person, context } = await openStaffSite(browser, shop, 'manager', {
      viewport: { width, height: 740 },
    })
    const [medium = ''] = await addShelf(shop, person.cookie, `Typed ${width}`.replace(' ', ''), `Shelf T${width}`)
    await page.goto(`/admin/stock?q=${medium}`)
    const field = page.getByLabel(`Available of ${medium}`)
    await field.fill('12')
    await field.press('Escape')
    await expect(field).toHaveValue('9')
    await field.fill('12')
    // A thumb has no Enter on every keyboard.
    await (width === 360 ? page.getByRole('button', { name: `Save ${medium}` }).click() : field.press('Enter'))
    const toast = page.locator('.toast-row', { hasText: `${medium}: 12 available.` })
    await expect(toast).toBeVisible()
    expect(await onHand(shop, person.cookie, medium)).toBe(12)
    await expectSound(page, 'a typed stock')
    await toast.getByRole('button', { name: 'Undo' }).click()
    await expect(field).toHaveValue('9')
    expect(await onHand(shop, person.cookie, medium)).toBe(9)
    await context.close()
  })

test('a shelf is counted by scans, its differences are seen first, and what was sold meanwhile stays sold', async ({
  browser,
  shop,
}) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager', {
    viewport: { width: 360, height: 740 },
  })
  const [medium = '', large = ''] = await addShelf(shop, person.cookie, 'Shelved', 'Shelf Q4')
  await page.goto('/admin/stock')
  await page.getByRole('link', { name: 'Count by scanning' }).click()
  await expect(page.getByLabel('Scan each piece')).toBeVisible()
  // A hand scanner ends with Enter, whatever it read.
  await scan(page, '')
  await scan(page, 'NO-SUCH-PIECE')
  const main = page.getByRole('main')
  await expect(main.getByRole('alert')).toContainText('There is no SKU NO-SUCH-PIECE.')
  await expect(page.getByLabel(/^Counted: /)).toHaveCount(0)
  // Faster than the server answers the first of them.
  for (let piece = 0; piece < 8; piece++) await scan(page, medium.toLowerCase())
  await expect(page.getByLabel('Counted: Shelved, Indigo, M')).toHaveValue('8')
  await expect(main.getByRole('status').first()).toContainText('8 pieces')
  await expect(page.getByRole('heading', { name: 'Shelf Q4' })).toBeVisible()
  await expectSound(page, 'a count')
  await page.setViewportSize({ width: 360, height: 740 })

  await page.reload()
  await expect(page.getByLabel('Counted: Shelved, Indigo, M')).toHaveValue('8')
  await callStaff(shop, person.cookie, ['POST', `/stock/${medium}`], { change: -2, reason: 'sold' })
  await page.getByRole('link', { name: 'Review differences' }).click()
  const row = main.getByRole('listitem').filter({ hasText: medium })
  await expect(row).toContainText('counted 8')
  await expect(row).toContainText('on hand 9')
  await expect(row).toContainText('−1')
  await expect(main.getByRole('listitem').filter({ hasText: large })).toHaveCount(0)
  await page.getByLabel(/I counted the whole shelf: 1 SKU not scanned is gone/).check()
  await expect(main.getByRole('listitem').filter({ hasText: large })).toContainText('−9')
  await expectSound(page, 'the differences')
  expect(await onHand(shop, person.cookie, medium), 'nothing changes before it’s taken over').toBe(7)
  await page.getByRole('button', { name: 'Apply 2 differences' }).click()
  await expect(page.getByRole('heading', { name: 'The count is applied.' })).toBeVisible()
  expect([await onHand(shop, person.cookie, medium), await onHand(shop, person.cookie, large)]).toEqual([6, 0])
  await page.getByRole('button', { name: 'Undo the count' }).click()
  await expect(page.getByRole('heading', { name: 'The count was undone.' })).toBeVisible()
  expect([await onHand(shop, person.cookie, medium), await onHand(shop, person.cookie, large)]).toEqual([7, 9])
  await context.close()
})

test('a count whose answer was lost is asked about again, and changes the stock once', async ({ browser, shop }) => {
  const { page, person, context } = await openStaffSite(browser, shop, 'manager')
  const [medium = ''] = await addShelf(shop, person.cookie, 'Lost', 'Shelf Q5')
  await page.goto('/admin/stock-count')
  await page.getByLabel('Scan each piece').fill(medium)
  await page.keyboard.press('Enter')
  await page.getByLabel('Counted: Lost, Indigo, M').fill('4')
  await page.getByRole('link', { name: 'Review differences' }).click()
  let isLost = false
  await page.route('**/api/admin/stock/*/count', async (route) => {
    if (isLost) return route.continue()
    isLost = true
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Apply 1 difference' }).click()
  await expect(page.getByRole('alert')).toContainText('1 SKU wasn’t applied')
  await page.reload()
  await page.getByRole('button', { name: 'Apply 1 difference' }).click()
  await expect(page.getByRole('heading', { name: 'The count is applied.' })).toBeVisible()
  expect(await onHand(shop, person.cookie, medium)).toBe(4)
  await context.close()
})

test('the camera counts as a hand scanner does', async ({ playwright, launchOptions, shop }, testInfo) => {
  const video = testInfo.outputPath('label.y4m')
  await writeBarcodeVideo(video, 'FILMED-M')
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    args: [
      ...(launchOptions.args ?? []),
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${video}`,
    ],
  })
  const { page, person, context } = await openStaffSite(browser, shop, 'manager', { permissions: ['camera'] })
  await addShelf(shop, person.cookie, 'Filmed', 'Shelf Q6')
  await page.goto('/admin/stock-count')
  await page.getByRole('button', { name: 'Scan with the camera' }).click()
  await expect(page.getByLabel('Counted: Filmed, Indigo, M')).toHaveValue('1')
  await page.getByRole('button', { name: 'Turn the camera off' }).click()
  await expect(page.locator('video')).toHaveCount(0)
  await context.close()
  await browser.close()
})
