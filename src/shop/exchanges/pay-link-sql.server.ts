import { type Kysely, type RawBuilder, sql } from 'kysely'
import { claim, inSeconds } from '#platform/db/claim.server.ts'
import type { ChargedExchange } from '../invoices/issue.server.ts'
import type { OrderStatus } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import { chargedReplacement } from './sql.server.ts'
import type { ListedExchange } from './staff-contract.ts'

type Db = Kysely<Tables>
type Picture = NonNullable<ListedExchange['picture']>

/** An exchange with the link by which what its replacement costs more is paid. */
export interface LinkedExchange {
  id: string
  orderId: string
  /** The order's number without its prefix. */
  orderNumber: number
  status: OrderStatus
  isCancelled: boolean
  /** In paise, with tax. */
  difference: number
  isPaid: boolean
  until: Date
  isOver: boolean
  lines: LinkedLine[]
}

type LinkedLine = ChargedExchange['lines'][number] & {
  name: string
  /** The name of what comes instead, if it's another product. */
  newName: string | null
  /** What goes back. */
  color: string
  size: string
  /** What comes instead; null if it's no longer in the catalogue. */
  newColor: string | null
  newSize: string | null
  pictures: Picture[]
}

/** The exchange at a link, or null. */
export async function findByExchangeLink(db: Db, tokenHash: Buffer): Promise<LinkedExchange | null> {
  const lines: RawBuilder<LinkedLine[]> = sql`(
    select json_agg(json_build_object('orderLineId', x.order_line_id, 'quantity', x.quantity,
      'replacement', ${chargedReplacement}, 'name', b.name, 'newName', e.other_name, 'color', b.color, 'size', b.size,
      'newColor', s.color, 'newSize', s.size, 'pictures', coalesce(other.pictures, p.pictures, b.pictures)) order by b.position)
    from exchange_lines x join order_lines b on b.id = x.order_line_id left join stock s on s.sku = x.replacement_sku
      left join products p on p.id = b.product_id left join products other on other.id = e.other_product_id
    where x.exchange_id = e.id)`
  const { rows } = await sql<LinkedExchange>`
    select e.id, e.order_id as "orderId", o.number as "orderNumber", e.status, e.cancelled_at is not null as "isCancelled",
      e.difference_paise as difference, e.difference_settled_at is not null as "isPaid", l.until, l.until <= now() as "isOver", ${lines} as lines
    from exchange_pay_links l join exchanges e on e.id = l.exchange_id join orders o on o.id = e.order_id
    where l.token_hash = ${tokenHash}`.execute(db)
  return rows[0] ?? null
}

/** Gives a locked exchange a link for so many hours; one that lives keeps its end. */
export async function writeExchangeLink(
  tx: Db,
  { exchangeId, tokenHash, hours }: { exchangeId: string; tokenHash: Buffer; hours: number },
): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`
    insert into exchange_pay_links as l (exchange_id, token_hash, until)
    values (${exchangeId}, ${tokenHash}, now() + make_interval(hours => ${hours}))
    on conflict (exchange_id) do update set token_hash = excluded.token_hash,
      until = case when l.until > now() then l.until else excluded.until end
    returning until`.execute(tx)
  const [written] = rows
  if (!written) throw new Error('a link to pay is of no exchange')
  return written.until
}

