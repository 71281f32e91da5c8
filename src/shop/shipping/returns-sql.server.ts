import { type Kysely, sql } from 'kysely'
import { piecePicture } from '../catalog/piece-picture-sql.server.ts'
import type { OrderAddress } from '../orders/contract.ts'
import type { ParcelState } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { ListedReturn } from './returns-contract.ts'
import type { ReturnState } from './rules.ts'

type Db = Kysely<Tables>

/** What is in a parcel of an order's line, and what came back of it: null until it's received. */
export interface ParcelLine {
  order_line_id: string
  sku: string
  quantity: number
  good: number | null
  damaged: number | null
}

export async function listParcelLines(db: Db, parcel: string): Promise<ParcelLine[]> {
  const { rows } = await sql<ParcelLine>`
    select x.order_line_id, l.sku, x.quantity, x.good, x.damaged
    from shipment_lines x join order_lines l on l.id = x.order_line_id where x.shipment_id = ${parcel}
    order by l.position`.execute(db)
  return rows
}

/** Writes what came back in a parcel, once: it's at the shop since now, whatever its carrier said last. */
export async function writeReceivedParcel(
  tx: Db,
  parcel: string,
  lines: readonly { order_line_id: string; good: number; damaged: number }[],
): Promise<void> {
  await sql`
    update shipments set received_at = now(), out_for_delivery_at = null, state = 'returned',
      state_at = case when state = 'returned' then state_at else now() end
    where id = ${parcel}`.execute(tx)
  for (const { order_line_id, good, damaged } of lines)
    await tx
      .updateTable('shipment_lines')
      .set({ good, damaged })
      .where('shipment_id', '=', parcel)
      .where('order_line_id', '=', order_line_id)
      .execute()
}

/** Takes back that a parcel was received: it's where it was before. */
export async function takeReceivedBack(
  tx: Db,
  parcel: string,
  { state, since, outAt }: { state: ParcelState; since: Date | null; outAt: Date | null },
): Promise<void> {
  await tx
    .updateTable('shipments')
    .set({ received_at: null, state, state_at: since, out_for_delivery_at: outAt })
    .where('id', '=', parcel)
    .execute()
  await tx.updateTable('shipment_lines').set({ good: null, damaged: null }).where('shipment_id', '=', parcel).execute()
}

/** True if something of a parcel was sent again. */
export async function isParcelSentAgain(db: Db, parcel: string): Promise<boolean> {
  const { rows } = await sql`select from shipment_lines where shipment_id = ${parcel} and resent limit 1`.execute(db)
  return rows.length > 0
}

/** The lines of an order: pieces that won't be shipped or came back, and those that were put into stock again. */
export async function listLineCounts(
  db: Db,
  orderId: string,
): Promise<{ id: string; sku: string; cancelled: number; restocked: number }[]> {
  return db
    .selectFrom('order_lines')
    .select(['id', 'sku', 'cancelled', 'restocked'])
    .where('order_id', '=', orderId)
    .orderBy('position')
    .execute()
}

/** A line of an order with what is back of it and not sent again. */
export interface BackLine {
  id: string
  sku: string
  quantity: number
  cancelled: number
  restocked: number
  /** Pieces in parcels, those in received ones, and the good ones of these. */
  shipped: number
  received: number
  good: number
}

/** The lines of an order of which something is back. */
export async function listBackLines(db: Db, orderId: string): Promise<BackLine[]> {
  const { rows } = await sql<BackLine>`
    select l.id, l.sku, l.quantity, l.cancelled, l.restocked, x.shipped, x.received, x.good
    from order_lines l cross join lateral (
      select sum(quantity)::integer as shipped, (sum(quantity) filter (where good is not null))::integer as received,
        sum(good)::integer as good
      from shipment_lines where order_line_id = l.id and not resent) x
    where l.order_id = ${orderId} and x.received > 0 order by l.position`.execute(db)
  return rows
}

