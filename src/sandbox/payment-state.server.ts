import {
  type NewOrder,
  type Order,
  type Payment,
  type PaymentResult,
  Refusal,
  randomText,
  type Settings,
  withoutInternal,
} from './records.ts'
import { numberOf, parseScenario, type Scenario } from './scenarios.ts'
import type { Collection, Store } from './store.server.ts'
import type { TaskQueue } from './tasks.server.ts'
import { NO_ERROR, paymentError } from './test-cards.ts'
import { type EventType, hmacHex, webhookTask } from './webhooks.server.ts'

export const UNKNOWN_ID = 'The id provided does not exist'

interface Secrets {
  keySecret: string
  webhookSecret: string
}

export const now = () => Math.floor(Date.now() / 1000)

/** Orders and payments, and their state changes. Every change adds its webhook events to the queue. */
export class PaymentState {
  readonly orders: Collection<Order>
  readonly payments: Collection<Payment>
  readonly #settings: Collection<Settings>
  protected readonly store: Store
  protected readonly queue: TaskQueue
  readonly #secrets: Secrets

  constructor(store: Store, queue: TaskQueue, secrets: Secrets) {
    this.store = store
    this.queue = queue
    this.#secrets = secrets
    this.orders = store.collection<Order>('order', ({ receipt }) => receipt)
    this.payments = store.collection<Payment>('payment', ({ order_id }) => order_id)
    this.#settings = store.collection<Settings>('settings')
  }

  get settings(): Settings {
    return this.#settings.get('settings') ?? { id: 'settings', all: 'ok', next: null, webhookUrl: null }
  }

  updateSettings(change: Partial<Settings>): void {
    this.#settings.put({ ...this.settings, ...change })
  }

  /** The scenario of the next order to be created, or null for that of all orders. */
  takeNextScenario(): string | null {
    const { next } = this.settings
    if (!next) return null
    this.updateSettings({ next: next.remaining > 1 ? { ...next, remaining: next.remaining - 1 } : null })
    return next.scenario
  }

  /** The scenario that applies to an order. */
  scenarioOf(order: Order | null): Scenario {
    return parseScenario(order?.internal.scenario ?? this.settings.all)
  }

  /** The order with this id. Throws a Refusal if there is none. */
  order(id: string): Order {
    const order = this.orders.get(id)
    if (!order) throw new Refusal(UNKNOWN_ID)
    return order
  }

  payment(id: string): Payment {
    const payment = this.payments.get(id)
    if (!payment) throw new Refusal(UNKNOWN_ID)
    return payment
  }

  createOrder(fields: NewOrder, scenario: string | null): Order {
    const order: Order = {
      ...fields,
      id: `order_${randomText(14)}`,
      entity: 'order',
      amount_paid: 0,
      amount_due: fields.amount,
      status: 'created',
      attempts: 0,
      created_at: now(),
      internal: { scenario },
    }
    this.orders.put(order)
    return order
  }

  /** Starts a payment, unless the order is paid or has an authorized payment waiting for capture. */
  startPayment(orderId: string, method: Payment['method']): Payment {
    return this.store.transact(() => {
      const order = this.order(orderId)
      if (order.status === 'paid') throw new Refusal('Payment already done for this order.')
      if (this.payments.list(orderId).some(({ status }) => status === 'authorized'))
        throw new Refusal('Payment already in process for this order.')
      const payment: Payment = {
        id: `pay_${randomText(14)}`,
        entity: 'payment',
        order_id: orderId,
        amount: order.amount,
        currency: order.currency,
        status: 'created',
        method,
        offer_id: null,
        fee_bearer: 'platform',
        fee: null,
        captured: false,
        amount_refunded: 0,
        refund_status: null,
        ...NO_ERROR,
        created_at: now(),
      }
      this.payments.put(payment)
      this.orders.put({ ...order, status: 'attempted', attempts: order.attempts + 1 })
      return payment
    })
  }

  /**
   * Finishes a payment with the shopper's result (`failure` null: success), modified by the order's scenario. A
   * finished payment doesn't change.
   */
  finishPayment(paymentId: string, failure: string | null): PaymentResult {
    return this.store.transact(() => {
      const payment = this.payment(paymentId)
      if (payment.status !== 'created') return this.#resultOf(payment)
      const order = this.order(payment.order_id)
      const scenario = this.scenarioOf(order)
      if (failure !== null) return this.#resultOf(this.#fail(payment, order, failure))
      if (scenario.has('failed_then_authorized') && order.attempts === 1) {
        const dueAt = Date.now() + numberOf(scenario, 'failed_then_authorized') * 1000
        this.queue.add(order.id, dueAt, { kind: 'authorize_late', paymentId })
        return this.#resultOf(this.#fail(payment, order, 'payment_timed_out'))
      }
      if (scenario.has('cod')) return this.#resultOf(this.#placeWithCash(payment, order, scenario))
      if (scenario.has('two_captures')) this.#authorize({ ...payment, id: `pay_${randomText(14)}` })
      return this.#resultOf(this.#authorize(payment))
    })
  }

