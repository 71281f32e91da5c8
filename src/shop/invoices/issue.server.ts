import type { Transaction } from 'kysely'
import { type Paise, paise } from '#platform/money.ts'
import { orderNumber, paidForDelivery } from '../orders/rules.ts'
import { supplyOf } from '../orders/supply.server.ts'
import type { Settings } from '../settings/rules.ts'
import { querySettings } from '../settings/sql.server.ts'
import { apportion } from '../settings/tax-rules.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import type { PrintedDocument } from './pdf.server.ts'
import {
  creditedLines,
  differenceLines,
  type InvoiceDocument,
  sumLines,
  type TaxableLine,
  type TaxedLine,
  taxedLines,
} from './rules.ts'
import {
  type CreditNote,
  type DebitNote,
  type FoundInvoice,
  findCreditNotes,
  findDebitNote,
  findDebitNotes,
  findInvoice,
  findInvoicedOrders,
  findInvoices,
  type InvoicedOrder,
  type IssuedName,
  insertCreditNote,
  insertDebitNote,
  insertInvoice,
  listCreditNotes,
  listIssued,
  lockInvoice,
  type Numbering,
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
  pieces?: readonly CreditedPieces[]
  /** The pieces whose lines it's taken from: by default those that are refunded. */
  of?: readonly CreditedPieces[]
}

interface CreditedPieces {
  sku: string
  count: number
  /** Paise of what was paid for them that other credit notes have. */
  less?: number
}

/** What an exchange's replacements cost more than what was bought, in paise with tax. */
export interface ChargedExchange {
  orderId: string
  exchangeId: string
  amount: Paise
  /** `replacement`: what is sent instead, as "Black, L". */
  lines: readonly { orderLineId: string; quantity: number; replacement: string }[]
}

/**
 * What a debit note for an exchange says, or null if its order has no invoice. The amount is split by what was paid for the pieces;
 * it's taxed at their rates.
 */
export async function draftDebitNote(
  db: Shop['db'],
  { orderId, amount, lines }: ChargedExchange,
): Promise<InvoiceDocument | null> {
  const [invoice, [order]] = [await findInvoice(db, orderId), await findInvoicedOrders(db, [orderId])]
  if (!invoice || !order) return null
  const { seller, placeOfSupply, paidByCredit: _, ...sold } = invoice.document
  const pieces = lines.flatMap(({ orderLineId, quantity, replacement }) => {
    const line = order.lines.find(({ id }) => id === orderLineId)
    return line ? [{ line, quantity, replacement }] : []
  })
  const amounts = apportion(
    amount,
    pieces.map(({ line, quantity }) => line.price_paise * quantity),
  )
  const differences = pieces.map(({ line, quantity, replacement }, index) => ({
    description: `Price difference: ${line.name}, ${line.color}, ${line.size} exchanged for ${replacement}`,
    hsn: line.hsn,
    quantity,
    percent: seller.gstin === '' ? 0 : line.tax_percent,
    amount: amounts[index] ?? paise(0),
  }))
  return { ...sold, seller, placeOfSupply, lines: differenceLines(differences, seller.state !== placeOfSupply) }
}

/**
 * Issues the debit note of an exchange, as the last step of the transaction in which its difference is paid: see `takeNumber`. Null if
 * its order has no invoice. An exchange has one; a second call returns the same one.
 */
export async function issueDebitNote(
  tx: Transaction<Tables>,
  charged: ChargedExchange,
): Promise<{ number: string } | null> {
  const { orderId, exchangeId } = charged
  const issued = await findDebitNote(tx, exchangeId)
  if (issued) return issued
  const document = await draftDebitNote(tx, charged)
  if (!document) return null
  const { 'invoice.debitPrefix': prefix } = await querySettings(tx)
  const numbering = await takeNumber(tx, 'debit_note', prefix)
  await insertDebitNote(tx, { ...numbering, exchange_id: exchangeId, order_id: orderId, document })
  return numbering
}

