import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { notEnough } from '../cart/messages.ts'
import type { Shop } from '../shop.server.ts'
import { tillLane } from './lane.ts'
import { type Plan, shortage } from './plan.server.ts'
import { findLines } from './plan-store.server.ts'
import { settleAll } from './settle.server.ts'
import { holdStock, releaseStock } from './stock-store.server.ts'
import {
  type CheckoutOrder,
  closeOrder,
  findOpenOrder,
  findOrderLines,
  findOwnHolds,
  insertOrder,
  lockOrder,
} from './store.server.ts'

/** An order that holds its stock. `mine`: this call made it; else it was open already. */
export interface Held {
  order: CheckoutOrder
  mine: boolean
}

/** Thrown to undo the transaction; never leaves this file. */
class OutOfStock extends Error {
  readonly sku: string
  constructor(sku: string) {
    super('out of stock')
    this.sku = sku
  }
}

/**
 * Writes the order and holds its stock in one short transaction (T1), or finds the one that is open already. Where
 * only the customer's own older unpaid orders hold what they ask for, those give it back first.
 */
export async function holdOrder(shop: Shop, customer: CustomerId, plan: Plan): Promise<Result<Held>> {
  const open = await findOpenOrder(shop.db, customer, plan.fingerprint)
  if (open) return ok({ order: open, mine: false })
  const short = shortage(plan.lines)
  if (short) return short
  if (plan.lines.some((line) => line.quantity > line.available)) await freeOwnHolds(shop, customer, plan)
  const held = await tillLane(() => tryToHold(shop, customer, plan))
  if (held.ok && held.data.mine) shop.productsChanged(plan.lines.map((line) => line.productId))
  return held
}

async function tryToHold(shop: Shop, customer: CustomerId, plan: Plan): Promise<Result<Held>> {
  try {
    const order = await inTransaction(shop.db, async (tx) => {
      const made = await insertOrder(tx, customer, plan, shop.settings.holdMinutes)
      const missing = made && (await holdStock(tx, made.id, plan.lines))
      if (missing) throw new OutOfStock(missing)
      failpoint('K1')
      return made
    })
    if (order) return ok({ order, mine: true })
  } catch (error) {
    if (!(error instanceof OutOfStock)) throw error
    return refuseShort(shop, customer, plan, error.sku)
  }
  const twin = await findOpenOrder(shop.db, customer, plan.fingerprint)
  return twin ? ok({ order: twin, mine: false }) : refuse('busy', 'Please try again.', { retryAfter: 1 })
}

/** Somebody was faster: says what is left now. */
async function refuseShort(shop: Shop, customer: CustomerId, plan: Plan, sku: string): Promise<Refusal> {
  const now = await findLines(shop.db, customer, plan.lines)
  const lines = plan.lines.map((line, index) => ({ ...line, available: now[index]?.available ?? 0, own: 0 }))
  const line = lines.find((one) => one.sku === sku)
  const sentence = line ? notEnough(line, Math.min(line.available, line.quantity - 1)) : ''
  return shortage(lines) ?? refuse('conflict', sentence, { errors: [{ path: 'productDetails', message: sentence }] })
}

/** Own unpaid orders step back for a new one, after the provider was asked whether one of them has been paid. */
async function freeOwnHolds(shop: Shop, customer: CustomerId, plan: Plan): Promise<void> {
  const skus = plan.lines.filter((line) => line.quantity > line.available).map((line) => line.sku)
  for (const order of await findOwnHolds(shop.db, customer, skus)) {
    const asked = await settleAll(shop, order, 'reconciler')
    if (asked.reached && !asked.moneyUnderWay)
      await giveBack(shop, order.id, { state: 'expired', why: 'replaced by a newer order' })
  }
}

interface HoldEnd {
  state: 'expired' | 'abandoned'
  /** For the stock ledger. */
  why: string
  /** Leaves an order alone whose customer came back in the meantime. */
  overdueOnly?: boolean
}

/**
 * Ends an unpaid order and gives its stock back; false where it is not waiting for its payment any more. The provider
 * was asked before: a payment that comes later finds the goods again, or goes back.
 */
export async function giveBack(shop: Shop, orderId: string, end: HoldEnd): Promise<boolean> {
  const { state, why } = end
  const lines = await inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    const expected = state === 'expired' ? 'awaiting_payment' : 'creating'
    if (order?.state !== expected) return null
    if (end.overdueOnly && order.hold_left > 0) return null
    const found = await findOrderLines(tx, orderId)
    await closeOrder(tx, orderId, state)
    await releaseStock(tx, orderId, found, why)
    return found
  })
  if (lines) shop.productsChanged(lines.map((line) => line.product_id))
  return lines !== null
}
