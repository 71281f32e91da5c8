import { readNotes } from './books.server.ts'
import type { Store } from './database.server.ts'
import type { RefundRecord, RefundStatus } from './records.ts'
import type { Row } from './rows.ts'
import { int, text, textOrNull } from './rows.ts'

function readRefundStatus(value: string): RefundStatus {
  if (value === 'pending' || value === 'processed' || value === 'failed') return value
  throw new TypeError(`no refund status: ${value}`)
}

function toRefund(row: Row): RefundRecord {
  return {
    id: text(row, 'id'),
    paymentId: text(row, 'payment_id'),
    amount: int(row, 'amount'),
    currency: text(row, 'currency'),
    status: readRefundStatus(text(row, 'status')),
    receipt: textOrNull(row, 'receipt'),
    notes: readNotes(text(row, 'notes')),
    idempotencyKey: textOrNull(row, 'idempotency_key'),
    fingerprint: text(row, 'fingerprint'),
    createdAt: int(row, 'created_at'),
  }
}

/** One refund, or null. */
export function findRefund(store: Store, id: string): RefundRecord | null {
  const row = store.sql('SELECT * FROM refunds WHERE id = ?').get(id)
  return row ? toRefund(row) : null
}

/** The refund a key was used for on this payment, or null. */
export function findRefundByKey(store: Store, paymentId: string, key: string): RefundRecord | null {
  const row = store.sql('SELECT * FROM refunds WHERE payment_id = ? AND idempotency_key = ?').get(paymentId, key)
  return row ? toRefund(row) : null
}

/** Refunds of one payment, newest first. */
export function refundsOf(store: Store, paymentId: string): RefundRecord[] {
  const rows = store
    .sql('SELECT * FROM refunds WHERE payment_id = ? ORDER BY created_at DESC, rowid DESC')
    .all(paymentId)
  return rows.map(toRefund)
}

/** Every refund there is, oldest first (ledger checks). */
export function allRefunds(store: Store): RefundRecord[] {
  return store.sql('SELECT * FROM refunds ORDER BY rowid').all().map(toRefund)
}

/** Writes a new refund. */
export function insertRefund(store: Store, refund: RefundRecord): void {
  store
    .sql(
      `INSERT INTO refunds (id, payment_id, amount, currency, status, receipt, notes, idempotency_key, fingerprint, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    )
    .run(
      refund.id,
      refund.paymentId,
      refund.amount,
      refund.currency,
      refund.status,
      refund.receipt,
      JSON.stringify(refund.notes),
      refund.idempotencyKey,
      refund.fingerprint,
      refund.createdAt,
    )
}

/** Moves a refund to its next status. */
export function setRefundStatus(store: Store, id: string, status: RefundStatus): void {
  store.sql('UPDATE refunds SET status = ? WHERE id = ?').run(status, id)
}
