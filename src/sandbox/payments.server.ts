import type { Bank } from './bank.ts'
import { findOrder, findPayment, insertPayment, paymentsOf, updateOrder, updatePayment } from './books.server.ts'
import { transact } from './database.server.ts'
import { emit } from './events.server.ts'
import { newId } from './ids.ts'
import { planJob } from './jobs.server.ts'
import type { Instrument, OrderRecord, PaymentRecord } from './records.ts'
import { scenarioOf } from './scenario-book.server.ts'
import type { Scenario } from './scenarios.ts'
import { numberOf } from './scenarios.ts'
import { paymentError } from './test-instruments.ts'

/** After this long without an answer from the shopper the provider calls a payment failed (not final). */
export const SILENCE_MS = 10 * 60 * 1000

/** Who pays, as the shop told the dialog. */
export type Payer = { instrument: Instrument; email: string; contact: string }

function newPayment(order: OrderRecord, payer: Payer, now: number): PaymentRecord {
  return {
    id: newId('pay'),
    orderId: order.id,
    amount: order.amount,
    currency: order.currency,
    status: 'created',
    instrument: payer.instrument,
    email: payer.email,
    contact: payer.contact,
    captured: false,
    amountRefunded: 0,
    error: null,
    createdAt: now,
  }
}

/**
 * Begins to pay an order. A sentence instead of a payment: the order is unknown, paid, or has a payment that is
 * authorized and waits for its capture (the provider takes no second one then).
 */
export function startPayment(bank: Bank, orderId: string, payer: Payer): PaymentRecord | string {
  return transact(bank.store, () => {
    const order = findOrder(bank.store, orderId)
    if (!order) return 'The id provided does not exist'
    if (order.status === 'paid') return 'Payment already done for this order.'
    if (paymentsOf(bank.store, orderId).some((payment) => payment.status === 'authorized')) {
      return 'Payment already in process for this order.'
    }
    const payment = newPayment(order, payer, bank.now())
    insertPayment(bank.store, payment)
    updateOrder(bank.store, { ...order, status: 'attempted', attempts: order.attempts + 1 })
    planJob(bank, 'fail_silent', payment.id, SILENCE_MS)
    return payment
  })
}

/** Marks a payment failed and tells the shop. Not final: see `failed_then_authorized`. */
export function failPayment(bank: Bank, payment: PaymentRecord, reason: string): PaymentRecord {
  return transact(bank.store, () => {
    const failed: PaymentRecord = { ...payment, status: 'failed', error: paymentError(reason) }
    updatePayment(bank.store, failed)
    const order = requireOrder(bank, payment.orderId)
    emit(bank, 'payment.failed', { payment: failed }, order)
    return failed
  })
}

/** The order of a payment in our own books; its absence is a bug. */
export function requireOrder(bank: Bank, id: string): OrderRecord {
  const order = findOrder(bank.store, id)
  if (!order) throw new Error(`no order ${id}`)
  return order
}

function moneyOf(order: OrderRecord, scenario: Scenario): { amount: number; currency: string } {
  const less = numberOf(scenario, 'amount_less') ?? 0
  const more = numberOf(scenario, 'amount_more') ?? 0
  const currency = scenario.get('wrong_currency') ?? order.currency
  return { amount: Math.max(1, order.amount - less + more), currency }
}

/** Takes the money: authorized, and captured at once unless the order or its scenario says otherwise. */
export function authorizePayment(bank: Bank, payment: PaymentRecord): PaymentRecord {
  return transact(bank.store, () => {
    const order = requireOrder(bank, payment.orderId)
    const scenario = scenarioOf(bank, order)
    const authorized: PaymentRecord = { ...payment, ...moneyOf(order, scenario), status: 'authorized', error: null }
    updatePayment(bank.store, authorized)
    emit(bank, 'payment.authorized', { payment: authorized }, order)
    const byHand = !order.autoCapture || scenario.has('authorized_only')
    return byHand ? authorized : capturePayment(bank, authorized)
  })
}

/** Captures an authorized payment and marks its order paid when the money is enough and of the right currency. */
export function capturePayment(bank: Bank, payment: PaymentRecord): PaymentRecord {
  return transact(bank.store, () => {
    const order = requireOrder(bank, payment.orderId)
    const captured: PaymentRecord = { ...payment, status: 'captured', captured: true }
    updatePayment(bank.store, captured)
    emit(bank, 'payment.captured', { payment: captured }, order)
    const sameMoney = captured.currency === order.currency
    const amountPaid = order.amountPaid + (sameMoney ? captured.amount : 0)
    const paid: OrderRecord = { ...order, amountPaid, status: amountPaid >= order.amount ? 'paid' : 'attempted' }
    updateOrder(bank.store, paid)
    if (paid.status === 'paid' && order.status !== 'paid')
      emit(bank, 'order.paid', { payment: captured, order: paid }, order)
    return captured
  })
}

/** A failed or silent payment that comes through after all (late authorisation). */
export function authorizeLate(bank: Bank, paymentId: string): void {
  const payment = findPayment(bank.store, paymentId)
  if (payment?.status === 'failed') authorizePayment(bank, payment)
}

/** Ends a payment nobody finished within `SILENCE_MS`. */
export function failSilent(bank: Bank, paymentId: string): void {
  const payment = findPayment(bank.store, paymentId)
  if (payment?.status === 'created') failPayment(bank, payment, 'payment_timed_out')
}
