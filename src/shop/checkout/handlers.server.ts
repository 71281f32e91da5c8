import { setTimeout as sleep } from 'node:timers/promises'
import type { RefusalCode } from '#platform/api/endpoint.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Refusal, type Result, refuse, type Success } from '#platform/api/result.ts'
import { paise, toRupees } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { storeLanguage } from '../contact/language-sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { refuseTooMany } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import { confirmByLink } from './confirm.server.ts'
import type { CashOrder, checkoutContract, OpenedOrder, OrderRequest, PaymentProof, PlacedOrder } from './contract.ts'
import { holdOrder, placeInCash, releaseHold } from './hold.server.ts'
import * as messages from './messages.ts'
import { findLastMethod, findPendingOrders } from './pending-sql.server.ts'
import { type Quote, quoteCart, quoteOrder } from './quote.server.ts'
import { type Settled, settle, settleAll } from './settle.server.ts'
import {
  type CheckoutOrder,
  extendHold,
  findOrder,
  findOwnOrder,
  storeProviderOrder,
  storeWords,
} from './sql.server.ts'

/** An order still unknown to the provider after this time was left behind by a crash. */
const CRASHED_AFTER_SECONDS = 12
/** How long a concurrent request for the same order waits for the first one. */
const WAIT_MS = 9000
const WAIT_STEP_MS = 60
/** Attempts to open an order, since an existing one may end while it's being joined. */
const ATTEMPTS = 2
/** After this time the shopper may have paid and lost the response. */
const MAYBE_PAID_AFTER_SECONDS = 5

/** Why an order with a price still can't be paid. */
type OpenRefusal = 'already_placed' | 'payment_provider_failed' | 'shop_busy'
type OpenResult = Result<OpenedOrder, OpenRefusal>

export function createCheckoutHandlers(shop: Shop): Handlers<typeof checkoutContract> {
  return {
    async 'POST /user/quote'({ body, caller }) {
      const customer = body.userId === undefined ? null : caller.customer
      const quote = () => shop.limitQuotes(() => quoteCart(shop, customer, body))
      return body.codes?.length ? limitGuesses(shop, { customer, client: caller.client }, quote) : quote()
    },
    async 'POST /user/create-order'({ body, caller }) {
      const [order] = await Promise.all([
        createOrder(shop, caller.customer, body),
        storeLanguage(shop.db, caller.customer),
      ])
      return order
    },
    async 'GET /user/pending-orders/{userId}'({ caller }) {
      return ok({ success: true, orders: await findPendingOrders(shop.db, caller.customer) })
    },
    'POST /user/pay-order': ({ body, caller }) => payOrder(shop, caller.customer, body.orderId),
    'POST /user/confirm/{token}': ({ params: { token } }) => confirmByLink(shop, token),
    'POST /user/verify-payment': ({ body, caller }) => verifyPayment(shop, caller.customer, body),
  }
}

/** Counts the unknown codes that a quote was asked for, and rejects it (429) after twenty in an hour from a client or account. */
async function limitGuesses(
  shop: Shop,
  { customer, client }: { customer: CustomerId | null; client: string },
  quote: () => ReturnType<typeof quoteCart>,
): Promise<Awaited<ReturnType<typeof quoteCart>> | Refusal<'too_many_requests'>> {
  const rules = [{ max: 20, seconds: 3600 }]
  const buckets = [`offer-codes ${client}`, ...(customer === null ? [] : [`offer-codes-account ${customer}`])]
  for (const bucket of buckets) {
    const refusal = refuseTooMany(await shop.limits.check(bucket, rules))
    if (refusal) return refusal
  }
  const quoted = await quote()
  const unknown = quoted.ok ? quoted.data.refusedCodes.filter(({ reason }) => reason === 'offer_unknown') : []
  for (const bucket of buckets) for (const _ of unknown) await shop.limits.take(bucket, rules)
  return quoted
}

/**
 * Makes an order ready for payment: a short transaction holds the stock, the provider creates its order outside of any
 * transaction, and its id is stored. One in cash is placed at once. A repeated request, even from another tab or twenty at once, gives the same order.
 */
