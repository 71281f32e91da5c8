import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** Where an order goes, and the phone number beside it. */
type Place = { phoneNumber: string; streetAddress: string; zipCode: string }

/** Counts an order as refused at the door, once. */
export async function insertRefusal(tx: Db, orderId: string): Promise<void> {
  await sql`insert into refusals (order_id) values (${orderId}) on conflict do nothing`.execute(tx)
}

/** How many orders were refused at this phone number or address, and not forgiven. */
export async function countRefusals(db: Db, address: Place | null): Promise<number> {
  const place = address && JSON.stringify(address)
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from refusals f join orders o on o.id = f.order_id
    where f.forgiven_at is null and (buyer_phone(o.address) = buyer_phone(${place}::jsonb)
      or buyer_place(o.address) = buyer_place(${place}::jsonb))`.execute(db)
  return rows[0]?.count ?? 0
}

/** SQL: the refusals `f` of orders `o` that count against a customer: their own, and those at a phone number or address of theirs. */
const countsAgainst = (customer: string) => sql`f.forgiven_at is null and (o.customer_id = ${customer}
  or buyer_phone(o.address) in (select buyer_phone(own.address) from orders own where own.customer_id = ${customer})
  or buyer_place(o.address) in (select buyer_place(own.address) from orders own where own.customer_id = ${customer}))`

export async function countRefusalsOf(db: Db, customer: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from refusals f join orders o on o.id = f.order_id where ${countsAgainst(customer)}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Lets them count no more, and returns how many there were. */
export async function forgiveRefusals(tx: Db, customer: string): Promise<number> {
  const { rows } = await sql`
    update refusals f set forgiven_at = now() from orders o where o.id = f.order_id and ${countsAgainst(customer)}
    returning f.order_id`.execute(tx)
  return rows.length
}
