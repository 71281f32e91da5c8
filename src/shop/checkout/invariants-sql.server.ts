import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/**
 * Runs `read` on one snapshot of the database, or in the transaction that it's given, without the statement timeout,
 * since all orders are read.
 */
export function inSnapshot<T>(db: Db, read: (tx: Db) => Promise<T>): Promise<T> {
  if (db.isTransaction) return read(db)
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      return read(tx)
    })
}

/** The eleven invariants of orders, payments and stock (docs/reliability.md). */
export type Invariant = 'I1' | 'I2' | 'I3' | 'I4' | 'I5' | 'I6' | 'I7' | 'I8' | 'I9' | 'I10' | 'I11'

/** A violated invariant; `subject` is the id of the order or payment, or the SKU. */
export interface Violation {
  invariant: Invariant
  subject: string
  message: string
}

interface Check {
  invariant: Invariant
  message: string
  /** Selects the `subject`s that violate it, and may add `figures` for the message. */
  query: RawBuilder<unknown>
}

/** Runs all checks that can be made in SQL. */
export async function findViolations(tx: Db, records: ProviderRecords): Promise<Violation[]> {
  const violations: Violation[] = []
  for (const { invariant, message, query } of createChecks(records)) {
    const { rows } = await sql<{ subject: string; figures?: string }>`${query}`.execute(tx)
    for (const { subject, figures } of rows)
      violations.push({ invariant, subject, message: figures ? `${message} (${figures})` : message })
  }
  return violations
}

/** The provider's records to check the shop's against: an empty list and null skip these checks. */
export interface ProviderRecords {
  /** Ids of captured payments. */
  captured: readonly string[]
  /** Refunds that the provider has made or is making. */
  refunds: readonly { id: string; amount: number }[] | null
}

function createChecks({ captured, refunds }: ProviderRecords): Check[] {
  return [
    {
      // A payment verified by its signature alone counts until the provider has confirmed it.
      invariant: 'I1',
      message: 'the order is paid, but not by exactly one payment of its amount that was not returned',
      query: sql`
        select o.id as subject from orders o where o.state in ('paid', 'cancelled') and o.payment_id is not null and (
          select count(*) from payments p
          where p.order_id = o.id and p.exchange_id is null and p.amount_paise = o.total_paise - o.credit_paise and p.currency = 'INR'
            and (p.status = 'captured' or (p.id = o.payment_id and (o.capture_unconfirmed or p.status = 'refunded')))
            and not exists (
              select from refunds r where r.payment_id = p.id and r.reason in ('late', 'second', 'mismatch'))) <> 1`,
    },
    {
      invariant: 'I1',
      message: 'the order is not paid, but a captured payment for it is not being refunded',
      query: sql`
        select o.id as subject, p.id as figures from orders o join payments p on p.order_id = o.id
        where (o.state not in ('paid', 'cancelled') or o.payment_id is null) and p.status = 'captured' and p.exchange_id is null
          and not exists (select from refunds r where r.payment_id = p.id)`,
    },
    {
      invariant: 'I2',
      message: 'stock is not the sum of its ledger',
      query: sql`
        select s.sku as subject, 'on hand ' || s.on_hand || ', ledger ' || coalesce(l.on_hand, 0) as figures
        from stock s left join (select sku, sum(delta_on_hand) as on_hand from stock_ledger group by sku) l using (sku)
        where s.on_hand <> coalesce(l.on_hand, 0)`,
    },
    {
      invariant: 'I2',
      message: 'held stock is not the sum of open orders and exchanges',
      query: sql`
        select s.sku as subject, 'held ' || s.reserved || ', orders and exchanges ' || coalesce(h.held, 0) as figures
        from stock s left join (
          select sku, sum(quantity) as held from (
            select l.sku, l.quantity from order_lines l join orders o on o.id = l.order_id
            where o.state in ('creating', 'awaiting_payment')
            union all select x.replacement_sku, x.quantity from exchange_lines x join exchanges e on e.id = x.exchange_id
            where e.hold = 'held') held group by sku) h using (sku)
        where s.reserved <> coalesce(h.held, 0)`,
    },
    {
      invariant: 'I2',
      message: 'the ledger’s sales do not match what orders bought',
      query: sql`
        select sku as subject, 'ledger ' || coalesce(l.sold, 0) || ', orders ' || coalesce(b.bought, 0) as figures
        from (select sku, -sum(delta_on_hand) as sold from stock_ledger where order_id is not null group by sku) l
        full join (
          select sku, sum(quantity - restocked) as bought from order_lines join orders o on o.id = order_id
          where o.status is not null group by sku) b using (sku)
        where coalesce(l.sold, 0) <> coalesce(b.bought, 0)`,
    },
    {
      invariant: 'I2',
      message: 'the ledger’s moves do not match what exchanges sent and got back',
      query: sql`
        select sku as subject, 'ledger ' || coalesce(l.moved, 0) || ', exchanges ' || coalesce(x.moved, 0) as figures
        from (select sku, sum(delta_on_hand) as moved from stock_ledger where exchange_id is not null group by sku) l
        full join (
          select sku, sum(moved) as moved from (
            select x.replacement_sku as sku, -x.quantity as moved from exchange_lines x join exchanges e on e.id = x.exchange_id
            where e.hold = 'taken'
            union all select returned_sku, good from exchange_lines where good > 0
            union all select replacement_sku, restocked from exchange_lines where restocked > 0) pieces
          group by sku) x using (sku)
        where sku in (select sku from stock) and coalesce(l.moved, 0) <> coalesce(x.moved, 0)`,
    },
    {
      invariant: 'I3',
      message: 'the provider captured this payment, and no order, exchange or refund accounts for it',
      query: sql`
        select id as subject from unnest(${captured}::text[]) as taken (id)
        where not exists (select from orders o where o.payment_id = taken.id and o.state in ('paid', 'cancelled'))
          and not exists (select from exchanges e where e.difference_payment_id = taken.id)
          and not exists (select from refunds r where r.payment_id = taken.id)`,
    },
    {
      invariant: 'I5',
      message: 'the order has no lines',
      query: sql`
        select id as subject from orders o where not exists (select from order_lines l where l.order_id = o.id)`,
    },
    {
      invariant: 'I11',
      message: 'the order is listed as partly sent and isn’t, or the other way round',
      query: sql`select o.id as subject from orders o where o.partly_sent <> is_partly_sent(o.id)`,
    },
    ...offerChecks(),
    ...creditChecks(),
    ...exchangeChecks(),
    ...documentChecks(),
    ...refundChecks(refunds),
  ]
}

