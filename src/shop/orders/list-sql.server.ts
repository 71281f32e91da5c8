import { type Kysely, type RawBuilder, type Selectable, sql } from 'kysely'
import type { Picture } from '../catalog/contract.ts'
import type { Tables } from '../tables.server.ts'
import type { OrderStatus, StaffStage } from './rules.ts'
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
  /** The undecided dispute of its payment with the nearest deadline. */
  dispute: { status: string; respond_by: string | null } | null
}

export interface OrderListRow extends ListedRecord {
  /** Which of the search's meanings found it, by their order; 0 without a search. */
  rank: number
  /** Microseconds of the time that the list is sorted by. */
  sort_key: number
}

const hasParcels = sql`exists (select from shipments p where p.order_id = o.id)`

const isOutForDelivery = sql`exists (
  select from shipments p where p.order_id = o.id and p.out_for_delivery_at is not null and p.delivered_at is null)`

const hasUnshipped = sql`exists (select from line_pieces p where p.order_id = o.id and p.unshipped > 0)`

/** A refund that the provider failed for good, and whose amount hasn't been refunded since. */
const hasFailedRefund = sql`exists (
  select from refunds f where f.order_id = o.id and f.state = 'failed'
    and f.amount_paise > (select coalesce(sum(r.amount_paise), 0) from refunds r
      where r.payment_id = f.payment_id and r.created_at > f.created_at and r.reason <> 'lines'
        and r.state in ('due', 'pending', 'done')))`

/** A refund that the provider hasn't made within an hour. */
const hasStuckRefund = sql`exists (
  select from refunds f where f.order_id = o.id and f.state in ('due', 'pending') and f.created_at < now() - interval '1 hour')`

/**
 * The orders of each stage. Those to pack are the rows of the view `orders_to_pack`, written so that a page of them
 * reads no more than a page: before the first parcel every paid order has pieces to pack, else it would be cancelled.
 */
const STAGES = {
  'to-pack': sql`o.state = 'paid' and o.status <> 'delivered' and not o.capture_unconfirmed
    and (o.status <> 'ontheway' or (${hasParcels} and ${hasUnshipped}))`,
  shipped: sql`o.state = 'paid' and o.status = 'ontheway' and not ${isOutForDelivery}`,
  'out-for-delivery': sql`o.state = 'paid' and o.status = 'ontheway' and ${isOutForDelivery}`,
  delivered: sql`o.state = 'paid' and o.status = 'delivered'`,
  cancelled: sql`o.state = 'cancelled'`,
  problems: sql`o.id in (
    select id from orders where capture_unconfirmed
    union all select order_id from disputes where status in ('open', 'under_review')
    union all select order_id from refunds where state = 'failed'
    union all select order_id from refunds where state in ('due', 'pending'))
    and (o.capture_unconfirmed or ${hasFailedRefund} or ${hasStuckRefund} or exists (
      select from disputes d where d.order_id = o.id and d.status in ('open', 'under_review')))`,
} as const satisfies Record<StaffStage, Condition>

/** SQL: true for orders that were paid. Their names and phone numbers are indexed. */
const placed = sql`o.status is not null`

/**
 * The meanings of a search as conditions, the most exact first. An order is found by its number whatever its state, by
 * an e-mail address if it's placed or waits for its payment, and by all else if it's placed.
 */
function meaningsOf(terms: SearchTerms): Condition[] {
  const found = (code: string) => sql`${placed} and order_search(o.address, o.number) @@ ${`'${code}'`}::tsquery`
  const { id, number, lastFour, phone, pin, tracking, sku, email, words, isName } = terms
  const customer = sql`o.customer_id = (select c.id from customers c where c.email = ${email})`
  return [
    ...(id === null && number === null ? [] : [sql`(o.id = ${id} or o.number = ${number})`]),
    ...(lastFour === null ? [] : [found(`#n${lastFour}`)]),
    ...(phone === null ? [] : [found(`#t${phone}`)]),
    ...(pin === null ? [] : [found(`#p${pin}`)]),
    ...(tracking === null
      ? []
      : [
          sql`${placed} and o.id in (select s.order_id from shipments s where s.tracking_number = ${tracking}
            union all select e.order_id from exchanges e where ${tracking} in (e.tracking_number, e.pickup_number))`,
        ]),
    ...(sku === null
      ? []
      : [
          sql`${placed} and exists (select from order_lines l where l.order_id = o.id and l.sku in (${sku}, upper(${sku})))`,
        ]),
    ...(email === null
      ? []
      : [
          sql`((${customer} and o.state in ('paid', 'cancelled')) or (${customer} and o.state in ('creating', 'awaiting_payment')))`,
        ]),
    ...(words === null || !isName
      ? []
      : [
          sql`${placed} and order_search(o.address, o.number) @@ ${words}::tsquery`,
          sql`${placed} and o.customer_id in (
            select c.id from customers c where c.email is not null and search_words(c.name) @@ ${words}::tsquery)`,
        ]),
    ...(words === null
      ? []
      : [
          sql`${placed} and o.id in (select n.order_id from order_notes n where search_words(n.text) @@ ${words}::tsquery)`,
        ]),
  ]
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
  const order = isOldestFirst ? sql`o.paid_at, o.id` : sql`o.created_at desc, o.id`
  const meanings = terms === null ? [placed] : meaningsOf(terms)
  const branches = meanings.flatMap((meaning, rank) => {
    if (after !== null && rank < after[0]) return []
    // Rows of the meanings before it are in their branches.
    const earlier = meanings.slice(0, rank).map((one) => sql`and (${one}) is not true`)
    const rest = after === null || rank > after[0] ? sql`` : sql`and ${isAfter(column, isOldestFirst, after)}`
    const inStage = stage === null ? sql`` : sql`and ${STAGES[stage]}`
    return [
      sql`(select o.id, ${rank}::integer as rank, ${column} as at from orders o
        where ${meaning} ${inStage} ${rest} ${sql.join(earlier, sql` `)} order by ${order} limit ${limit + 1})`,
    ]
  })
  if (branches.length === 0) return []
  const hits = await db
    .selectFrom(sql<Hit>`(${sql.join(branches, sql` union all `)})`.as('hit'))
    .select(['id', 'rank', sql<number>`(extract(epoch from hit.at) * 1000000)::float8`.as('sort_key')])
    .orderBy('rank')
    .orderBy('at', isOldestFirst ? 'asc' : 'desc')
    .orderBy('id')
    .limit(limit + 1)
    .execute()
  const rows = new Map((await readListed(db, hits)).map((row) => [row.id, row]))
  return hits.flatMap((hit) => {
    const row = rows.get(hit.id)
    return row ? [{ ...row, ...hit }] : []
  })
}

