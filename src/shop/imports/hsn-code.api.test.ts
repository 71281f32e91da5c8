import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { listProducts } from '../catalog/product/sql.server.ts'
import { changeProduct, changeProductState, showProduct } from '../catalog/product/staff.server.ts'
import { countWithoutHsn } from '../catalog/sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

const hsnOf = async (id: string) => (await showProduct(open.db, id))?.fields.hsn

/** A Shopify file of one product, with one more column. */
const shopify = (column: string, value: string, tags = 'men') =>
  `Handle,Title,Type,Tags,Published,Variant SKU,Variant Inventory Qty,Variant Price,Status,${column}
wool-socks,Wool Socks,Socks,"${tags}",TRUE,WS-1,4,249.00,active,${value}`.split('\n')

/** A WooCommerce file of one product, likewise. */
const woo = (column: string, value: string, tags: string) =>
  `ID,Type,SKU,Name,Published,Stock,"Regular price",Tags,Parent,"Attribute 1 name","Attribute 1 value(s)",${column}
71,variable,,Canvas Tote,1,,,"${tags}",,Color,"Red, Blue",${value}
72,variation,CT-R,Canvas Tote,1,3,500,,id:71,Color,Red,
73,variation,CT-B,Canvas Tote,1,3,500,,id:71,Color,Blue,`.split('\n')

test.each([
  ['HSN', '6115', '6115'],
  ['HSN Code', '6115.10', '611510'],
  ['hsn_code', ' 6115 ', '6115'],
  ['HSN/SAC', '61151000', '61151000'],
  ['Variant HS Code', '6115.10.0012', '611510'],
  ['HSN code (product.metafields.custom.hsn_code)', '6115', '6115'],
])('a Shopify file has a product’s HSN code in the column %s', async (column, value, code) => {
  expect(await importCatalog(open.db, shopify(column, value))).toMatchObject({ ok: true, errors: [] })
  expect(await hsnOf('wool-socks')).toBe(code)
})

test.each(['hsn:6115', 'HSN: 6115', 'hsn_code:6115'])('or in a tag %s', async (tag) => {
  await importCatalog(open.db, shopify('Vendor', 'x'))
  const report = await importCatalog(open.db, shopify('Vendor', 'x', `men, ${tag}`), { diff: true, dryRun: true })
  expect(report.changes).toMatchObject([{ id: 'wool-socks', fields: { hsn: { after: '6115' } } }])
  expect(await importCatalog(open.db, shopify('Vendor', 'x', `men, ${tag}`))).toMatchObject({ ok: true })
  expect(await hsnOf('wool-socks')).toBe('6115')
})

test.each([
  ['HSN', '4202', 'men', '4202'],
  ['"Meta: hsn_code"', '4202.22', 'men', '420222'],
  ['"Meta: _hsn"', '4202', 'men', '4202'],
  ['Brands', 'x', 'men, hsn:4202', '4202'],
])('a WooCommerce file has it in the column %s or in a tag', async (column, value, tags, code) => {
  expect(await importCatalog(open.db, woo(column, value, tags))).toMatchObject({ ok: true, errors: [] })
  expect(await hsnOf('canvas-tote')).toBe(code)
})

test('an attribute HSN of WooCommerce is a code and no option', async () => {
  const lines = `ID,Type,SKU,Name,Published,Stock,"Regular price",Parent,"Attribute 1 name","Attribute 1 value(s)","Attribute 2 name","Attribute 2 value(s)"
81,variable,,Sun Cap,1,,,,HSN,6505,Color,"Red, Blue"
82,variation,SC-R,Sun Cap,1,3,500,id:81,HSN,6505,Color,Red
83,variation,SC-B,Sun Cap,1,3,500,id:81,HSN,,Color,Blue`
  const report = await importCatalog(open.db, lines.split('\n'))
  expect(report).toMatchObject({ ok: true, errors: [] })
  const cap = await showProduct(open.db, 'sun-cap')
  expect(cap?.fields.hsn).toBe('6505')
  expect(cap?.stock.map(({ size }) => size)).toEqual(['Free Size', 'Free Size'])
})

test('a text feed may have it as an attribute', async () => {
  const feed = [
    'id|title|link|price|availability|hsn',
    'SH-1|Silk Shawl|https://old.example/p/silk-shawl|999 INR|in_stock|6214',
  ].map((line) => line.replaceAll('|', '\t'))
  expect(await importCatalog(open.db, feed)).toMatchObject({ ok: true, errors: [] })
  expect(await hsnOf('silk-shawl')).toBe('6214')
})

test('JSON Lines may have it as a number or with dots', async () => {
  const variants = [{ sku: 'LC-1', color: 'Black', size: 'M', quantity: 1 }]
  const cap = { _id: 'linen-cap', name: 'Linen Cap', price: 900, categories: 'Man', variants }
  for (const [hsn, code] of [
    [6505, '6505'],
    ['6505.00', '650500'],
    [undefined, null],
  ]) {
    expect(await importCatalog(open.db, [JSON.stringify({ ...cap, hsn })])).toMatchObject({ ok: true, errors: [] })
    expect(await hsnOf('linen-cap')).toBe(code)
  }
  for (const hsn of [65, {}, 'cap'])
    expect((await importCatalog(open.db, [JSON.stringify({ ...cap, hsn })])).errors).toMatchObject([
      { line: 1, message: 'hsn must be an HSN code of 4, 6 or 8 digits' },
    ])
})

test('a file without codes leaves those of the shop; a wrong code is refused by its column', async () => {
  await importCatalog(open.db, shopify('HSN', '6115'))
  await importCatalog(open.db, shopify('Vendor', 'x'))
  expect(await hsnOf('wool-socks')).toBe('6115')
  const report = await importCatalog(open.db, shopify('HSN', '611'))
  expect(report.errors).toMatchObject([
    { line: 2, column: 'hsn', message: 'hsn must be an HSN code of 4, 6 or 8 digits' },
  ])
})

test('products without a code are counted and listed', async () => {
  await importCatalog(open.db, shopify('HSN', '6115'))
  await importCatalog(open.db, woo('HSN', '', 'men'))
  expect(await countWithoutHsn(open.db)).toBe(1)
  expect(await listProducts(open.db, { withoutHsn: true })).toMatchObject([{ id: 'canvas-tote', hsn: null }])
  await changeProduct(open.db, STAFF, 'wool-socks', { hsn: null })
  expect(await countWithoutHsn(open.db)).toBe(2)
  await changeProductState(open.db, STAFF, 'canvas-tote', 'archived')
  expect(await countWithoutHsn(open.db)).toBe(1)
})

test('a Shopify file brings what search engines are to show', async () => {
  expect(await importCatalog(open.db, shopify('SEO Title', 'Warm socks from Ladakh'))).toMatchObject({ ok: true })
  expect(await importCatalog(open.db, shopify('SEO Description', 'Knitted in Leh.'))).toMatchObject({ ok: true })
  expect((await showProduct(open.db, 'wool-socks'))?.fields).toMatchObject({ searchDescription: 'Knitted in Leh.' })
})
