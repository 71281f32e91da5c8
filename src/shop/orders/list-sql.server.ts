import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Picture } from '../catalog/contract.ts'
import { piecePicture } from '../catalog/piece-picture-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import type { OrderStatus, StaffStage, Trouble } from './rules.ts'
import type { SearchTerms } from './search-terms.ts'
import type { OrderRow } from './tables.server.ts'

type Db = Kysely<Tables>
type Condition = RawBuilder<unknown>

/** No list counts further than this. */
export const MAX_COUNT = 10_000

/** An order in a list of the staff site. */
interface ListedRecord
  extends Pick<
    Selectable<OrderRow>,
    'id' | 'number' | 'state' | 'total_paise' | 'created_at' | 'paid_at' | 'estimated_at' | 'capture_unconfirmed'
  > {
  status: OrderStatus | null
  recipient: string
  phone: string
  city: string
  pin: string
  product_name: string
  picture: Picture | null
  lines: number
  pieces: number
  /** Pieces that haven't left, though some may be cancelled with the order. */
  unshipped: number
  has_parcels: boolean
  is_out_for_delivery: boolean
  has_failed_refund: boolean
  has_stuck_refund: boolean
  /** Its parcels that couldn't be delivered, come back, came back or are lost. */
  troubles: { state: Trouble; parcel: string }[]
  /** The undecided dispute of its payment with the nearest deadline, or a lost one. */
  dispute: { status: string; respond_by: string | null } | null
}

export interface OrderListRow extends ListedRecord {
  /** Which of the search's meanings found it, by their order; 0 without a search. */
  rank: number
  /** Microseconds of the time that the list is sorted by. */
  sort_key: number
}

/** By order: an `exists` would read all parcels ever sent. */
const hasParcels = sql`coalesce((select true from shipments p where p.order_id = o.id limit 1), false)`

const isOutForDelivery = sql`coalesce((select true from shipments p
  where p.order_id = o.id and p.out_for_delivery_at is not null and p.state = 'on_the_way' limit 1), false)`

const hasUnshipped = sql`exists (select from line_pieces p where p.order_id = o.id and p.unshipped > 0)`

const hasFailedRefund = sql`exists (select from failed_refunds f where f.order_id = o.id)`

/** A refund that the provider hasn't made within an hour. */
const hasStuckRefund = sql`exists (
  select from refunds f where f.order_id = o.id and f.state in ('due', 'pending') and f.created_at < now() - interval '1 hour')`

/** SQL: the undecided dispute of an order `o` with the nearest deadline, or a lost one of its payment; null if it's cancelled. */
export const worstDispute = sql`(
  select jsonb_build_object('status', d.status, 'respond_by', d.respond_by) from disputes d
  where d.order_id = o.id and (d.status in ('open', 'under_review')
    or (d.status = 'lost' and d.payment_id = o.payment_id and o.state = 'paid'))
  order by d.status = 'lost', d.respond_by limit 1)`

/**
 * SQL: true for an order `o` to pack. These are the rows of the view `orders_to_pack`, written so that counting them or
 * reading a page reads no other lines: before the first parcel every paid order has pieces to pack, else it would be
 * cancelled.
 */
export const isToPack = sql`o.state in ('placed', 'paid') and o.status <> 'delivered' and not o.capture_unconfirmed
    and (o.status <> 'ontheway' or (${hasParcels} and ${hasUnshipped}))`

/** The orders of each stage. */
const STAGES = {
  'to-confirm': sql`o.state = 'to_confirm'`,
  'to-pack': isToPack,
  shipped: sql`o.state in ('placed', 'paid') and o.status = 'ontheway' and not ${isOutForDelivery}`,
  'out-for-delivery': sql`o.state in ('placed', 'paid') and o.status = 'ontheway' and o.id in (
    select order_id from shipments where out_for_delivery_at is not null and state = 'on_the_way')`,
  delivered: sql`o.state in ('placed', 'paid') and o.status = 'delivered'`,
  cancelled: sql`o.state = 'cancelled'`,
  'coming-back': sql`o.id in (select order_id from shipments where state in ('attempted', 'returning', 'returned'))
    and exists (select from parcels_in_trouble p where p.order_id = o.id and p.state <> 'lost')`,
  problems: sql`o.id in (
    select id from orders where capture_unconfirmed
    union all select order_id from disputes_in_trouble
    union all select order_id from refunds where state = 'failed'
    union all select order_id from refunds where state in ('due', 'pending')
    union all select order_id from shipments where state in ('attempted', 'returning', 'returned', 'lost'))
    and (o.capture_unconfirmed or ${hasFailedRefund} or ${hasStuckRefund} or exists (
      select from disputes_in_trouble d where d.order_id = o.id)
      or exists (select from parcels_in_trouble p where p.order_id = o.id))`,
} as const satisfies Record<StaffStage, Condition>

