import type { Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { newId } from '#platform/ids.server.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { findAccount, lockAccount } from '../accounts/people-sql.server.ts'
import { notEnough } from '../cart/messages.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import { usesOf } from '../checkout/hold.server.ts'
import { settleAll } from '../checkout/settle.server.ts'
import { closeOrder, findOrder, findOrderLines, insertOrder, lockOrder } from '../checkout/sql.server.ts'
import { findCatalogLines } from '../checkout/stock-sql.server.ts'
import { giveBackUses, takeUses } from '../offers/uses-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { DRAFT_PAID, OFFER_TAKEN, PAYMENT_UNDER_WAY } from './messages.ts'
import type { DraftQuote } from './quote.server.ts'
import type { DraftCustomer } from './rules.ts'
import { insertBuyer, markDraftOrder } from './sql.server.ts'

type Tx = Transaction<Tables>

/** Why the order of a draft can't be replaced. */
export type ClosedRefusal = 'already_placed' | 'conflict'

/**
 * Asks the provider about a draft's order before it's replaced or paid otherwise. Refused: it was paid by now, or a payment may
 * still come.
 */
export async function refuseIfPaying(shop: Shop, orderId: string): Promise<Result<null, ClosedRefusal>> {
  const order = await findOrder(shop.db, orderId)
  if (order?.state !== 'awaiting_payment') return ok(null)
  const payments = await settleAll(shop, order, 'reconciler')
  if (payments.paid) return refuse('already_placed', DRAFT_PAID)
  return payments.canClose ? ok(null) : refuse('conflict', PAYMENT_UNDER_WAY)
}

/** Frees the stock and the uses of offers of a draft's order, if they're still held. False if the order was paid. */
export async function freeOrder(tx: Tx, orderId: string, reason: string): Promise<boolean> {
  const order = await lockOrder(tx, orderId)
  if (order?.state === 'paid' || order?.state === 'cancelled') return false
  if (order?.state !== 'creating' && order?.state !== 'awaiting_payment') return true
  await closeOrder(tx, orderId, order.state === 'creating' ? 'abandoned' : 'expired')
  await moveStock(tx, { orderId }, await findOrderLines(tx, orderId), { onHand: 0, reserved: -1, reason })
  await giveBackUses(tx, orderId)
  return true
}

/**
 * Creates the order of a draft, which holds its stock until `until`, by itself after `freeOrder`. Refused: too little stock,
 * or an offer was used up or stopped meanwhile.
 * @returns the id of the order
 */
export async function holdForDraft(
  tx: Tx,
  quote: DraftQuote,
  {
    id,
    pickup,
    customer,
    until,
    now,
  }: { id: string; pickup: boolean; customer: DraftCustomer; until: Date; now: Date },
): Promise<Result<string, 'insufficient_stock' | 'conflict'>> {
  const minutes = Math.max(1 / 60, (until.getTime() - now.getTime()) / 60_000)
  const order = await insertOrder(tx, await buyerOf(tx, customer), quote, minutes)
  if (!order) throw new Error('a draft’s order met another with its fingerprint')
  await markDraftOrder(tx, order.id, { id, pickup })
  const hold = { onHand: 0, reserved: 1, reason: 'held for an order' } as const
  const short = await moveStock(tx, { orderId: order.id }, quote.lines, hold)
  if (short === null)
    return (await takeUses(tx, order.id, usesOf(quote), quote.kept)) ? ok(order.id) : refuse('conflict', OFFER_TAKEN)
  const index = quote.lines.findIndex(({ sku }) => sku === short)
  const line = quote.lines[index]
  if (!line) throw new Error('a line that is short isn’t in the order')
  const [now_] = await findCatalogLines(tx, null, [line])
  const message = notEnough(line, Math.min(now_?.available ?? 0, line.quantity - 1))
  return refuse('insufficient_stock', message, { errors: [{ path: `lines.${index}.quantity`, message }] })
}

/** The account with the customer's e-mail address, or a person without one. */
async function buyerOf(tx: Tx, { email, name }: DraftCustomer): Promise<CustomerId> {
  const address = canonicalEmail(email)
  const account = address === null ? null : await findAccount(tx, address)
  // Safe casts: staff enter an order for this account, or for a person who was just added.
  if (account !== null && (await lockAccount(tx, account, 'use'))) return account as CustomerId
  const id = newId()
  await insertBuyer(tx, { id, name })
  return id as CustomerId
}