export async function createOrder(
  shop: Shop,
  customer: CustomerId,
  request: OrderRequest,
): Promise<Result<OpenedOrder | CashOrder, RefusalCode<(typeof checkoutContract)['POST /user/create-order']>>> {
  const quote = await shop.limitQuotes(() => quoteOrder(shop, customer, request))
  if (!quote.ok) return quote
  const isWhole = quote.data.credit === quote.data.totals.total
  if (request.paymentMethod === 'cash' && !isWhole) return createCashOrder(shop, customer, request, quote.data)
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const held = await holdOrder(shop, customer, quote.data)
    if (held === 'offer taken') return refuseTaken(shop, customer, request)
    if (!held.ok) return held
    failpoint('hold:after-commit')
    const { order, created } = held.data
    if (isWhole && order.state === 'paid') return ok(placedOrder(order))
    if (!created) await storeWords(shop.db, order.id, quote.data)
    const opened = created ? await openAtProvider(shop, order) : await joinOpenOrder(shop, order)
    if (opened) return opened
  }
  return refuse('shop_busy', messages.ORDER_FAILED, { retryAfter: 1 })
}

async function createCashOrder(shop: Shop, customer: CustomerId, request: OrderRequest, quote: Quote) {
  const placed = await placeInCash(shop, customer, quote)
  // Another order of the same buyer came first.
  if (placed === 'offer taken' || placed === 'not allowed') return refuseTaken(shop, customer, request)
  if (!placed.ok) return placed
  const { order } = placed.data
  if (order.state !== 'to_confirm' && order.state !== 'placed')
    return refuse('shop_busy', messages.ORDER_FAILED, { retryAfter: 1 })
  return ok(placedOrder(order))
}

/** An order that was placed without the payment provider. */
function placedOrder({ id, state, total_paise: total, credit_paise: credit }: CheckoutOrder): CashOrder {
  const placed = state === 'to_confirm' || state === 'placed' ? state : 'paid'
  return {
    success: true,
    orderId: id,
    state: placed,
    total: toRupees(paise(total)),
    due: placed === 'paid' ? 0 : toRupees(paise(total - credit)),
  }
}

/** An offer of the order was used up a moment ago: the refusal has the price without it. */
async function refuseTaken(shop: Shop, customer: CustomerId, request: OrderRequest) {
  const now = await shop.limitQuotes(() => quoteOrder(shop, customer, request, { countsOwnHolds: true }))
  return now.ok ? refuse('shop_busy', messages.ORDER_FAILED, { retryAfter: 1 }) : now
}

/** Creates the order at the provider; if that fails, the hold is released. */
export async function openAtProvider(shop: Shop, order: CheckoutOrder): Promise<OpenResult> {
  const created = await shop.payments.createOrder({ receipt: order.id, amount: paise(order.due_paise) })
  failpoint('provider-order:created')
  if (!created.ok) {
    shop.log.error({ order: order.id, failure: created.failure }, 'checkout: the provider created no order')
    // An order that staff entered keeps its stock until its own end.
    if (order.draft_id === null)
      await releaseHold(shop, order.id, { state: 'abandoned', reason: 'the provider created no order' })
    return providerFailed()
  }
  const stored = await storeProviderOrder(shop.db, order.id, created.data.id)
  failpoint('provider-order:stored')
  // A concurrent request may have stored it.
  const now = stored ?? (await findOrder(shop.db, order.id))
  return now?.provider_order_id === created.data.id ? toOpenedOrder(shop, now) : providerFailed()
}

/**
 * Waits until an order requested before is payable. Null if its hold has ended and a new order is needed. Refused if
 * the order was paid, or ended before the provider knew it.
 */
export async function joinOpenOrder(shop: Shop, open: CheckoutOrder): Promise<OpenResult | null> {
  const end = performance.now() + WAIT_MS
  for (let order: CheckoutOrder | null = open; order; order = await findOrder(shop.db, open.id)) {
    if (order.state === 'awaiting_payment') return reopen(shop, order)
    if (order.state === 'paid') return alreadyPlaced(order.id)
    if (order.state !== 'creating') return providerFailed()
    if (order.age > CRASHED_AFTER_SECONDS) return openAtProvider(shop, order)
    if (performance.now() > end) break
    await sleep(WAIT_STEP_MS)
  }
  return refuse('shop_busy', messages.ORDER_FAILED, { retryAfter: 2 })
}