interface Hit {
  id: string
  rank: number
  at: Date
}

async function readListed(db: Db, hits: readonly { id: string }[]): Promise<ListedRecord[]> {
  if (hits.length === 0) return []
  const { rows } = await sql<ListedRecord>`
    select o.id, o.number, o.state, o.status, o.total_paise, o.created_at, o.paid_at, o.estimated_at, o.capture_unconfirmed,
      trim(concat(o.address ->> 'firstName', ' ', o.address ->> 'lastName')) as recipient,
      o.address ->> 'townCity' as city, o.address ->> 'zipCode' as pin,
      first.name as product_name, first.picture, sums.lines, sums.pieces, sums.unshipped,
      ${hasParcels} as has_parcels, ${isOutForDelivery} as is_out_for_delivery, ${hasFailedRefund} as has_failed_refund,
      ${hasStuckRefund} as has_stuck_refund,
      (select jsonb_build_object('status', d.status, 'respond_by', d.respond_by) from disputes d
        where d.order_id = o.id and d.status in ('open', 'under_review') order by d.respond_by limit 1) as dispute
    from unnest(${hits.map(({ id }) => id)}::text[]) hit (id) join orders o on o.id = hit.id
    cross join lateral (
      select l.name, coalesce((select x from jsonb_array_elements(p.pictures) x where x ->> 'color' = l.color limit 1),
        p.pictures -> 0) as picture
      from (select name, color, product_id, pictures from order_lines where order_id = o.id order by position limit 1) l
      left join products q on q.id = l.product_id
      cross join lateral (select coalesce(q.pictures, l.pictures) as pictures) p) first
    cross join lateral (
      select count(*)::integer as lines, sum(l.quantity - l.cancelled)::integer as pieces, sum(v.unshipped)::integer as unshipped
      from order_lines l join line_pieces v on v.order_line_id = l.id where l.order_id = o.id) sums`.execute(db)
  return rows
}

function isAfter(column: RawBuilder<unknown>, isOldestFirst: boolean, [, key, id]: OrderCursor): Condition {
  const at = sql`(timestamptz 'epoch' + ${key}::float8 * interval '1 microsecond')`
  return isOldestFirst
    ? sql`${column} >= ${at} and (${column} > ${at} or o.id > ${id})`
    : sql`${column} <= ${at} and (${column} < ${at} or o.id > ${id})`
}

/** How many orders each of these lists has, in their order; one more than `MAX_COUNT` if there are more. One query. */
export async function countOrders(db: Db, lists: readonly OrderFilters[]): Promise<number[]> {
  if (lists.length === 0) return []
  const counts = lists.map(({ stage, terms }, index) => {
    const meanings = terms === null ? [placed] : meaningsOf(terms)
    const inStage = stage === null ? sql`` : sql`and ${STAGES[stage]}`
    const found = meanings.map((one) => sql`(select o.id from orders o where ${one} ${inStage} limit ${MAX_COUNT + 1})`)
    return sql`select ${index}::integer as list, (select count(*)::integer from (
      select * from (${sql.join(found, sql` union `)}) ids limit ${MAX_COUNT + 1}) counted) as count`
  })
  const rows = await db
    .selectFrom(sql<{ list: number; count: number }>`(${sql.join(counts, sql` union all `)})`.as('counts'))
    .selectAll()
    .execute()
  const byList = new Map(rows.map(({ list, count }) => [list, count]))
  return lists.map((_, index) => byList.get(index) ?? 0)
}