/** I8: uses of offers. */
function offerChecks(): Check[] {
  return [
    {
      invariant: 'I8',
      message: 'what the order got off by an offer isn’t what stands as its use',
      query: sql`
        select coalesce(d.order_id, u.order_id) as subject, coalesce(d.amount, 0) || ' paise off, used ' || coalesce(u.amount_paise, 0) as figures
        from (select o.id as order_id, one ->> 'offer' as offer_id, (one ->> 'amount')::integer as amount
          from orders o cross join jsonb_array_elements(o.discounts) as one
          where o.state in ('creating', 'awaiting_payment', 'to_confirm', 'placed', 'paid') and one ->> 'offer' in (select id from offers)) d
        full join (select u.order_id, u.offer_id, u.amount_paise from offer_uses u join orders o on o.id = u.order_id
          where u.given_back_at is null and o.state <> 'cancelled') u using (order_id, offer_id)
        where d.amount is distinct from u.amount_paise`,
    },
    {
      invariant: 'I8',
      message: 'an offer’s figures aren’t the sum of its uses',
      query: sql`
        select f.id as subject, f.used || ' uses, ' || f.spent_paise || ' paise; stand ' || count(u.id) || ', ' || coalesce(sum(u.amount_paise), 0) as figures
        from offers f left join offer_uses u on u.offer_id = f.id and u.given_back_at is null
        group by f.id having f.used <> count(u.id) or f.spent_paise <> coalesce(sum(u.amount_paise), 0)`,
    },
    {
      invariant: 'I8',
      message: 'a code’s uses aren’t those that stand',
      query: sql`
        select c.code as subject, c.used || ', stand ' || count(u.id) as figures
        from offer_codes c left join offer_uses u on u.code = c.code and u.given_back_at is null
        group by c.code having c.used <> count(u.id)`,
    },
  ]
}