async function reopen(shop: Shop, order: CheckoutOrder): Promise<OpenResult | null> {
  const payments = order.age > MAYBE_PAID_AFTER_SECONDS ? await settleAll(shop, order, 'reconciler') : null
  if (payments?.paid) return alreadyPlaced(order.id)
  const extended = await extendHold(shop.db, order.id, shop.config.holdMinutes)
  if (!extended) return null
  if (extended.hold_left > 0) return toOpenedOrder(shop, extended)
  // The hold has reached its maximum length.
  if (payments?.canClose)
    await releaseHold(shop, order.id, { state: 'expired', reason: 'not paid in time', overdueOnly: true })
  return null
}

/** Makes an unpaid order payable again, with the same provider order and its original price. */
async function payOrder(shop: Shop, customer: CustomerId, orderId: string) {
  const order = await findOwnOrder(shop.db, customer, orderId)
  if (!order) return refuse('not_found', ORDER_NOT_FOUND)
  // One that staff entered is paid by its link, and held as long as they said.
  if (order.draft_id !== null && order.state !== 'paid') return refuse('not_found', ORDER_NOT_FOUND)
  if (order.state === 'paid' || order.state === 'to_confirm' || order.state === 'placed') return alreadyPlaced(order.id)
  const opened = order.state === 'awaiting_payment' ? await reopen(shop, order) : null
  return opened ?? refuse('hold_ended', messages.HOLD_ENDED)
}

function providerFailed() {
  return refuse('payment_provider_failed', messages.ORDER_FAILED, { extra: { success: false } })
}

function alreadyPlaced(orderId: string) {
  return refuse('already_placed', messages.ALREADY_PLACED, { extra: { orderId } })
}

export async function toOpenedOrder(shop: Shop, order: CheckoutOrder): Promise<Success<OpenedOrder>> {
  if (order.provider_order_id === null) throw new Error('an order waiting for payment has no provider order')
  const lastMethod = await findLastMethod(shop.db, order.customer_id)
  return ok({
    success: true,
    orderId: order.id,
    razorpayOrderId: order.provider_order_id,
    amount: order.due_paise,
    currency: 'INR',
    keyId: shop.payments.keyId,
    checkoutUrl: shop.payments.checkoutUrl,
    total: toRupees(paise(order.total_paise)),
    due: toRupees(paise(order.due_paise)),
    heldUntil: order.expires_at.toISOString(),
    ...(lastMethod === null ? {} : { lastMethod }),
  })
}

/**
 * Checks the signature over the provider's order id as we stored it, and settles the payment. The call is idempotent.
 * Ids from the browser aren't trusted without the signature.
 */
export async function verifyPayment(
  shop: Shop,
  customer: CustomerId,
  { orderId, razorpayPaymentId: paymentId, razorpayOrderId, razorpaySignature: signature }: PaymentProof,
): Promise<Result<PlacedOrder, RefusalCode<(typeof checkoutContract)['POST /user/verify-payment']>>> {
  failpoint('verify:start')
  const extra = { success: false }
  const order = await findOwnOrder(shop.db, customer, orderId)
  if (!order) return refuse('not_found', ORDER_NOT_FOUND, { extra })
  const providerOrderId = order.provider_order_id
  const signed =
    providerOrderId === razorpayOrderId &&
    shop.payments.verifySignature({ orderId: providerOrderId, paymentId, signature })
  if (!signed) shop.log.warn({ order: order.id }, 'checkout: the signature of a payment doesn’t match')
  const settled = signed ? await settle(shop, order, paymentId, { source: 'browser', signed }) : 'foreign'
  return answerSettled(settled, orderId)
}

/** What the browser is told of the payment that it reported. */
export function answerSettled(
  settled: Settled,
  orderId: string,
): Result<PlacedOrder, RefusalCode<(typeof checkoutContract)['POST /user/verify-payment']>> {
  const extra = { success: false }
  switch (settled) {
    case 'paid':
      return ok({ success: true, message: messages.PAYMENT_SUCCESSFUL, orderId })
    case 'returned':
      return refuse('payment_returned', messages.PAYMENT_RETURNED, { extra })
    case 'foreign':
    case 'failed':
      return refuse('payment_refused', messages.VERIFICATION_REFUSED, { extra })
    case 'pending':
      return refuse('payment_unconfirmed', messages.NO_MONEY_YET, { extra })
    case 'unpaid':
    case 'unreachable':
      return refuse('shop_busy', messages.VERIFICATION_UNFINISHED, { retryAfter: 2, extra })
  }
}
