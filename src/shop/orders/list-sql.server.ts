import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import { rankedRows } from '#platform/db/ranked.server.ts'
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
 * SQL: true for an order `o` to pack, as the index `orders_to_pack_by_time` has it. These are the rows of the view
 * `orders_to_pack` without their lines: before the first parcel every paid order has pieces to pack, else it would be cancelled.
 */
export const isToPack = sql`o.state in ('placed', 'paid') and o.status <> 'delivered' and not o.capture_unconfirmed
    and (o.status <> 'ontheway' or o.partly_sent)`

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

/** A name or PIN that many orders have is found among so many of the newest ones. */
const NEWEST = 10_000

/** SQL: true for orders whose address or number has these codes or words. Their ids come first, so that no plan asks all orders one by one. */
const haveWords = (query: string) => sql`o.id = any(array(
  select o.id from orders o where ${placed} and order_search(o.address, o.number) @@ ${query}::tsquery))`

/**
 * SQL: the conditions for the orders that have these words, also if many do, so that the newest of them are found without reading
 * all: of 50,000 that would take seconds. `likely` is a condition that those with the words meet, and that costs little.
 */
function haveCommonWords(query: string, likely: Condition, stage: StaffStage | null): Condition[] {
  const exact = sql`${placed} and ${likely} and order_search(o.address, o.number) @@ ${query}::tsquery`
  // Few are to pack, and the oldest comes first.
  if (stage === 'to-pack') return [sql`o.id = any(array(select o.id from orders o where ${isToPack} and ${exact}))`]
  return [
    sql`o.id = any(array(
      select o.id from (select * from orders order by created_at desc, id limit ${NEWEST}) o where ${exact}))`,
    haveWords(query),
  ]
}

const mayHavePin = (pin: string) => sql`regexp_replace(o.address ->> 'zipCode', '\\D', '', 'g') = ${pin}`

/** SQL: true for orders whose recipient's name has all of these beginnings of words, and for some others. */
function mayHaveNames(beginnings: readonly string[]): Condition {
  const name = sql`lower(concat(o.address ->> 'firstName', ' ', o.address ->> 'lastName'))`
  return sql.join(
    beginnings.map((word) => sql`position(${word} in ${name}) > 0`),
    sql` and `,
  )
}

/**
 * The meanings of a search, the most exact first: each is a condition on `orders o`. An order
 * is found by its number, its documents' and the payment provider's whatever its state, by an e-mail address if it's placed or waits for its payment, by a note in
 * any state, and by all else if it's placed.
 */
function meaningsOf(terms: SearchTerms, stage: StaffStage | null): Condition[] {
  const { id, number, document, provider, lastFour, phone, pin, tracking, sku, email, words, beginnings, isName } =
    terms
  const customer = sql`o.customer_id = (select c.id from customers c where c.email = ${email})`
  const found: (readonly [unknown, Condition])[] = [
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
    [lastFour, haveWords(`'#n${lastFour}'`)],
    [phone, haveWords(`'#t${phone}'`)],
    ...(pin === null ? [] : haveCommonWords(`'#p${pin}'`, mayHavePin(pin), stage)).map((one) => [pin, one] as const),
    [
      tracking,
      sql`o.id in (select s.order_id from shipments s where s.tracking_number = ${tracking}
        union all select e.order_id from exchanges e where e.tracking_number = ${tracking}
        union all select e.order_id from exchanges e where e.pickup_number = ${tracking})`,
    ],
    [sku, sql`${placed} and o.id in (select l.order_id from order_lines l where l.sku in (${sku}, upper(${sku})))`],
    [
      email,
      sql`((${customer} and ${placed})
        or (${customer} and o.state in ('creating', 'awaiting_payment')))`,
    ],
    ...(words === null || !isName ? [] : haveCommonWords(words, mayHaveNames(beginnings), stage)).map(
      (one) => [words, one] as const,
    ),
    [
      isName ? words : null,
      sql`${placed} and o.id = any(array(select o.id from customers c join orders o on o.customer_id = c.id
        where c.email is not null and search_words(c.name) @@ ${words}::tsquery))`,
    ],
    [
      words,
      sql`o.id = any(array(select n.order_id from order_notes n where search_words(n.text) @@ ${words}::tsquery))`,
    ],
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
 * A page of orders and one more. Those to pack and to confirm come oldest first, all others newest first; with a search the most exact
 * meaning comes first. Without a stage and a search: all that were paid.
 */
export async function listOrderPage(
  db: Db,
  { stage, terms }: OrderFilters,
  { after, limit }: { after: OrderCursor | null; limit: number },
): Promise<OrderListRow[]> {
  const isOldestFirst = stage === 'to-pack' || stage === 'to-confirm'
  const column = isOldestFirst ? sql`o.paid_at` : sql`o.created_at`
  const order = isOldestFirst ? sql`${column}, o.id` : sql`${column} desc, o.id`
  const page = rankedRows(terms === null ? [placed] : meaningsOf(terms, stage), {
    after: after && { rank: after[0], rest: isAfter(column, isOldestFirst, after) },
    limit: limit + 1,
    rows: (where) => sql`select o.id, ${microsOf(column)} as sort_key from orders o
      where ${stage === null ? sql`true` : STAGES[stage]} and ${where} order by ${order} limit ${limit + 1}`,
  })
  const hits = await db
    .selectFrom(sql<Hit>`${page}`.as('hit'))
    .selectAll()
    .orderBy('rank')
    .orderBy('sort_key', isOldestFirst ? 'asc' : 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const rows = new Map((await readListed(db, hits)).map((row) => [row.id, row]))
  return hits.flatMap((hit) => {
    const row = rows.get(hit.id)
    return row ? [{ ...row, ...hit }] : []
  })
}

type Hit = Pick<OrderListRow, 'id' | 'rank' | 'sort_key'>

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

function isAfter(column: RawBuilder<unknown>, isOldestFirst: boolean, [, key, id]: OrderCursor): Condition {
  const at = timeOfMicros(key)
  return isOldestFirst
    ? sql`${column} >= ${at} and (${column} > ${at} or o.id > ${id})`
    : sql`${column} <= ${at} and (${column} < ${at} or o.id > ${id})`
}

/** How many orders each of these lists has, in their order; one more than `MAX_COUNT` if there are more. One query. */
export async function countOrders(db: Db, lists: readonly OrderFilters[]): Promise<number[]> {
  if (lists.length === 0) return []
  const counts = lists.map(({ stage, terms }, index) => {
    const meanings = terms === null ? [placed] : meaningsOf(terms, stage)
    // An order that several meanings find counts once.
    const column = meanings.length > 1 ? sql`o.id` : sql``
    const found = meanings.map(
      (
        meaning,
      ) => sql`(select ${column} from orders o where ${stage === null ? sql`true` : STAGES[stage]} and ${meaning}
        limit ${MAX_COUNT + 1})`,
    )
    return sql`select ${index}::integer as list, (select count(*)::integer from (
      select from (${sql.join(found, sql` union `)}) found limit ${MAX_COUNT + 1}) counted) as count`
  })
  const rows = await db
    .selectFrom(sql<{ list: number; count: number }>`(${sql.join(counts, sql` union all `)})`.as('counts'))
    .selectAll()
    .execute()
  const byList = new Map(rows.map(({ list, count }) => [list, count]))
  return lists.map((_, index) => byList.get(index) ?? 0)
}
