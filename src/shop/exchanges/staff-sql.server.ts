import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Exchange, OrderAddress } from '../orders/contract.ts'
import { listExchangesWhere } from '../orders/exchange-sql.server.ts'
import { findOrderId } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** What goes back of an order's line, and what is sent instead. */
export interface StaffExchangeLine {
  quantity: number
  name: string
  sku: string
  color: string
  size: string
  /** Colour and size are null if the SKU is no longer in the catalogue; `place` is its shelf or bin. */
  replacement: { name: string; sku: string; color: string | null; size: string | null; place: string | null }
  /** Pieces that came back good and damaged. */
  good: number
  damaged: number
}

/** What staff need of an exchange, beyond what its customer sees. */
export interface ExchangeFacts {
  id: string
  /** The order's number without its prefix. */
  number: number
  customer: string
  email: string | null
  /** The order's address, where the replacement goes. */
  address: OrderAddress
  lines: StaffExchangeLine[]
}

/** An exchange as its customer sees it, with what staff need to work on it. */
export type StaffExchangeRow = Exchange & { facts: ExchangeFacts }

/** The exchanges that match a condition on `exchanges e`, oldest first. */
async function listStaffExchanges(db: Db, where: RawBuilder<unknown>): Promise<StaffExchangeRow[]> {
  const exchanges = await listExchangesWhere(db, where)
  const ids = exchanges.map(({ _id }) => _id)
  const { rows } = await sql<ExchangeFacts>`
    select e.id, o.number, c.name as customer, c.email, o.address,
      (select json_agg(json_build_object('quantity', x.quantity, 'name', l.name, 'sku', l.sku, 'color', l.color, 'size', l.size,
          'replacement', json_build_object('name', coalesce(e.other_name, l.name), 'sku', x.replacement_sku, 'color', s.color, 'size', s.size, 'place', p.place),
          'good', x.good, 'damaged', x.damaged) order by l.position)
        from exchange_lines x join order_lines l on l.id = x.order_line_id
        left join stock s on s.sku = x.replacement_sku left join sku_places p on p.sku = x.replacement_sku
        where x.exchange_id = e.id) as lines
    from exchanges e join orders o on o.id = e.order_id join customers c on c.id = o.customer_id
    where e.id = any(${ids})`.execute(db)
  const factsById = new Map(rows.map((facts) => [facts.id, facts]))
  return exchanges.flatMap((exchange) => {
    const facts = factsById.get(exchange._id)
    return facts ? [{ ...exchange, facts }] : []
  })
}

/** An exchange by its id, or null. */
export async function findStaffExchange(db: Db, exchangeId: string): Promise<StaffExchangeRow | null> {
  const [row] = await listStaffExchanges(db, sql`e.id = ${exchangeId}`)
  return row ?? null
}

/** The newest exchanges, newest first. */
export async function listNewestExchanges(db: Db, limit: number): Promise<StaffExchangeRow[]> {
  const newest = sql`e.id in (select id from exchanges order by requested_at desc, id limit ${limit})`
  return (await listStaffExchanges(db, newest)).reverse()
}

/** The exchanges named by an exchange's id, or by the id or number of their order, oldest first. */
export async function findExchangeIds(db: Db, reference: string): Promise<{ id: string; isOpen: boolean }[]> {
  const orderId = await findOrderId(db, reference)
  const { rows } = await sql<{ id: string; isOpen: boolean }>`
    select id, exchange_state(status, hold, cancelled_at, received_at, refusal, refunded_at) not in ('done', 'refused') as "isOpen"
    from exchanges
    where id = ${reference} or order_id = ${orderId} order by requested_at, id`.execute(db)
  return rows
}
