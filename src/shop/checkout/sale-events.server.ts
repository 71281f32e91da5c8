import type { Kysely } from 'kysely'
import { recordEvent } from '../events/store.server.ts'
import type { Order } from '../orders/contract.ts'
import type { Tables } from '../tables.server.ts'
import { findReachedLevels } from './stock-store.server.ts'

interface SoldLine {
  sku: string
  name: string
  color: string
  size: string
  quantity: number
}

/** Tells the owner of a paid order, and of each SKU whose level the sale has reached. */
export async function recordSale(tx: Kysely<Tables>, order: Order, lines: readonly SoldLine[]): Promise<void> {
  await recordEvent(tx, { type: 'order.paid', subject: `order:${order._id}`, data: paidData(order, lines) })
  for (const { sku, left, low } of await findReachedLevels(tx, lines))
    await recordEvent(tx, { type: 'stock.low', subject: `sku:${sku}`, data: { sku, left, level: low } })
}

/** What the owner's programs read of a paid order: no person. Money is in rupees. */
function paidData({ _id: orderId, orderNumber, totals }: Order, lines: readonly SoldLine[]): Record<string, unknown> {
  const goods = lines.map(({ sku, name, color, size, quantity }) => ({ sku, name, color, size, quantity }))
  return { orderId, orderNumber, total: totals.total, lines: goods }
}
