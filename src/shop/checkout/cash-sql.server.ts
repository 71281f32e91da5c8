import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Buyer } from '../offers/uses-sql.server.ts'
import type { OrderState } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** Orders of a buyer's account, or with their phone number, whose cash isn't in. */
export async function countOpenCash(
  db: Db,
  { customer, address }: Pick<Buyer, 'customer' | 'address'>,
): Promise<number> {
  const phone = address && JSON.stringify({ phoneNumber: address.phoneNumber })
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from orders
    where state in ('to_confirm', 'placed') and (customer_id = ${customer} or buyer_phone(address) = buyer_phone(${phone}::jsonb))`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Lets nobody else place an order in cash by this account or phone number until the transaction ends. */
export async function lockCashBuyer(tx: Db, customer: CustomerId, phoneNumber: string): Promise<void> {
  await sql`
    select pg_advisory_xact_lock(key) from (
      select distinct hashtextextended('cash order ' || one, 0) as key
      from unnest(array[${customer}::text, buyer_phone(${JSON.stringify({ phoneNumber })}::jsonb)]) as buyer (one)
      where one is not null order by key) locks`.execute(tx)
}

/** For so long the same order again is the one that was placed. */
const SAME_SECONDS = 60

/** The order without a payment, in cash or by store credit, that a customer placed a moment ago with this fingerprint, or null. */
export async function findPlacedUnpaid(tx: Db, customer: CustomerId, fingerprint: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where customer_id = ${customer} and fingerprint = ${fingerprint} and (state in ('to_confirm', 'placed') or (state = 'paid' and credit_paise = total_paise))
      and created_at > now() - make_interval(secs => ${SAME_SECONDS}) order by created_at desc limit 1`.execute(tx)
  return rows[0]?.id ?? null
}

/** Where an order goes, and the time by the database's clock, or null. */
export async function findOrderAddress(
  tx: Db,
  orderId: string,
): Promise<{ address: { zipCode: string; state: string; country: string }; now: Date } | null> {
  const { rows } = await sql<{ address: { zipCode: string; state: string; country: string }; now: Date }>`
    select address, now() as now from orders where id = ${orderId}`.execute(tx)
  return rows[0] ?? null
}

/** Has an order count that waited to be confirmed. False if it doesn't wait. */
export async function markConfirmedInCash(tx: Db, orderId: string, deliveryDays: number): Promise<boolean> {
  const { rows } = await sql`
    update orders set state = 'placed', paid_at = now(), estimated_at = now() + make_interval(days => ${deliveryDays})
    where id = ${orderId} and state = 'to_confirm' returning id`.execute(tx)
  return rows.length > 0
}

/** The order that a mailed link confirms, its row locked until the transaction ends, or null. */
export async function findByConfirmToken(
  tx: Db,
  hash: Buffer,
): Promise<{ id: string; number: number; state: OrderState } | null> {
  const { rows } = await sql<{ id: string; number: number; state: OrderState }>`
    select id, number, state from orders where confirm_hash = ${hash} for update`.execute(tx)
  return rows[0] ?? null
}

/** Orders that have waited to be confirmed for so many hours, the oldest first. */
export async function listUnconfirmed(db: Db, { hours, limit }: { hours: number; limit: number }): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from orders where state = 'to_confirm' and created_at < now() - make_interval(hours => ${hours})
    order by created_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
