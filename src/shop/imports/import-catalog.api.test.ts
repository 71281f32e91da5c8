import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { exportCatalog } from '../catalog/product/line.server.ts'
import { readPictureList } from '../catalog/product/pictures.server.ts'
import { readProducts } from '../catalog/sql.server.ts'
import { changeStock } from '../catalog/stock/sql.server.ts'
import { fillEmptyShop } from './demonstration.server.ts'
import { generateCatalogue } from './generate.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { readLines } from './lines.server.ts'

const folder = join(import.meta.dirname, '../../../catalogue')
const open = openCatalogTables()

const SHIRT = {
  _id: 'bench-shirt',
  name: 'Bench Shirt',
  price: 1299.5,
  categories: 'Man',
  subcategory: 'Shirts',
  pattern: 'Plain',
  fabric: 'Linen',
  fit: 'Slim Fit',
  colors: ['Black', 'White'],
  variants: [
    { sku: 'BS-BLK-M', color: 'Black', size: 'M', quantity: 3 },
    { sku: 'BS-WHT-M', color: 'White', size: 'M', quantity: 0 },
    { sku: 'BS-BLK-S', color: 'Black', size: 'S', quantity: 2 },
  ],
}
const lines = (...products: unknown[]) => products.map((product) => JSON.stringify(product))
const exported = async () => Array.fromAsync(exportCatalog(open.db))
const countOf = async (table: string) =>
  (await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(open.db)).rows[0]?.n

/** For every SKU the sum of the ledger is the stock. */
async function expectLedgerMatchesStock() {
  const { rows } =
    await sql`select coalesce(s.sku, l.sku) as sku, s.on_hand, s.reserved, l.on_hand as ledger_on_hand, l.reserved as ledger_reserved
    from stock s full join (
      select sku, sum(delta_on_hand)::int as on_hand, sum(delta_reserved)::int as reserved from stock_ledger group by sku) l using (sku)
    where coalesce(s.on_hand, 0) <> coalesce(l.on_hand, 0)`.execute(open.db)
  expect(rows).toEqual([])
}

test('a dry run with a difference list reports what would change, and writes nothing', async () => {
  await importCatalog(open.db, lines(SHIRT))
  const [first, ...others] = SHIRT.variants
  const fields = { name: 'Bench Shirt II', price: 999, mrp: 1299 }
  const changed = { ...SHIRT, ...fields, variants: [{ ...first, quantity: 77 }, ...others] }
  const file = lines(changed, { ...SHIRT, _id: 'new-shirt', variants: [{ ...first, sku: 'NEW' }] })
  const report = await importCatalog(open.db, file, { dryRun: true, diff: true })
  expect(report.changes.map(({ id, fields }) => ({ id, fields }))).toEqual([
    {
      id: 'bench-shirt',
      fields: {
        name: { before: 'Bench Shirt', after: 'Bench Shirt II' },
        price: { before: 1299.5, after: 999 },
        mrp: { before: null, after: 1299 },
        [`stock ${first?.sku}`]: { before: first?.quantity, after: 77 },
      },
    },
    { id: 'new-shirt', fields: null },
  ])
  expect(await readProducts(open.db, ['new-shirt'])).toEqual([])
  const kept = await importCatalog(open.db, file, { keepStock: true, diff: true })
  expect(kept.changes[0]?.fields).not.toHaveProperty(`stock ${first?.sku}`)
  const [shirt] = await readProducts(open.db, ['bench-shirt'])
  expect(shirt).toMatchObject({ price: 999, mrp: 1299 })
  expect(shirt?.variants.find(({ sku }) => sku === first?.sku)?.quantity).toBe(first?.quantity)
  await expectLedgerMatchesStock()
})

test('at most 1,000 changes are listed', async () => {
  await importCatalog(open.db, lines(SHIRT))
  const news = Array.from({ length: 1100 }, (_, n) => ({
    ...SHIRT,
    _id: `shirt-${n}`,
    variants: [{ sku: `S-${n}`, color: 'Black', size: 'M', quantity: 1 }],
  }))
  // Its first batch has an unchanged product, so that no batch ends at the thousandth change.
  const report = await importCatalog(open.db, lines(SHIRT, ...news), { dryRun: true, diff: true })
  expect(report).toMatchObject({ ok: true, created: 1100 })
  expect(report.changes).toHaveLength(1000)
})

