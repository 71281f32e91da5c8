import { type Kysely, sql } from 'kysely'
import type { OrderAddress } from '../orders/contract.ts'
import type { OrderState } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import { type CreditNoteDocument, documentNumber, type InvoiceDocument } from './rules.ts'
import type { InvoicesTables } from './tables.server.ts'

type Db = Kysely<Tables>

export interface Numbering {
  number: string
  year: string
  position: number
  issued_at: Date
}

/**
 * Takes the next number of a series. Its counter stays locked until the transaction ends: take it last, and lock
 * nothing afterwards.
 */
export async function takeNumber(
  tx: Db,
  series: InvoicesTables['document_counters']['series'],
  prefix: string,
): Promise<Numbering> {
  const { rows } = await sql<Omit<Numbering, 'number'>>`
    insert into document_counters as counter (series, year, last)
    values (${series}, financial_year(clock_timestamp()), 1)
    on conflict (series, year) do update set last = counter.last + 1
    returning year, last as position, clock_timestamp() as issued_at`.execute(tx)
  const [taken] = rows
  if (!taken) throw new Error('a document got no number')
  return { ...taken, number: documentNumber(prefix, taken.year, taken.position) }
}

/** The data of an order that an invoice needs. */
export interface InvoicedOrder {
  id: string
  number: number
  state: OrderState
  total_paise: number
  delivery_paise: number
  delivery_discount_paise: number
  cash_fee_paise: number
  credit_paise: number
  tax_paise: number
  prices_include_tax: boolean
  address: OrderAddress
  /** For the courier. */
  note: string
  gstin: string
  lines: {
    id: string
    name: string
    color: string
    size: string
    sku: string
    quantity: number
    /** Pieces that won't be shipped, or came back. */
    cancelled: number
    price_paise: number
    /** Off the whole line. */
    discount_paise: number
    hsn: string
    tax_percent: number
  }[]
}

/** Orders that count with their lines, in the order of the ids. Others are left out. */
export async function findInvoicedOrders(db: Db, orderIds: readonly string[]): Promise<InvoicedOrder[]> {
  const { rows } = await sql<InvoicedOrder>`
    select o.id, o.number, o.state, o.total_paise, o.delivery_paise, o.delivery_discount_paise, o.cash_fee_paise, o.credit_paise, o.tax_paise, o.prices_include_tax, o.address, o.note, o.gstin,
      (select json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color, 'size', l.size, 'sku', l.sku,
          'quantity', l.quantity, 'cancelled', l.cancelled, 'price_paise', l.price_paise, 'discount_paise', l.discount_paise, 'hsn', l.hsn, 'tax_percent', l.tax_percent)
          order by l.position) from order_lines l where l.order_id = o.id) as lines
    from unnest(${[...orderIds]}::text[]) with ordinality as wanted (id, index) join orders o on o.id = wanted.id
    where o.status is not null and o.state <> 'to_confirm' order by wanted.index`.execute(db)
  return rows
}

/** In how many days after delivery the lines of orders can be exchanged, each number once, by order. */
export async function findExchangeDays(db: Db, orderIds: readonly string[]): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ id: string; days: number[] }>`
    select o.id, array_agg(distinct coalesce(l.exchange_days, o.exchange_days)::integer) as days
    from orders o join order_lines l on l.order_id = o.id and l.quantity > l.cancelled
    where o.id = any(${[...orderIds]}::text[]) group by o.id`.execute(db)
  return new Map(rows.map(({ id, days }) => [id, days]))
}

export type FoundInvoice = Numbering & {
  order_id: string
  document: InvoiceDocument
  order_number: number
  address: OrderAddress
  customer_id: string
}

/** The invoice of an order with its recipient, or null. */
export async function findInvoice(db: Db, orderId: string): Promise<FoundInvoice | null> {
  const [found] = await findInvoices(db, [orderId])
  return found ?? null
}

/** The invoices of orders with their recipients, in any order. Orders without one are left out. */
export async function findInvoices(db: Db, orderIds: readonly string[]): Promise<FoundInvoice[]> {
  return db
    .selectFrom('invoices')
    .innerJoin('orders', 'orders.id', 'invoices.order_id')
    .select([
      'order_id',
      'invoices.number',
      'year',
      'position',
      'issued_at',
      'document',
      'orders.number as order_number',
      'orders.address',
      'orders.customer_id',
    ])
    .where('order_id', '=', sql<string>`any(${[...orderIds]}::text[])`)
    .execute()
}