/** SQL: true for orders that were placed: paid, or to be paid at the door. Their names and phone numbers are indexed. */
const placed = sql`o.status is not null`

/**
 * The meanings of a search, the most exact first: each is a condition on `orders o`. An order
 * is found by its number, its documents' and the payment provider's whatever its state, by an e-mail address if it's placed or waits for its payment, by a note in
 * any state, and by all else if it's placed.
 */
function meaningsOf(terms: SearchTerms): Condition[] {
  const { id, number, document, provider, lastFour, phone, pin, tracking, sku, email, words, isName } = terms
  const byWords = (query: string) => sql`${placed} and order_search(o.address, o.number) @@ ${query}::tsquery`
  const customer = sql`o.customer_id = (select c.id from customers c where c.email = ${email})`
  const found: [unknown, Condition][] = [
    [id ?? number, sql`(o.id = ${id} or o.number = ${number})`],
    [
      document,
      sql`o.id in (select i.order_id from invoices i where i.number = ${document}
        union all select n.order_id from credit_notes n where n.number = ${document}
        union all select n.order_id from debit_notes n where n.number = ${document})`,
    ],
    [
      provider,
      sql`o.id in (select p.order_id from payments p where p.id = ${provider}
        union all select r.order_id from refunds r where r.provider_refund_id = ${provider}
        union all select d.order_id from disputes d where d.id = ${provider}
        union all select a.id from orders a where a.provider_order_id = ${provider})`,
    ],
    [lastFour, byWords(`'#n${lastFour}'`)],
    [phone, byWords(`'#t${phone}'`)],
    [pin, byWords(`'#p${pin}'`)],
    [
      tracking,
      sql`o.id in (select s.order_id from shipments s where s.tracking_number = ${tracking}
        union all select e.order_id from exchanges e where ${tracking} in (e.tracking_number, e.pickup_number))`,
    ],
    [sku, sql`${placed} and o.id in (select l.order_id from order_lines l where l.sku in (${sku}, upper(${sku})))`],
    [
      email,
      sql`((${customer} and ${placed})
        or (${customer} and o.state in ('creating', 'awaiting_payment')))`,
    ],
    [isName ? words : null, byWords(words ?? '')],
    [
      isName ? words : null,
      sql`${placed} and o.customer_id in (
        select c.id from customers c where c.email is not null and search_words(c.name) @@ ${words}::tsquery)`,
    ],
    [words, sql`o.id in (select n.order_id from order_notes n where search_words(n.text) @@ ${words}::tsquery)`],
  ]
  const conditions = found.flatMap(([term, condition]) => (term === null ? [] : [condition]))
  // A long row of dots means nothing.
  return conditions.length > 0 ? conditions : [sql`false`]
}

/** Where a page goes on: after the row with this rank, sort key and id. */
export type OrderCursor = readonly [rank: number, key: number, id: string]

export interface OrderFilters {
  stage: StaffStage | null
  /** Null without a search. */
  terms: SearchTerms | null
}

/**
 * A page of orders and one more. Those to pack come oldest first, all others newest first; with a search the most exact
 * meaning comes first. Without a stage and a search: all that were paid.
 */
export async function listOrderPage(
  db: Db,
  { stage, terms }: OrderFilters,
  { after, limit }: { after: OrderCursor | null; limit: number },
): Promise<OrderListRow[]> {
  const isOldestFirst = stage === 'to-pack'
  const column = isOldestFirst ? sql`o.paid_at` : sql`o.created_at`
  const from =
    terms === null ? sql`(select *, 0 as rank from orders where status is not null) o` : foundBy(terms, stage)
  const conditions = [
    stage === null ? sql`true` : STAGES[stage],
    after === null ? sql`true` : isAfter(column, isOldestFirst, after),
  ]
  const order = isOldestFirst ? sql`o.rank, ${column}, o.id` : sql`o.rank, ${column} desc, o.id`
  const page = sql<Hit>`(
    select o.id, o.rank, (extract(epoch from ${column}) * 1000000)::float8 as sort_key
    from ${from} where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit + 1})`
  const hits = await db
    .selectFrom(page.as('hit'))
    .selectAll()
    .orderBy('rank')
    .orderBy('sort_key', isOldestFirst ? 'asc' : 'desc')
    .orderBy('id')
    .execute()
  const rows = new Map((await readListed(db, hits)).map((row) => [row.id, row]))
  return hits.flatMap((hit) => {
    const row = rows.get(hit.id)
    return row ? [{ ...row, ...hit }] : []
  })
}