describe('the demonstration', () => {
  test('loads whole into an empty shop, and never twice', { tags: 'C3.51' }, async () => {
    const loaded = await fillEmptyShop(open.db, folder)
    expect(loaded).toMatchObject({ products: 72, stores: 10 })
    expect(loaded?.reviews).toBeGreaterThan(500)
    const verified = open.db.selectFrom('reviews').select('id').where('verified_buyer', '=', true)
    expect(await verified.execute(), 'nobody bought anything').toEqual([])
    expect(await fillEmptyShop(open.db, folder)).toBeNull()
    await expectLedgerMatchesStock()
    const [tee] = await readProducts(open.db, ['four-bars-boxy-tee'])
    expect(tee).toMatchObject({ name: 'Four Bars Boxy Tee', price: 1299, colors: ['Black', 'White', 'Purple'] })
    expect(tee?.images[0]).toMatch(/^\/media\/four-bars-boxy-tee\/black-front\.webp\?v=[0-9a-f]+$/)
    expect(tee?.sizes.map((size) => size.size)).toEqual(['S', 'M', 'L', 'XL', 'XXL'])
    const summed = tee?.variants.filter((one) => one.size === 'M').reduce((sum, one) => sum + one.quantity, 0)
    expect(tee?.sizes[1]?.quantity).toBe(summed)
  })

  test('is loaded once by shops that start together', async () => {
    const loads = await Promise.all([fillEmptyShop(open.db, folder), fillEmptyShop(open.db, folder)])
    expect(loads.filter((load) => load !== null)).toHaveLength(1)
  })

  test('imports unchanged from its own export, into an empty shop and over itself', { tags: 'C4.5' }, async () => {
    await fillEmptyShop(open.db, folder)
    const first = await exported()
    const again = await importCatalog(open.db, first)
    expect(again).toMatchObject({ ok: true, created: 0, updated: 0, unchanged: 72, errors: [] })
    await sql`truncate products, stock_ledger cascade`.execute(open.db)
    expect(await importCatalog(open.db, first)).toMatchObject({ ok: true, created: 72 })
    expect(await exported()).toEqual(first)
  })
})

