import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { FileKind } from './file.server.ts'
import type { CashParcel, Outcome, RemittedRow, TakenRow } from './rules.ts'
import type { RemittancesTables } from './tables.server.ts'

type Db = Kysely<Tables>
export type RemittanceRow = Selectable<RemittancesTables['remittances']> & { sort_key: string }

export async function insertRemittance(
  db: Db,
  { id, of, rows, createdBy }: { id: string; of: FileKind; rows: readonly RemittedRow[]; createdBy: string },
): Promise<void> {
  await db
    .insertInto('remittances')
    .values({ id, of, rows: JSON.stringify(rows), created_by: createdBy })
    .execute()
}

/** Files, the newest first, from a key on. */
export async function listRemittances(
  db: Db,
  { after, limit }: { after: readonly [string, string] | null; limit: number },
): Promise<RemittanceRow[]> {
  return db
    .selectFrom('remittances')
    .selectAll()
    .select(sql<string>`created_at::text`.as('sort_key'))
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) < (${after?.[0] ?? ''}::timestamptz, ${after?.[1] ?? ''})`),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function lockRemittance(
  tx: Transaction<Tables>,
  id: string,
): Promise<Selectable<RemittancesTables['remittances']> | null> {
  const row = await tx.selectFrom('remittances').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  return row ?? null
}

export async function setApplied(tx: Transaction<Tables>, id: string, outcome: Outcome): Promise<void> {
  await sql`update remittances set outcome = ${JSON.stringify(outcome)}, applied_at = now() where id = ${id}`.execute(
    tx,
  )
}

/** The parcels with these numbers, the oldest first. What a paid or closed order's parcels collect isn't due any more. */
export async function findCashParcels(db: Db, numbers: readonly string[]): Promise<CashParcel[]> {
  const { rows } = await sql<CashParcel>`
    select s.id, s.order_id as "orderId", s.tracking_number as awb,
      case when o.state in ('placed', 'paid') then s.collect_paise else 0 end as due,
      coalesce(sum(r.amount_paise), 0)::integer as received, coalesce(array_agg(r.utr) filter (where r.utr is not null), '{}') as utrs
    from shipments s join orders o on o.id = s.order_id left join remitted r on r.shipment_id = s.id
    where s.tracking_number = any(${[...numbers]})
    group by s.id, o.id order by s.shipped_at, s.id`.execute(db)
  return rows
}

export async function insertRemitted(
  tx: Transaction<Tables>,
  remittanceId: string,
  rows: readonly TakenRow[],
): Promise<void> {
  const values = rows.map(({ parcel, utr, amount, date }) => ({
    shipment_id: parcel.id,
    utr,
    remittance_id: remittanceId,
    amount_paise: amount,
    paid_on: date,
  }))
  if (values.length > 0) await tx.insertInto('remitted').values(values).execute()
}

/** Locks the orders of parcels, so that what is due of them stays as it is. */
export async function lockOrdersOf(tx: Transaction<Tables>, parcels: readonly CashParcel[]): Promise<void> {
  const ids = [...new Set(parcels.map(({ orderId }) => orderId))]
  await sql`select from orders where id = any(${ids}) order by id for update`.execute(tx)
}

/** Of orders: those all of whose cash is in. */
export async function findPaidUp(tx: Transaction<Tables>, orderIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.id from orders o where o.id = any(${[...orderIds]}) and o.state = 'placed'
      and o.total_paise - o.credit_paise = (select coalesce(sum(r.amount_paise), 0) from shipments s join remitted r on r.shipment_id = s.id
        where s.order_id = o.id)
    order by o.id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What a carrier has collected and not paid, and what it has paid. */
export interface CarrierCash {
  carrier: string
  /** Delivered parcels of which something is still to come. */
  parcels: number
  /** In paise. */
  due: number
  received: number
  /** Days since the oldest of them was delivered. */
  oldestDays: number
}

/** The cash of delivered parcels by carrier, those that owe most first. */
export async function sumCashByCarrier(db: Db): Promise<CarrierCash[]> {
  const { rows } = await sql<CarrierCash>`
    select carrier, count(*) filter (where due > 0)::integer as parcels, coalesce(sum(due), 0)::float8 as due,
      coalesce(sum(received), 0)::float8 as received,
      coalesce(floor(extract(epoch from now() - min(delivered_at) filter (where due > 0)) / 86400), 0)::integer as "oldestDays"
    from (${cashParcels}) as parcels
    where received > 0 or due > 0
    group by carrier order by 3 desc, carrier`.execute(db)
  return rows
}

/** Delivered parcels whose carrier hasn't paid for so many days: how many, how much (paise), and the oldest's carrier. */
export async function findOverdueCash(
  db: Db,
  days: number,
): Promise<{ count: number; due: number; carriers: string[] }> {
  const { rows } = await sql<{ count: number; due: number; carriers: string[] }>`
    select count(*)::integer as count, coalesce(sum(due), 0)::float8 as due,
      coalesce(array_agg(distinct carrier order by carrier), '{}') as carriers
    from (${cashParcels}) as parcels where due > 0 and delivered_at < now() - make_interval(days => ${days})`.execute(
    db,
  )
  return rows[0] ?? { count: 0, due: 0, carriers: [] }
}

/** SQL: parcels that collected cash; it's on its way from their delivery on (CONTRACT, Cash on delivery). */
const cashParcels = sql`
  select s.carrier, coalesce(s.delivered_at, o.delivered_at) as delivered_at, coalesce(r.received, 0) as received,
    case when o.state = 'placed' and coalesce(s.delivered_at, o.delivered_at) is not null and s.state in ('on_the_way', 'delivered')
      then s.collect_paise - coalesce(r.received, 0) else 0 end as due
  from shipments s join orders o on o.id = s.order_id
  left join lateral (select sum(amount_paise) as received from remitted where shipment_id = s.id) r on true
  where s.collect_paise > 0`

/** Payments that were taken and refunds that were made at the provider, by their ids there, as `judgeRows` takes them. */
export async function findSettleable(db: Db, ids: readonly string[]): Promise<CashParcel[]> {
  const { rows } = await sql<CashParcel>`
    select e.id, e.order_id as "orderId", e.id as awb, e.amount as due,
      coalesce(sum(s.amount_paise), 0)::integer as received, coalesce(array_agg(s.utr) filter (where s.utr is not null), '{}') as utrs
    from (
      select id, order_id, amount_paise as amount from payments
      where id = any(${[...ids]}) and id like 'pay\_%' and status in ('captured', 'refunded')
      union all
      select provider_refund_id, order_id, amount_paise from refunds
      where provider_refund_id = any(${[...ids]}) and state in ('pending', 'done')) e
    left join settled s on s.entity_id = e.id
    group by e.id, e.order_id, e.amount order by e.id`.execute(db)
  return rows
}

export async function insertSettled(
  tx: Transaction<Tables>,
  remittanceId: string,
  rows: readonly TakenRow[],
): Promise<void> {
  const values = rows.map(({ parcel, utr, amount, date }) => ({
    entity_id: parcel.id,
    utr,
    remittance_id: remittanceId,
    amount_paise: amount,
    settled_on: date,
  }))
  if (values.length > 0) await tx.insertInto('settled').values(values).execute()
}

/** The provider settles within two working days; after so many days something is wrong. */
const SETTLED_WITHIN_DAYS = 7

/**
 * What the provider has taken and not settled, in paise, since the first payment of which a file said that it was settled: before
 * nobody took files over. `late`: of it for more than a week.
 */
export async function sumUnsettled(db: Db): Promise<{ payments: number; due: number; late: number; lateDue: number }> {
  const { rows } = await sql<{ payments: number; due: number; late: number; lateDue: number }>`
    select count(*)::integer as payments, coalesce(sum(due), 0)::float8 as due,
      count(*) filter (where is_late)::integer as late, coalesce(sum(due) filter (where is_late), 0)::float8 as "lateDue"
    from (
      select p.amount_paise - coalesce((select sum(amount_paise) from settled where entity_id = p.id), 0) as due,
        p.created_at < now() - make_interval(days => ${SETTLED_WITHIN_DAYS}) as is_late
      from payments p
      where p.id like 'pay\_%' and p.status in ('captured', 'refunded') and p.created_at >= (
        select min(f.created_at) from payments f join settled s on s.entity_id = f.id)) open
    where due > 0`.execute(db)
  return rows[0] ?? { payments: 0, due: 0, late: 0, lateDue: 0 }
}
