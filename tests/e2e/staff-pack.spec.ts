import type { Page } from '@playwright/test'
import { writeBarcodeVideo } from '../support/barcode-video.ts'
import type { RunningShop } from '../support/running-shop.ts'
import { axeViolations, COLOUR_RULES } from './axe.ts'
import { buy, type Wanted } from './buy.ts'
import { expect, type Shopper, test } from './fixtures.ts'
import { openStaffSite, smallTargets, withDatabase } from './staff.ts'

const POLO = { productId: 'platform-polo', color: 'Green', size: 'M' }
const TEE = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'L' }
const PHONE = { viewport: { width: 360, height: 740 } }

test.beforeAll(async ({ shop }) => {
  await shop.command('stock', 'add', 'FS007-GRN-M', '+50', '--reason', 'delivery')
})

interface Placed {
  id: string
  number: string
  skus: string[]
}

async function place(shop: RunningShop, shopper: Shopper, wanted: Wanted[]): Promise<Placed> {
  const id = await buy(shop, shopper, wanted)
  const { orderNumber, lines } = JSON.parse(await shop.command('orders', 'show', id, '--json'))
  return { id, number: orderNumber, skus: lines.map(({ sku }: { sku: string }) => sku) }
}

/** What a hand scanner does: it types into whatever has the focus, and ends with Enter. */
async function scan(page: Page, code: string): Promise<void> {
  await page.keyboard.type(code)
  await page.keyboard.press('Enter')
}

async function expectFits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0)
  expect(await smallTargets(page)).toEqual([])
}

