import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { listAudit } from '../audit/sql.server.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { changeProduct } from '../catalog/product/staff.server.ts'
import { changeStock } from '../catalog/stock/sql.server.ts'
import { type ImportOptions, importCatalog } from './import-catalog.server.ts'
import { undoImport } from './undo-import.server.ts'

const open = openCatalogTables()

const picture = (file: string, color: string) => ({ file, color, width: 3, height: 4, tone: '#ffffff', hash: 'abc' })
const kurta = (id: string, more: object = {}) => ({
  _id: id,
  name: `Kurta ${id}`,
  price: 1799,
  mrp: 2499,
  description: 'Block printed.',
  categories: 'Woman',
  variants: [
    { sku: `${id}-M`, color: 'Indigo', size: 'M', quantity: 4, low: 2 },
    { sku: `${id}-L`, color: 'Indigo', size: 'L', quantity: 9 },
  ],
  pictures: [picture(`${id}/front.webp`, 'Indigo'), picture(`${id}/back.webp`, 'Indigo')],
  ...more,
})
const importAll = async (products: object[], options: ImportOptions = {}) => {
  const lines = products.map((product) => JSON.stringify(product))
  const report = await importCatalog(open.db, lines, { actor: STAFF, ...options })
  expect(report.errors).toEqual([])
  return report.id ?? 0
}
const exported = () => Array.fromAsync(exportCatalog(open.db))
const lineOf = async (id: string) => (await exported()).map((text) => JSON.parse(text)).find(({ _id }) => _id === id)

/** The wrong file: other prices, colours, SKUs, pictures and stock. */
const wrong = (id: string) =>
  kurta(id, {
    name: 'KURTA',
    price: 99,
    mrp: null,
    descriptionMarkdown: '**Printed**',
    variants: [
      { sku: `${id}-L`, color: 'Blue', size: 'L', quantity: 2 },
      { sku: `${id}-XL`, color: 'Blue', size: 'XL', quantity: 5 },
    ],
    pictures: [picture(`${id}/back.webp`, 'Blue')],
    scheduled: [{ at: '2126-12-24T00:00:00.000Z', state: 'archived' }],
  })

async function order(sku: string, state: 'paid' | 'expired') {
  const id = `o-${sku}`
  await sql`insert into customers (id, name, email) values (${id}, 'Asha', ${`${id}@shop.test`})`.execute(open.db)
  await sql`insert into orders (id, customer_id, state, fingerprint, goods_paise, delivery_paise, tax_paise, total_paise,
      prices_include_tax, address, payment_method, expires_at, exchange_days, status, payment_id, paid_at, estimated_at)
    select ${id}, ${id}, ${state}, '', 0, 0, 0, 0, false, '{}', 'upi', now(), 7,
      case when ${state} = 'paid' then 'ordered' end, case when ${state} = 'paid' then 'p' end,
      case when ${state} = 'paid' then now() end, case when ${state} = 'paid' then now() end`.execute(open.db)
  await sql`insert into order_lines (id, order_id, position, sku, product_id, name, price_paise, color, size, quantity, hsn, tax_percent)
    select ${id}, ${id}, 0, sku, product_id, '', 9900, color, size, 1, '6109', 5 from stock where sku = ${sku}`.execute(
    open.db,
  )
}

test('an import is taken back whole: fields, variants, SKUs, stock, pictures, what is scheduled, and new products', async () => {
  await importAll([kurta('a'), kurta('b')])
  const before = await exported()
  const id = await importAll([wrong('a'), kurta('b'), kurta('new')])
  const undone = await undoImport(open.db, STAFF, id)
  expect(undone).toMatchObject({ ok: true, data: { restored: ['a'], removed: ['new'], sold: [], kept: [] } })
  expect(undone.ok && undone.data.pictures).toEqual(['new/front.webp', 'new/back.webp'])
  expect(await exported()).toEqual(before)
  const { rows } = await sql`select sku, sum(delta_on_hand)::int as ledger, max(on_hand) as stock
    from stock_ledger left join stock using (sku) group by sku having sum(delta_on_hand) <> coalesce(max(on_hand), 0)`.execute(
    open.db,
  )
  expect(rows, 'the ledger adds up').toEqual([])
  expect((await listAudit(open.db, { subject: `import:${id}`, limit: 9 }))[0]).toMatchObject({
    action: 'catalog.undo-import',
    after: { restored: 1, removed: 1 },
  })
  expect((await listAudit(open.db, { subject: 'product:a', limit: 1 }))[0]).toMatchObject({
    action: 'catalog.undo-import',
    before: { price: 99 },
    after: { price: 1799 },
  })
  expect(await undoImport(open.db, STAFF, id), 'twice').toMatchObject({ ok: false, code: 'conflict' })
  expect(await undoImport(open.db, STAFF, 4_000_000_000)).toMatchObject({ ok: false, code: 'not_found' })
})