  #resultOf(payment: Payment): PaymentResult {
    const { id, order_id, status } = payment
    if (status === 'failed') {
      const { error_code: code, error_description: description, error_reason: reason } = payment
      const { error_source: source, error_step: step } = payment
      const metadata = { order_id, payment_id: id }
      return { outcome: 'failed', error: { code, description, source, step, reason, metadata } }
    }
    const ids = { razorpay_payment_id: id, razorpay_order_id: order_id }
    if (this.scenarioOf(this.order(order_id)).has('paid_no_callback')) return { outcome: 'paid', ...ids }
    return { outcome: 'paid', ...ids, razorpay_signature: hmacHex(this.#secrets.keySecret, `${order_id}|${id}`) }
  }

  #fail(payment: Payment, order: Order, reason: string): Payment {
    const failed: Payment = { ...payment, status: 'failed', ...paymentError(reason) }
    this.payments.put(failed)
    this.emit('payment.failed', order, { payment: failed })
    return failed
  }

  /** The order is placed, and its cash is collected at the door, if ever. */
  #placeWithCash(payment: Payment, order: Order, scenario: Scenario): Payment {
    const pending: Payment = { ...payment, status: 'pending', method: 'cod' }
    this.payments.put(pending)
    this.emit('payment.pending', order, { payment: pending })
    const seconds = numberOf(scenario, 'cod')
    if (Number.isFinite(seconds))
      this.queue.add(order.id, Date.now() + seconds * 1000, { kind: 'authorize_late', paymentId: payment.id })
    return pending
  }

  /** Authorizes a payment, and captures it at once unless the scenario forbids that. */
  #authorize(payment: Payment): Payment {
    const order = this.order(payment.order_id)
    const scenario = this.scenarioOf(order)
    const authorized: Payment = {
      ...payment,
      ...NO_ERROR,
      amount: Math.max(1, order.amount - numberOf(scenario, 'amount_less') + numberOf(scenario, 'amount_more')),
      currency: scenario.get('wrong_currency') ?? order.currency,
      offer_id: scenario.has('offer') ? 'offer_SandboxOffer01' : null,
      fee_bearer: scenario.has('customer_fee') ? 'customer' : 'platform',
      fee: scenario.has('customer_fee') ? numberOf(scenario, 'amount_more') : null,
      status: 'authorized',
    }
    this.payments.put(authorized)
    this.emit('payment.authorized', order, { payment: authorized })
    return scenario.has('authorized_only') ? authorized : this.#capture(authorized)
  }

  /** Authorizes a failed payment after all (late authorisation), or one whose cash is in. */
  authorizeLate(paymentId: string): void {
    this.store.transact(() => {
      const payment = this.payment(paymentId)
      if (payment.status === 'failed' || payment.status === 'pending') this.#authorize(payment)
    })
  }

  /** Captures an authorized payment: once, and for exactly its amount. */
  capture(paymentId: string, money: { amount: number; currency: string }): Payment {
    return this.store.transact(() => {
      const payment = this.payment(paymentId)
      if (payment.captured) throw new Refusal('This payment has already been captured')
      if (payment.status !== 'authorized')
        throw new Refusal('Only payments which have been authorized and not yet captured can be captured')
      if (money.amount !== payment.amount || money.currency !== payment.currency)
        throw new Refusal('Capture amount must be equal to the amount authorized')
      return this.#capture(payment)
    })
  }

  /** Captures a payment, and marks the order as paid once its amount is captured in its currency. */
  #capture(payment: Payment): Payment {
    const order = this.order(payment.order_id)
    const captured: Payment = { ...payment, status: 'captured', captured: true }
    this.payments.put(captured)
    this.emit('payment.captured', order, { payment: captured })
    const amountPaid = order.amount_paid + (captured.currency === order.currency ? captured.amount : 0)
    const paid: Order = {
      ...order,
      amount_paid: amountPaid,
      amount_due: Math.max(0, order.amount - amountPaid),
      status: amountPaid >= order.amount ? 'paid' : 'attempted',
    }
    this.orders.put(paid)
    if (paid.status === 'paid' && order.status !== 'paid')
      this.emit('order.paid', order, { payment: captured, order: withoutInternal(paid) })
    return captured
  }

  protected emit(type: EventType, order: Order, entities: Record<string, object>): void {
    const event = { id: randomText(14), type, entities }
    const webhook = webhookTask(event, this.scenarioOf(order), this.#secrets.webhookSecret)
    if (webhook) this.queue.add(order.id, Date.now() + webhook.delayMs, webhook.task)
  }
}
