import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type Paise, paise } from '#platform/money.ts'
import type { Tables } from '../tables.server.ts'
import type { CreditKind } from './contract.ts'

type Db = Kysely<Tables>

/** What is given back lives at least so much longer, since its customer couldn't use it meanwhile. */
const RETURNED_DAYS = 30

const isAlive = sql`left_paise > 0 and (ends_at is null or ends_at > now())`

/** What a customer can use now, in paise. */
export async function findCreditBalance(db: Db, customer: string): Promise<number> {
  const { rows } = await sql<{ left: number }>`
    select coalesce(sum(left_paise), 0)::float8 as left from credit_entries where customer_id = ${customer} and ${isAlive}`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}

/** Whom a mail about credit goes to. */
export async function findCreditOwner(
  db: Db,
  customer: string,
): Promise<{ email: string | null; customer_name: string }> {
  return db
    .selectFrom('customers')
    .select(['email', 'name as customer_name'])
    .where('id', '=', customer)
    .executeTakeFirstOrThrow()
}

/** True once the shop has given any store credit: until then nothing of it is shown. */
export async function isCreditUsed(db: Db): Promise<boolean> {
  const { rows } = await sql<{ used: boolean }>`select exists (select from credit_entries) as used`.execute(db)
  return rows[0]?.used ?? false
}

export interface CreditRow {
  at: Date
  kind: CreditKind
  amount_paise: number
  reason: string
  order_id: string | null
  /** The order's number without its prefix. */
  order_number: number | null
  ends_at: Date | null
}

/**
 * A customer's entries, newest first. What one order used or got back of several gifts is one entry. What has just ended, and isn't
 * written yet, is among them, so that they add up to the balance.
 */
export async function listCreditEntries(db: Db, customer: string): Promise<CreditRow[]> {
  const { rows } = await sql<CreditRow>`
    select e.created_at as at, e.kind, sum(e.amount_paise)::float8 as amount_paise, e.reason, e.order_id, o.number as order_number, e.ends_at
    from (
      select id, created_at, kind, amount_paise, reason, order_id, ends_at from credit_entries where customer_id = ${customer}
      union all select id, ends_at, 'expired', left_paise, '', null, null from credit_entries
        where customer_id = ${customer} and left_paise > 0 and ends_at <= now()) e
    left join orders o on o.id = e.order_id
    group by e.created_at, e.kind, e.reason, e.order_id, o.number, e.ends_at, case when e.kind = 'given' then e.id end
    order by e.created_at desc, max(e.id) desc`.execute(db)
  return rows
}

/** A gift. The customer's account is locked. `days`: how long it lives, or 0 for ever. @returns its id and end */
export async function insertGift(
  tx: Db,
  gift: { customer: string; amount: Paise; reason: string; orderId?: string; days: number },
): Promise<{ id: number; endsAt: Date | null }> {
  const { customer, amount, reason, orderId = null, days } = gift
  const { rows } = await sql<{ id: number; endsAt: Date | null }>`
    insert into credit_entries (customer_id, kind, amount_paise, left_paise, reason, order_id, ends_at)
    values (${customer}, 'given', ${amount}, ${amount}, ${reason}, ${orderId},
      case when ${days}::integer > 0 then now() + make_interval(days => ${days}::integer) end)
    returning id, ends_at as "endsAt"`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('a gift wasn’t inserted')
  return row
}

/** Writes entries that something has ended, now or when it did. Rows that another transaction holds wait for the next time. */
async function end(db: Db, which: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ amount: number }>`
    with due as (select id, customer_id, left_paise, ends_at from credit_entries where left_paise > 0 and ${which}),
    ended as (update credit_entries e set left_paise = 0 from due where e.id = due.id returning e.id)
    insert into credit_entries (customer_id, kind, amount_paise, of_id, created_at)
    select customer_id, 'expired', left_paise, id, least(ends_at, now()) from due join ended using (id)
    returning amount_paise as amount`.execute(db)
  return rows.map(({ amount }) => amount)
}

