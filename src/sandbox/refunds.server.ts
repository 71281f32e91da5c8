import type { Bank } from './bank.ts'
import { findPayment, updatePayment } from './books.server.ts'
import { transact } from './database.server.ts'
import { emit } from './events.server.ts'
import { newId } from './ids.ts'
import { planJob } from './jobs.server.ts'
import { requireOrder } from './payments.server.ts'
import type { Notes, PaymentRecord, RefundRecord } from './records.ts'
import { findRefund, findRefundByKey, insertRefund, setRefundStatus } from './refund-book.server.ts'
import { scenarioOf } from './scenario-book.server.ts'
import { numberOf } from './scenarios.ts'

export type RefundRequest = {
  /** Paise; null: all that is left. */
  amount: number | null
  receipt: string | null
  notes: Notes
  idempotencyKey: string | null
}

function refusalOf(payment: PaymentRecord, amount: number): string | null {
  if (!payment.captured) return 'The payment status should be captured for action to be taken'
  const left = payment.amount - payment.amountRefunded
  if (left === 0) return 'The payment has been fully refunded already'
  if (amount > left) return 'The total refund amount is greater than the refund payment amount'
  return null
}

function applyRefund(payment: PaymentRecord, amount: number): PaymentRecord {
  const amountRefunded = payment.amountRefunded + amount
  return { ...payment, amountRefunded, status: amountRefunded >= payment.amount ? 'refunded' : 'captured' }
}

function bookRefund(bank: Bank, payment: PaymentRecord, request: RefundRequest, amount: number): RefundRecord {
  const order = requireOrder(bank, payment.orderId)
  const scenario = scenarioOf(bank, order)
  const waits = scenario.has('refund_pending') || scenario.has('refund_failed')
  const refund: RefundRecord = {
    id: newId('rfnd'),
    paymentId: payment.id,
    amount,
    currency: payment.currency,
    status: waits ? 'pending' : 'processed',
    receipt: request.receipt,
    notes: request.notes,
    idempotencyKey: request.idempotencyKey,
    fingerprint: fingerprintOf(request),
    createdAt: bank.now(),
  }
  const refunded = applyRefund(payment, amount)
  insertRefund(bank.store, refund)
  updatePayment(bank.store, refunded)
  emit(bank, 'refund.created', { refund, payment: refunded }, order)
  if (!waits) emit(bank, 'refund.processed', { refund, payment: refunded }, order)
  const failAfter = numberOf(scenario, 'refund_failed')
  const doneAfter = numberOf(scenario, 'refund_pending')
  if (failAfter !== null) planJob(bank, 'refund_fail', refund.id, failAfter * 1000)
  else if (doneAfter !== null) planJob(bank, 'refund_process', refund.id, doneAfter * 1000)
  return refund
}

function fingerprintOf({ amount, receipt, notes }: RefundRequest): string {
  return JSON.stringify([amount, receipt, Object.entries(notes).sort()])
}

/**
 * Gives money back. The same idempotency key with the same body answers the first refund again; a sentence says why
 * there is none: unknown payment, not captured, more than is left, the key used with another body.
 */
export function refundPayment(bank: Bank, paymentId: string, request: RefundRequest): RefundRecord | string {
  return transact(bank.store, () => {
    const payment = findPayment(bank.store, paymentId)
    if (!payment) return 'The id provided does not exist'
    const known =
      request.idempotencyKey === null ? null : findRefundByKey(bank.store, paymentId, request.idempotencyKey)
    if (known) {
      if (known.fingerprint === fingerprintOf(request)) return known
      return 'Different request body sent with the same idempotency key'
    }
    const amount = request.amount ?? payment.amount - payment.amountRefunded
    return refusalOf(payment, amount) ?? bookRefund(bank, payment, request, amount)
  })
}

/** Ends a pending refund; a failed one puts the money back on the payment. */
export function endRefund(bank: Bank, refundId: string, status: 'processed' | 'failed'): void {
  transact(bank.store, () => {
    const pending = findRefund(bank.store, refundId)
    if (pending?.status !== 'pending') return
    const payment = findPayment(bank.store, pending.paymentId)
    if (!payment) throw new Error(`no payment ${pending.paymentId}`)
    const refund: RefundRecord = { ...pending, status }
    setRefundStatus(bank.store, refundId, status)
    const after: PaymentRecord =
      status === 'processed'
        ? payment
        : { ...payment, amountRefunded: payment.amountRefunded - refund.amount, status: 'captured' }
    updatePayment(bank.store, after)
    emit(
      bank,
      status === 'processed' ? 'refund.processed' : 'refund.failed',
      { refund, payment: after },
      requireOrder(bank, payment.orderId),
    )
  })
}