test('products that were sold since, or of which a piece is held, stay and are named', async () => {
  await importAll([kurta('a'), kurta('b'), kurta('c')])
  await order('c-M', 'paid')
  const id = await importAll([wrong('a'), wrong('b'), wrong('c'), kurta('new')])
  await order('a-L', 'paid')
  await order('b-L', 'expired')
  await sql`update stock set reserved = 1 where sku = 'new-M'`.execute(open.db)
  expect(await undoImport(open.db, STAFF, id)).toMatchObject({
    ok: true,
    data: { restored: ['b', 'c'], removed: [], sold: ['a', 'new'] },
  })
  expect(await lineOf('a')).toMatchObject({ name: 'KURTA', price: 99 })
  expect(await lineOf('b'), 'its order was never paid').toMatchObject({ price: 1799 })
  expect(await lineOf('c'), 'it was sold before').toMatchObject({ price: 1799 })
  expect(await lineOf('new')).toBeDefined()
})

test('what was changed since stays and is named; pieces that came since are added to the stock of before', async () => {
  await importAll([kurta('a'), kurta('b')])
  const id = await importAll([wrong('a'), kurta('b', { price: 999, mrp: 1999 })])
  await changeProduct(open.db, STAFF, 'a', { name: 'Kurta of Jaipur' })
  await changeStock(open.db, STAFF, 'a-L', { delta: 3, reason: 'delivery' })
  await changeProduct(open.db, STAFF, 'b', { mrp: 1500 })
  expect(await undoImport(open.db, STAFF, id)).toMatchObject({
    ok: true,
    data: {
      restored: ['a', 'b'],
      kept: [
        { id: 'a', fields: ['name'] },
        { id: 'b', fields: ['mrp', 'price'] },
      ],
    },
  })
  const a = await lineOf('a')
  expect(a).toMatchObject({ name: 'Kurta of Jaipur', price: 1799, mrp: 2499, description: 'Block printed.' })
  expect(a.variants).toMatchObject([
    { sku: 'a-M', color: 'Indigo', quantity: 4, low: 2 },
    { sku: 'a-L', color: 'Indigo', quantity: 12 },
  ])
  expect(await lineOf('b'), 'a price without its MRP may be above it').toMatchObject({ price: 999, mrp: 1500 })
})

test('an import without stock is taken back without stock', async () => {
  await importAll([kurta('a')])
  const id = await importAll([wrong('a')], { keepStock: true })
  await changeStock(open.db, STAFF, 'a-L', { quantity: 30, reason: 'counted' })
  expect(await undoImport(open.db, STAFF, id)).toMatchObject({ ok: true, data: { kept: [] } })
  expect((await lineOf('a')).variants).toMatchObject([
    { sku: 'a-M', quantity: 4 },
    { sku: 'a-L', quantity: 30 },
  ])
})

test('nothing is taken back if a SKU of before belongs to another product by now', async () => {
  await importAll([kurta('a')])
  const id = await importAll([wrong('a')])
  await importAll([kurta('other', { variants: [{ sku: 'a-M', color: 'Red', size: 'M', quantity: 1 }] })])
  const now = await exported()
  expect(await undoImport(open.db, STAFF, id)).toEqual({
    ok: false,
    code: 'conflict',
    message: 'Nothing was taken back: a can’t be as it was, because SKU a-M belongs to other.',
  })
  expect(await exported()).toEqual(now)
})