/** Ends what is over. @returns how many gifts had something left */
export async function expireCredit(db: Db, limit: number): Promise<number> {
  return (await end(db, sql`ends_at <= now() order by ends_at limit ${limit} for update skip locked`)).length
}

/** Ends what a customer has, because nobody can use it any more. */
export async function endCredit(tx: Db, customer: string): Promise<void> {
  await end(tx, sql`customer_id = ${customer} for update`)
}

/** Removes a gift. @returns its paise, or null if some of it was used, or it has ended */
export async function deleteUnusedGift(tx: Db, id: number): Promise<Paise | null> {
  const { rows } = await sql<{ amount: number }>`
    delete from credit_entries where id = ${id} and left_paise = amount_paise returning amount_paise as amount`.execute(
    tx,
  )
  return rows[0] === undefined ? null : paise(rows[0].amount)
}

/**
 * Uses credit for an order, what ends first before the rest, in the transaction that holds its stock, and after it. False if there
 * isn't enough: the transaction is to be rolled back.
 */
export async function takeCredit(
  tx: Db,
  { customer, orderId, amount }: { customer: string; orderId: string; amount: number },
): Promise<boolean> {
  // Whoever comes second waits here, and then sees what the first one left.
  const { rows } = await sql<{ id: number; left: number }>`
    select id, left_paise as left from credit_entries where customer_id = ${customer} and ${isAlive}
    order by ends_at nulls last, id for update`.execute(tx)
  const uses: { id: number; amount: number }[] = []
  let missing = amount
  for (const { id, left } of rows) {
    if (missing === 0) break
    const used = Math.min(left, missing)
    uses.push({ id, amount: used })
    missing -= used
  }
  if (missing > 0) return false
  await sql`
    with used as (select * from jsonb_to_recordset(${JSON.stringify(uses)}::jsonb) as u (id bigint, amount integer)),
    taken as (update credit_entries e set left_paise = e.left_paise - used.amount from used where e.id = used.id)
    insert into credit_entries (customer_id, kind, amount_paise, order_id, of_id)
    select ${customer}, 'used', amount, ${orderId}, id from used`.execute(tx)
  return true
}

/** What an order used and hasn't got back, in paise. */
export async function findCreditOfOrder(db: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ amount: number }>`
    select coalesce(sum(amount_paise * case kind when 'used' then 1 else -1 end), 0)::float8 as amount
    from credit_entries where order_id = ${orderId} and kind in ('used', 'returned')`.execute(db)
  return rows[0]?.amount ?? 0
}

/**
 * Gives back of what an order used: at most `amount` paise, and by default all. First what lives longest. The order's row is locked.
 * @returns the paise given back
 */
export async function returnCredit(tx: Db, orderId: string, amount?: number): Promise<number> {
  const { rows } = await sql<{ back: number }>`
    with open as (
      select u.id, u.customer_id, g.ends_at, u.amount_paise - coalesce((select sum(r.amount_paise) from credit_entries r
          where r.of_id = u.id and r.kind = 'returned'), 0) as amount
      from credit_entries u join credit_entries g on g.id = u.of_id where u.order_id = ${orderId} and u.kind = 'used'),
    before as (
      select *, sum(amount) over (order by ends_at desc nulls first, id desc) - amount as earlier from open where amount > 0),
    backs as (
      select *, least(amount, coalesce(${amount ?? null}::bigint, earlier + amount) - earlier) as back from before),
    returned as (
      insert into credit_entries (customer_id, kind, amount_paise, left_paise, order_id, of_id, ends_at)
      select customer_id, 'returned', back, back, ${orderId}, id,
        case when ends_at is not null then greatest(ends_at, now() + make_interval(days => ${RETURNED_DAYS}::integer)) end
      from backs where back > 0 returning amount_paise)
    select coalesce(sum(amount_paise), 0)::float8 as back from returned`.execute(tx)
  return rows[0]?.back ?? 0
}
