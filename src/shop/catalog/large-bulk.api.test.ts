import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'

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

const bulk = (body: object) => owner.call('POST', '/products/bulk', body)

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
