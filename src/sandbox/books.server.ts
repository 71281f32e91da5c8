import type { Store } from './database.server.ts'
import type {
  Instrument,
  Notes,
  OrderRecord,
  OrderStatus,
  PaymentError,
  PaymentRecord,
  PaymentStatus,
} from './records.ts'
import type { Row } from './rows.ts'
import { int, text, textOrNull } from './rows.ts'

function readOrderStatus(value: string): OrderStatus {
  if (value === 'created' || value === 'attempted' || value === 'paid') return value
  throw new TypeError(`no order status: ${value}`)
}

function readPaymentStatus(value: string): PaymentStatus {
  if (value === 'created' || value === 'authorized' || value === 'captured') return value
  if (value === 'refunded' || value === 'failed') return value
  throw new TypeError(`no payment status: ${value}`)
}

/** The notes we wrote as JSON ourselves. */
export function readNotes(json: string): Notes {
  const notes: Notes = JSON.parse(json)
  return notes
}

function toOrder(row: Row): OrderRecord {
  return {
    id: text(row, 'id'),
    amount: int(row, 'amount'),
    amountPaid: int(row, 'amount_paid'),
    currency: text(row, 'currency'),
    receipt: textOrNull(row, 'receipt'),
    status: readOrderStatus(text(row, 'status')),
    attempts: int(row, 'attempts'),
    notes: readNotes(text(row, 'notes')),
    autoCapture: int(row, 'auto_capture') === 1,
    scenario: textOrNull(row, 'scenario'),
    createdAt: int(row, 'created_at'),
  }
}

function toPayment(row: Row): PaymentRecord {
  const instrument: Instrument = JSON.parse(text(row, 'instrument'))
  const error: PaymentError | null = JSON.parse(textOrNull(row, 'error') ?? 'null')
  return {
    id: text(row, 'id'),
    orderId: text(row, 'order_id'),
    amount: int(row, 'amount'),
    currency: text(row, 'currency'),
    status: readPaymentStatus(text(row, 'status')),
    instrument,
    email: text(row, 'email'),
    contact: text(row, 'contact'),
    captured: int(row, 'captured') === 1,
    amountRefunded: int(row, 'amount_refunded'),
    error,
    createdAt: int(row, 'created_at'),
  }
}

/** One order, or null. */
export function findOrder(store: Store, id: string): OrderRecord | null {
  const row = store.sql('SELECT * FROM orders WHERE id = ?').get(id)
  return row ? toOrder(row) : null
}

/** The newest order with this receipt, or null. */
export function findOrderByReceipt(store: Store, receipt: string): OrderRecord | null {
  const row = store
    .sql('SELECT * FROM orders WHERE receipt = ? ORDER BY created_at DESC, rowid DESC LIMIT 1')
    .get(receipt)
  return row ? toOrder(row) : null
}

/** Orders, newest first; with a receipt only those that carry it. */
export function listOrders(store: Store, filter: { receipt?: string; count: number; skip: number }): OrderRecord[] {
  const all =
    'SELECT * FROM orders WHERE (?1 IS NULL OR receipt = ?1) ORDER BY created_at DESC, rowid DESC LIMIT ?2 OFFSET ?3'
  return store
    .sql(all)
    .all(filter.receipt ?? null, filter.count, filter.skip)
    .map(toOrder)
}

/** Writes a new order. */
export function insertOrder(store: Store, order: OrderRecord): void {
  store
    .sql(
      `INSERT INTO orders (id, amount, currency, receipt, status, notes, auto_capture, scenario, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      order.id,
      order.amount,
      order.currency,
      order.receipt,
      order.status,
      JSON.stringify(order.notes),
      order.autoCapture ? 1 : 0,
      order.scenario,
      order.createdAt,
    )
}

/** Writes what may change in an order: status, attempts, what was paid, scenario. */
export function updateOrder(store: Store, order: OrderRecord): void {
  store
    .sql('UPDATE orders SET status = ?, attempts = ?, amount_paid = ?, scenario = ? WHERE id = ?')
    .run(order.status, order.attempts, order.amountPaid, order.scenario, order.id)
}

/** One payment, or null. */
export function findPayment(store: Store, id: string): PaymentRecord | null {
  const row = store.sql('SELECT * FROM payments WHERE id = ?').get(id)
  return row ? toPayment(row) : null
}

/** All payments of an order, newest first. */
export function paymentsOf(store: Store, orderId: string): PaymentRecord[] {
  const rows = store.sql('SELECT * FROM payments WHERE order_id = ? ORDER BY created_at DESC, rowid DESC').all(orderId)
  return rows.map(toPayment)
}

/** Every payment there is, oldest first (ledger checks). */
export function allPayments(store: Store): PaymentRecord[] {
  return store.sql('SELECT * FROM payments ORDER BY rowid').all().map(toPayment)
}

/** Writes a new payment. */
export function insertPayment(store: Store, payment: PaymentRecord): void {
  store
    .sql(
      `INSERT INTO payments (id, order_id, amount, currency, status, instrument, email, contact, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      payment.id,
      payment.orderId,
      payment.amount,
      payment.currency,
      payment.status,
      JSON.stringify(payment.instrument),
      payment.email,
      payment.contact,
      payment.createdAt,
    )
}

/** Writes what may change in a payment: status, amount, currency, captured, refunded, error. */
export function updatePayment(store: Store, payment: PaymentRecord): void {
  store
    .sql(
      'UPDATE payments SET status = ?, amount = ?, currency = ?, captured = ?, amount_refunded = ?, error = ? WHERE id = ?',
    )
    .run(
      payment.status,
      payment.amount,
      payment.currency,
      payment.captured ? 1 : 0,
      payment.amountRefunded,
      payment.error ? JSON.stringify(payment.error) : null,
      payment.id,
    )
}