/** A refund of what was paid for a replacement. */
export interface CreditedDifference extends Pick<CreditedRefund, 'refundId' | 'amount' | 'reason'> {
  exchangeId: string
  /** What of the debit note's lines it takes back, in relation to each other; by default what is left of them. */
  weights?: readonly number[] | undefined
}

/** Issues the credit note for a difference that goes back, against its debit note. Null if it has none. */
export async function creditDebitNote(
  tx: Transaction<Tables>,
  { exchangeId, refundId, amount, reason, weights }: CreditedDifference,
): Promise<{ number: string } | null> {
  const debit = await findDebitNote(tx, exchangeId)
  if (!debit) return null
  const { order_id: orderId, document } = debit
  await lockInvoice(tx, orderId)
  const earlier = await listCreditNotes(tx, orderId, exchangeId)
  const issued = earlier.find((note) => note.refund_id === refundId)
  if (issued) return issued
  const credited = earlier.map((note) => note.document.lines)
  const left = sumLines(document.lines).total - sumLines(credited.flat()).total
  const lines = creditedLines(document.lines, credited, paise(Math.min(amount, left)), weights)
  return insertCredit(tx, { orderId, refundId, exchangeId, document: { ...document, lines }, reason })
}

function countOf(pieces: readonly CreditedPieces[], sku: string): number {
  return pieces.reduce((sum, one) => sum + (one.sku === sku ? one.count : 0), 0)
}

async function insertCredit(
  tx: Transaction<Tables>,
  credit: {
    orderId: string
    refundId: string
    exchangeId: string | null
    document: InvoiceDocument
    reason: string
  },
): Promise<Numbering> {
  const { orderId, refundId, exchangeId, document, reason } = credit
  const { 'invoice.creditPrefix': prefix } = await querySettings(tx)
  const numbering = await takeNumber(tx, 'credit_note', prefix)
  await insertCreditNote(tx, {
    ...numbering,
    refund_id: refundId,
    order_id: orderId,
    exchange_id: exchangeId,
    document: { ...document, reason },
  })
  return numbering
}

/**
 * Issues the credit note of a refund, as the last step of its transaction: see `takeNumber`. Null if the order has no
 * invoice.
 * @throws {Error} if the order's refunds exceed its invoice
 */
export async function issueCreditNote(
  tx: Transaction<Tables>,
  { orderId, refundId, amount, reason, pieces = [], of = pieces }: CreditedRefund,
): Promise<{ number: string } | null> {
  await lockInvoice(tx, orderId)
  const invoice = await findInvoice(tx, orderId)
  if (!invoice) return null
  const earlier = await listCreditNotes(tx, orderId, null)
  const issued = earlier.find((note) => note.refund_id === refundId)
  if (issued) return issued
  const credited = earlier.map(({ document }) => document.lines)
  if (amount > sumLines(invoice.document.lines).total - sumLines(credited.flat()).total)
    throw new Error('refunds can’t exceed the invoice')
  const [order] = await findInvoicedOrders(tx, [orderId])
  const skus = (order?.lines ?? []).map(({ sku }) => sku)
  const weights = of.length > 0 ? pieceWeights(invoice.document.lines, skus, of, pieces.length > 0) : undefined
  const lines = creditedLines(invoice.document.lines, credited, amount, weights).map((line, index) => ({
    ...line,
    quantity: countOf(pieces, skus[index] ?? ''),
  }))
  const { paidByCredit: _, ...sold } = invoice.document
  return insertCredit(tx, { orderId, refundId, exchangeId: null, document: { ...sold, lines }, reason })
}

/**
 * The part of each invoice line taken back by a refund of pieces, in paise. The first lines are the goods, of `skus`. The others, such
 * as delivery, are taken back in the proportion of these pieces to the value of all goods if they're returned (`withDelivery`).
 */
