import type { Shop } from '../shop.server.ts'
import { claimChecks, planCheck } from './check-store.server.ts'
import { giveBack } from './hold.server.ts'
import { nextCheck } from './rules.ts'
import { type Asked, settleAll } from './settle.server.ts'
import { type CheckoutOrder, findOrder, storeProviderOrder } from './store.server.ts'

/** Seconds past its end for which a hold waits for a provider that can't be asked, or for money under way. */
const GRACE = 600
const AGAIN = 30
const AT_ONCE = 5

/** Sweeper and reconciler: asks the provider about orders that are due; the number of them. */
export async function checkOrders(shop: Shop, limit: number): Promise<number> {
  const ids = await claimChecks(shop.db, limit)
  for (let start = 0; start < ids.length; start += AT_ONCE)
    await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => checkOrder(shop, id)))
  return ids.length
}

async function checkOrder(shop: Shop, orderId: string): Promise<void> {
  const order = await findOrder(shop.db, orderId)
  if (!order) return
  if (order.state === 'creating') return checkLeftBehind(shop, order)
  // It ended before the provider's order was known. Nobody was ever shown that one, so nobody can pay it.
  if (order.provider_order_id === null) return planCheck(shop.db, orderId, null)
  const asked = await settleAll(shop, order, 'reconciler')
  const now = (await findOrder(shop.db, orderId)) ?? order
  if (now.state === 'awaiting_payment' && mayExpire(now, asked))
    await giveBack(shop, orderId, { state: 'expired', why: 'not paid in time', overdueOnly: true })
  const after = (await findOrder(shop.db, orderId)) ?? now
  if (!asked.reached && after.state !== 'paid') return planCheck(shop.db, orderId, AGAIN)
  if (asked.moneyUnderWay && after.state === 'awaiting_payment') return planCheck(shop.db, orderId, AGAIN)
  const seconds = nextCheck({
    state: after.state,
    age: after.age,
    holdLeft: after.hold_left,
    attempted: asked.attempted,
    unconfirmed: after.capture_unconfirmed,
  })
  return planCheck(shop.db, orderId, seconds)
}

/** A hold ends after the provider was asked. One that can't be asked may not keep goods from others for ever. */
function mayExpire(order: CheckoutOrder, asked: Asked): boolean {
  if (order.hold_left > 0) return false
  return (asked.reached && !asked.moneyUnderWay) || order.hold_left < -GRACE
}

/** A crash left it between the hold and the provider's answer: its receipt tells whether the provider made an order. */
async function checkLeftBehind(shop: Shop, order: CheckoutOrder): Promise<void> {
  const found = await shop.payments.findOrderByReceipt(order.id)
  if (found.ok && found.data) {
    await storeProviderOrder(shop.db, order.id, found.data.id)
    return planCheck(shop.db, order.id, Math.max(1, Math.min(AGAIN, order.hold_left)))
  }
  if (!found.ok && order.hold_left > -GRACE) return planCheck(shop.db, order.id, AGAIN)
  const given = await giveBack(shop, order.id, { state: 'abandoned', why: 'left behind by a crash' })
  // Not given back: while the provider was asked, its customer came back and opened it. It holds its stock, so it is looked at.
  if (!given) await planCheck(shop.db, order.id, AGAIN)
}