test('an order is fetched, checked by scans and shipped with one thumb at 360 px', { tag: ['@A5', '@A17'] }, async ({
  browser,
  shop,
  newShopper,
}) => {
  const order = await place(shop, await newShopper(), [{ ...POLO, quantity: 2 }, TEE])
  const other = await place(shop, await newShopper(), [TEE])
  const [polo = '', tee = ''] = order.skus
  await shop.command('stock', 'place', polo, 'Shelf B4')
  const { page, context } = await openStaffSite(browser, shop, 'packer', PHONE)
  const main = page.getByRole('main')
  await page.goto('/admin/pack')
  for (const { number } of [order, other]) await page.getByRole('checkbox', { name: number }).check()
  await expectFits(page)
  await page.getByRole('button', { name: 'Pick 2 selected' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 of 4 pieces picked')
  await expect(main.getByRole('listitem').first()).toContainText('Shelf B4')
  for (const name of [/Platform Polo/, /Boxy Tee/]) await page.getByRole('button', { name }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('4 of 4 pieces picked')
  await expectFits(page)
  await page.getByRole('link', { name: 'All picked: pack' }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 of 2 shipped')
  await scan(page, 'FS-99999')
  await expect(main.getByRole('alert')).toContainText('FS-99999 isn’t in this run')
  await scan(page, order.number.toLowerCase())
  await expect(page.getByRole('heading', { name: order.number })).toBeVisible()
  await scan(page, 'NO-SUCH-PIECE')
  await expect(main.getByRole('alert')).toContainText('Not of this parcel')
  await scan(page, polo)
  await expect(main.getByRole('status').last()).toContainText('1 of 3 in')
  await scan(page, tee)
  await scan(page, tee)
  await expect(main.getByRole('alert')).toContainText('One too many')
  await expectFits(page)
  expect(await axeViolations(page)).toEqual([])
  await scan(page, polo)
  await expect(main.getByRole('status').last()).toContainText('All 3 pieces are in')
  // The order's own slip lies on the table too.
  await page.getByLabel('Carrier', { exact: true }).fill('delhivery')
  await page.getByLabel('Tracking number (AWB)').focus()
  await scan(page, order.number)
  await expect(main.getByRole('alert')).toContainText('That is the order’s own number')
  await scan(page, ' 5512 3456 78911')
  await expect(main.getByRole('status').last()).toContainText('5512345678911')
  await expectFits(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => axeViolations(page, 'html', COLOUR_RULES)).toEqual([])
  await page.getByRole('button', { name: `Ship ${order.number}` }).click()

  // On to the next one, with the carrier that was used last.
  await expect(page.getByRole('heading', { name: other.number })).toBeVisible()
  await scan(page, other.skus[0] ?? '')
  await expect(page.getByLabel('Carrier', { exact: true })).toHaveValue('Delhivery')
  const shown = JSON.parse(await shop.command('orders', 'show', order.id, '--json'))
  expect(shown).toMatchObject({
    orderStatus: 'ontheway',
    shipments: [{ carrier: 'Delhivery', number: '5512345678911', pieces: [{ quantity: 2 }, { quantity: 1 }] }],
  })
  await context.close()
})

test('a part of an order leaves, and the rest is a parcel of its own', async ({ browser, shop, newShopper }) => {
  const order = await place(shop, await newShopper(), [{ ...POLO, quantity: 3 }])
  const { page, context } = await openStaffSite(browser, shop, 'packer', PHONE)
  await page.goto('/admin/pack')
  await page.getByLabel('Scan a slip, or type an order’s number').focus()
  await scan(page, order.number)
  await expect(page.getByRole('heading', { name: order.number })).toBeVisible()
  for (let count = 0; count < 2; count++) await page.getByRole('button', { name: /^One is in/ }).click()
  await page.getByRole('button', { name: 'Ship a part: the 2 pieces that are in' }).click()
  await page.getByLabel('Carrier', { exact: true }).fill('DTDC')
  await page.getByLabel('Tracking number (AWB)').fill(`D${order.number.slice(3)}-1`)
  await page.getByRole('button', { name: `Ship 2 pieces of ${order.number}` }).click()
  await expect(page.getByRole('main')).toContainText('0 of 1 piece')
  const shown = JSON.parse(await shop.command('orders', 'show', order.id, '--json'))
  expect(shown).toMatchObject({ shipments: [{ pieces: [{ quantity: 2 }] }], stillToShip: [{ quantity: 1 }] })
  await context.close()
})

test('ten orders are packed with the line cut for the middle five: no tick is lost, none counts twice', {
  tag: '@A17',
}, async ({ browser, shop, newShopper }) => {
  test.slow()
  const shopper = await newShopper()
  const orders: Placed[] = []
  for (let count = 0; count < 10; count++)
    orders.push(await place(shop, shopper, [{ ...POLO, quantity: 1 + (count % 2) }, ...(count % 3 ? [TEE] : [])]))
  const { page, context } = await openStaffSite(browser, shop, 'packer', PHONE)
  await page.goto('/admin/pack')
  for (const { number } of orders) await page.getByRole('checkbox', { name: number }).check()
  await page.getByRole('button', { name: 'Pick 10 selected' }).click()
  await page.getByRole('link', { name: 'Pack what is picked' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 of 10 shipped')
  const main = page.getByRole('main')
  /** The codes of an order's pieces. */
  const piecesOf = ({ skus: [polo = '', ...others] }: Placed, index: number) => [
    ...Array.from({ length: 1 + (index % 2) }, () => polo),
    ...others,
  ]
  const notice = main.getByRole('status').first()
  for (const [index, order] of orders.entries()) {
    const isOffline = index >= 3 && index < 8
    if (index === 8) await context.setOffline(false)
    if (index === 0) await scan(page, order.number)
    // What couldn't be shipped waits, and the next one is packed.
    else if (index > 3 && index < 9) await page.getByRole('button', { name: 'Next parcel' }).click()
    await expect(page.getByRole('heading', { name: order.number })).toBeVisible()
    // Once the parcel before is shipped.
    if (index === 3) await context.setOffline(true)
    for (const sku of piecesOf(order, index)) await scan(page, sku)
    if (index === 0) await page.getByLabel('Carrier', { exact: true }).fill('Delhivery')
    await page.getByLabel('Tracking number (AWB)').focus()
    await scan(page, `LINE${order.number.slice(3)}`)
    await page.getByRole('button', { name: `Ship ${order.number}` }).click()
    if (!isOffline) continue
    await expect(main).toContainText('Not shipped: you’re offline.')
    await expect(notice).toContainText(/You’re offline. \d+ ticks? (?:is|are) saved on this device/)
  }
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('5 of 10 shipped')
  await page.getByRole('button', { name: 'Ship all 5' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('10 of 10 shipped')
  expect(await page.evaluate(() => localStorage.getItem('packQueue'))).toBeNull()

  const ids = orders.map(({ id }) => id)
  const { ticks, parcels } = await withDatabase(shop, async (db) => ({
    ticks: await db.selectFrom('pack_ticks').selectAll().where('item_id', 'in', ids).orderBy('at').execute(),
    parcels: await db
      .selectFrom('shipments')
      .select(['order_id', 'tracking_number'])
      .where('order_id', 'in', ids)
      .execute(),
  }))
  // One tick for each scan, and the last one of each piece has its count.
  expect(ticks).toHaveLength(orders.flatMap(piecesOf).length)
  for (const [index, order] of orders.entries()) {
    const { id, number } = order
    const last = new Map(ticks.filter(({ item_id }) => item_id === id).map(({ sku, count }) => [sku, count]))
    const counts = Map.groupBy(piecesOf(order, index), (sku) => sku)
    expect(last).toEqual(new Map([...counts].map(([sku, all]) => [sku, all.length])))
    expect(parcels.filter(({ order_id }) => order_id === id)).toMatchObject([
      { tracking_number: `LINE${number.slice(3)}` },
    ])
  }
  await context.close()
})

test('two pickers see what the other has fetched, and what left meanwhile is said', async ({
  browser,
  shop,
  newShopper,
}) => {
  const order = await place(shop, await newShopper(), [POLO])
  const [first, second] = [
    await openStaffSite(browser, shop, 'packer', { ...PHONE, name: 'Ravi' }),
    await openStaffSite(browser, shop, 'manager', { ...PHONE, name: 'Meena' }),
  ]
  for (const { page } of [first, second]) {
    await page.goto('/admin/pack')
    await page.getByRole('checkbox', { name: order.number }).check()
    await page.getByRole('button', { name: 'Pick 1 selected' }).click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('0 of 1 piece picked')
  }
  await first.page.getByRole('button', { name: /Platform Polo/ }).click()
  await expect(second.page.getByRole('main')).toContainText('picked by Ravi')
  await shop.command('orders', 'ship', order.id, '--carrier', 'DTDC', '--tracking', `T${order.number.slice(3)}`)
  await second.page.getByRole('button', { name: /Platform Polo/ }).click()
  await expect(second.page.getByRole('alert')).toContainText(`${order.number} was shipped in the meantime`)
  for (const { context } of [first, second]) await context.close()
})

test('a carrier’s file shows what it changes before anything is written', async ({ browser, shop, newShopper }) => {
  const order = await place(shop, await newShopper(), [POLO])
  const { page, context } = await openStaffSite(browser, shop, 'packer', PHONE)
  await page.goto('/admin/pack/file')
  const choose = (rows: string) =>
    page.getByLabel('Choose a CSV file').setInputFiles({
      name: 'report.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`order,carrier,tracking\n${rows}`),
    })
  await choose(`${order.number},,F${order.number.slice(3)}`)
  await expect(page.getByRole('alert')).toContainText('Line 2, column carrier: must have 2 to 60 characters')
  await choose(`${order.number},Delhivery,F${order.number.slice(3)}`)
  await expect(page.getByRole('main')).toContainText(`New parcels1`)
  expect(JSON.parse(await shop.command('orders', 'show', order.id, '--json')).orderStatus).toBe('ordered')
  await expectFits(page)
  expect(await axeViolations(page)).toEqual([])
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await expect(page.getByRole('main').getByRole('status')).toContainText('1 parcel was recorded')
  expect(JSON.parse(await shop.command('orders', 'show', order.id, '--json')).orderStatus).toBe('ontheway')
  await context.close()
})

test(
  'the camera reads a slip’s barcode, with the shop’s own WebAssembly',
  { tag: '@A5' },
  async ({ playwright, launchOptions, shop, newShopper }, testInfo) => {
    const order = await place(shop, await newShopper(), [POLO])
    const video = testInfo.outputPath('slip.y4m')
    await writeBarcodeVideo(video, order.number)
    const browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        '--use-fake-ui-for-media-stream',
        '--use-fake-device-for-media-stream',
        `--use-file-for-fake-video-capture=${video}`,
      ],
    })
    const { page, context } = await openStaffSite(browser, shop, 'packer', { ...PHONE, permissions: ['camera'] })
    const requests: string[] = []
    page.on('request', (request) => requests.push(request.url()))
    await page.goto('/admin/pack')
    await page.getByRole('button', { name: 'Scan with the camera' }).click()
    await expect(page.getByRole('heading', { name: order.number })).toBeVisible()
    expect(requests.filter((url) => !url.startsWith(shop.origin) && !/^(data|blob):/.test(url))).toEqual([])
    expect(requests.some((url) => url.endsWith('.wasm'))).toBe(true)
    // It stays on from one parcel to the next, and ends with the screen.
    await expect(page.getByRole('button', { name: 'Turn the camera off' })).toBeVisible()
    await page.getByRole('button', { name: 'Turn the camera off' }).click()
    await expect(page.locator('video')).toHaveCount(0)
    await context.close()
    await browser.close()
  },
)