/** How many links of an exchange were revoked. */
export async function countRevokedLinks(db: Db, exchangeId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from revoked_exchange_links where exchange_id = ${exchangeId}`.execute(db)
  return rows[0]?.count ?? 0
}

/**
 * Revokes the link of a locked exchange that lives. False if none does. Its row stays with the hash of the next token, and ended, so
 * that a payment that was opened by it is still asked for.
 */
export async function revokeLink(tx: Db, exchangeId: string, next: Buffer): Promise<boolean> {
  const { rows } = await sql`
    with live as (select token_hash from exchange_pay_links where exchange_id = ${exchangeId} and until > now()),
    noted as (insert into revoked_exchange_links (token_hash, exchange_id) select token_hash, ${exchangeId} from live)
    update exchange_pay_links set token_hash = ${next}, until = now()
    where exchange_id = ${exchangeId} and until > now() returning exchange_id`.execute(tx)
  return rows.length > 0
}

/** True if staff revoked the link with this token. */
export async function isRevokedLink(db: Db, tokenHash: Buffer): Promise<boolean> {
  const { rows } = await sql`select from revoked_exchange_links where token_hash = ${tokenHash}`.execute(db)
  return rows.length > 0
}

/** The provider's order for one sum of an exchange. */
export interface OpenedExchange {
  providerOrderId: string
  exchangeId: string
  orderId: string
  amount: number
  /** Seconds since it was opened. */
  age: number
  /** Seconds until the link ends while the exchange waits for its payment, else null. */
  linkLeft: number | null
}

async function findOpened(db: Db, where: RawBuilder<unknown>): Promise<OpenedExchange | null> {
  const { rows } = await sql<OpenedExchange>`
    select q.provider_order_id as "providerOrderId", q.exchange_id as "exchangeId", e.order_id as "orderId", q.amount_paise as amount,
      extract(epoch from clock_timestamp() - q.opened_at)::float8 as age,
      case when e.cancelled_at is null and e.difference_settled_at is null
        then extract(epoch from l.until - clock_timestamp())::float8 end as "linkLeft"
    from exchange_provider_orders q join exchanges e on e.id = q.exchange_id
      left join exchange_pay_links l on l.exchange_id = e.id
    where ${where}`.execute(db)
  return rows[0] ?? null
}

/** What the provider's order with this id is for, or null. */
export const findByExchangeOrder = (db: Db, providerOrderId: string): Promise<OpenedExchange | null> =>
  findOpened(db, sql`q.provider_order_id = ${providerOrderId}`)

/** The provider's order by which a sum can be paid now, or null. */
export const findOpenExchangeOrder = (db: Db, exchangeId: string, amount: number): Promise<OpenedExchange | null> =>
  findOpened(db, sql`q.exchange_id = ${exchangeId} and q.amount_paise = ${amount} and q.spent_at is null`)

/** How many of the provider's orders for a sum had a payment that went back. */
export async function countSpentOrders(db: Db, exchangeId: string, amount: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from exchange_provider_orders
    where exchange_id = ${exchangeId} and amount_paise = ${amount} and spent_at is not null`.execute(db)
  return rows[0]?.count ?? 0
}

/** Stores the provider's order for a sum, and has the provider asked about it. Does nothing if somebody else did so meanwhile. */
export async function storeExchangeOrder(
  db: Db,
  { providerOrderId, exchangeId, amount }: Pick<OpenedExchange, 'providerOrderId' | 'exchangeId' | 'amount'>,
): Promise<void> {
  await sql`
    insert into exchange_provider_orders (provider_order_id, exchange_id, amount_paise, next_check_at)
    values (${providerOrderId}, ${exchangeId}, ${amount}, ${inSeconds(60)})
    on conflict (exchange_id, amount_paise) where spent_at is null do nothing`.execute(db)
}

/** A payment of it goes back, so that another try needs another order of the provider. */
export async function spendExchangeOrder(tx: Db, providerOrderId: string): Promise<void> {
  await sql`
    update exchange_provider_orders set spent_at = coalesce(spent_at, now()) where provider_order_id = ${providerOrderId}`.execute(
    tx,
  )
}

/** Claims the provider's orders that are due for a check; concurrent instances get different ones. */
export async function claimExchangeOrders(db: Db, limit: number): Promise<string[]> {
  const { rows } = await claim<{ id: string }>({
    table: 'exchange_provider_orders',
    key: 'provider_order_id',
    due: sql`next_check_at <= now()`,
    order: sql`next_check_at`,
    limit,
    set: sql`next_check_at = ${inSeconds(60)}`,
    returning: sql`provider_order_id as id`,
  }).execute(db)
  return rows.map(({ id }) => id)
}

/** Schedules the next check of the provider's order, or none with null. */
export async function scheduleExchangeCheck(db: Db, providerOrderId: string, seconds: number | null): Promise<void> {
  const at = seconds === null ? sql`null` : inSeconds(seconds)
  await sql`update exchange_provider_orders set next_check_at = ${at} where provider_order_id = ${providerOrderId}`.execute(
    db,
  )
}
