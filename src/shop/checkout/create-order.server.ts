import { setTimeout as sleep } from 'node:timers/promises'
import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { paise, toRupees } from '#platform/money.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import type { Shop } from '../shop.server.ts'
import type { OrderRequest } from './contract.ts'
import { giveBack, holdOrder } from './hold.server.ts'
import { tillLane } from './lane.ts'
import { ALREADY_PLACED, ORDER_FAILED } from './messages.ts'
import { planOrder } from './plan.server.ts'
import { settleAll } from './settle.server.ts'
import { type CheckoutOrder, extendHold, findOrder, storeProviderOrder } from './store.server.ts'

/** What the payment dialog is opened with. `amount` in paise, `total` in rupees, `heldUntil` in ISO 8601. */
export interface OpenedOrder {
  success: true
  orderId: string
  razorpayOrderId: string
  amount: number
  currency: 'INR'
  keyId: string
  checkoutUrl: string
  total: number
  heldUntil: string
}

/** An order that is this old in seconds and still unknown to the provider was left behind by a crash. */
const LEFT_BEHIND = 12
/** How long a second asker waits for the first one's order. */
const TWIN_WAIT_MS = 9000
/** How often an order is begun anew because the open one ended meanwhile. */
const MOST_TURNS = 2
/** From this age on in seconds the shopper may have paid and lost the answer. */
const MAYBE_PAID = 5

/**
 * Makes an order ready to be paid (docs/reliability.md): T1 holds the stock, the provider makes its order outside
 * of any transaction, T2 notes its id. The same call again, from another tab or twenty at once, gives the same order.
 */
export async function createOrder(
  shop: Shop,
  customer: CustomerId,
  request: OrderRequest,
): Promise<Result<OpenedOrder>> {
  const plan = await tillLane(() => planOrder(shop, customer, request))
  if (!plan.ok) return plan
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    const held = await holdOrder(shop, customer, plan.data)
    if (!held.ok) return held
    failpoint('K2')
    const { order, mine } = held.data
    const opened = mine ? await openAtProvider(shop, order) : await joinTwin(shop, order)
    // Null: the order that was open ended while we looked (its money goes back); then a new one begins.
    if (opened) return opened
  }
  return refuse('busy', ORDER_FAILED, { retryAfter: 1 })
}

/** P1 and T2. A provider that is out of order costs nothing: the hold is given back. */
async function openAtProvider(shop: Shop, order: CheckoutOrder): Promise<Result<OpenedOrder>> {
  const made = await shop.payments.createOrder({ receipt: order.id, amount: paise(order.total_paise) })
  failpoint('K3')
  if (!made.ok) {
    shop.log.error({ order: order.id, failure: made.failure }, 'checkout: the provider made no order')
    await giveBack(shop, order.id, { state: 'abandoned', why: 'the provider was out of order' })
    return failed()
  }
  await storeProviderOrder(shop.db, order.id, made.data.id)
  failpoint('K4')
  const now = await findOrder(shop.db, order.id)
  return now?.provider_order_id === made.data.id ? answer(shop, now) : failed()
}

function failed(): Refusal {
  return refuse('provider_failed', ORDER_FAILED, { extra: { success: false } })
}

/** The same order was asked for before: waits until it is ready, and hands out its ids. */
async function joinTwin(shop: Shop, twin: CheckoutOrder): Promise<Result<OpenedOrder> | null> {
  const end = performance.now() + TWIN_WAIT_MS
  for (let order: CheckoutOrder | null = twin; order; order = await findOrder(shop.db, twin.id)) {
    if (order.state === 'awaiting_payment') return reopen(shop, order)
    if (order.state === 'paid') return placed(order.id)
    if (order.state !== 'creating') return failed()
    if (order.age > LEFT_BEHIND) return openAtProvider(shop, order)
    if (performance.now() > end) break
    await sleep(60)
  }
  return refuse('busy', ORDER_FAILED, { retryAfter: 2 })
}

async function reopen(shop: Shop, order: CheckoutOrder): Promise<Result<OpenedOrder> | null> {
  if (order.age > MAYBE_PAID) {
    const asked = await settleAll(shop, order, 'reconciler')
    if (asked.paid) return placed(order.id)
  }
  const open = await extendHold(shop.db, order.id, shop.settings.holdMinutes)
  return open ? answer(shop, open) : null
}

function placed(orderId: string): Refusal {
  return refuse('conflict', ALREADY_PLACED, { extra: { orderId } })
}

function answer(shop: Shop, order: CheckoutOrder): Result<OpenedOrder> {
  if (order.provider_order_id === null) throw new Error('an order that waits for its payment has no provider order')
  return ok({
    success: true,
    orderId: order.id,
    razorpayOrderId: order.provider_order_id,
    amount: order.total_paise,
    currency: 'INR',
    keyId: shop.payments.keyId,
    checkoutUrl: shop.payments.checkoutUrl,
    total: toRupees(paise(order.total_paise)),
    heldUntil: order.expires_at.toISOString(),
  })
}
