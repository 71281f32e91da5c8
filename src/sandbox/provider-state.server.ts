import { now, PaymentState, UNKNOWN_ID } from './payment-state.server.ts'
import {
  type Dispute,
  type NewRefund,
  type Payment,
  type Refund,
  Refusal,
  randomText,
  withoutInternal,
} from './records.ts'
import { numberOf } from './scenarios.ts'
import type { Collection } from './store.server.ts'

/** Everything the provider stores: orders and payments with their refunds and disputes. */
export class ProviderState extends PaymentState {
  readonly refunds: Collection<Refund> = this.store.collection<Refund>('refund', ({ payment_id }) => payment_id)
  readonly disputes: Collection<Dispute> = this.store.collection<Dispute>('dispute')

  /** Refunds an amount, or the rest. A used idempotency key returns its refund again. */
  refund(paymentId: string, body: NewRefund, idempotencyKey: string | null): Refund {
    return this.store.transact(() => {
      const payment = this.payment(paymentId)
      const request = JSON.stringify(body)
      const known = this.refunds.list(paymentId).find(({ internal }) => internal.idempotencyKey === idempotencyKey)
      if (known && idempotencyKey !== null) {
        if (known.internal.request === request) return known
        throw new Refusal('Different request body sent with the same idempotency key')
      }
      const left = payment.amount - payment.amount_refunded
      const amount = body.amount ?? left
      if (!payment.captured) throw new Refusal('The payment status should be captured for action to be taken')
      if (left === 0) throw new Refusal('The payment has been fully refunded already')
      if (amount > left) throw new Refusal('The total refund amount is greater than the refund payment amount')
      return this.#createRefund(payment, amount, body, { idempotencyKey, request })
    })
  }

  #createRefund(payment: Payment, amount: number, body: NewRefund, internal: Refund['internal']): Refund {
    const order = this.order(payment.order_id)
    const scenario = this.scenarioOf(order)
    const refund: Refund = {
      id: `rfnd_${randomText(14)}`,
      entity: 'refund',
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      status: 'pending',
      receipt: body.receipt ?? null,
      notes: body.notes ?? {},
      created_at: now(),
      internal,
    }
    const amountRefunded = payment.amount_refunded + amount
    const isFull = amountRefunded === payment.amount
    const refunded: Payment = {
      ...payment,
      amount_refunded: amountRefunded,
      refund_status: isFull ? 'full' : 'partial',
      status: isFull ? 'refunded' : 'captured',
    }
    this.payments.put(refunded)
    this.refunds.put(refund)
    this.emit('refund.created', order, { refund: withoutInternal(refund), payment: refunded })
    if (scenario.has('refund_failed')) return this.finishRefund(refund.id, 'failed')
    if (!scenario.has('refund_pending')) return this.finishRefund(refund.id, 'processed')
    const dueAt = Date.now() + numberOf(scenario, 'refund_pending') * 1000
    if (Number.isFinite(dueAt)) this.queue.add(order.id, dueAt, { kind: 'process_refund', refundId: refund.id })
    return refund
  }

  /** Ends a pending refund. A finished one doesn't change. The amount of a failed one can be refunded again. */
  finishRefund(refundId: string, status: 'processed' | 'failed'): Refund {
    return this.store.transact(() => {
      const refund = this.refunds.get(refundId)
      if (!refund) throw new Refusal(UNKNOWN_ID)
      if (refund.status !== 'pending') return refund
      const finished: Refund = { ...refund, status }
      this.refunds.put(finished)
      let payment = this.payment(refund.payment_id)
      if (status === 'failed') {
        const left = payment.amount_refunded - refund.amount
        const refundStatus = left > 0 ? 'partial' : null
        payment = { ...payment, amount_refunded: left, refund_status: refundStatus, status: 'captured' }
        this.payments.put(payment)
      }
      this.emit(`refund.${status}`, this.order(payment.order_id), { refund: withoutInternal(finished), payment })
      return finished
    })
  }

  /** Opens a dispute of a payment, or gives its dispute another status. */
  dispute(paymentId: string, status: Dispute['status']): Dispute {
    return this.store.transact(() => {
      const payment = this.payment(paymentId)
      const existing = this.disputes.all().find((one) => one.payment_id === paymentId)
      const dispute: Dispute = {
        id: `disp_${randomText(14)}`,
        entity: 'dispute',
        payment_id: paymentId,
        amount: payment.amount,
        currency: payment.currency,
        phase: 'chargeback',
        reason_code: 'goods_or_services_not_received_or_partially_received',
        respond_by: now() + 7 * 24 * 60 * 60,
        created_at: now(),
        ...existing,
        status,
      }
      this.disputes.put(dispute)
      const event = status === 'open' ? 'created' : status
      this.emit(`payment.dispute.${event}`, this.order(payment.order_id), { payment, dispute })
      return dispute
    })
  }
}