/** I9: store credit. */
function creditChecks(): Check[] {
  return [
    {
      invariant: 'I9',
      message: 'what is left of a gift of store credit isn’t what was given less what was used and has ended',
      query: sql`
        select g.customer_id as subject, 'entry ' || g.id || ': ' || g.left_paise || ' paise left of ' || g.amount_paise || ', used and ended ' || coalesce(sum(e.amount_paise), 0) as figures
        from credit_entries g left join credit_entries e on e.of_id = g.id
        where g.left_paise is not null group by g.id having g.left_paise <> g.amount_paise - coalesce(sum(e.amount_paise), 0)`,
    },
    {
      invariant: 'I9',
      message: 'an entry of store credit is of one that it can’t be of',
      query: sql`
        select e.customer_id as subject, 'entry ' || e.id as figures
        from credit_entries e join credit_entries of_it on of_it.id = e.of_id
        where of_it.customer_id <> e.customer_id or (e.kind = 'returned') <> (of_it.kind = 'used')
          or (e.kind in ('used', 'expired') and of_it.left_paise is null)`,
    },
    {
      invariant: 'I9',
      message: 'the store credit that an order holds isn’t what it’s to pay less what went back',
      query: sql`
        select o.id as subject, 'order ' || x.due || ', entries ' || x.used as figures
        from orders o cross join lateral (select
          case when o.state in ('creating', 'awaiting_payment', 'to_confirm', 'placed', 'paid')
            then o.credit_paise - (select coalesce(sum(credit_paise), 0) from refunds r where r.order_id = o.id) else 0 end as due,
          (select coalesce(sum(case kind when 'used' then amount_paise else -amount_paise end), 0)
            from credit_entries e where e.order_id = o.id and e.kind in ('used', 'returned')) as used) x
        where x.due <> x.used`,
    },
    {
      invariant: 'I9',
      message: 'more store credit was given back than was used',
      query: sql`
        select u.customer_id as subject, 'entry ' || u.id || ': used ' || u.amount_paise || ', given back ' || sum(r.amount_paise) as figures
        from credit_entries u join credit_entries r on r.of_id = u.id and r.kind = 'returned'
        group by u.id having sum(r.amount_paise) > u.amount_paise`,
    },
  ]
}

/** SQL: what went back of each payment. Not the view `payment_balances`, which backups of older versions don't have. */
const BALANCES = sql`(
  select p.id as payment_id,
    (select coalesce(sum(amount_paise), 0) from refunds r
      where r.payment_id = p.id and r.state not in ('failed', 'withdrawn')) as refunded_paise,
    (select least(coalesce(sum(amount_paise), 0), p.amount_paise) from disputes d
      where d.payment_id = p.id and d.status = 'lost') as lost_paise
  from payments p)`

/** I10: what replacements cost more. */
function exchangeChecks(): Check[] {
  const unusable = sql`exists (select from refunds r where r.payment_id = p.id and r.reason in ('late', 'second', 'mismatch'))`
  return [
    {
      invariant: 'I10',
      message: 'the replacement is paid, but not by exactly one payment of what it costs more that was not returned',
      query: sql`
        select e.id as subject from exchanges e where e.difference_payment_id is not null and (
          select count(*) from payments p
          where p.exchange_id = e.id and p.amount_paise = e.difference_paise and p.currency = 'INR'
            and (p.status = 'captured' or (p.id = e.difference_payment_id and p.status = 'refunded')) and not ${unusable}) <> 1`,
    },
    {
      invariant: 'I10',
      message: 'a captured payment for a replacement neither pays for it nor is refunded',
      query: sql`
        select p.id as subject from payments p join exchanges e on e.id = p.exchange_id
        where p.status = 'captured' and p.id is distinct from e.difference_payment_id and not ${unusable}`,
    },
    {
      invariant: 'I10',
      message: 'the replacement isn’t sent, but what was paid for it is not on its way back',
      query: sql`
        select e.id as subject, 'paid ' || e.difference_paise || ', refunds ' || b.refunded_paise || ', lost ' || b.lost_paise as figures
        from exchanges e join ${BALANCES} b on b.payment_id = e.difference_payment_id
        where e.cancelled_at is not null and (e.hold <> 'taken' or e.difference_returned_at is not null)
          and b.refunded_paise + b.lost_paise < e.difference_paise
          and not exists (select from refunds r where r.payment_id = e.difference_payment_id and r.state = 'failed')`,
    },
    {
      // Their part is divided by what was paid for the pieces, so a paisa by line may be in another one's refund.
      invariant: 'I10',
      message: 'replacements were refunded, but not what was paid for them beside the order',
      query: sql`
        select e.id as subject, 'paid ' || e.difference_paise || ', to go back ' || x.due || ', refunds ' || b.refunded_paise || ', lost ' || b.lost_paise as figures
        from exchanges e join ${BALANCES} b on b.payment_id = e.difference_payment_id
          cross join lateral (
            select floor(e.difference_paise * sum(l.price_paise::numeric * greatest(0, x.quantity - (l.quantity - l.cancelled)))
              / nullif(sum(l.price_paise::numeric * x.quantity), 0)) - count(*) as due
            from exchange_lines x join order_lines l on l.id = x.order_line_id where x.exchange_id = e.id) x
        where e.status = 'delivered' and e.cancelled_at is null and e.difference_paise > 0 and b.refunded_paise + b.lost_paise < x.due
          and not exists (select from refunds r where r.payment_id = e.difference_payment_id and r.state in ('failed', 'withdrawn'))`,
    },
  ]
}

