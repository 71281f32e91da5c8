import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { openCatalogTables } from '../../../tests/support/catalog-tables.ts'
import { STAFF } from '../../../tests/support/shop.ts'
import { changeStock } from '../catalog/stock/sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { finishImports } from './jobs.server.ts'

const open = openCatalogTables()

const tee = (id: string, skus: readonly string[], more: object = {}) =>
  JSON.stringify({
    _id: id,
    name: id,
    price: 900,
    categories: 'Man',
    variants: skus.map((sku, index) => ({ sku, color: 'Black', size: `${index}`, quantity: 9 })),
    ...more,
  })
/** A sale as in the checkout: one conditional update for each SKU, ordered by bytes. */
const sell = (...skus: string[]) =>
  open.db.transaction().execute(async (tx) => {
    for (const sku of skus)
      await sql`update stock set reserved = reserved + 1 where sku = ${sku} and on_hand > reserved`.execute(tx)
  })
const readStock = async () =>
  (await open.db.selectFrom('stock').select(['sku', 'on_hand', 'reserved']).orderBy('sku').execute()).map(
    (row) => `${row.sku} ${row.on_hand} ${row.reserved}`,
  )
const createTees = (from: number, to: number, price = 900) =>
  Array.from({ length: to - from }, (_, index) => tee(`tee-${from + index}`, [`T-${from + index}`], { price }))

test.each([false, true])(
  'products are sold while an import converts pictures (dry run: %s)',
  async (dryRun) => {
    await importCatalog(open.db, createTees(0, 450))
    let sold = 0
    const pictures = {
      async find() {
        await sell('T-0')
        sold++
        return { width: 4, height: 5, hash: '0123456789', tone: '#000000' }
      },
    }
    const last = tee('tee-450', ['T-450'], { pictures: [{ file: 'front.jpg' }] })
    const report = await importCatalog(open.db, [...createTees(0, 450, 800), last], { pictures, dryRun })
    expect(report).toMatchObject({ ok: true, created: 1, updated: 450 })
    expect(sold).toBe(1)
    expect((await readStock())[0]).toBe(dryRun ? 'T-0 9 1' : 'T-0 10 1')
  },
  20_000,
)

test('a failed import or a dry run doesn’t block sales', async () => {
  await importCatalog(open.db, [tee('a', ['A'])])
  await open.db.transaction().execute(async (tx) => {
    await sql`update stock set reserved = 1 where sku = 'A'`.execute(tx)
    // Both end while the sale still holds its row.
    expect(await importCatalog(open.db, [tee('a', ['A']), 'no JSON'])).toMatchObject({ ok: false, errorCount: 1 })
    expect(await importCatalog(open.db, [tee('a', ['A'])], { dryRun: true })).toMatchObject({ ok: true })
  })
  expect(await readStock()).toEqual(['A 9 1'])
})

test('imports and sales of the same products, in any order of lines, never deadlock', async () => {
  const tees = Array.from({ length: 450 }, (_, n) =>
    tee(
      `tee-${n}`,
      ['b-1', 'B1', 'a_1', 'A-1'].map((name) => `${name}-${n}`),
    ),
  )
  await importCatalog(open.db, tees)
  const skus = (await open.db.selectFrom('stock').select('sku').execute()).map((row) => row.sku).sort()
  let done = false
  const shoppers = Array.from({ length: 4 }, async (_, n) => {
    for (let round = n; !done; round++) await sell(...skus.filter((_, index) => (index + round) % 97 === 0))
  })
  const both = [tees, tees.toReversed()].map((lines) => importCatalog(open.db, lines))
  const reports = await Promise.all(both).finally(() => {
    done = true
  })
  await Promise.all(shoppers)
  expect(reports).toMatchObject([{ ok: true }, { ok: true }])
})

test('a SKU of two products is reported, in different batches and against the existing stock', async () => {
  await importCatalog(open.db, [tee('a', ['A'])])
  const report = await importCatalog(open.db, [tee('first', ['X']), ...createTees(0, 450), tee('last', ['X', 'A'])])
  expect(report).toMatchObject({ ok: false, created: 0, errorCount: 2 })
  expect(report.errors).toEqual([
    { line: 452, id: 'last', message: 'SKU A belongs to a' },
    { line: 452, id: 'last', message: 'SKU X belongs to first in line 1' },
  ])
  expect(await readStock()).toEqual(['A 9 0'])
})

