import { type Kysely, type RawBuilder, type Selectable, sql, type Transaction } from 'kysely'
import type { BookedParcel } from '#platform/carriers/carrier.server.ts'
import type { ApiCarrier } from '#platform/carriers/names.ts'
import { claim, inSeconds } from '#platform/db/claim.server.ts'
import { backOff } from '#platform/process/backoff.ts'
import type { OrderState } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { BookingKind, BookingState, ExchangeNow } from './rules.ts'

type Db = Kysely<Tables>
export type BookingRow = Selectable<Tables['bookings']>

/** Longer than all requests of an attempt together, so that none is under way when the next attempt begins. */
const LEASE_SECONDS = 180
/** Seconds until the next attempt. */
const RETRY = { first: 10, most: 900 }

export interface ListedBooking extends BookingRow {
  order_number: number
  /** True if its parcel is recorded as one that has left, or the carrier has picked up the return. */
  has_left: boolean
  /** What the carrier last said. */
  news: string | null
  news_at: Date | null
}

/** SQL: true if a parcel was shipped with the number of booking `b`, or the carrier has the return. */
const HAS_LEFT = sql`(b.picked_up_at is not null or exists (
    select from shipments s where s.order_id = b.order_id and s.tracking_number = b.number))`

/** SQL: bookings `b` as staff see them. */
const LISTED = sql`b.*, o.number as order_number, ${HAS_LEFT} as has_left, n.status as news, n.at as news_at
  from bookings b join orders o on o.id = b.order_id
    left join carrier_news n on n.carrier = b.carrier and n.number = b.number`

/** Bookings, newest first: those after a row's key, of these orders or this exchange, of a kind, in a state. */
export async function listBookings(
  db: Db,
  {
    after,
    limit,
    orders,
    exchange,
    kind,
    state,
  }: {
    after: readonly [at: string, id: string] | null
    limit: number
    orders: readonly string[] | null
    exchange: string | null
    kind: BookingKind | null
    state: BookingState | null
  },
): Promise<(ListedBooking & { sort_key: string })[]> {
  const [at, id] = after ?? [null, '']
  const { rows } = await sql<ListedBooking & { sort_key: string }>`
    select b.created_at::text as sort_key, ${LISTED}
    where (${at}::timestamptz is null or (b.created_at, b.id) < (${at}::timestamptz, ${id}))
      and (${orders === null} or b.order_id = any(${[...(orders ?? [])]}::text[]))
      and (${exchange}::text is null or b.exchange_id = ${exchange})
      and (${kind}::text is null or b.kind = ${kind})
      and (${state}::text is null or b.state = ${state})
    order by b.created_at desc, b.id desc limit ${limit}`.execute(db)
  return rows
}

/** A booking, locked until the transaction ends if that's asked for, or null. */
export async function findBooking(db: Db, id: string, { isLocked = false } = {}): Promise<ListedBooking | null> {
  const { rows } = await sql<ListedBooking>`
    select ${LISTED} where b.id = ${id} ${isLocked ? sql`for update of b` : sql``}`.execute(db)
  return rows[0] ?? null
}

/**
 * The booking that is in the way of an order's next parcel, or null. One of an earlier parcel that left otherwise is, too, unless
 * its carrier refused to cancel it.
 */
export async function findOpenBooking(tx: Db, orderId: string, parcel: number): Promise<BookingRow | null> {
  const { rows } = await sql<BookingRow>`
    select b.* from bookings b where b.order_id = ${orderId} and b.kind = 'parcel' and b.state in ('booking', 'booked', 'cancelling') and not ${HAS_LEFT}
      and (b.parcel = ${parcel} or b.state <> 'booked' or b.problem is null)
    order by b.parcel desc limit 1`.execute(tx)
  return rows[0] ?? null
}

/** The booking that is to fetch the old piece of an exchange, or null. */
export async function findOpenReturn(tx: Db, exchangeId: string): Promise<BookingRow | null> {
  const { rows } = await sql<BookingRow>`
    select b.* from bookings b
    where b.exchange_id = ${exchangeId} and b.kind = 'return' and b.state in ('booking', 'booked', 'cancelling')`.execute(
    tx,
  )
  return rows[0] ?? null
}