/** I7: invoices, debit notes and credit notes. */
function documentChecks(): Check[] {
  return [
    {
      invariant: 'I7',
      message: 'the order is paid and confirmed, and has no invoice',
      query: sql`
        select id as subject from orders o where o.state = 'paid' and not o.capture_unconfirmed
          and not exists (select from invoices i where i.order_id = o.id)`,
    },
    {
      invariant: 'I7',
      message: 'a parcel of the order, which is paid in cash, has left without an invoice',
      query: sql`
        select id as subject from orders o where o.state = 'placed' and exists (select from shipments s where s.order_id = o.id)
          and not exists (select from invoices i where i.order_id = o.id)`,
    },
    {
      invariant: 'I7',
      message: 'the numbers have a gap',
      query: sql`
        select c.series || ' ' || c.year as subject, d.count || ' documents, last number ' || c.last as figures
        from document_counters c left join (
          select 'invoice' as series, year, count(*), max(position) as last from invoices group by year
          union all select 'credit_note', year, count(*), max(position) from credit_notes group by year
          union all select 'debit_note', year, count(*), max(position) from debit_notes group by year) d using (series, year)
        where (d.count, d.last) is distinct from (c.last, c.last)`,
    },
    {
      invariant: 'I7',
      message: 'the refund is made, and has no credit note',
      query: sql`
        select r.id as subject from refunds r join orders o on o.payment_id = r.payment_id
          join invoices i on i.order_id = o.id
        where r.state = 'done' and not exists (select from credit_notes n where n.refund_id = r.id)`,
    },
    {
      invariant: 'I7',
      message: 'what its replacement costs more was paid online, and has no debit note',
      query: sql`
        select e.id as subject from exchanges e join invoices i on i.order_id = e.order_id
        where e.difference_method = 'online' and not exists (select from debit_notes n where n.exchange_id = e.id)`,
    },
    {
      invariant: 'I7',
      message: 'what was paid for its replacement went back, and has no credit note',
      query: sql`
        select n.exchange_id as subject from debit_notes n join exchanges e on e.id = n.exchange_id
        where not exists (select from credit_notes c where c.exchange_id = e.id) and (
          (e.difference_payment_id is null and e.difference_returned_at is not null)
          or exists (select from refunds r where r.payment_id = e.difference_payment_id and r.state = 'done'))`,
    },
    {
      invariant: 'I7',
      message: 'more went back of a replacement’s price than its debit note was credited',
      query: sql`
        select n.exchange_id as subject, 'refunds ' || x.refunded || ', credit notes ' || x.credited as figures
        from debit_notes n join exchanges e on e.id = n.exchange_id cross join lateral (select
          (select coalesce(sum(r.amount_paise), 0) from refunds r where r.payment_id = e.difference_payment_id and r.state = 'done') as refunded,
          (select coalesce(sum((line ->> 'total')::bigint), 0) from credit_notes c cross join jsonb_array_elements(c.document -> 'lines') line
            where c.exchange_id = e.id) as credited) x
        where x.refunded > x.credited`,
    },
  ]
}

