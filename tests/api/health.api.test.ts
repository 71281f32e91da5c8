import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('/readyz is 503 while a migration of this version is missing from the database; /healthz is not', {
  tags: 'C5.1',
}, async () => {
  const { db } = shop.shop
  const status = async (path: string) => (await shop.fetch(path)).status
  expect(await status('/readyz')).toBe(200)
  const { rows } = await sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning name, timestamp`.execute(
    db,
  )
  const [last] = rows
  expect([await status('/readyz'), await status('/healthz')]).toEqual([503, 200])
  await sql`insert into kysely_migration (name, timestamp) values (${last?.name}, ${last?.timestamp})`.execute(db)
  expect(await status('/readyz')).toBe(200)
})
