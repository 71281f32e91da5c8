import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../tests/support/shop.ts'

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
  await shop.signIn('Asha Kale')
})
afterAll(() => shop.close())

/** Each table, the column with a row's name, and the columns of a row as old as its `day`. */
const ROWS = [
  ['registrations', 'email', sql`(email, name, created_at) select name, 'Asha', day`],
  ['login_codes', 'email', sql`(email, kind, salt, digest, expires_at) select name, 'code', '', '', day`],
  ['login_failures', 'email', sql`(email, in_a_row, last_at) select name, 1, day`],
  [
    'sessions',
    'digest',
    sql`(digest, customer_id, created_at, last_seen_at)
      select name::bytea, (select id from customers limit 1), day, day`,
  ],
  ['limit_hits', 'bucket', sql`(bucket, hit_at, keep_until) select name, day, day`],
  ['idempotency_keys', 'key', sql`(scope, key, payload, run, started_at) select 's', name, '', 'r', day`],
  ['webhook_inbox', 'event_id', sql`(event_id, type, raw, processed_at) select name, 't', '{}', day`],
] as const

test('expired rows are deleted soon after a start, without any request', async () => {
  const { db } = shop.shop
  for (const [table, , columns] of ROWS)
    await sql`
      with aged (name, day) as (values ('stale', now() - interval '100 days'), ('fresh', now() + interval '1 minute'))
      insert into ${sql.table(table)} ${columns} from aged`.execute(db)
  await shop.jobs.tick()
  for (const [table, key] of ROWS) {
    const { rows } = await sql<{ name: string }>`
      select ${sql.ref(key)}::text as name from ${sql.table(table)}
      where ${sql.ref(key)}::text in ('stale', 'fresh', 'stale'::bytea::text, 'fresh'::bytea::text)`.execute(db)
    expect([table, ...rows.map(({ name }) => name)]).toEqual([table, expect.stringMatching(/^(fresh|\\x6672657368)$/)])
  }
})
