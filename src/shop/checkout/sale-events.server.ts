import type { Kysely } from 'kysely'
import { recordEvent } from '../events/store.server.ts'
import type { Order } from '../orders/contract.ts'
import type { Tables } from '../tables.server.ts'
import { findReachedLevels } from './stock-store.server.ts'
import type { OrderedLine } from './store.server.ts'

/** Records the events of a sale for the owner: the paid order, and each SKU that reached its low-stock threshold. */
export async function recordSale(tx: Kysely<Tables>, order: Order, lines: readonly OrderedLine[]): Promise<void> {
  await recordEvent(tx, { type: 'order.paid', subject: `order:${order._id}`, data: paidData(order, lines) })
  for (const { sku, left, low } of await findReachedLevels(tx, lines))
    await recordEvent(tx, { type: 'stock.low', subject: `sku:${sku}`, data: { sku, left, level: low } })
}

/** What the owner's programs get of a paid order: nothing about the customer. Money is in rupees. */
function paidData(
  { _id: orderId, orderNumber, totals }: Order,
  lines: readonly OrderedLine[],
): Record<string, unknown> {
  const goods = lines.map(({ sku, name, color, size, quantity }) => ({ sku, name, color, size, quantity }))
  return { orderId, orderNumber, total: totals.total, lines: goods }
}
