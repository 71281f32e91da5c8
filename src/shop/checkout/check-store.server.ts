import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

const LEASE_SECONDS = 60

/** Claims orders about which the provider is to be asked now; instances that ask at once get different ones. */
export async function claimChecks(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update orders set next_check_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from orders where next_check_at <= now() order by next_check_at limit ${limit}
      for update skip locked)
    returning id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Says when an order is looked at again; null: never. */
export async function planCheck(db: Db, orderId: string, seconds: number | null): Promise<void> {
  const at = seconds === null ? sql`null` : sql`now() + make_interval(secs => ${seconds})`
  await sql`update orders set next_check_at = ${at} where id = ${orderId}`.execute(db)
}

/**
 * Makes all orders in between due at once: whatever happened while no instance ran is found within seconds. Orders that
 * another instance is just making are left alone for the time that takes. One that is open and has no next look was lost sight
 * of, and would hold its stock for ever: it is looked at too.
 */
export async function wakeOpenOrders(db: Db): Promise<void> {
  await sql`
    update orders set next_check_at = greatest(now(), created_at + interval '30 seconds')
    where (next_check_at is null or next_check_at > now())
      and (state in ('creating', 'awaiting_payment') or capture_unconfirmed)`.execute(db)
}