/** True if parcels of an order were sent again, and none has been in trouble since. */
export async function isSentAgain(db: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql`
    select from shipments s join shipment_lines x on x.shipment_id = s.id
    where s.order_id = ${orderId} and x.resent
      and not exists (select from parcels_in_trouble where order_id = ${orderId}) limit 1`.execute(db)
  return rows.length > 0
}

/** Marks what is back of an order as sent again: it's to leave once more. */
export async function markSentAgain(tx: Db, orderId: string): Promise<void> {
  // What it was to collect is collected by the next one.
  await sql`
    update shipments set collect_paise = 0 where order_id = ${orderId} and received_at is not null`.execute(tx)
  await sql`
    update shipment_lines x set resent = true from shipments s
    where s.id = x.shipment_id and s.order_id = ${orderId} and s.received_at is not null and not x.resent`.execute(tx)
}

/** The parcels of an order. `isEnded`: it's back at the shop, or lost. */
export async function listParcelEnds(db: Db, orderId: string): Promise<{ isEnded: boolean }[]> {
  const { rows } = await sql<{ isEnded: boolean }>`
    select s.received_at is not null or s.state = 'lost' as "isEnded" from shipments s
    where s.order_id = ${orderId}`.execute(db)
  return rows
}

/** Counts pieces of lines as out of stock again. */
export async function unstock(tx: Db, lines: readonly { id: string; quantity: number }[]): Promise<void> {
  await sql`
    update order_lines l set restocked = l.restocked - v.count
    from unnest(${lines.map(({ id }) => id)}::text[], ${lines.map(({ quantity }) => quantity)}::integer[]) as v (id, count)
    where l.id = v.id`.execute(tx)
}

/** SQL: what the desk lists a parcel `p` in trouble by. */
const deskState = sql`case when p.received_at is not null then 'received' else p.state end`

export interface ReturnRow {
  id: string
  order_id: string
  number: number
  carrier: string
  tracking_number: string
  url: string | null
  state: ReturnState
  reason: string | null
  since: Date
  /** Microseconds of that moment. */
  at: number
  address: OrderAddress
  pieces: ListedReturn['pieces']
}

/** A page of parcels that come back and one more, oldest first. */
export async function listReturns(
  db: Db,
  { state, after, limit }: { state: ReturnState | null; after: readonly [number, string] | null; limit: number },
): Promise<ReturnRow[]> {
  const since = sql`coalesce(p.received_at, p.since)`
  const [at, id] = after ?? [0, '']
  const moment = sql`(timestamptz 'epoch' + ${at}::float8 * interval '1 microsecond')`
  const { rows } = await sql<ReturnRow>`
    with page as (
      select p.id, p.order_id, ${deskState} as state, ${since} as since from parcels_in_trouble p
      where p.state <> 'lost' and (${state}::text is null or ${deskState} = ${state})
        and (${since}, p.id) > (${moment}, ${id})
      order by ${since}, p.id limit ${limit + 1})
    select page.id, page.order_id, o.number, s.carrier, s.tracking_number, s.url, page.state, s.state_reason as reason, page.since,
      (extract(epoch from page.since) * 1000000)::float8 as at, o.address,
      (select coalesce(jsonb_agg(jsonb_build_object('sku', l.sku, 'name', l.name, 'color', l.color, 'size', l.size,
          'picture', ${piecePicture(sql`coalesce(q.pictures, l.pictures)`, sql`l.color`)},
          'quantity', x.quantity, 'good', x.good, 'damaged', x.damaged) order by l.position), '[]')
        from shipment_lines x join order_lines l on l.id = x.order_line_id left join products q on q.id = l.product_id
        where x.shipment_id = page.id) as pieces
    from page join shipments s on s.id = page.id join orders o on o.id = page.order_id
    order by page.since, page.id`.execute(db)
  return rows
}

/** How many there are of each. */
export async function countReturns(db: Db): Promise<Partial<Record<ReturnState, number>>> {
  const { rows } = await sql<{ state: ReturnState; count: number }>`
    select ${deskState} as state, count(*)::integer as count from parcels_in_trouble p where p.state <> 'lost' group by 1`.execute(
    db,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}
