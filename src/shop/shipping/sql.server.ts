import { type Kysely, sql } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import type { Paise } from '#platform/money.ts'
import type { ParcelState } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import { parseTrackingNumber } from './rules.ts'

type Db = Kysely<Tables>

export interface Shipment {
  id: string
  order_id: string
  /** Pieces by line id. */
  pieces: Record<string, number>
}

/** The parcels with a carrier's tracking number. */
export async function findParcels(db: Db, carrier: string, trackingNumber: string): Promise<Shipment[]> {
  const { rows } = await sql<Shipment>`
    select s.id, s.order_id,
      (select jsonb_object_agg(order_line_id, quantity) from shipment_lines where shipment_id = s.id) as pieces
    from shipments s
    where s.carrier = ${carrier} and s.tracking_number = ${trackingNumber} order by s.shipped_at`.execute(db)
  return rows
}

/**
 * The number of an order of another customer whose parcel, or that of its exchange, has this tracking number; or null.
 */
export async function findForeignParcel(
  db: Db,
  customer: string,
  { carrier, trackingNumber }: { carrier: string; trackingNumber: string },
): Promise<number | null> {
  const { rows } = await sql<{ number: number }>`
    select o.number from orders o
    where o.customer_id <> ${customer} and o.id in (
      select order_id from shipments where carrier = ${carrier} and tracking_number = ${trackingNumber}
      union all select order_id from exchanges where (carrier = ${carrier} and tracking_number = ${trackingNumber})
        or (pickup_carrier = ${carrier} and pickup_number = ${trackingNumber}))
    order by o.number limit 1`.execute(db)
  return rows[0]?.number ?? null
}

export interface StoredShipment {
  id: string
  carrier: string
  tracking_number: string
  url: string | null
  state: ParcelState
  state_reason: string | null
  state_at: Date | null
  out_for_delivery_at: Date | null
  received_at: Date | null
}

/** An order's parcel by its id or its tracking number. The newest if two carriers used the same number. */
export async function findParcel(db: Db, orderId: string, reference: string): Promise<StoredShipment | null> {
  const row = await db
    .selectFrom('shipments')
    .select(['id', 'carrier', 'tracking_number', 'url', 'state', 'state_reason', 'state_at', 'out_for_delivery_at'])
    .select('received_at')
    .where('order_id', '=', orderId)
    .where((or) => or('id', '=', reference).or('tracking_number', '=', parseTrackingNumber(reference) ?? reference))
    .orderBy('shipped_at', 'desc')
    .executeTakeFirst()
  return row ?? null
}

/** Sets where a parcel is, since when, and why. If `at` is null, it's so since now, by the database's clock. */
export async function updateParcelState(
  tx: Db,
  id: string,
  { state, reason, at, isOut }: { state: ParcelState; reason: string | null; at: Date | null; isOut: boolean },
): Promise<void> {
  const time = sql<Date>`coalesce(${at}::timestamptz, now())`
  await tx
    .updateTable('shipments')
    .set({
      state,
      state_reason: reason,
      state_at: time,
      delivered_at: state === 'delivered' ? time : null,
      ...(state === 'delivered' ? {} : { out_for_delivery_at: isOut ? time : null }),
    })
    .where('id', '=', id)
    .execute()
}

/** True if a tracking number is that of an exchange's parcel. */
export async function isExchangeParcel(db: Db, carrier: string, trackingNumber: string): Promise<boolean> {
  const { rows } = await sql`
    select from exchanges where (carrier = ${carrier} and tracking_number = ${trackingNumber})
      or (pickup_carrier = ${carrier} and pickup_number = ${trackingNumber}) limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Replaces a parcel's tracking number, and clears the carrier's reports under the wrong one, which were about another
 * parcel.
 */
export async function updateParcel(
  tx: Db,
  id: string,
  parcel: { carrier: string; trackingNumber: string; url: string | null },
  { isSameNumber }: { isSameNumber: boolean },
): Promise<void> {
  if (isSameNumber) {
    await tx.updateTable('shipments').set({ url: parcel.url }).where('id', '=', id).execute()
    return
  }
  await sql`
    update shipments set carrier = ${parcel.carrier}, tracking_number = ${parcel.trackingNumber}, url = ${parcel.url},
      state = 'on_the_way', state_reason = null, state_at = now(), out_for_delivery_at = null, delivered_at = null
    where id = ${id}`.execute(tx)
}

/** How often a parcel was put right in the last day, by its lines of the log. */
export async function countCorrections(tx: Db, order: string, parcel: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from audit_log where subject = ${`order:${order}`} and action = 'order.correct-parcel'
      and after->>'shipment' = ${parcel} and at > now() - interval '1 day'`.execute(tx)
  return rows[0]?.count ?? 0
}

/** Inserts a parcel and returns its id. If `at` is null, it leaves now, by the database's clock. */
export async function insertShipment(
  tx: Db,
  parcel: {
    orderId: string
    carrier: string
    trackingNumber: string
    url: string | null
    at: Date | null
    collect: Paise
  },
  pieces: readonly { id: string; count: number }[],
): Promise<string> {
  const id = newId()
  await sql`
    insert into shipments (id, order_id, carrier, tracking_number, url, collect_paise, shipped_at)
    values (${id}, ${parcel.orderId}, ${parcel.carrier}, ${parcel.trackingNumber}, ${parcel.url}, ${parcel.collect},
      coalesce(${parcel.at}::timestamptz, now()))`.execute(tx)
  await tx
    .insertInto('shipment_lines')
    .values(pieces.map((piece) => ({ shipment_id: id, order_line_id: piece.id, quantity: piece.count })))
    .execute()
  return id
}

/** Marks an order as on its way with its first parcel, and as packed at that moment if it wasn't yet. */
export async function markOnTheWay(tx: Db, orderId: string, at: Date | null): Promise<void> {
  await sql`
    update orders set status = 'ontheway', ontheway_at = coalesce(${at}::timestamptz, now()),
      packaging_at = coalesce(packaging_at, ${at}::timestamptz, now())
    where id = ${orderId} and status in ('ordered', 'packaging')`.execute(tx)
}

/** True if an order has nothing left to ship and all of its parcels were delivered, or their pieces refunded. */
export async function isWhollyDelivered(tx: Db, orderId: string): Promise<boolean> {
  const { rows } = await sql<{ done: boolean }>`
    select not exists (select from line_pieces where order_id = ${orderId} and unshipped > 0)
      and not exists (select from shipments s where s.order_id = ${orderId} and s.state <> 'delivered' and exists (
        select from shipment_lines x join order_lines l on l.id = x.order_line_id
        where x.shipment_id = s.id and not x.resent and l.cancelled < x.quantity)) as done`.execute(tx)
  return rows[0]?.done ?? false
}