type Hit = Pick<OrderListRow, 'id' | 'rank' | 'sort_key'>

/** SQL: the orders `o` that a search finds, each with its most exact meaning; all their columns only for a stage. */
function foundBy(terms: SearchTerms, stage: StaffStage | null): RawBuilder<unknown> {
  // Materialized: walking all orders and asking each would take a hundred times as long if few are found.
  const meanings = meaningsOf(terms).map(
    (meaning, rank) =>
      sql`select o.id, o.created_at, o.paid_at, ${rank}::integer as rank from orders o where ${meaning}`,
  )
  const found = sql`with found as materialized (${sql.join(meanings, sql` union all `)})
    select id, created_at, paid_at, min(rank) as rank from found group by id, created_at, paid_at`
  return stage === null
    ? sql`(${found}) o`
    : sql`(select whole.*, f.rank from (${found}) f join orders whole on whole.id = f.id) o`
}

async function readListed(db: Db, hits: readonly { id: string }[]): Promise<ListedRecord[]> {
  if (hits.length === 0) return []
  const { rows } = await sql<ListedRecord>`
    select o.id, o.number, o.state, o.status, o.total_paise, o.created_at, o.paid_at, o.estimated_at, o.capture_unconfirmed,
      trim(concat(o.address ->> 'firstName', ' ', o.address ->> 'lastName')) as recipient,
      o.address ->> 'phoneNumber' as phone, o.address ->> 'townCity' as city, o.address ->> 'zipCode' as pin,
      first.name as product_name, first.picture, sums.lines, sums.pieces, sums.unshipped,
      ${hasParcels} as has_parcels, ${isOutForDelivery} as is_out_for_delivery, ${hasFailedRefund} as has_failed_refund,
      ${hasStuckRefund} as has_stuck_refund,
      (select coalesce(jsonb_agg(jsonb_build_object('state', p.state, 'parcel', s.carrier || ' ' || s.tracking_number)
          order by p.since, p.id), '[]')
        from parcels_in_trouble p join shipments s on s.id = p.id where p.order_id = o.id) as troubles,
      ${worstDispute} as dispute
    from unnest(${hits.map(({ id }) => id)}::text[]) hit (id) join orders o on o.id = hit.id
    cross join lateral (
      select l.name, ${piecePicture(sql`p.pictures`, sql`l.color`)} as picture
      from (select name, color, product_id, pictures from order_lines where order_id = o.id order by position limit 1) l
      left join products q on q.id = l.product_id
      cross join lateral (select coalesce(q.pictures, l.pictures) as pictures) p) first
    cross join lateral (
      select count(*)::integer as lines, sum(l.quantity - l.cancelled)::integer as pieces, sum(v.unshipped)::integer as unshipped
      from order_lines l join line_pieces v on v.order_line_id = l.id where l.order_id = o.id) sums`.execute(db)
  return rows
}

function isAfter(column: RawBuilder<unknown>, isOldestFirst: boolean, [rank, key, id]: OrderCursor): Condition {
  const at = sql`(timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond')`
  const rest = isOldestFirst
    ? sql`${column} >= ${at} and (${column} > ${at} or o.id > ${id})`
    : sql`${column} <= ${at} and (${column} < ${at} or o.id > ${id})`
  return sql`(o.rank > ${rank} or (o.rank = ${rank} and ${rest}))`
}

/** How many orders each of these lists has, in their order; one more than `MAX_COUNT` if there are more. One query. */
export async function countOrders(db: Db, lists: readonly OrderFilters[]): Promise<number[]> {
  if (lists.length === 0) return []
  const counts = lists.map(({ stage, terms }, index) => {
    const from = terms === null ? sql`orders o` : foundBy(terms, stage)
    const where = sql`${terms === null ? placed : sql`true`} and ${stage === null ? sql`true` : STAGES[stage]}`
    return sql`select ${index}::integer as list, (select count(*)::integer from (
      select from ${from} where ${where} limit ${MAX_COUNT + 1}) counted) as count`
  })
  const rows = await db
    .selectFrom(sql<{ list: number; count: number }>`(${sql.join(counts, sql` union all `)})`.as('counts'))
    .selectAll()
    .execute()
  const byList = new Map(rows.map(({ list, count }) => [list, count]))
  return lists.map((_, index) => byList.get(index) ?? 0)
}