export async function insertInvoice(
  tx: Db,
  { document, ...invoice }: Numbering & { order_id: string; document: InvoiceDocument },
): Promise<void> {
  await tx
    .insertInto('invoices')
    .values({ ...invoice, document: JSON.stringify(document) })
    .execute()
}

export type CreditNote = Numbering & {
  refund_id: string
  order_id: string
  exchange_id: string | null
  document: CreditNoteDocument
}

/** The credit notes of an order, oldest first; of those against its invoice (null) or the debit note of an exchange alone, if it's said. */
export function listCreditNotes(db: Db, orderId: string, exchangeId?: string | null): Promise<CreditNote[]> {
  const all = db.selectFrom('credit_notes').selectAll().where('order_id', '=', orderId)
  const own = exchangeId === undefined ? all : all.where('exchange_id', 'is not distinct from', exchangeId)
  return own.orderBy('issued_at').orderBy('position').execute()
}

export type DebitNote = Numbering & { exchange_id: string; order_id: string; document: InvoiceDocument }

/** The debit note of an exchange, or null. */
export async function findDebitNote(db: Db, exchangeId: string): Promise<DebitNote | null> {
  const note = await db.selectFrom('debit_notes').selectAll().where('exchange_id', '=', exchangeId).executeTakeFirst()
  return note ?? null
}

/** The debit notes of exchanges, in any order. */
export function findDebitNotes(db: Db, exchangeIds: readonly string[]): Promise<DebitNote[]> {
  return db
    .selectFrom('debit_notes')
    .selectAll()
    .where('exchange_id', 'in', [...exchangeIds, ''])
    .execute()
}

export async function insertDebitNote(tx: Db, { document, ...note }: DebitNote): Promise<void> {
  await tx
    .insertInto('debit_notes')
    .values({ ...note, document: JSON.stringify(document) })
    .execute()
}

/** The id of the refund whose credit note has this number, or null. */
export async function findRefundOfNote(db: Db, number: string): Promise<string | null> {
  const note = await db.selectFrom('credit_notes').select('refund_id').where('number', '=', number).executeTakeFirst()
  return note?.refund_id ?? null
}

/** The credit notes of refunds, in any order. Refunds without one are left out. */
export async function findCreditNotes(db: Db, refundIds: readonly string[]): Promise<CreditNote[]> {
  if (refundIds.length === 0) return []
  return db
    .selectFrom('credit_notes')
    .selectAll()
    .where('refund_id', '=', sql<string>`any(${[...refundIds]}::text[])`)
    .execute()
}

export async function insertCreditNote(tx: Db, { document, ...note }: CreditNote): Promise<void> {
  await tx
    .insertInto('credit_notes')
    .values({ ...note, document: JSON.stringify(document) })
    .execute()
}

/** Locks an invoice until the transaction ends, so that two refunds of one order don't credit the same paisa. */
export async function lockInvoice(tx: Db, orderId: string): Promise<void> {
  await sql`select 1 from invoices where order_id = ${orderId} for update`.execute(tx)
}

/** What names a document: the order of an invoice, the refund of a credit note, the exchange of a debit note. */
export interface IssuedName {
  kind: 'invoice' | 'debit_note' | 'credit_note'
  order_id: string
  id: string
}

/** The documents issued in a month in India (2026-11): invoices by number, then debit notes, then credit notes. */
export async function listIssued(db: Db, month: string): Promise<IssuedName[]> {
  const start = sql`${`${month}-01`}::timestamp`
  const isOfMonth = sql`issued_at >= ${start} at time zone 'Asia/Kolkata'
    and issued_at < (${start} + interval '1 month') at time zone 'Asia/Kolkata'`
  const { rows } = await sql<IssuedName>`
    select kind, order_id, id from (
      select 'invoice' as kind, 1 as rank, order_id, order_id as id, year, position from invoices where ${isOfMonth}
      union all select 'debit_note', 2, order_id, exchange_id, year, position from debit_notes where ${isOfMonth}
      union all select 'credit_note', 3, order_id, refund_id, year, position from credit_notes where ${isOfMonth}) issued
    order by rank, year, position`.execute(db)
  return rows
}
