import type { Transaction } from 'kysely'
import { type Paise, paise } from '#platform/money.ts'
import { orderNumber, paidForDelivery } from '../orders/rules.ts'
import { supplyOf } from '../orders/supply.server.ts'
import type { Settings } from '../settings/rules.ts'
import { querySettings } from '../settings/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import type { PrintedDocument } from './pdf.server.ts'
import { creditedLines, type InvoiceDocument, sumLines, type TaxableLine, type TaxedLine, taxedLines } from './rules.ts'
import {
  type CreditNote,
  type FoundInvoice,
  findCreditNotes,
  findInvoice,
  findInvoicedOrders,
  findInvoices,
  type InvoicedOrder,
  insertCreditNote,
  insertInvoice,
  listCreditNotes,
  listIssued,
  lockInvoice,
  takeNumber,
} from './sql.server.ts'

type Context = Pick<Shop, 'db' | 'settings'>

/** Issues the invoice of an order, as the last step of the transaction that makes it paid: see `takeNumber`. */
export async function issueInvoice(tx: Transaction<Tables>, orderId: string, settings: Settings): Promise<void> {
  const [order] = await findInvoicedOrders(tx, [orderId])
  if (!order) throw new Error('an unpaid order gets no invoice')
  const document = createDocument(order, settings)
  const numbering = await takeNumber(tx, 'invoice', settings['invoice.prefix'])
  await insertInvoice(tx, { ...numbering, order_id: orderId, document })
}

/** A refund of an order, in part or whole. */
export interface CreditedRefund {
  orderId: string
  /** A refund has one credit note. A second call returns the same one. */
  refundId: string
  amount: Paise
  /** As shown on the document. */
  reason: string
  /** The refunded pieces, or none if it's only an amount. */
  pieces?: readonly { sku: string; count: number }[]
}

/**
 * Issues the credit note of a refund, as the last step of its transaction: see `takeNumber`. Null if the order has no
 * invoice.
 * @throws {Error} if the order's refunds exceed its invoice
 */
export async function issueCreditNote(
  tx: Transaction<Tables>,
  { orderId, refundId, amount, reason, pieces = [] }: CreditedRefund,
): Promise<{ number: string } | null> {
  await lockInvoice(tx, orderId)
  const invoice = await findInvoice(tx, orderId)
  if (!invoice) return null
  const earlier = await listCreditNotes(tx, orderId)
  const issued = earlier.find((note) => note.refund_id === refundId)
  if (issued) return issued
  const credited = earlier.map(({ document }) => document.lines)
  if (amount > sumLines(invoice.document.lines).total - sumLines(credited.flat()).total)
    throw new Error('refunds can’t exceed the invoice')
  const [order] = await findInvoicedOrders(tx, [orderId])
  const counts = (order?.lines ?? []).map(({ sku }) =>
    pieces.reduce((sum, one) => sum + (one.sku === sku ? one.count : 0), 0),
  )
  const weights = pieces.length > 0 ? pieceWeights(invoice.document.lines, counts) : undefined
  const lines = creditedLines(invoice.document.lines, credited, amount, weights).map((line, index) => ({
    ...line,
    quantity: counts[index] ?? 0,
  }))
  const { paidByCredit: _, ...sold } = invoice.document
  const { 'invoice.creditPrefix': prefix } = await querySettings(tx)
  const numbering = await takeNumber(tx, 'credit_note', prefix)
  await insertCreditNote(tx, {
    ...numbering,
    refund_id: refundId,
    order_id: orderId,
    document: { ...sold, lines, reason },
  })
  return numbering
}

/**
 * The part of each invoice line taken back by a refund of `counts` pieces, in paise. The first lines are the goods. The
 * others, such as delivery, are taken back in the proportion of these pieces to the value of all goods.
 */
function pieceWeights(lines: readonly TaxedLine[], counts: readonly number[]): number[] {
  const goods = lines.slice(0, counts.length)
  const taken = goods.map(({ total, quantity }, index) => Math.round((total * (counts[index] ?? 0)) / quantity))
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const all = sumOf(goods.map(({ total }) => total))
  const share = all === 0 ? 0 : sumOf(taken) / all
  return lines.map(({ total }, index) => taken[index] ?? Math.round(total * share))
}

/** A document as issued, and its customer's id. */
export type IssuedDocument = PrintedDocument & { customer: string }

/** The invoice of an order, or null. */
export async function readInvoice({ db, settings }: Context, orderId: string): Promise<IssuedDocument | null> {
  const found = await findInvoice(db, orderId)
  return found ? toInvoice(found, settings()) : null
}