/** How many bookings an order had. */
export async function countBookings(tx: Db, orderId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from bookings where order_id = ${orderId}`.execute(tx)
  return rows[0]?.count ?? 0
}

export interface NewBooking {
  id: string
  orderId: string
  /** Of a return. */
  exchangeId: string | null
  parcel: number
  carrier: ApiCarrier
  reference: string
  pieces: Readonly<Record<string, number>>
  collect: number
  by: string
}

export async function insertBooking(tx: Transaction<Tables>, booking: NewBooking): Promise<void> {
  const { id, orderId, exchangeId, parcel, carrier, reference, pieces, collect, by } = booking
  const kind: BookingKind = exchangeId === null ? 'parcel' : 'return'
  await sql`
    insert into bookings (id, kind, order_id, exchange_id, parcel, carrier, reference, pieces, collect_paise, created_by, address_hash)
    select ${id}, ${kind}, o.id, ${exchangeId}, ${parcel}, ${carrier}, ${reference}, ${JSON.stringify(pieces)}::jsonb, ${collect}, ${by}, md5(o.address::text)
    from orders o where o.id = ${orderId}`.execute(tx)
}

/** What a booking's order says now. */
export interface OrderNow {
  order_id: string
  state: OrderState
  status: string | null
  address_hash: string
  /** Of an address in India. */
  pin: string | null
  parcels: number
  /** Pieces that haven't left, by line. */
  lines: { id: string; sku: string; unshipped: number }[]
}

export async function findOrderNow(db: Db, orderId: string): Promise<OrderNow | null> {
  const { rows } = await sql<OrderNow>`
    select o.id as order_id, o.state, o.status, md5(o.address::text) as address_hash,
      case when o.address ->> 'country' = 'India' then o.address ->> 'zipCode' end as pin,
      (select count(*)::integer from shipments where order_id = o.id) as parcels,
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'sku', l.sku, 'unshipped', p.unshipped) order by l.position), '[]')
        from order_lines l join line_pieces p on p.order_line_id = l.id where l.order_id = o.id) as lines
    from orders o where o.id = ${orderId}`.execute(db)
  return rows[0] ?? null
}

/** What a return's exchange says now, or null. */
export async function findExchangeNow(db: Db, exchangeId: string): Promise<ExchangeNow | null> {
  const { rows } = await sql<ExchangeNow>`
    select o.id as "orderId", o.number as "orderNumber", e.status <> 'ordered' as "isApproved",
      e.cancelled_at is not null and e.refunded_at is null as "isCancelled", e.refunded_at is not null as "isRefunded",
      e.received_at is not null as "isReceived", e.pickup_carrier as "pickupCarrier", e.pickup_number as "pickupNumber",
      e.pickup_number is not null and not exists (
        select from bookings b where b.exchange_id = e.id and b.number = e.pickup_number) as "isByHand",
      md5(o.address::text) as "addressHash", case when o.address ->> 'country' = 'India' then o.address ->> 'zipCode' end as pin,
      (select coalesce(jsonb_object_agg(sku, pieces), '{}') from (
        select l.sku, sum(x.quantity)::integer as pieces from exchange_lines x join order_lines l on l.id = x.order_line_id
        where x.exchange_id = e.id group by l.sku) old) as pieces
    from exchanges e join orders o on o.id = e.order_id where e.id = ${exchangeId}`.execute(db)
  return rows[0] ?? null
}

/** After this a booking isn't looked at by itself any more. */
const DAYS = 60
const isRecent = (created: RawBuilder<Date>) => sql`${created} > now() - make_interval(days => ${DAYS})`

/** Bookings whose parcel hasn't left, the oldest first. One that the carrier refused to cancel isn't asked about again. */
export async function listOpenBookings(db: Db): Promise<BookingRow[]> {
  const { rows } = await sql<BookingRow>`
    select b.* from bookings b where (b.state = 'booking' or (b.state = 'booked' and b.problem is null))
      and ${isRecent(sql`b.created_at`)} and not ${HAS_LEFT}
    order by b.created_at`.execute(db)
  return rows
}

/** Claims bookings whose carrier is to be asked now. */
export async function claimBookings(db: Db, limit: number): Promise<BookingRow[]> {
  const { rows } = await claim<BookingRow>({
    table: 'bookings',
    due: sql`state in ('booking', 'cancelling') and next_attempt_at <= now()`,
    order: sql`next_attempt_at`,
    limit,
    set: sql`attempts = attempts + 1, next_attempt_at = ${inSeconds(LEASE_SECONDS)}`,
    returning: sql`*`,
  }).execute(db)
  return rows
}

/** Asks again later. `problem`: what it waits for. */
export async function postponeBooking(db: Db, { id, attempts }: BookingRow, problem: string): Promise<void> {
  await sql`update bookings set problem = ${problem}, next_attempt_at = ${inSeconds(backOff(attempts, RETRY))}
    where id = ${id} and state in ('booking', 'cancelling')`.execute(db)
}

/** Keeps the number that the carrier gave out, before it's used. */
export async function storeReserved(db: Db, id: string, number: string): Promise<void> {
  await sql`update bookings set number = ${number} where id = ${id}`.execute(db)
}

/** Stores what the carrier answered. One that somebody cancels meanwhile stays that. */
export async function storeBooked(
  db: Db,
  id: string,
  { number, remoteId, courier, pickupOn }: BookedParcel,
): Promise<void> {
  await sql`update bookings set number = ${number}, remote_id = ${remoteId}, courier = ${courier},
      pickup_on = coalesce(${pickupOn}::date, pickup_on),
      state = case state when 'booking' then 'booked' else state end,
      problem = case state when 'booking' then null else problem end,
      settled_at = case state when 'booking' then now() else settled_at end
    where id = ${id}`.execute(db)
}

/** Ends an attempt, unless the booking is in another state by now. */
export async function settleBooking(
  db: Db,
  id: string,
  { from, to, problem }: { from: BookingState; to: BookingState; problem?: string },
): Promise<void> {
  await sql`update bookings set state = ${to}, settled_at = now(), attempts = 0,
      problem = coalesce(${problem ?? null}, problem)
    where id = ${id} and state = ${from}`.execute(db)
}

/** Has the carrier told that the parcel doesn't come, once a request that may be under way is over. */
export async function markCancelling(db: Db, id: string, problem: string | null): Promise<void> {
  await sql`update bookings set state = 'cancelling', problem = ${problem}, attempts = 0, settled_at = now(),
      next_attempt_at = case state when 'booking' then least(next_attempt_at, ${inSeconds(LEASE_SECONDS)}) else now() end
    where id = ${id} and state in ('booking', 'booked')`.execute(db)
}

/** Makes bookings due that wait for a next attempt, after an outage. Leased ones stay. */
export async function wakeBookings(db: Db): Promise<void> {
  await sql`update bookings set next_attempt_at = now()
    where state in ('booking', 'cancelling') and next_attempt_at > ${inSeconds(LEASE_SECONDS)}`.execute(db)
}

/** Records that the carrier has a return, or brought it to the shop. What was recorded before stays. */
export async function storeFetched(
  tx: Db,
  id: string,
  { at, hasArrived }: { at: Date; hasArrived: boolean },
): Promise<void> {
  await sql`update bookings set picked_up_at = coalesce(picked_up_at, least(${at}, now())),
      arrived_at = coalesce(arrived_at, case when ${hasArrived} then least(${at}, now()) end)
    where id = ${id}`.execute(tx)
}

/** The carrier's booked parcels that haven't left and aren't asked to be fetched on that day. */
export async function listToFetch(db: Db, carrier: ApiCarrier, day: string): Promise<ListedBooking[]> {
  const { rows } = await sql<ListedBooking>`
    select ${LISTED} where b.carrier = ${carrier} and b.kind = 'parcel' and b.state = 'booked' and b.pickup_on is distinct from ${day}::date
      and ${isRecent(sql`b.created_at`)} and not ${HAS_LEFT}
    order by b.created_at`.execute(db)
  return rows
}

/** Stores the days on which parcels are fetched, by their bookings. */
export async function storePickups(tx: Db, days: readonly { id: string; day: string }[]): Promise<void> {
  await sql`update bookings b set pickup_on = d.day
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb) as d(id text, day date) where b.id = d.id`.execute(tx)
}

/** The order of a carrier's parcel by its number, with its booking and the exchange of a return. */
export interface FoundParcel {
  order_id: string
  booking: string | null
  exchange: string | null
}

/** A carrier's parcel by its number, or null. */
export async function findByNumber(db: Db, carrier: ApiCarrier, number: string): Promise<FoundParcel | null> {
  const { rows } = await sql<FoundParcel>`
    select order_id, id as booking, exchange_id as exchange from bookings where carrier = ${carrier} and number = ${number}
    union all
    select order_id, null, null from shipments
    where tracking_number = ${number} and (${carrier} = 'shiprocket' or lower(carrier) = ${carrier})
    limit 1`.execute(db)
  return rows[0] ?? null
}

/** Stores a carrier's word. False if it said so before, or something newer. A time that hasn't come counts as now. */
export async function storeNews(
  tx: Db,
  { carrier, number, at, status }: { carrier: ApiCarrier; number: string; at: Date; status: string },
): Promise<boolean> {
  const stored = await sql`
    insert into carrier_news (carrier, number, at, status) values (${carrier}, ${number}, least(${at}, now()), ${status})
    on conflict (carrier, number) do update set at = excluded.at, status = excluded.status
    where excluded.at > carrier_news.at`.execute(tx)
  return (stored.numAffectedRows ?? 0n) > 0n
}

/** Says what is wrong with a booking that the carrier goes on with. */
export async function noteProblem(tx: Db, id: string, problem: string): Promise<void> {
  await sql`update bookings set problem = ${problem} where id = ${id}`.execute(tx)
}

/** A carrier is asked so often about a parcel whose pushes may be lost. */
const TRACK_HOURS = 4

/** Claims booked parcels of a carrier that aren't at an end, for a look at where they are. */
export async function claimToTrack(db: Db, carrier: ApiCarrier, limit: number): Promise<string[]> {
  const { rows } = await claim<{ number: string }>({
    table: 'bookings',
    due: sql`carrier = ${carrier} and state = 'booked' and ${isRecent(sql`created_at`)}
      and arrived_at is null and coalesce(tracked_at, settled_at) < now() - make_interval(hours => ${TRACK_HOURS})
      and not exists (select from shipments s where s.order_id = bookings.order_id and s.tracking_number = bookings.number
        and (s.state in ('delivered', 'returned', 'lost') or s.received_at is not null))`,
    order: sql`tracked_at nulls first`,
    limit,
    set: sql`tracked_at = now()`,
    returning: sql`number`,
  }).execute(db)
  return rows.map(({ number }) => number)
}

/** How many bookings and cancellations of each carrier wait for its answer. */
export async function countWaitingByCarrier(db: Db): Promise<Record<ApiCarrier, number>> {
  const { rows } = await sql<{ carrier: ApiCarrier; count: number }>`
    select carrier, count(*)::integer as count from bookings where state in ('booking', 'cancelling') group by 1`.execute(
    db,
  )
  return { delhivery: 0, shiprocket: 0, ...Object.fromEntries(rows.map(({ carrier, count }) => [carrier, count])) }
}

/** How many bookings, and how many cancellations, have waited for their carrier for more than an hour. */
export async function countWaitingBookings(db: Db): Promise<{ bookings: number; cancellations: number }> {
  const { rows } = await sql<{ bookings: number; cancellations: number }>`
    select count(*) filter (where state = 'booking')::integer as bookings,
      count(*) filter (where state = 'cancelling')::integer as cancellations
    from bookings where state in ('booking', 'cancelling') and attempts > 1
      and coalesce(settled_at, created_at) < now() - interval '1 hour'`.execute(db)
  return rows[0] ?? { bookings: 0, cancellations: 0 }
}