describe('an import', () => {
  test('of an export leaves a product imported without a date unchanged', async () => {
    await importCatalog(open.db, lines(SHIRT))
    expect(await importCatalog(open.db, await exported())).toMatchObject({ updated: 0, unchanged: 1 })
  })

  test('adds held pieces to the stock, and keeps the ids of sizes', async () => {
    expect(await importCatalog(open.db, lines(SHIRT))).toMatchObject({ ok: true, products: 1, created: 1 })
    const [before] = await readProducts(open.db, ['bench-shirt'])
    await sql`update stock set reserved = 2 where sku = 'BS-BLK-M'`.execute(open.db)
    const more = { ...SHIRT, variants: [{ ...SHIRT.variants[0], quantity: 9 }, SHIRT.variants[2]] }
    expect(await importCatalog(open.db, lines(more))).toMatchObject({ ok: true })
    const stock = await open.db.selectFrom('stock').select(['sku', 'on_hand', 'reserved']).orderBy('sku').execute()
    expect(stock).toEqual([
      { sku: 'BS-BLK-M', on_hand: 11, reserved: 2 },
      { sku: 'BS-BLK-S', on_hand: 2, reserved: 0 },
    ])
    const [after] = await readProducts(open.db, ['bench-shirt'])
    expect(after?.sizes[0]?._id).toBe(before?.sizes[0]?._id)
    expect(after?.variants[0]?.quantity).toBe(9)
    await expectLedgerMatchesStock()
  })

  // tests/api/imports.api.test.ts has more invalid values.
  test('imports nothing if one line is invalid, and reports every invalid line', { tags: 'C4.1' }, async () => {
    const bad: [unknown, string][] = [
      [{ ...SHIRT, _id: 'b', price: '1299' }, 'price must be a number'],
      [
        { ...SHIRT, _id: 'e', variants: [{ ...SHIRT.variants[0], quantity: -1 }] },
        'variants.0.quantity can’t be negative',
      ],
      [{ ...SHIRT, _id: 'g', variants: [] }, 'variants must have at least one'],
      [{ ...SHIRT, _id: 'h', name: '' }, 'name is missing'],
      [{ ...SHIRT, _id: 'k', categories: 'Men' }, 'categories must be Man, Woman, Other'],
      [
        { ...SHIRT, _id: 'n', pictures: [{ file: 'nowhere.webp' }], variants: [{ ...SHIRT.variants[0], sku: 'N' }] },
        'nowhere.webp wasn’t found',
      ],
      [{ ...SHIRT, _id: 'o', subcategory: 'Tops, Tees' }, 'can’t contain a comma'],
      [{ ...SHIRT, _id: 'p', gsm: '240' }, 'gsm must be a number'],
      [{ ...SHIRT, _id: 'q', badge: 7 }, 'badge must be a text'],
      [{ ...SHIRT, _id: 'r', rows: { latestArrivals: 1001 } }, 'rows.latestArrivals must be from 1 to 1000'],
      [{ ...SHIRT, _id: 'u', countryOfOrigin: 'x'.repeat(81) }, 'countryOfOrigin may have at most 80 characters'],
      [{ ...SHIRT, _id: 'v', name: 'Two\nlines' }, 'name: This text must be on one line.'],
      [{ ...SHIRT, _id: 's', care: Array(31).fill('Wash') }, 'care may have at most 30 entries'],
      [{ ...SHIRT, _id: 'x', hindi: { name: 'कमीज़' } }, 'hindi'],
      [{ ...SHIRT, _id: 't', measurements: { M: true } }, 'measurements.M has an invalid format'],
    ]
    const all = [...lines(SHIRT, ...bad.map(([product]) => product)), '{ "half": ', 'null', '"text"', '']
    const report = await importCatalog(open.db, all)
    expect(report).toMatchObject({ ok: false, created: 0 })
    const messagesOf = (line: number) => report.errors.filter((error) => error.line === line).map((one) => one.message)
    for (const [index, [, message]] of bad.entries()) expect(messagesOf(index + 2).join()).toContain(message)
    expect(report.errors.filter(({ line }) => line > bad.length + 1).map(({ message }) => message)).toEqual([
      'this line isn’t JSON',
      'this line isn’t a product as a JSON object',
      'this line isn’t a product as a JSON object',
    ])
    expect(await countOf('products')).toBe(0)
    expect(await countOf('stock_ledger')).toBe(0)
  })

  test('a Unicode line separator in a description is a line break, not the end of its line in the file', async () => {
    const description = 'Soft.\u2028Softer.\u2029Softest.'
    expect(await importCatalog(open.db, lines({ ...SHIRT, description }))).toMatchObject({ ok: true, created: 1 })
    expect(await readProducts(open.db, ['bench-shirt'])).toMatchObject([{ description: 'Soft.\nSofter.\nSoftest.' }])
  })

  test('rejects a repeated _id, and a SKU of another product', { tags: 'C4.6' }, async () => {
    const other = { ...SHIRT, _id: 'other-shirt' }
    const twice = await importCatalog(open.db, lines(SHIRT, SHIRT))
    expect(twice.errors).toEqual([{ line: 2, id: 'bench-shirt', message: 'the _id bench-shirt is in line 1 too' }])
    const stolen = await importCatalog(open.db, lines(SHIRT, other))
    expect(stolen.errors[0]).toEqual({
      line: 2,
      id: 'other-shirt',
      message: 'SKU BS-BLK-M belongs to bench-shirt in line 1',
    })
    await importCatalog(open.db, lines(SHIRT))
    expect((await importCatalog(open.db, lines(other))).ok).toBe(false)
    expect(await countOf('products')).toBe(1)
  })

  test('lets SKUs of a product swap colours, and reports two of the same colour', async () => {
    await importCatalog(open.db, lines(SHIRT))
    const [black, white, small] = SHIRT.variants
    const swapped = [{ ...black, color: 'White' }, { ...white, color: 'Black' }, small]
    expect(await importCatalog(open.db, lines({ ...SHIRT, variants: swapped }))).toMatchObject({ ok: true, errors: [] })
    const stock = await open.db.selectFrom('stock').select(['sku', 'color', 'on_hand']).orderBy('sku').execute()
    expect(stock).toEqual([
      { sku: 'BS-BLK-M', color: 'White', on_hand: 3 },
      { sku: 'BS-BLK-S', color: 'Black', on_hand: 2 },
      { sku: 'BS-WHT-M', color: 'Black', on_hand: 0 },
    ])
    const clash = await importCatalog(open.db, lines({ ...SHIRT, variants: [black, { ...white, color: 'Black' }] }))
    expect(clash.errors).toEqual([
      { line: 1, id: 'bench-shirt', message: expect.stringContaining('a second variant of Black, M') },
    ])
  })

  test('writes nothing in a dry run, and reports what it would write', { tags: 'C4.1' }, async () => {
    const report = await importCatalog(open.db, lines(SHIRT), { dryRun: true })
    expect(report).toMatchObject({ ok: true, dryRun: true, created: 1 })
    expect(await countOf('products')).toBe(0)
  })

  test('accepts a byte order mark, CRLF and unknown fields', async () => {
    const line = `\ufeff${JSON.stringify({ ...SHIRT, vendor: 'Bench', 'x-y': 1 })}\r`
    expect((await importCatalog(open.db, [line])).ok).toBe(true)
  })

  test('rejects an empty file', async () => {
    expect((await importCatalog(open.db, [])).errors[0]?.message).toBe('there are no products')
  })

  test('keeps a SKU that an unpaid order holds', async () => {
    await importCatalog(open.db, lines(SHIRT))
    await sql`update stock set reserved = 1 where sku = 'BS-BLK-S'`.execute(open.db)
    const report = await importCatalog(open.db, lines({ ...SHIRT, variants: SHIRT.variants.slice(0, 2) }))
    expect(report.errors[0]?.message).toBe('SKU BS-BLK-S is held for an unpaid order and must stay')
  })
})

