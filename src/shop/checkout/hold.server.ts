import type { Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { inTransaction } from '#platform/db/database.server.ts'
import { failpoint } from '#platform/payments/failpoint.server.ts'
import { t } from '#platform/text/t.ts'
import { SESSION_ENDED } from '../accounts/messages.ts'
import { lockAccount } from '../accounts/people-sql.server.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import { findCreditBalance, returnCredit, takeCredit } from '../credit/sql.server.ts'
import { codeKey } from '../offers/rules.ts'
import { findOwnUses, giveBackUses, takeUses, type Use } from '../offers/uses-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { countOpenCash, findPlacedUnpaid, lockCashBuyer } from './cash-sql.server.ts'
import { ORDER_FAILED } from './messages.ts'
import { type Quote, refuseShortage } from './quote.server.ts'
import { settleAll, settleByCredit, settleInCash } from './settle.server.ts'
import {
  type CheckoutOrder,
  closeOrder,
  findOpenOrder,
  findOrder,
  findOrderLines,
  findOwnCreditHolds,
  findOwnHolds,
  insertOrder,
  lockOrder,
} from './sql.server.ts'
import { findCatalogLines } from './stock-sql.server.ts'

/** An order that holds its stock. `created` is false if it was already open. */
export interface HeldOrder {
  order: CheckoutOrder
  created: boolean
}

type HoldRefusal = 'insufficient_stock' | 'shop_busy' | 'not_logged_in'

/** Thrown to roll the transaction back, and caught in this file. */
class OutOfStock extends Error {
  readonly sku: string
  constructor(sku: string) {
    super('out of stock')
    this.sku = sku
  }
}

/** Thrown to roll the transaction back: another order in cash was placed meanwhile. */
class TooManyOpen extends Error {}

/** Thrown to roll the transaction back: an offer of the order was used up or stopped meanwhile, or its store credit used. */
class OfferTaken extends Error {}

/**
 * Creates the order and holds its stock in one short transaction, or finds the one that is already open. The customer's
 * own older unpaid orders release the stock and the uses of offers that the new one needs. `offer taken`: an offer doesn't
 * count any more, or there's less store credit, so that the order has another price. One that store credit pays whole is placed at
 * once; the same again within a minute is the one that was placed.
 */
export async function holdOrder(
  shop: Shop,
  customer: CustomerId,
  quote: Quote,
): Promise<Result<HeldOrder, HoldRefusal> | 'offer taken'> {
  if (quote.credit < quote.totals.total)
    return takeOrder(shop, customer, quote, (tx) => insertHeld(shop, tx, customer, quote))
  const taken = await takeOrder(shop, customer, quote, async (tx) => {
    await lockCashBuyer(tx, customer, quote.address.phoneNumber)
    const same = await findPlacedUnpaid(tx, customer, quote.fingerprint)
    if (same !== null) return findOrder(tx, same)
    const order = await insertHeld(shop, tx, customer, quote)
    return order && settleByCredit(shop, tx, order)
  })
  shop.mail.wake()
  return taken
}

/**
 * Creates an order that's paid in cash and places it, in one short transaction. The same order again within a minute is the one
 * that was placed. Refused as `holdOrder` refuses, and if the buyer has too many unpaid ones by now.
 */
export async function placeInCash(
  shop: Shop,
  customer: CustomerId,
  quote: Quote,
): Promise<Result<HeldOrder, HoldRefusal> | 'offer taken' | 'not allowed'> {
  const mostOpen = shop.settings()['cash.openOrders']
  try {
    const taken = await takeOrder(shop, customer, quote, async (tx) => {
      await lockCashBuyer(tx, customer, quote.address.phoneNumber)
      const same = await findPlacedUnpaid(tx, customer, quote.fingerprint)
      if (same !== null) return findOrder(tx, same)
      if (mostOpen > 0 && (await countOpenCash(tx, { customer, address: quote.address })) >= mostOpen)
        throw new TooManyOpen()
      const order = await insertHeld(shop, tx, customer, quote)
      return order && settleInCash(shop, tx, order)
    })
    shop.mail.wake()
    return taken
  } catch (error) {
    if (error instanceof TooManyOpen) return 'not allowed'
    throw error
  }
}

/** What both have in common: what's in the way of the order is released first, and `insert` runs in its transaction. */
async function takeOrder(
  shop: Shop,
  customer: CustomerId,
  quote: Quote,
  insert: (tx: Transaction<Tables>) => Promise<CheckoutOrder | null>,
): Promise<Result<HeldOrder, HoldRefusal> | 'offer taken'> {
  const blocked = quote.lines.filter((line) => line.quantity > line.available).map((line) => line.sku)
  if (blocked.length > 0) {
    // The same order, if it's open, has the stock. Otherwise inserting finds it.
    const open = await findOpenOrder(shop.db, customer, quote.fingerprint)
    if (open) return ok({ order: open, created: false })
    const shortage = refuseShortage(quote.lines)
    if (shortage) return shortage
    await release(shop, await findOwnHolds(shop.db, customer, blocked))
  }
  const offers = usesOf(quote).map(({ offer }) => offer)
  if (offers.length > 0) {
    for (const id of await findOwnUses(shop.db, customer, offers, quote.fingerprint)) {
      const order = await findOrder(shop.db, id)
      if (order) await release(shop, [order])
    }
  }
  if (quote.credit > 0 && (await findCreditBalance(shop.db, customer)) < quote.credit)
    await release(shop, await findOwnCreditHolds(shop.db, customer, quote.fingerprint))
  return shop.limitCheckout(() => insertOnce(shop, customer, quote, insert))
}

/** The order with its lines, stock and uses of offers. Null if the customer has the same one open. */
async function insertHeld(
  shop: Shop,
  tx: Transaction<Tables>,
  customer: CustomerId,
  quote: Quote,
): Promise<CheckoutOrder | null> {
  const order = await insertOrder(tx, customer, quote, shop.config.holdMinutes)
  const hold = { onHand: 0, reserved: 1, reason: 'held for an order' } as const
  const short = order && (await moveStock(tx, { orderId: order.id }, quote.lines, hold))
  if (short) throw new OutOfStock(short)
  if (order && !(await takeUses(tx, order.id, usesOf(quote)))) throw new OfferTaken()
  const { credit: amount } = quote
  if (order && amount > 0 && !(await takeCredit(tx, { customer, orderId: order.id, amount }))) throw new OfferTaken()
  return order
}

async function insertOnce(
  shop: Shop,
  customer: CustomerId,
  quote: Quote,
  insert: (tx: Transaction<Tables>) => Promise<CheckoutOrder | null>,
): Promise<Result<HeldOrder, HoldRefusal> | 'offer taken'> {
  try {
    const created = await inTransaction(shop.db, async (tx) => {
      if (!(await lockAccount(tx, customer, 'use'))) return 'account deleted'
      const order = await insert(tx)
      failpoint('hold:before-commit')
      return order
    })
    if (created === 'account deleted') return refuse('not_logged_in', SESSION_ENDED)
    if (created) return ok({ order: created, created: true })
  } catch (error) {
    if (error instanceof OfferTaken) return 'offer taken'
    if (!(error instanceof OutOfStock)) throw error
    return refuseOutOfStock(shop, customer, quote, error.sku)
  }
  const concurrent = await findOpenOrder(shop.db, customer, quote.fingerprint)
  return concurrent
    ? ok({ order: concurrent, created: false })
    : refuse('shop_busy', t('Please try again.'), { retryAfter: 1 })
}

/** Another customer took the stock first: the refusal says how many are left now. */
async function refuseOutOfStock(shop: Shop, customer: CustomerId, quote: Quote, sku: string) {
  const now = await findCatalogLines(shop.db, customer, quote.lines)
  const lines = quote.lines.map((line, index) => {
    const available = now[index]?.available ?? 0
    // Stock may have come back meanwhile, but this order did not get it.
    return { ...line, own: 0, available: line.sku === sku ? Math.min(available, line.quantity - 1) : available }
  })
  return refuseShortage(lines) ?? refuse('shop_busy', ORDER_FAILED, { retryAfter: 1 })
}

/** What the offers took off, by offer. A discount without one, as for paying online, has no uses. */
export function usesOf({ totals }: Pick<Quote, 'totals'>): Use[] {
  return totals.discounts.flatMap(({ offer, code, amount }) =>
    offer === null ? [] : [{ offer, code: code === null ? null : codeKey(code), amount }],
  )
}

/**
 * Ends the customer's older unpaid orders, unless the provider reports a payment that may still come, or doesn't respond.
 */
async function release(shop: Shop, orders: readonly CheckoutOrder[]): Promise<void> {
  for (const order of orders) {
    const payments = await settleAll(shop, order, 'reconciler')
    if (payments.canClose) await releaseHold(shop, order.id, { state: 'expired', reason: 'replaced by a newer order' })
  }
}

interface HoldEnd {
  state: 'expired' | 'abandoned'
  /** For the stock ledger. */
  reason: string
  /** Skips an order whose customer extended the hold meanwhile. */
  overdueOnly?: boolean
}

/**
 * Ends an unpaid order and releases its stock. Returns false if the order no longer waits for payment. Check with the
 * provider first: a payment that arrives afterwards counts as late.
 */
export async function releaseHold(shop: Shop, orderId: string, end: HoldEnd): Promise<boolean> {
  return inTransaction(shop.db, async (tx) => {
    const order = await lockOrder(tx, orderId)
    if (order?.state !== (end.state === 'expired' ? 'awaiting_payment' : 'creating')) return false
    if (end.overdueOnly && order.hold_left > 0) return false
    const lines = await findOrderLines(tx, orderId)
    await closeOrder(tx, orderId, end.state)
    await moveStock(tx, { orderId }, lines, { onHand: 0, reserved: -1, reason: end.reason })
    await giveBackUses(tx, orderId)
    if (order.credit_paise > 0) await returnCredit(tx, orderId)
    return true
  })
}