/** I6: refunds and lost disputes, in pieces and in paise. */
function refundChecks(refunds: ProviderRecords['refunds']): Check[] {
  const checks: Check[] = [
    {
      invariant: 'I6',
      message: 'more is refunded than was paid',
      query: sql`
        select p.id as subject, 'paid ' || p.amount_paise || ', refunds ' || sum(r.amount_paise) as figures
        from payments p join refunds r on r.payment_id = p.id and r.state not in ('failed', 'withdrawn')
        group by p.id having sum(r.amount_paise) > p.amount_paise`,
    },
    {
      invariant: 'I6',
      message: 'the order is cancelled, but its money is not on its way back',
      query: sql`
        select o.id as subject, 'paid ' || o.total_paise || ', refunds ' || coalesce(b.refunded_paise, 0) || ', lost ' || coalesce(b.lost_paise, 0) as figures
        from orders o left join ${BALANCES} b on b.payment_id = o.payment_id
        where o.state = 'cancelled' and o.payment_id is not null and (b.refunded_paise + b.lost_paise >= o.total_paise - o.credit_paise) is not true`,
    },
    {
      invariant: 'I6',
      message: 'a refund is to be sent of money that a lost dispute took',
      query: sql`
        select p.id as subject, 'paid ' || p.amount_paise || ', refunds ' || b.refunded_paise || ', lost ' || b.lost_paise as figures
        from payments p join ${BALANCES} b on b.payment_id = p.id
        where b.refunded_paise + b.lost_paise > p.amount_paise
          and exists (select from refunds r where r.payment_id = p.id and r.state = 'due')`,
    },
    {
      invariant: 'I6',
      message: 'an order is cancelled exactly when all its pieces are',
      query: sql`
        select o.id as subject from orders o join order_lines l on l.order_id = o.id
        group by o.id, o.state having bool_and(l.cancelled = l.quantity) <> (o.state = 'cancelled')`,
    },
  ]
  if (refunds === null) return checks
  const made = sql`unnest(${refunds.map(({ id }) => id)}::text[], ${refunds.map(({ amount }) => amount)}::bigint[]) as made (id, amount)`
  return [
    ...checks,
    {
      invariant: 'I6',
      message: 'the shop and the provider disagree about this refund',
      query: sql`
        select coalesce(r.provider_refund_id, made.id) as subject,
          'shop ' || coalesce(r.amount_paise, 0) || ', provider ' || coalesce(made.amount, 0) as figures
        from (select r.* from refunds r join payments p on p.id = r.payment_id where r.state in ('pending', 'done') and r.target = 'source' and r.amount_paise > 0 and p.source <> 'staff') r full join ${made} on made.id = r.provider_refund_id
        where r.amount_paise is distinct from made.amount`,
    },
  ]
}

export interface OrderTotal {
  id: string
  total_paise: number
  delivery_paise: number
  delivery_discount_paise: number
  cash_fee_paise: number
  tax_paise: number
  discounts: { amount: number }[]
  lines: { price_paise: number; quantity: number; discount_paise: number }[]
}

const PAGE = 5000

/** All orders with the lines that make up their total, in pages that fit into memory. */
export async function* pageOrderTotals(tx: Db): AsyncGenerator<OrderTotal[]> {
  for (let last: string | undefined = ''; last !== undefined; ) {
    const { rows }: { rows: OrderTotal[] } = await sql<OrderTotal>`
      select o.id, o.total_paise, o.delivery_paise, o.delivery_discount_paise, o.cash_fee_paise, o.tax_paise, o.discounts,
        coalesce((select json_agg(json_build_object('price_paise', l.price_paise, 'quantity', l.quantity,
          'discount_paise', l.discount_paise)) from order_lines l where l.order_id = o.id), '[]') as lines
      from orders o where o.id > ${last} order by o.id limit ${PAGE}`.execute(tx)
    yield rows
    last = rows.at(-1)?.id
  }
}

export async function countRows(tx: Db): Promise<{ orders: number; skus: number }> {
  const { rows } = await sql<{ orders: number; skus: number }>`
    select (select count(*)::integer from orders) as orders, (select count(*)::integer from stock) as skus`.execute(tx)
  return rows[0] ?? { orders: 0, skus: 0 }
}
