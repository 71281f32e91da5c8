import { bulkhead } from 'cockatiel'
import { claimExchangeOrders, findByExchangeOrder, scheduleExchangeCheck } from '../exchanges/pay-link-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { releaseHold } from './hold.server.ts'
import { isPlaced, nextCheck } from './rules.ts'
import { settleAll } from './settle.server.ts'
import { settleAllOfExchange } from './settle-exchange.server.ts'
import { type CheckoutOrder, claimDueOrders, findOrder, scheduleCheck, storeProviderOrder } from './sql.server.ts'

/** How long an overdue hold stays while the provider is unavailable or a payment is pending. */
const GRACE_SECONDS = 600
const RETRY_SECONDS = 30
/** For so long a payment for an exchange that isn't decided is asked about that often. */
const RETRIED_SECONDS = 3600
/** How often an order is looked at that the provider counts as placed, without money. */
const PENDING_SECONDS = 900
const CONCURRENCY = 5
/** How often an order that staff entered is looked at. */
const DRAFT_CHECK_SECONDS = 3600

/** Sweeper and reconciler: checks due orders with the provider, and returns their number. */
export async function reconcileOrders(shop: Shop, limit: number): Promise<number> {
  const ids = await claimDueOrders(shop.db, limit)
  const queue = bulkhead(CONCURRENCY, ids.length)
  await Promise.all(ids.map((id) => queue.execute(() => reconcileOrder(shop, id))))
  return ids.length
}

/** Asks the provider about an order and settles what it reports. */
export async function reconcileOrder(shop: Shop, orderId: string): Promise<void> {
  const order = await findOrder(shop.db, orderId)
  if (!order) return
  if (order.state === 'creating') return recoverOrder(shop, order)
  // The order ended before the provider's order was stored. No shopper saw that one, so nobody can pay it.
  if (order.provider_order_id === null) return scheduleCheck(shop.db, orderId, null)
  const payments = await settleAll(shop, order, 'reconciler')
  const overdue = order.state === 'awaiting_payment' && order.hold_left <= 0
  if (overdue && (payments.canClose || (order.hold_left < -GRACE_SECONDS && !payments.isPending)))
    await releaseHold(shop, orderId, { state: 'expired', reason: 'not paid in time', overdueOnly: true })
  const after = (await findOrder(shop.db, orderId)) ?? order
  const undecided =
    (!payments.providerResponded && !isPlaced(after.state)) ||
    (!payments.canClose && after.state === 'awaiting_payment')
  // The shopper believes that it's placed: its pieces stay theirs until the provider says what became of it.
  if (payments.isPending && after.state === 'awaiting_payment') return scheduleCheck(shop.db, orderId, PENDING_SECONDS)
  return scheduleCheck(shop.db, orderId, undecided ? RETRY_SECONDS : nextCheck(after, payments.attempted))
}

/** The same for what replacements cost more. */
export async function reconcileExchanges(shop: Shop, limit: number): Promise<number> {
  const ids = await claimExchangeOrders(shop.db, limit)
  for (const id of ids) {
    const opened = await findByExchangeOrder(shop.db, id)
    if (!opened) continue
    const payments = await settleAllOfExchange(shop, opened)
    const after = (await findByExchangeOrder(shop.db, id)) ?? opened
    const { age, linkLeft } = after
    // An exchange waits as an order in cash does, which stands while its link lives.
    const facts = { state: 'placed', age, hold_left: 0, capture_unconfirmed: false, link_left: linkLeft } as const
    const isOpen = payments === null || payments.isUndecided
    const seconds = isOpen && age < RETRIED_SECONDS ? RETRY_SECONDS : nextCheck(facts, payments?.attempted ?? false)
    await scheduleExchangeCheck(shop.db, id, seconds)
  }
  return ids.length
}

/** A crash came between the hold and the provider's response: the receipt shows if the provider created an order. */
async function recoverOrder(shop: Shop, order: CheckoutOrder): Promise<void> {
  // One that staff entered waits for its buyer, who may never have opened the payment window.
  if (order.draft_id !== null && order.hold_left > 0)
    return scheduleCheck(shop.db, order.id, Math.min(order.hold_left + 1, DRAFT_CHECK_SECONDS))
  const found = await shop.payments.findOrderByReceipt(order.id)
  if (found.ok && found.data) {
    await storeProviderOrder(shop.db, order.id, found.data.id)
    return scheduleCheck(shop.db, order.id, Math.max(1, Math.min(RETRY_SECONDS, order.hold_left)))
  }
  if (!found.ok && order.hold_left > -GRACE_SECONDS) return scheduleCheck(shop.db, order.id, RETRY_SECONDS)
  const released = await releaseHold(shop, order.id, { state: 'abandoned', reason: 'left behind by a crash' })
  // Its customer reopened the order meanwhile: it holds stock and has to be checked again.
  if (!released) await scheduleCheck(shop.db, order.id, RETRY_SECONDS)
}
