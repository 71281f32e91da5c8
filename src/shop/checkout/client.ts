import type { ApiResult } from '#platform/api/client.ts'
import { offlineSentence } from '#platform/browser/connection.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { readSession } from '#platform/browser/session.ts'
import { tabStorage } from '#platform/browser/storage.ts'
import { api } from '../api.ts'
import type { Order } from '../orders/contract.ts'
import type { CashOrder, OpenedOrder, OrderRequest, PaymentProof, PendingOrder, PlacedOrder } from './contract.ts'
import { NO_USER, ORDER_FAILED, UNEXPECTED } from './messages.ts'

/** An order request, by default of one that's paid online. The customer comes from the session. `totalPrice` is in rupees. */
export type PaymentRequest = Omit<OrderRequest, 'userId' | 'paymentMethod'> & { paymentMethod?: 'cash' }

/** An order waiting for payment. `amount` is in paise, `heldUntil` in milliseconds on this machine's clock. */
export type PayableOrder = Omit<OpenedOrder, 'success' | 'total' | 'due' | 'heldUntil'> & { heldUntil: number }

/** True if an order in this state is the customer's: paid, or to be paid in cash. */
export function isPlaced(state: PublicOrderState | null): state is 'to_confirm' | 'placed' | 'paid' {
  return state === 'to_confirm' || state === 'placed' || state === 'paid'
}

/** The session has ended, or there is none: the page leads to /login and back. */
export type NoUser = { kind: 'no-user'; message: string }

/** The outcome of create-order. `responded`: the server has responded, so the next try is a new request. */
export type OrderOutcome = { responded: boolean } & (
  | { kind: 'opened'; order: PayableOrder }
  /** In cash: there's nothing to pay now. */
  | { kind: 'placed'; orderId: string }
  | { kind: 'repriced'; message: string; total: number | null }
  | { kind: 'change-cart'; message: string }
  | { kind: 'already-placed'; message: string; orderId: string | null }
  | { kind: 'undeliverable'; message: string }
  | NoUser
  | { kind: 'failed'; message: string }
)

/** `refused`: the payment doesn't pay for the order. `unverified`: not known yet, so verify again. */
export type VerifyOutcome =
  | { kind: 'paid' }
  | { kind: 'refused'; detail: string | null }
  | { kind: 'unverified' }
  | NoUser

/** The storage key is per user, so that the next user of this tab doesn't see the payment. */
const storageKey = () => `unverifiedPayment:${readSession()?.user.id ?? ''}`

/** Creates an order that can be paid (SPEC 7, create-order). The same key never creates a second one. */
export async function createOrder(request: PaymentRequest, idempotencyKey: string): Promise<OrderOutcome> {
  const session = readSession()
  if (session === null) return { kind: 'no-user', message: NO_USER, responded: false }
  const body: OrderRequest = { userId: session.user.id, paymentMethod: 'credit_card', ...request }
  return outcomeOf(await api('POST /user/create-order', { body }, { idempotencyKey }), request.totalPrice)
}

/** Makes a held, unpaid order payable again. */
export async function payOrder({ _id: orderId, totalPrice, due = totalPrice }: PendingOrder): Promise<OrderOutcome> {
  const session = readSession()
  if (session === null) return { kind: 'no-user', message: NO_USER, responded: false }
  return outcomeOf(await api('POST /user/pay-order', { body: { userId: session.user.id, orderId } }), due)
}

/**
 * The held, unpaid orders. Empty if they couldn't be loaded (logged), since no page depends on them. `refused`: the
 * session has ended.
 */
export async function loadPendingOrders(userId: string, signal?: AbortSignal): Promise<PendingOrder[] | 'refused'> {
  const response = await api('GET /user/pending-orders/{userId}', { params: { userId } }, signal ? { signal } : {})
  if (response.ok) return response.data.orders ?? []
  if (response.status === 401) return 'refused'
  if (!signal?.aborted) logProblem('The unpaid orders couldn’t be loaded', response.status)
  return []
}

/** `expected`: the total on the screen in rupees, used if the response has no amount. */
export function outcomeOf(response: ApiResult<OpenedOrder | CashOrder>, expected: number): OrderOutcome {
  if (!response.ok) return { responded: response.status !== 0, ...refusalOf(response) }
  if (response.data && 'state' in response.data)
    return { kind: 'placed', orderId: response.data.orderId, responded: true }
  const { razorpayOrderId, ...data }: Partial<OpenedOrder> = response.data ?? {}
  if (!razorpayOrderId) return { kind: 'failed', message: ORDER_FAILED, responded: true }
  // SPEC 7 has only the two ids, so the rest has defaults.
  const order: PayableOrder = {
    razorpayOrderId,
    orderId: data.orderId ?? '',
    amount: data.amount ?? Math.round(expected * 100),
    currency: data.currency ?? 'INR',
    keyId: data.keyId ?? '',
    checkoutUrl: data.checkoutUrl ?? '',
    ...(data.lastMethod === undefined ? {} : { lastMethod: data.lastMethod }),
    heldUntil: toLocalTime(data.heldUntil ?? '', response.headers.get('date')),
  }
  return { kind: 'opened', order, responded: true }
}