function pieceWeights(
  lines: readonly TaxedLine[],
  skus: readonly string[],
  pieces: readonly CreditedPieces[],
  withDelivery: boolean,
): number[] {
  const goods = lines.slice(0, skus.length)
  const taken = goods.map(({ total, quantity }, index) =>
    Math.round((total * countOf(pieces, skus[index] ?? '')) / quantity),
  )
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0)
  const all = sumOf(goods.map(({ total }) => total))
  const share = all === 0 || !withDelivery ? 0 : sumOf(taken) / all
  const lessOf = (sku: string | undefined) =>
    pieces.reduce((sum, one) => sum + (one.sku === sku ? (one.less ?? 0) : 0), 0)
  return lines.map(({ total }, index) => {
    const own = taken[index]
    return own === undefined ? Math.round(total * share) : Math.max(0, own - lessOf(skus[index]))
  })
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
  if (!found) return null
  const debit = note.exchange_id === null ? null : await findDebitNote(db, note.exchange_id)
  return toCreditNote(note, toInvoice(found, settings()), debit)
}

/** How many documents are read at once. */
const BATCH = 500

/**
 * The documents issued in a month in India (2026-11), each with the invoice that it is, credits or adds to: invoices by number, then
 * debit notes and credit notes by number, or those of one kind.
 */
export async function* readMonth(
  { db, settings }: Context,
  month: string,
  only?: 'invoices' | 'charges' | 'credit-notes' | 'notes',
): AsyncGenerator<{ issued: IssuedDocument; invoice: IssuedDocument }> {
  const all = await listIssued(db, month)
  const isWanted = {
    invoices: ({ kind }: IssuedName) => kind === 'invoice',
    charges: ({ kind }: IssuedName) => kind !== 'credit_note',
    'credit-notes': ({ kind }: IssuedName) => kind === 'credit_note',
    notes: ({ kind }: IssuedName) => kind !== 'invoice',
  }
  const wanted = only ? all.filter(isWanted[only]) : all
  for (let from = 0; from < wanted.length; from += BATCH) {
    const batch = wanted.slice(from, from + BATCH)
    const idsOf = (kind: IssuedName['kind']) => batch.flatMap((one) => (one.kind === kind ? one.id : []))
    const found = await findInvoices(
      db,
      batch.map(({ order_id }) => order_id),
    )
    const notes = await findCreditNotes(db, idsOf('credit_note'))
    const credited = notes.flatMap(({ exchange_id }) => exchange_id ?? [])
    const debits = await findDebitNotes(db, [...idsOf('debit_note'), ...credited])
    const invoiceOf = new Map(found.map((one) => [one.order_id, toInvoice(one, settings())]))
    const noteOf = new Map(notes.map((note) => [note.refund_id, note]))
    const debitOf = new Map(debits.map((note) => [note.exchange_id, note]))
    for (const { kind, order_id, id } of batch) {
      const invoice = invoiceOf.get(order_id)
      if (!invoice) continue
      const note = kind === 'credit_note' ? noteOf.get(id) : null
      const debit = debitOf.get(kind === 'debit_note' ? id : (note?.exchange_id ?? ''))
      if (kind === 'invoice') yield { issued: invoice, invoice }
      else if (note) yield { issued: toCreditNote(note, invoice, debit ?? null), invoice }
      else if (kind === 'debit_note' && debit) yield { issued: toDebitNote(debit, invoice), invoice }
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

/** `debit`: the debit note that it's against, or null if it's against the invoice. */
function toCreditNote(
  { number, issued_at: issuedAt, document }: CreditNote,
  invoice: IssuedDocument,
  debit: DebitNote | null,
): IssuedDocument {
  const against = debit ? { number: debit.number, issuedAt: debit.issued_at } : invoice
  const credits = { invoice: against.number, invoicedAt: against.issuedAt, reason: document.reason }
  return { ...invoice, number, issuedAt, document, credits }
}

function toDebitNote({ number, issued_at: issuedAt, document }: DebitNote, invoice: IssuedDocument): IssuedDocument {
  return { ...invoice, number, issuedAt, document, adds: { invoice: invoice.number, invoicedAt: invoice.issuedAt } }
}

/** The debit note of an exchange, or null. */
export async function readDebitNote({ db, settings }: Context, exchangeId: string): Promise<IssuedDocument | null> {
  const note = await findDebitNote(db, exchangeId)
  const found = note && (await findInvoice(db, note.order_id))
  return found ? toDebitNote(note, toInvoice(found, settings())) : null
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
