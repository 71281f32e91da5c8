import type { Bank } from './bank.ts'
import { findPayment, insertOrder, insertPayment } from './books.server.ts'
import { transact } from './database.server.ts'
import { newId } from './ids.ts'
import { planJob } from './jobs.server.ts'
import type { Payer } from './payments.server.ts'
import { authorizePayment, failPayment, requireOrder, startPayment } from './payments.server.ts'
import type { OrderRecord, PaymentError, PaymentRecord } from './records.ts'
import { scenarioOf } from './scenario-book.server.ts'
import type { Scenario } from './scenarios.ts'
import { numberOf } from './scenarios.ts'
import { signPayment, spoilSignature } from './signing.ts'

/** What checkout's handler gets. */
export type Answer = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string }

/** How an attempt ended, as the dialog (or the control API) sees it. */
export type Outcome =
  | { outcome: 'paid'; answer: Answer }
  | { outcome: 'failed'; paymentId: string; error: PaymentError }
  /** Paid, but the shop's page is never told: the shopper closed the browser. */
  | { outcome: 'no_callback'; paymentId: string }

function answerFor(bank: Bank, orderId: string, paymentId: string): Answer {
  return {
    razorpay_payment_id: paymentId,
    razorpay_order_id: orderId,
    razorpay_signature: signPayment(bank.keys.keySecret, orderId, paymentId),
  }
}

function tampered(answer: Answer): Answer {
  return { ...answer, razorpay_signature: spoilSignature(answer.razorpay_signature) }
}

/** Pays another order of the same sum, so that its genuine signature can be offered for this one. */
function payForeignOrder(bank: Bank, order: OrderRecord, payer: Payer): Answer {
  const foreign: OrderRecord = {
    ...order,
    id: newId('order'),
    receipt: `foreign-${newId('order').slice(6)}`,
    status: 'created',
    attempts: 0,
    amountPaid: 0,
    notes: { sandbox: `foreign to ${order.id}` },
    scenario: 'ok',
    createdAt: bank.now(),
  }
  insertOrder(bank.store, foreign)
  const payment = startPayment(bank, foreign.id, payer)
  if (typeof payment === 'string') throw new Error(payment)
  authorizePayment(bank, payment)
  return answerFor(bank, foreign.id, payment.id)
}

function paySecondTime(bank: Bank, payment: PaymentRecord): void {
  const second: PaymentRecord = { ...payment, id: newId('pay'), status: 'created', captured: false }
  insertPayment(bank.store, second)
  authorizePayment(bank, second)
}

function failedOutcome(bank: Bank, payment: PaymentRecord, reason: string): Outcome {
  const failed = failPayment(bank, payment, reason)
  if (!failed.error) throw new Error('a failed payment has an error')
  return { outcome: 'failed', paymentId: failed.id, error: failed.error }
}

function payUnderScenario(bank: Bank, payment: PaymentRecord, order: OrderRecord, scenario: Scenario): Outcome {
  const payer: Payer = { instrument: payment.instrument, email: payment.email, contact: payment.contact }
  const answer = answerFor(bank, order.id, payment.id)
  if (scenario.has('foreign_payment')) return { outcome: 'paid', answer: payForeignOrder(bank, order, payer) }
  if (scenario.get('sig_tampered') === 'unpaid') return { outcome: 'paid', answer: tampered(answer) }
  authorizePayment(bank, payment)
  if (scenario.has('two_captures')) paySecondTime(bank, payment)
  if (scenario.has('paid_no_callback')) return { outcome: 'no_callback', paymentId: payment.id }
  return { outcome: 'paid', answer: scenario.has('sig_tampered') ? tampered(answer) : answer }
}

/** The end of a payment that has ended already: the same again, for a second click. */
export function outcomeOf(bank: Bank, payment: PaymentRecord): Outcome | null {
  if (payment.status === 'created') return null
  if (payment.error) return { outcome: 'failed', paymentId: payment.id, error: payment.error }
  return { outcome: 'paid', answer: answerFor(bank, payment.orderId, payment.id) }
}

/**
 * Ends an attempt as the shopper chose at the mock bank (`failReason` null: success), bent by the order's scenario.
 * An attempt that has ended already keeps its end.
 */
export function finishPayment(bank: Bank, paymentId: string, failReason: string | null): Outcome {
  return transact(bank.store, () => {
    const payment = findPayment(bank.store, paymentId)
    if (!payment) throw new Error(`no payment ${paymentId}`)
    const ended = outcomeOf(bank, payment)
    if (ended) return ended
    const order = requireOrder(bank, payment.orderId)
    const scenario = scenarioOf(bank, order)
    const declined = scenario.get('decline')
    if (declined !== undefined) return failedOutcome(bank, payment, declined)
    if (failReason !== null) return failedOutcome(bank, payment, failReason)
    const lateSeconds = numberOf(scenario, 'failed_then_authorized')
    if (lateSeconds !== null && order.attempts <= 1) {
      planJob(bank, 'authorize_late', payment.id, lateSeconds * 1000)
      return failedOutcome(bank, payment, 'payment_timed_out')
    }
    return payUnderScenario(bank, payment, order, scenario)
  })
}
