import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { changeProduct, changeProductState, moveProduct } from '../catalog/product/staff.server.ts'
import { setLowStockThreshold } from '../catalog/stock/sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'

const open = openCatalogTables()

const exported = async () => Array.fromAsync(exportCatalog(open.db))
const emptyShop = () => sql`truncate products, stock_ledger, stock_levels cascade`.execute(open.db)

const SHOPIFY = `Handle,Title,Body (HTML),Type,Tags,Published,Option1 Name,Option1 Value,Variant SKU,Variant Inventory Qty,Variant Price,Variant Compare At Price,Image Src,Status
linen-shirt,Linen Shirt,"<h3>Why</h3><ul><li>Cool &lt;really&gt;</li><li><b>Strong</b> \\ *starred*</li></ul><p>1. not a list</p>",Shirts,"men, linen, collection:Monsoon drop",TRUE,Size,M,LS-M,4,1999.50,2499,https://pics.example/a.jpg?v=1,active
linen-shirt,,,,,,,L,'=LS-L,0,1999.50,2499,,
old-cap,Old Cap,-5 degrees,Caps,unisex,TRUE,Title,Default Title,CAP,2,499,,,archived
`

/** A product with each field of the shop's own format. */
const FULL = {
  _id: 'nila-kurta',
  name: 'Nīla “Kurta” =1+1',
  price: 0.01,
  mrp: 9_999_999.99,
  state: 'hidden',
  description: '=cmd()\n\tTabs, commas, "quotes"',
  categories: 'Woman',
  subcategory: 'Kurtas',
  pattern: 'Printed',
  fabric: 'Cotton',
  fit: 'Slim Fit',
  collection: 'Neel',
  colors: ['Blue', 'Red'],
  variants: [
    { sku: '@NK-B', color: 'Blue', size: 'M', quantity: 1_000_000, low: 0, price: 0.02, mrp: 0.03 },
    { sku: 'NK-R', color: 'Red', size: '=2', quantity: 0, low: 12 },
  ],
  pictures: [
    {
      file: 'nila/front.webp',
      alt: 'In "blue"',
      color: 'Blue',
      view: 'front',
      width: 10,
      height: 12,
      tone: '#d7d0c3',
      hash: 'abc',
      focus: { x: 30, y: 0 },
    },
    {
      src: 'https://pics.example/b.jpg?x=1&y=%20',
      alt: '',
      color: 'Red',
      view: 'back',
      width: 3,
      height: 4,
      tone: '#000000',
      focus: { x: 100, y: 50 },
    },
  ],
  rows: { latestArrivals: 3, topCollection: 1000 },
  position: -7,
  badge: '+New',
  createdAt: '2026-01-02T03:04:05.678Z',
  scheduled: [
    { at: '2126-12-24T00:00:00.000Z', price: 5, mrp: null },
    { at: '2126-12-24T00:00:00.000Z', price: 6.5, mrp: 7 },
    { at: '2127-01-01T00:00:00.000Z', state: 'archived' },
    { at: '2127-01-02T00:00:00.000Z', price: 9, mrp: null, endsSale: true },
  ],
  movedFrom: ['/p/nīla.html', '/old/नील'],
  gsm: 140.5,
  care: ['Wash cold', '-Do not bleach'],
  hindi: { description: 'नीला कुर्ता।', care: ['ठंडे पानी में धोएँ'] },
  countryOfOrigin: 'India',
  measurements: { M: { chest: 52.5, length: 70 }, note: 'in cm' },
}

/**
 * A catalogue with every field that a product can have: from another shop's file, by staff, and from the own format.
 */
async function fillShop() {
  await importCatalog(open.db, SHOPIFY.split('\n'))
  expect(await importCatalog(open.db, [JSON.stringify(FULL)])).toMatchObject({ ok: true, errors: [] })
  const sale = { from: new Date('2126-12-24T18:30:00Z'), to: new Date('2126-12-31T18:30:00Z') }
  expect(await changeProduct(open.db, STAFF, 'linen-shirt', { price: 1500 }, sale)).toMatchObject({ ok: true })
  expect(await changeProductState(open.db, STAFF, 'old-cap', 'published', sale.from)).toMatchObject({ ok: true })
  expect(await moveProduct(open.db, STAFF, 'linen-shirt', 'last')).toMatchObject({ ok: true })
  expect(await setLowStockThreshold(open.db, STAFF, 'LS-M', 3)).toMatchObject({ ok: true })
}

test('an exported line has every field of the shop’s own format as imported', async () => {
  await fillShop()
  const line = (await exported()).map((text) => JSON.parse(text)).find(({ _id }) => _id === 'nila-kurta')
  expect(line).toEqual(FULL)
})

test('an imported export is exported again byte for byte the same, over itself and into an empty shop', {
  tags: 'C4.5',
}, async () => {
  await fillShop()
  const first = await exported()
  expect(first).toHaveLength(3)
  const again = await importCatalog(open.db, first, { diff: true })
  expect(again).toMatchObject({ ok: true, unchanged: 3, updated: 0, created: 0, changes: [] })
  expect(await exported()).toEqual(first)
  await emptyShop()
  expect(await importCatalog(open.db, first)).toMatchObject({ ok: true, created: 3 })
  expect(await exported()).toEqual(first)
})

test('an export reverts later changes by staff, and the list of differences has them', async () => {
  await fillShop()
  const first = await exported()
  await moveProduct(open.db, STAFF, 'nila-kurta', 'last')
  await setLowStockThreshold(open.db, STAFF, 'LS-M', 8)
  await changeProductState(open.db, STAFF, 'nila-kurta', 'published', new Date('2130-01-01'))
  const report = await importCatalog(open.db, first, { diff: true })
  expect(report).toMatchObject({ ok: true, updated: 2, unchanged: 1 })
  expect(report.changes.map(({ id, fields }) => [id, Object.keys(fields ?? {})])).toEqual([
    ['linen-shirt', ['low LS-M']],
    ['nila-kurta', ['position', 'scheduled']],
  ])
  expect(await exported()).toEqual(first)
})

test('an invalid scheduled change is refused with the name of its field', async () => {
  for (const scheduled of [
    [{ at: 'soon', state: 'hidden' }],
    [{ at: '2126-01-01', price: 5 }],
    [{ at: '2126-01-01', price: 5, mrp: 4 }],
    [{ at: '2126-01-01', state: 'sold' }],
  ]) {
    const { ok, errors } = await importCatalog(open.db, [JSON.stringify({ ...FULL, scheduled })])
    expect({ ok, errors }).toMatchObject({ ok: false, errors: [{ message: expect.stringContaining('scheduled') }] })
  }
})

test('a file of another shop leaves what staff set as the focus of a picture', async () => {
  await fillShop()
  const lines = (await exported()).map((text) => JSON.parse(text))
  for (const line of lines)
    for (const one of line.pictures) if (line._id === 'linen-shirt') one.focus = { x: 20, y: 90 }
  const { changes } = await importCatalog(
    open.db,
    lines.map((line) => JSON.stringify(line)),
    { diff: true },
  )
  expect(changes).toMatchObject([{ id: 'linen-shirt', fields: { 'picture https://pics.example/a.jpg?v=1': {} } }])
  const kept = await exported()
  expect(kept.find((line) => line.includes('linen-shirt'))).toContain('"focus":{"x":20,"y":90}')
  expect(await importCatalog(open.db, SHOPIFY.split('\n'))).toMatchObject({ ok: true, updated: 0 })
  expect(await exported()).toEqual(kept)
})
