import { logProblem } from '#platform/browser/log-problem.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import type { Order } from '../orders/contract.ts'
import type { OrderRequest } from './contract.ts'
import { ALREADY_PLACED, ORDER_FAILED, PAYMENT_RETURNED, TOTAL_CHANGED, UNEXPECTED } from './messages.ts'

/** What is ordered; whose it is comes from the session. `totalPrice` in rupees. */
export type PaymentRequest = Omit<OrderRequest, 'userId' | 'paymentMethod'>

/** An order that waits for its payment. `amount` in paise, `heldUntil` on this machine's clock (milliseconds). */
export type OpenedOrder = {
  orderId: string
  razorpayOrderId: string
  amount: number
  currency: string
  keyId: string
  /** The address of the provider's script. */
  checkoutUrl: string
  heldUntil: number
}

/** What the dialog handed over, with the order it was for. */
export type DialogAnswer = {
  orderId: string
  razorpayPaymentId: string
  razorpayOrderId: string
  razorpaySignature: string
}

/** What came of asking for an order. `answered`: the server has spoken, so the next try is a new one. */
export type OrderOutcome = { answered: boolean } & (
  | { kind: 'opened'; order: OpenedOrder; repricedMessage: string }
  | { kind: 'repriced'; message: string; total: number | null }
  | { kind: 'short'; message: string }
  | { kind: 'placed'; message: string; orderId: string | null }
  | { kind: 'no-user' }
  | { kind: 'failed'; message: string }
)

/** `refused`: the payment does not count as it stands. `unverified`: nobody could say; ask again. */
export type VerifyOutcome = { kind: 'paid' } | { kind: 'refused'; detail: string | null } | { kind: 'unverified' }

/** Per user: who logs in next in this tab has nothing to do with it. */
const keptAnswer = () => `unverifiedPayment:${readSession()?.user.id ?? ''}`

/** Asks for an order that can be paid (SPEC 7, create-order). The same key never makes a second one. */
export async function createOrder(request: PaymentRequest, idempotencyKey: string): Promise<OrderOutcome> {
  const session = readSession()
  if (session === null) return { kind: 'no-user', answered: false }
  const body: OrderRequest = { userId: session.user.id, paymentMethod: 'credit_card', ...request }
  const answer = await api('POST /user/create-order', { body }, { idempotencyKey })
  if (!answer.ok) return { answered: answer.status !== 0, ...refusalOf(answer) }
  const order = readOrder(answer.data, request, answer.headers)
  if (order === null) return { kind: 'failed', message: ORDER_FAILED, answered: true }
  return { kind: 'opened', order, repricedMessage: TOTAL_CHANGED, answered: true }
}

type Refused = { status: number; message: string; problem: Record<string, unknown> | null }

function refusalOf({ status, message, problem }: Refused) {
  logProblem('No order was made', status)
  if (status === 409 && typeof problem?.total === 'number') {
    return { kind: 'repriced', message: message || TOTAL_CHANGED, total: problem.total } as const
  }
  if (status === 409 && message === ALREADY_PLACED) {
    return { kind: 'placed', message, orderId: typeof problem?.orderId === 'string' ? problem.orderId : null } as const
  }
  if (status === 409 && message) return { kind: 'short', message } as const
  // Where no answer came there is no server's sentence, only the client's own (SPEC 8).
  return { kind: 'failed', message: (status !== 0 && message) || UNEXPECTED } as const
}

/** Null: no order of the provider's came, so there is nothing to pay (SPEC 8). */
function readOrder(answer: unknown, request: PaymentRequest, headers: Headers): OpenedOrder | null {
  if (typeof answer !== 'object' || answer === null) return null
  const words = (name: string): string => {
    const value: unknown = Reflect.get(answer, name)
    return typeof value === 'string' ? value : ''
  }
  const razorpayOrderId = words('razorpayOrderId')
  if (razorpayOrderId === '') return null
  const amount: unknown = Reflect.get(answer, 'amount')
  return {
    orderId: words('orderId'),
    razorpayOrderId,
    amount: typeof amount === 'number' ? amount : Math.round(request.totalPrice * 100),
    currency: words('currency') || 'INR',
    keyId: words('keyId'),
    checkoutUrl: words('checkoutUrl'),
    heldUntil: holdEnd(words('heldUntil'), headers.get('date')),
  }
}

/** The end of the hold on this machine's clock, which need not agree with the server's. */
function holdEnd(heldUntil: string, serverNow: string | null): number {
  const left = Date.parse(heldUntil) - (serverNow === null ? Date.now() : Date.parse(serverNow))
  return Date.now() + (Number.isFinite(left) ? left : 0)
}

/** Has a payment verified (SPEC 7, verify-payment). `unverified`: the answer was lost, or the server stumbled. */
export async function verifyPayment(answer: DialogAnswer): Promise<VerifyOutcome> {
  const session = readSession()
  if (session === null) return { kind: 'unverified' }
  const verified = await api('POST /user/verify-payment', { body: { userId: session.user.id, ...answer } })
  if (verified.ok && verified.data.success) return { kind: 'paid' }
  logProblem('A payment could not be verified', verified.status)
  if (verified.ok || verified.status === 400 || verified.status === 404 || verified.status === 409) {
    const message = verified.ok ? '' : verified.message
    return { kind: 'refused', detail: message === PAYMENT_RETURNED ? message : null }
  }
  return { kind: 'unverified' }
}

export type OrderState = 'awaiting_payment' | 'paid' | 'expired' | 'refunded'

/** How an order stands; null: it could not be had. */
export async function readOrderState(orderId: string): Promise<OrderState | null> {
  const answer = await api('GET /user/order-status/{orderId}', { params: { orderId } })
  if (answer.ok) return answer.data.state ?? null
  logProblem('The state of an order could not be had', answer.status)
  return null
}

/** Keeps a paid answer for this tab until it is verified; null forgets it. */
export function keepUnverified(answer: DialogAnswer | null): void {
  if (answer === null) sessionStorage.removeItem(keptAnswer())
  else sessionStorage.setItem(keptAnswer(), JSON.stringify(answer))
}

/** The paid answer that an earlier page could not get through; null: there is none. */
export function readUnverified(): DialogAnswer | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(keptAnswer()) ?? 'null')
    return isDialogAnswer(kept) ? kept : null
  } catch {
    return null
  }
}

function isDialogAnswer(value: unknown): value is DialogAnswer {
  if (typeof value !== 'object' || value === null) return false
  const names = ['orderId', 'razorpayPaymentId', 'razorpayOrderId', 'razorpaySignature']
  return names.every((name) => typeof Reflect.get(value, name) === 'string')
}

/** A placed order of who is logged in; null: it is not among them, or they could not be had (logged). */
export async function findPlacedOrder(orderId: string): Promise<Order | null> {
  const session = readSession()
  if (session === null) return null
  const answer = await api('GET /user/user-orders/{userId}', { params: { userId: session.user.id } })
  if (!answer.ok) {
    logProblem('The placed order could not be had', answer.status)
    return null
  }
  const orders: unknown = answer.data.orders
  return Array.isArray(orders) ? (answer.data.orders.find((order) => order._id === orderId) ?? null) : null
}