describe('generated catalogues', () => {
  test('are the same for the same seed, and pass the import', async () => {
    const samples = await Array.fromAsync(readLines(join(folder, 'products.jsonl')))
    const generated = [...generateCatalogue(450, 7, samples)]
    expect(generated).toEqual([...generateCatalogue(450, 7, samples)])
    const pictures = await readPictureList(join(folder, 'pictures.json'))
    expect(await importCatalog(open.db, generated, { pictures })).toMatchObject({ ok: true, created: 450, errors: [] })
    await expectLedgerMatchesStock()
  })
})

describe('stock set', () => {
  test('sets the stock and writes the stock ledger', async () => {
    await importCatalog(open.db, lines(SHIRT))
    await sql`update stock set reserved = 1 where sku = 'BS-BLK-M'`.execute(open.db)
    const set = (sku: string, quantity: number) => changeStock(open.db, STAFF, sku, { quantity })
    expect(await set('BS-BLK-M', 7)).toMatchObject({ ok: true, data: { quantity: 7, held: 1, before: 2 } })
    expect((await readProducts(open.db, ['bench-shirt']))[0]?.variants[0]?.quantity).toBe(7)
    expect(await set('NO-SUCH', 1)).toMatchObject({ ok: false, code: 'not_found' })
    for (const wrong of [-1, 1.5, Number.NaN, 2e6])
      expect(await set('BS-BLK-M', wrong)).toMatchObject({ ok: false, code: 'invalid_input' })
    await expectLedgerMatchesStock()
  })

  test('the stock ledger can’t be rewritten', async () => {
    await importCatalog(open.db, lines(SHIRT))
    await expect(sql`update stock_ledger set delta_on_hand = 99`.execute(open.db)).rejects.toThrow('append-only')
    await expect(sql`delete from stock_ledger`.execute(open.db)).rejects.toThrow('append-only')
  })
})
