import { type Kysely, type RawBuilder, sql } from 'kysely'
import { paise } from '#platform/money.ts'
import { orderTotals } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** The five promises of the books (docs/reliability.md). */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5'

export interface Finding {
  invariant: Invariant
  /** The order, payment or SKU that it is about. */
  subject: string
  message: string
}

/** Payments as the provider's own books have them; only captured ones matter. */
export interface ProviderState {
  payments: readonly { id: string; status: string }[]
}

export interface LedgerReport {
  ok: boolean
  orders: number
  skus: number
  findings: Finding[]
}

/**
 * Checks the books, in one snapshot of the database: (I1) an order is paid exactly when one captured payment of its
 * amount stands and was not sent back; (I2) stock is the sum of its ledger, and held stock the sum of open orders;
 * (I3) all money that the provider took belongs to a paid order or is on its way back (only with `provider`);
 * (I4) totals are what the lines come to; (I5) every order has lines.
 */
export async function checkLedger(db: Db, provider?: ProviderState): Promise<LedgerReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      // Years of orders take longer than any shopper's query may.
      await sql`set local statement_timeout = 0`.execute(tx)
      const findings = [
        ...(await checkPayments(tx)),
        ...(await checkStock(tx)),
        ...(provider ? await checkProvider(tx, provider) : []),
        ...(await checkTotals(tx)),
        ...(await violated(
          tx,
          'I5',
          'the order has no lines',
          sql`
          select id as subject from orders o where not exists (select from order_lines l where l.order_id = o.id)`,
        )),
      ]
      const { rows } = await sql<{ orders: number; skus: number }>`
        select (select count(*)::integer from orders) as orders, (select count(*)::integer from stock) as skus`.execute(
        tx,
      )
      return { ok: findings.length === 0, orders: rows[0]?.orders ?? 0, skus: rows[0]?.skus ?? 0, findings }
    })
}

async function violated(tx: Db, invariant: Invariant, message: string, query: RawBuilder<unknown>): Promise<Finding[]> {
  const { rows } = await sql<{ subject: string; figures?: string }>`${query}`.execute(tx)
  return rows.map(({ subject, figures }) => ({
    invariant,
    subject,
    message: figures ? `${message} (${figures})` : message,
  }))
}

/** A payment that a signature vouches for counts until the provider could be asked. */
async function checkPayments(tx: Db): Promise<Finding[]> {
  return [
    ...(await violated(
      tx,
      'I1',
      'the order is paid, but not by one standing payment of its amount',
      sql`
      select o.id as subject from orders o where o.state = 'paid' and (
        select count(*) from payments p where p.order_id = o.id and p.amount_paise = o.total_paise and p.currency = 'INR'
          and (p.status = 'captured' or (o.capture_unconfirmed and p.id = o.payment_id))
          and not exists (select from refunds r where r.payment_id = p.id)) <> 1`,
    )),
    ...(await violated(
      tx,
      'I1',
      'the order is not paid, but money for it stands',
      sql`
      select o.id as subject, p.id as figures from orders o join payments p on p.order_id = o.id
      where o.state <> 'paid' and p.status = 'captured'
        and not exists (select from refunds r where r.payment_id = p.id)`,
    )),
  ]
}

async function checkStock(tx: Db): Promise<Finding[]> {
  return [
    ...(await violated(
      tx,
      'I2',
      'stock is not the sum of its ledger',
      sql`
      select s.sku as subject, 'on hand ' || s.on_hand || ', ledger ' || coalesce(l.on_hand, 0) as figures
      from stock s left join (select sku, sum(delta_on_hand) as on_hand from stock_ledger group by sku) l using (sku)
      where s.on_hand <> coalesce(l.on_hand, 0)`,
    )),
    ...(await violated(
      tx,
      'I2',
      'held stock is not the sum of open orders',
      sql`
      select s.sku as subject, 'held ' || s.reserved || ', orders ' || coalesce(h.held, 0) as figures
      from stock s left join (
        select l.sku, sum(l.quantity) as held from order_lines l join orders o on o.id = l.order_id
        where o.state in ('creating', 'awaiting_payment') group by l.sku) h using (sku)
      where s.reserved <> coalesce(h.held, 0)`,
    )),
    ...(await violated(
      tx,
      'I2',
      'what the ledger sold is not what paid orders bought',
      sql`
      select sku as subject, 'ledger ' || coalesce(l.sold, 0) || ', orders ' || coalesce(b.bought, 0) as figures
      from (select sku, -sum(delta_on_hand) as sold from stock_ledger where order_id is not null group by sku) l
      full join (
        select sku, sum(quantity) as bought from order_lines join orders o on o.id = order_id
        where o.state = 'paid' group by sku) b using (sku)
      where coalesce(l.sold, 0) <> coalesce(b.bought, 0)`,
    )),
  ]
}

async function checkProvider(tx: Db, { payments }: ProviderState): Promise<Finding[]> {
  const captured = payments.filter(({ status }) => status === 'captured').map(({ id }) => id)
  return violated(
    tx,
    'I3',
    'the provider took this money, and nobody here knows what for',
    sql`
    select id as subject from unnest(${captured}::text[]) as taken (id)
    where not exists (select from orders o where o.payment_id = taken.id and o.state = 'paid')
      and not exists (select from refunds r where r.payment_id = taken.id)`,
  )
}

interface OrderLines {
  id: string
  total_paise: number
  lines: { price: number; quantity: number }[]
}

/** Orders looked at at a time, so that a long life of a shop fits into memory. */
const ORDERS_AT_A_TIME = 5000

async function checkTotals(tx: Db): Promise<Finding[]> {
  const findings: Finding[] = []
  for (let after = ''; ; ) {
    const { rows } = await sql<OrderLines>`
      select o.id, o.total_paise, 
        coalesce(json_agg(json_build_object('price', l.price_paise, 'quantity', l.quantity))
          filter (where l.order_id is not null), '[]') as lines
      from (select id, total_paise from orders where id > ${after} order by id limit ${ORDERS_AT_A_TIME}) o
      left join order_lines l on l.order_id = o.id group by o.id, o.total_paise order by o.id`.execute(tx)
    findings.push(...wrongTotals(rows))
    const last = rows.at(-1)
    if (!last) return findings
    after = last.id
  }
}

function wrongTotals(orders: readonly OrderLines[]): Finding[] {
  return orders.flatMap(({ id, total_paise, lines }): Finding[] => {
    const { total } = orderTotals(lines.map(({ price, quantity }) => ({ price: paise(price), quantity })))
    // An order without lines is a matter of I5.
    if (lines.length === 0 || total === total_paise) return []
    return [{ invariant: 'I4', subject: id, message: `the total is ${total_paise} paise, its lines come to ${total}` }]
  })
}
