import type { Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { type Paise, paise } from '#platform/money.ts'
import { returnCredit } from '../credit/sql.server.ts'
import { recordEvent } from '../events/sql.server.ts'
import { giveBackUses } from '../offers/uses-sql.server.ts'
import { type MailContext, mailAboutOrder } from '../orders/mail-customer.server.ts'
import { orderNumber } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import { cancelledMail } from './mails.server.ts'
import {
  cancelPieces,
  findOrderBalance,
  listSoldLines,
  markCancelled,
  type OrderedLine,
  restockPieces,
  type SoldOrder,
  unmarkReviews,
} from './order-sql.server.ts'
import { sumOfRefund, wholeOf } from './price.server.ts'
import { isUnshipped, type Pieces, type RefundWay, remainingPieces } from './rules.ts'
import { makeRefund, moneyOf, type RefundParts } from './ways.server.ts'

export interface Cancelling {
  by: 'customer' | 'staff' | 'provider' | 'shop'
  /** The member of staff. */
  actor?: Actor
  reason: string
  /** True if the pieces go back into stock. */
  restock: boolean
  /** Where the money goes. By default to where it was paid from. */
  way?: RefundWay
}

/**
 * Cancels an order, whose row is locked, in the caller's transaction. With `restock`, restocks its remaining
 * pieces. Schedules the refund of the rest of its payment; the jobs send it to the provider after the commit.
 * @returns the refund
 */
export async function cancelInFull(
  context: MailContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  cancelling: Cancelling,
): Promise<Paise> {
  const { by, actor = null, reason, restock, way = { to: 'source' } } = cancelling
  const lines = await listSoldLines(tx, order.id)
  const pieces = remainingPieces(lines)
  await cancelAndRestock(tx, order.id, pieces, restock)
  if (order.status !== null && isUnshipped(order.status)) await giveBackUses(tx, order.id)
  await markCancelled(tx, order.id, { by, reason })
  await unmarkReviews(
    tx,
    order.customer_id,
    lines.map((line) => line.product_id),
  )
  const parts = await refundBalance(context, tx, order, { note: reason, pieces, way })
  const data = { orderId: order.id, orderNumber: orderNumber(order.number, context.settings()), by, reason }
  await recordEvent(tx, { type: 'order.cancelled', subject: `order:${order.id}`, data }, actor)
  const named = namePieces(lines, pieces)
  await mailAboutOrder(context, tx, order, (cancelled, to) =>
    cancelledMail({ order: cancelled, pieces: named, ...parts, partly: false }, to),
  )
  return paise(moneyOf(parts) + parts.credit)
}

/**
 * Schedules the refund of the rest of a cancelled order's payment and of those for its replacements, and gives its store credit back.
 * Returns both, in paise.
 */
export async function refundBalance(
  context: MailContext,
  tx: Transaction<Tables>,
  order: SoldOrder,
  { note, pieces, way = { to: 'source' } }: { note: string; pieces: readonly Pieces[]; way?: RefundWay },
): Promise<RefundParts> {
  const { payment_id: paymentId } = order
  // Nothing but store credit was paid yet for an order in cash.
  if (paymentId === null) return { money: [], credit: paise(await returnCredit(tx, order.id)) }
  const whole = wholeOf(await findOrderBalance(tx, order))
  if (sumOfRefund(whole) === 0) return { money: [], credit: paise(0) }
  return makeRefund(context, tx, order, { ...whole, reason: 'cancelled', note, lines: pieces, way })
}

/** Counts pieces as cancelled, and with `restock` puts them back into the stock. */
export async function cancelAndRestock(
  tx: Transaction<Tables>,
  orderId: string,
  pieces: readonly Pieces[],
  restock: boolean,
): Promise<void> {
  await cancelPieces(tx, orderId, pieces)
  if (restock) await restockPieces(tx, orderId, pieces, 'order cancelled')
}

/** Pieces with their lines' names. */
export function namePieces(lines: readonly OrderedLine[], pieces: readonly Pieces[]) {
  return pieces.flatMap(({ sku, count }) => {
    const line = lines.find((other) => other.sku === sku)
    return line ? [{ productId: line.product_id, color: line.color, size: line.size, count }] : []
  })
}
