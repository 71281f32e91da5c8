import type { Kysely } from 'kysely'
import { recordEvent } from '../events/sql.server.ts'
import type { Order } from '../orders/contract.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { OrderedLine } from './sql.server.ts'
import { findReachedLevels } from './stock-sql.server.ts'

/** Records the events of a sale for the owner: those of the order, and each SKU that reached its low-stock threshold. */
export async function recordSale(
  tx: Kysely<Tables>,
  order: Order,
  lines: readonly OrderedLine[],
  { 'stock.lowLevel': lowLevel }: Pick<Settings, 'stock.lowLevel'>,
  types: readonly ('order.placed' | 'order.paid')[],
): Promise<void> {
  for (const type of types) await recordOrderEvent(tx, order, lines, type)
  for (const { sku, left, low } of await findReachedLevels(tx, lines, lowLevel))
    await recordEvent(tx, { type: 'stock.low', subject: `sku:${sku}`, data: { sku, left, level: low } })
}

/** Records one event of an order, with the data for the owner's programs: in rupees and without anything about the customer. */
export async function recordOrderEvent(
  tx: Kysely<Tables>,
  { _id: orderId, orderNumber, totals }: Order,
  lines: readonly OrderedLine[],
  type: 'order.placed' | 'order.paid',
): Promise<void> {
  const goods = lines.map(({ sku, name, color, size, quantity }) => ({ sku, name, color, size, quantity }))
  const data = { orderId, orderNumber, total: totals.total, lines: goods }
  await recordEvent(tx, { type, subject: `order:${orderId}`, data })
}
