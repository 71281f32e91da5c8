import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../../tests/support/staff.ts'
import { until } from '../../../../tests/support/until.ts'
import { moveStock } from '../stock/sql.server.ts'

const PRODUCTS = 5000

let shop: TestShop
let owner: SignedInStaff['browser']
beforeAll(async () => {
  shop = await openTestShop()
  owner = (await signInStaff(shop, 'owner', 'asha')).browser
  // Prices with paise, some without an MRP, some with one that a rise would pass.
  await sql`insert into products (id, name, price_paise, mrp_paise, category, colors)
    select 'sari-' || n, 'Sari ' || n, 50000 + n * 37 % 90000, case n % 3 when 0 then null else 150000 + n * 11 % 9000 end,
      'Woman', array['Red']
    from generate_series(1, ${PRODUCTS}::integer) n`.execute(shop.shop.db)
  await sql`insert into stock (sku, product_id, color, size, position, on_hand)
    select 'SARI-' || n, 'sari-' || n, 'Red', 'M', 0, n % 9 from generate_series(1, ${PRODUCTS}::integer) n`.execute(
    shop.shop.db,
  )
})
afterAll(() => shop.close())

/** A checksum of all prices, of the shop's other products too. */
async function checksum(): Promise<string> {
  const { rows } = await sql<{ sum: string }>`
    select md5(string_agg(id || ' ' || price_paise || ' ' || coalesce(mrp_paise::text, '-'), ',' order by id)) as sum
    from products`.execute(shop.shop.db)
  return rows[0]?.sum ?? ''
}

const bulk = (body: object, key?: string) =>
  owner.call('POST', '/products/bulk', body, key === undefined ? {} : { 'idempotency-key': key })

/** Runs `work` while somebody else has locked a product. */
async function whileLocked<T>(id: string, work: () => Promise<T>): Promise<T> {
  return shop.shop.db.transaction().execute(async (tx) => {
    await sql`select from products where id = ${id} for update`.execute(tx)
    return work()
  })
}

/** The process in the database that waits for a lock. */
const waitingBackend = () =>
  until('somebody waits for a lock', 10_000, async () => {
    const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(shop.shop.db)
    return rows[0]?.pid
  })

/** Does something, and says how long it took: a figure to read, which no test depends on. */
async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  process.stdout.write(`${what} of ${PRODUCTS} products: ${((performance.now() - began) / 1000).toFixed(1)} s\n`)
  return result
}

test('the prices of 5,000 products are reviewed, changed and taken back, and are then what they were', {
  tags: ['A4', 'A20', 'A28'],
}, async () => {
  const before = await checksum()
  const change = { price: { percent: 12.5, round: 9 } }
  const review = await timed('The review', () => bulk({ filter: { q: 'sari' }, change, dryRun: true }))
  expect(review).toMatchObject({ status: 200, body: { count: PRODUCTS, refusedCount: 0, undo: null } })
  expect(review.body.rows).toHaveLength(10)
  expect(await checksum(), 'the review changes nothing').toBe(before)

  const done = await timed('The change', () => bulk({ selection: review.body.selection, change }))
  expect(done.body).toMatchObject({ count: PRODUCTS, refusedCount: 0, refused: [] })
  expect(await checksum()).not.toBe(before)
  const { rows } = await sql<{ wrong: number; lines: number }>`select
    (select count(*)::integer from products where id like 'sari-%' and (price_paise % 1000 <> 900 or price_paise > mrp_paise)) as wrong,
    (select count(*)::integer from audit_log where action = 'product.set' or action = 'product.bulk') as lines`.execute(
    shop.shop.db,
  )
  expect(rows[0]).toMatchObject({ wrong: 0 })
  expect(rows[0]?.lines, 'a line for each').toBeGreaterThanOrEqual(PRODUCTS)
  // The log offers the undo of the whole at the line of the whole, and at none of a product, in no batch.
  const undosOf = async (subject: string) =>
    // Safe cast: the contract says what a page of the log is.
    (
      (await owner.call('GET', `/audit?action=product.bulk&subject=${subject}`)).body.items as { undo: string | null }[]
    ).map(({ undo }) => undo)
  expect(await undosOf('catalog')).toEqual([done.body.undo])
  for (const id of ['sari-1', 'sari-2000', 'sari-5000']) expect(await undosOf(`product:${id}`)).toEqual([null])

  const undone = await timed('The undo', () => owner.call('POST', `/undo/${done.body.undo}`))
  expect(undone.status).toBe(200)
  expect(await checksum()).toBe(before)
  expect((await owner.call('POST', `/undo/${done.body.undo}`)).status, 'once').toBe(409)
})

test('a change that the database ends midway is made once when it’s repeated, and its undo takes all of it back', {
  tags: ['A4', 'A20'],
}, async () => {
  const before = await checksum()
  const change = { price: { percent: 10, round: 1 } }
  const { selection } = (await bulk({ filter: { q: 'sari' }, change, dryRun: true })).body
  const key = crypto.randomUUID()
  const first = await whileLocked('sari-999', async () => {
    const answer = bulk({ selection, change }, key)
    await sql`select pg_terminate_backend(${await waitingBackend()})`.execute(shop.shop.db)
    return answer
  })
  expect(first.status).toBe(503)
  expect(await checksum(), 'all or nothing').toBe(before)

  const done = await bulk({ selection, change }, key)
  expect(done.body).toMatchObject({ count: PRODUCTS, refusedCount: 0 })
  const { rows } = await sql<{ twice: number }>`select count(*)::integer as twice from products
    where id like 'sari-%' and price_paise > (50000 + substr(id, 6)::integer * 37 % 90000) * 1.1 + 50`.execute(
    shop.shop.db,
  )
  expect(rows[0], 'once').toEqual({ twice: 0 })
  expect((await bulk({ selection, change }, key)).body, 'the same answer').toEqual(done.body)
  expect((await bulk({ selection, change })).status, 'a selection is used once').toBe(404)

  expect((await owner.call('POST', `/undo/${done.body.undo}`)).status).toBe(200)
  expect(await checksum()).toBe(before)
})

test('shoppers buy while a change of many products waits', { tags: ['A4'] }, async () => {
  const shopper = await shop.signIn()
  const change = { price: { percent: 10, round: 1 } }
  const { selection } = (await bulk({ filter: { q: 'sari' }, change, dryRun: true })).body
  const { added, done } = await whileLocked('sari-999', async () => {
    const done = bulk({ selection, change })
    await waitingBackend()
    // By now the change has locked every other product.
    const line = { productId: 'sari-1', color: 'Red', size: 'M', quantity: 1 }
    const added = await shopper.api('POST /user/addToCart', { body: { userId: shopper.id, ...line } })
    await shop.shop.db.transaction().execute((tx) =>
      moveStock(tx, { orderId: 'none' }, [{ sku: 'SARI-1', quantity: 1 }], {
        onHand: 0,
        reserved: 1,
        reason: 'held',
      }),
    )
    return { added, done }
  })
  expect(added.status).toBe(200)
  expect((await done).body).toMatchObject({ count: PRODUCTS })
})
