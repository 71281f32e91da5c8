import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { orderNumber } from '../orders/rules.ts'
import { findOrderId } from '../orders/staff-sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { listPickLines, lockPlace, type PickLine, writePlace } from './pick-list-sql.server.ts'

type Db = Kysely<Tables>

/**
 * What to fetch from the stockroom for orders to pack and approved exchanges: all, or those of the orders in
 * `references` (ids or numbers). Refused: an unknown one.
 */
export async function pickList(
  { db, settings }: Pick<Shop, 'db' | 'settings'>,
  references: readonly string[],
): Promise<Result<(Omit<PickLine, 'orders'> & { orders: string[] })[]>> {
  const ids: string[] = []
  for (const reference of references) {
    const id = await findOrderId(db, reference)
    if (id === null) return refuse('not_found', `There is no order ${reference}.`)
    ids.push(id)
  }
  const lines = await listPickLines(db, ids.length > 0 ? ids : null)
  const label = ({ number, exchange }: PickLine['orders'][number]) =>
    `${orderNumber(number, settings())}${exchange ? ' (exchange)' : ''}`
  return ok(lines.map((line) => ({ ...line, orders: line.orders.map(label) })))
}

/** Sets the shelf or bin of a SKU; an empty text removes it. */
export async function changePlace(
  db: Db,
  actor: Actor,
  sku: string,
  text: string,
): Promise<Result<{ sku: string; before: string | null; place: string | null }>> {
  const place = text.trim() || null
  if (place !== null && place.length > 40) return refuse('invalid_input', 'The shelf can have at most 40 characters.')
  return db.transaction().execute(async (tx) => {
    const row = await lockPlace(tx, sku)
    if (!row) return refuse('not_found', `There is no SKU ${sku}.`)
    if (row.place !== place) {
      await writePlace(tx, sku, place)
      await writeAudit(tx, actor, {
        action: 'stock.place',
        subject: `sku:${sku}`,
        before: { place: row.place },
        after: { place },
      })
    }
    return ok({ sku, before: row.place, place })
  })
}