test('a SKU passes from one imported product to another, and two are swapped, with their stock', async () => {
  await importCatalog(open.db, [tee('a', ['A', 'X']), tee('b', ['B'])])
  await sql`update stock set on_hand = 3 where sku = 'X'`.execute(open.db)
  const owners = async () =>
    (await open.db.selectFrom('stock').select(['sku', 'product_id', 'on_hand']).orderBy('sku').execute()).map(
      (row) => `${row.sku} ${row.product_id} ${row.on_hand}`,
    )
  const passed = [tee('a', ['A']), tee('b', ['B', 'X'])]
  expect(await importCatalog(open.db, passed, { keepStock: true })).toMatchObject({ ok: true })
  expect(await owners()).toEqual(['A a 9', 'B b 9', 'X b 3'])
  expect(await importCatalog(open.db, [tee('a', ['B']), tee('b', ['A', 'X'])])).toMatchObject({ ok: true })
  expect(await owners()).toEqual(['A b 9', 'B a 9', 'X b 9'])
  const { rows } = await sql<{ sum: number }>`
    select sum(delta_on_hand)::integer as sum from stock_ledger where sku = 'X'`.execute(open.db)
  // The update of X above took 6 from its stock without a ledger entry.
  expect(rows).toEqual([{ sum: 9 + 6 }])
  await sell('A')
  const held = await importCatalog(open.db, [tee('a', ['A']), tee('b', ['B', 'X'])])
  expect(held.errors.map(({ message }) => message)).toEqual([
    'SKU A is held for an unpaid order of b and must stay there',
  ])
})

test('quantities are applied in steps between sales, and an interrupted import is finished later', async () => {
  const many = (quantity: number) =>
    Array.from({ length: 260 }, (_, n) =>
      JSON.stringify({
        ...JSON.parse(tee(`tee-${n}`, [])),
        variants: Array.from({ length: 5 }, (_, size) => ({
          sku: `T-${n}-${size}`,
          color: 'Black',
          size: `${size}`,
          quantity,
        })),
      }),
    )
  const pending = async () => (await open.db.selectFrom('pending_stock').select('sku').execute()).length
  const left = async () =>
    (
      await sql<{ left: number; skus: number }>`select on_hand - reserved as left, count(*)::int as skus from stock
      group by 1 order by 1`.execute(open.db)
    ).rows
  await importCatalog(open.db, many(9))
  // An import in the caller's transaction leaves its quantities pending, like one killed after its transaction.
  await open.db.transaction().execute((tx) => importCatalog(tx, many(50)))
  expect([await pending(), await left()]).toEqual([1300, [{ left: 9, skus: 1300 }]])
  await sell('T-0-0', 'T-1-0')
  expect(await changeStock(open.db, STAFF, 'T-2-0', { quantity: 7 })).toMatchObject({ ok: true })
  // Stock never goes below what's held by then.
  await open.db.updateTable('pending_stock').set({ delta: -9 }).where('sku', '=', 'T-1-0').execute()
  expect(await finishImports(open.db)).toBe(1299)
  expect(await left()).toEqual([
    { left: 0, skus: 1 },
    { left: 7, skus: 1 },
    { left: 49, skus: 1 },
    { left: 50, skus: 1297 },
  ])
  expect(await importCatalog(open.db, many(60))).toMatchObject({ ok: true, errors: [] })
  expect([await pending(), await left()]).toEqual([0, [{ left: 60, skus: 1300 }]])
  // An import of a few SKUs replaces their pending stock.
  await open.db.transaction().execute((tx) => importCatalog(tx, many(70)))
  expect(await importCatalog(open.db, many(80).slice(0, 1))).toMatchObject({ ok: true })
  expect([await pending(), await left()]).toEqual([
    0,
    [
      { left: 70, skus: 1295 },
      { left: 80, skus: 5 },
    ],
  ])
  const { rows } = await sql`select sku from stock join stock_ledger using (sku) group by sku, on_hand
    having sum(delta_on_hand) <> on_hand`.execute(open.db)
  expect(rows).toEqual([])
})

test('several imports run in the caller’s transaction, and no staging file is left', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'staging-'))
  vi.stubEnv('TMPDIR', folder)
  await open.db.transaction().execute(async (tx) => {
    expect((await importCatalog(tx, [tee('a', ['A'])])).ok).toBe(true)
    expect((await importCatalog(tx, [tee('b', ['B'])])).ok).toBe(true)
  })
  expect(await readStock()).toEqual(['A 9 0', 'B 9 0'])
  await expect(importCatalog(open.db, failingLines())).rejects.toThrow('read error')
  expect(await readdir(folder)).toEqual([])
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

function* failingLines() {
  yield tee('c', ['C'])
  throw new Error('read error')
}