/** The credit note of a refund, or null. */
export async function readCreditNote({ db, settings }: Context, refundId: string): Promise<IssuedDocument | null> {
  const [note] = await findCreditNotes(db, [refundId])
  const found = note && (await findInvoice(db, note.order_id))
  return found ? toCreditNote(note, toInvoice(found, settings())) : null
}

/** How many documents are read at once. */
const BATCH = 500

/**
 * The documents issued in a month in India (2026-11), each with the invoice that it is or credits: invoices by number, then
 * credit notes by number, or those of one kind.
 */
export async function* readMonth(
  { db, settings }: Context,
  month: string,
  kind?: 'invoices' | 'credit-notes',
): AsyncGenerator<{ issued: IssuedDocument; invoice: IssuedDocument }> {
  const all = await listIssued(db, month)
  const wanted = kind ? all.filter(({ refund_id }) => (refund_id === null) === (kind === 'invoices')) : all
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH)
    const found = await findInvoices(
      db,
      batch.map(({ order_id }) => order_id),
    )
    const notes = await findCreditNotes(
      db,
      batch.flatMap(({ refund_id }) => refund_id ?? []),
    )
    const invoiceOf = new Map(found.map((one) => [one.order_id, toInvoice(one, settings())]))
    const noteOf = new Map(notes.map((note) => [note.refund_id, note]))
    for (const { order_id, refund_id } of batch) {
      const invoice = invoiceOf.get(order_id)
      const note = refund_id === null ? null : noteOf.get(refund_id)
      if (invoice && note !== undefined) yield { issued: note ? toCreditNote(note, invoice) : invoice, invoice }
    }
  }
}

function toInvoice(found: FoundInvoice, settings: Settings): IssuedDocument {
  const { number, issued_at: issuedAt, order_id: orderId, address, customer_id: customer, document } = found
  return {
    number,
    issuedAt,
    orderId,
    orderNumber: orderNumber(found.order_number, settings),
    address,
    customer,
    document,
  }
}

function toCreditNote({ number, issued_at: issuedAt, document }: CreditNote, invoice: IssuedDocument): IssuedDocument {
  const credits = { invoice: invoice.number, invoicedAt: invoice.issuedAt, reason: document.reason }
  return { ...invoice, number, issuedAt, document, credits }
}

function createDocument(order: InvoicedOrder, settings: Settings): InvoiceDocument {
  const gstin = settings['shop.gstin']
  const supply = supplyOf(order.address, settings)
  const seller = {
    shop: settings['shop.name'],
    legalName: settings['shop.legalName'],
    gstin,
    address: settings['shop.address'],
    state: supply.seller,
    email: settings['shop.email'],
    phone: settings['shop.phone'],
  }
  const charged = {
    delivery: paidForDelivery(order),
    pricesInclude: order.prices_include_tax,
    interstate: supply.interstate,
  }
  const tax = paise(order.tax_paise)
  const lines = order.lines.map((line) => toTaxable(line))
  return {
    seller,
    ...(order.gstin === '' ? {} : { buyerGstin: order.gstin }),
    placeOfSupply: supply.place,
    pricesInclude: charged.pricesInclude,
    ...(order.credit_paise > 0 ? { paidByCredit: paise(order.credit_paise) } : {}),
    lines: gstin === '' ? untaxedLines(lines, charged, tax) : taxedLines({ ...charged, lines, tax }),
  }
}

/** Without a GSTIN nothing may be shown as tax, so what the order charged as tax has its own line. */
function untaxedLines(
  lines: readonly TaxableLine[],
  charged: Omit<Parameters<typeof taxedLines>[0], 'lines' | 'tax'>,
  tax: Paise,
): InvoiceDocument['lines'] {
  const untaxed = lines.map((line) => ({ ...line, percent: 0 }))
  const shown = taxedLines({ ...charged, lines: untaxed, tax: paise(0) })
  if (tax === 0) return shown
  const none = { cgst: paise(0), sgst: paise(0), igst: paise(0) }
  const description = 'Other charges at checkout'
  return [...shown, { description, hsn: '', quantity: 1, price: null, percent: 0, ...none, taxable: tax, total: tax }]
}

function toTaxable(line: InvoicedOrder['lines'][number]): TaxableLine {
  return {
    description: `${line.name}, ${line.color}, ${line.size}`,
    hsn: line.hsn,
    quantity: line.quantity,
    price: paise(line.price_paise),
    ...(line.discount_paise > 0 ? { discount: paise(line.discount_paise) } : {}),
    percent: line.tax_percent,
  }
}
