import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { createSearchCounter, writeSearches } from './searches-sql.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())
beforeEach(() => sql`delete from searches`.execute(shop.shop.db))

const stored = async () =>
  (
    await sql<{ text: string; times: number; found: number }>`
    select text, times, found from searches where day = indian_day(now()) order by text`.execute(shop.shop.db)
  ).rows
const textsOfDay = async () => (await stored()).length

test('searches are counted once for each client and text, with what they found, and without the client', async () => {
  const counter = createSearchCounter(shop.shop.db, shop.shop)
  counter.record('Boxy Tee', '1.2.3.4')
  counter.record('boxy  tee', '1.2.3.4')
  counter.record('boxy tee', '5.6.7.8')
  counter.record('sherwani', '1.2.3.4')
  counter.record('asha@example.in', '1.2.3.4')
  await counter.flush()
  counter.record('boxy tee', '1.2.3.4')
  counter.record('sherwani', '5.6.7.8')
  await counter.stop()
  const rows = await stored()
  expect(rows).toEqual([
    { text: 'boxy tee', times: 2, found: expect.any(Number) },
    { text: 'sherwani', times: 2, found: 0 },
  ])
  expect(rows[0]?.found).toBeGreaterThan(0)
  const { rows: columns } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns where table_name = 'searches'`.execute(shop.shop.db)
  expect(columns.map(({ name }) => name).sort()).toEqual(['day', 'found', 'seen_at', 'text', 'times'])
})

test('one client adds at most 30 texts in an hour', async () => {
  const counter = createSearchCounter(shop.shop.db, shop.shop)
  for (let n = 0; n < 40; n++) counter.record(`flood ${n}`, '1.2.3.4')
  counter.record('sherwani', '5.6.7.8')
  await counter.stop()
  expect(await textsOfDay()).toBe(31)
})

test('a day has at most 1,000 texts, what is known counts on, and what is older than 400 days goes', async () => {
  const { db } = shop.shop
  await sql`insert into searches (day, text, times, found) values
    (indian_day(now()) - 401, 'old', 1, 0), (indian_day(now()) - 400, 'kept', 1, 0)`.execute(db)
  await writeSearches(
    db,
    Array.from({ length: 998 }, (_, n) => ({ text: `word ${n}`, times: 1, found: 0 })),
  )
  await writeSearches(db, [
    { text: 'word 1', times: 2, found: 5 },
    ...['a', 'b', 'c', 'd'].map((text) => ({ text, times: 1, found: 0 })),
  ])
  expect(await textsOfDay()).toBe(1000)
  expect((await stored()).find(({ text }) => text === 'word 1')).toMatchObject({ times: 3, found: 5 })
  const { rows } = await sql<{ text: string }>`select text from searches where day < indian_day(now())`.execute(db)
  expect(rows).toEqual([{ text: 'kept' }])
})
