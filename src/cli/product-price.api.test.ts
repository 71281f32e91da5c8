import { afterAll, beforeAll, expect, test } from 'vitest'
import { importCatalog } from '#shop/imports/import-catalog.server.ts'
import { type CommandLine, openCommandLine } from '../../tests/support/command-line.ts'
import { garmentLines } from '../../tests/support/garments.ts'
import { cleanEnvironment } from '../../tests/support/processes.ts'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'
import { databaseUrl } from '../../tests/support/test-server.ts'

let shop: TestShop
let commandLine: CommandLine

beforeAll(async () => {
  shop = await openTestShop({ products: [] })
  const tote = { id: 'tote', name: 'Tote', price: 499, stock: { Black: { 'Free Size': 3 } } }
  await importCatalog(shop.shop.db, garmentLines([tote]))
  const DATABASE_URL = databaseUrl(shop.database.connection)
  commandLine = openCommandLine({ ...cleanEnvironment(), DATABASE_URL, DATA_DIR: shop.config.dataDir })
})
afterAll(async () => {
  await commandLine.stop()
  await shop.close()
})

const set = (...args: string[]) => commandLine.run(['products', 'set', 'tote', ...args])

test.each(['0', '49', '4990'])('products set price=%s asks first, and needs --yes in a script', async (price) => {
  const refused = await set(`price=${price}`)
  expect(refused).toMatchObject({ code: 2, errors: expect.stringMatching(/^tote: .* Add --yes/) })
  expect((await set('name=Tote')).out).toContain('price: 499')
  expect((await set(`price=${price}`, '--yes')).out).toContain(`price: ${price}`)
  expect((await set('price=499', '--yes')).code).toBe(0)
})

test('during a sale it says that a price without times counts after it', async () => {
  expect((await set('price=399', '--to', '2126-12-31')).code).toBe(0)
  const { out, errors } = await set('price=549')
  expect(errors).toBe('A sale is running, so Rs. 549.00 is the price after it.\n')
  expect(out).toMatch(/price: 399[\s\S]*: price Rs\. 549\.00, MRP -, the end of the sale/)
})

test('a price just above a tax band is noted with the lower one that leaves more', async () => {
  const table = [
    { hsn: '61', upTo: 2500, percent: 5, from: '2025-09-22' },
    { hsn: '61', percent: 18, from: '2025-09-22' },
  ]
  await commandLine.run(['products', 'unschedule', 'tote'])
  expect((await set('price=2649', '--yes')).errors).toBe('')
  await commandLine.run(['settings', 'set', 'tax.table', JSON.stringify(table)])
  await commandLine.run(['settings', 'set', 'tax.pricesInclude', 'yes'])
  expect((await set('price=2649')).errors).toBe(
    'Rs. 2,649.00 includes 18% GST and leaves you Rs. 2,244.92; Rs. 2,625.00 includes 5% GST and leaves you Rs. 2,500.00.\n',
  )
})

test('products price gives sizes prices of their own', async () => {
  const kurta = { id: 'kurta', name: 'Kurta', price: 799, stock: { Blue: { M: 3, XXL: 3 } } }
  await importCatalog(shop.shop.db, garmentLines([kurta]))
  const price = (...sizes: string[]) => commandLine.run(['products', 'price', 'kurta', ...sizes])
  expect((await price('XXL=899.50/1099', 'M=')).out).toMatch(
    /Blue, M: 3 to buy\n.*Blue, XXL, price Rs\. 899\.50, MRP Rs\. 1,099\.00: 3/,
  )
  expect((await price('XXL=')).out).toContain('Blue, XXL: 3 to buy')
  expect(await price('XS=5')).toMatchObject({ code: 1, errors: expect.stringContaining('hasn’t the size XS') })
  expect(await price('XXL')).toMatchObject({ code: 2 })
})