function refusalOf({ status, code, message, problem }: Extract<ApiResult<OpenedOrder | CashOrder>, { ok: false }>) {
  logProblem('No order was created', status)
  if (status === 401) return { kind: 'no-user', message: message || NO_USER } as const
  switch (code) {
    case 'total_changed': {
      const total = typeof problem?.total === 'number' ? problem.total : null
      return { kind: 'repriced', message, total } as const
    }
    case 'method_not_allowed':
      return { kind: 'repriced', message, total: null } as const
    case 'already_placed': {
      const orderId = typeof problem?.orderId === 'string' ? problem.orderId : null
      return { kind: 'already-placed', message, orderId } as const
    }
    case 'insufficient_stock':
    case 'below_minimum_order':
    case 'order_too_large':
    case 'hold_ended':
      return { kind: 'change-cart', message } as const
    case 'address_incomplete':
      return { kind: 'undeliverable', message } as const
    default: {
      // Without a response there's no message from the server (SPEC 8).
      const offline = offlineSentence({ ok: false, status })
      return { kind: 'failed', message: offline ?? ((status !== 0 && message) || UNEXPECTED) } as const
    }
  }
}

/** Converts a time on the server's clock to this machine's clock, which may differ. */
function toLocalTime(moment: string, serverNow: string | null): number {
  const left = Date.parse(moment) - (serverNow === null ? Date.now() : Date.parse(serverNow))
  return Date.now() + (Number.isFinite(left) ? left : 0)
}

/** Verifies a payment (SPEC 7, verify-payment). `unverified`: no response came, or the server failed. */
export async function confirmPayment(proof: PaymentProof): Promise<VerifyOutcome> {
  const session = readSession()
  if (session === null) return { kind: 'no-user', message: NO_USER }
  return verifyOutcome(await api('POST /user/verify-payment', { body: { userId: session.user.id, ...proof } }))
}

/** What the response of a verification means. */
export function verifyOutcome(verified: ApiResult<PlacedOrder>): VerifyOutcome {
  if (verified.ok && verified.data.success) return { kind: 'paid' }
  logProblem('A payment couldn’t be verified', verified.status)
  if (!verified.ok && verified.status === 401) return { kind: 'no-user', message: verified.message || NO_USER }
  if (verified.ok || verified.status === 400 || verified.status === 404 || verified.status === 409) {
    const isTold = !verified.ok && (verified.code === 'payment_returned' || verified.code === 'payment_unconfirmed')
    return { kind: 'refused', detail: isTold ? verified.message : null }
  }
  return { kind: 'unverified' }
}

/** The state of an order as its customer sees it. */
export type PublicOrderState = 'awaiting_payment' | 'to_confirm' | 'placed' | 'paid' | 'expired' | 'refunded'

/** The state of an order, or null if it couldn't be loaded. */
export async function readOrderState(orderId: string): Promise<PublicOrderState | null> {
  const response = await api('GET /user/order-status/{orderId}', { params: { orderId } })
  if (response.ok) return response.data.state ?? null
  logProblem('The state of an order couldn’t be loaded', response.status)
  return null
}

/** Stores the proof of a payment in this tab until it is verified; null removes it. */
export function storeUnverified(proof: PaymentProof | null): void {
  tabStorage.write(storageKey(), proof)
}

/** The proof of a payment that an earlier page couldn't verify, or null. */
export function readUnverified(): PaymentProof | null {
  const stored = tabStorage.read(storageKey())
  return isPaymentProof(stored) ? stored : null
}

function isPaymentProof(value: unknown): value is PaymentProof {
  if (typeof value !== 'object' || value === null) return false
  const names = ['orderId', 'razorpayPaymentId', 'razorpayOrderId', 'razorpaySignature']
  return names.every((name) => typeof Reflect.get(value, name) === 'string')
}

/** A placed order of the logged-in customer. Null if there's no such order, or it couldn't be loaded (logged). */
export async function findPlacedOrder(orderId: string): Promise<Order | null> {
  const session = readSession()
  if (session === null) return null
  const response = await api('GET /user/user-orders/{userId}', { params: { userId: session.user.id } })
  if (!response.ok) {
    logProblem('The placed order couldn’t be loaded', response.status)
    return null
  }
  const orders: unknown = response.data.orders
  return Array.isArray(orders) ? (response.data.orders.find((order) => order._id === orderId) ?? null) : null
}
