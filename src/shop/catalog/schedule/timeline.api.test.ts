import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#platform/db/database.server.ts'
import { openTestShop, STAFF, type TestShop } from '../../../../tests/support/shop.ts'
import { takeDueChanges } from '../product/sql.server.ts'
import { applyScheduled } from './due.server.ts'
import { takeBackChange } from './timeline.server.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

test('a change that is unscheduled while it happens: the one locks its product first, the other the change, and both end', async () => {
  const { db } = shop.shop
  const change = { price: 123, mrp: null }
  const { rows } = await sql<{ id: string; product_id: string }>`
    insert into product_changes (product_id, due_at, change, actor)
    select id, now(), ${JSON.stringify(change)}, ${JSON.stringify(STAFF)} from products order by id limit 1
    returning id::text as id, product_id`.execute(db)
  const [scheduled] = rows
  const { promise: isTaken, resolve: taken } = Promise.withResolvers<void>()
  const job = inTransaction(db, async (tx) => {
    const due = await takeDueChanges(tx, 1)
    taken()
    await expect.poll(waiting).toBe(1)
    for (const one of due) await applyScheduled(tx, one)
  })
  await isTaken
  const back = await takeBackChange(shop.shop, STAFF, scheduled?.id ?? '')
  await job
  expect(back).toMatchObject({ ok: false, code: 'not_found' })
  const { price_paise } = await db
    .selectFrom('products')
    .select('price_paise')
    .where('id', '=', scheduled?.product_id ?? '')
    .executeTakeFirstOrThrow()
  expect(price_paise).toBe(12_300)

  /** How many transactions wait for another one's lock. */
  async function waiting(): Promise<number> {
    const { rows: found } = await sql<{ count: number }>`
      select count(*)::integer as count from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db)
    return found[0]?.count ?? 0
  }
})
