import type { Transaction } from 'kysely'
import { z } from 'zod'
import { ok, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import { ORDER_NOT_FOUND } from '../orders/messages.ts'
import { isStanding, PARCEL_STATES } from '../orders/rules.ts'
import { lockOrderForStaff } from '../orders/staff-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { CHANGED_SINCE } from '../undo/messages.ts'
import type { NewUndo } from '../undo/sql.server.ts'
import type { UndoKinds } from '../undo/undo.server.ts'
import { isParcelSentAgain, listLineCounts, takeReceivedBack, unstock } from './returns-sql.server.ts'
import { findParcel, type StoredShipment } from './sql.server.ts'

const stored = z.object({
  order: z.string(),
  parcel: z.string(),
  /** As it was before. */
  state: z.enum(PARCEL_STATES),
  since: z.coerce.date().nullable(),
  outAt: z.coerce.date().nullable(),
  /** The order's lines afterwards, and how many pieces of each went into stock. */
  lines: z.array(z.object({ id: z.string(), sku: z.string(), cancelled: z.int(), quantity: z.int() })),
})

/** What taking back needs that a parcel was received. `before`: `listLineCounts` before it. */
export async function receiveUndo(
  tx: Transaction<Tables>,
  orderId: string,
  parcel: StoredShipment,
  before: Awaited<ReturnType<typeof listLineCounts>>,
): Promise<NewUndo> {
  const after = await listLineCounts(tx, orderId)
  const restockedBefore = new Map(before.map(({ id, restocked }) => [id, restocked]))
  const lines = after.map(({ id, sku, cancelled, restocked }) => {
    return { id, sku, cancelled, quantity: restocked - (restockedBefore.get(id) ?? 0) }
  })
  const data: z.output<typeof stored> = {
    order: orderId,
    parcel: parcel.id,
    state: parcel.state,
    since: parcel.state_at,
    outAt: parcel.out_for_delivery_at,
    lines,
  }
  return { kind: 'order.receive-parcel', data }
}

export const shippingUndo: UndoKinds = {
  'order.receive-parcel': {
    takesBack: 'POST /orders/{id}/parcels/{parcel}/received',
    async work({ tx, actor }, data) {
      const { order: orderId, parcel: id, lines, ...was } = stored.parse(data)
      const order = await lockOrderForStaff(tx, orderId)
      const parcel = order && (await findParcel(tx, orderId, id))
      if (!order || !parcel) return refuse('not_found', ORDER_NOT_FOUND)
      // Closed, refunded or sent again: what was decided counts on the parcel being here.
      const counts = new Map((await listLineCounts(tx, orderId)).map((line) => [line.id, line.cancelled]))
      const isDecided = !isStanding(order.state) || lines.some((line) => counts.get(line.id) !== line.cancelled)
      if (isDecided || parcel.received_at === null || (await isParcelSentAgain(tx, id)))
        return refuse('conflict', CHANGED_SINCE)
      const booked = lines.filter(({ quantity }) => quantity > 0)
      const out = { onHand: -1, reserved: 0, reason: 'received by mistake' } as const
      const sold = await moveStock(tx, { orderId }, booked, out)
      if (sold !== null) return refuse('conflict', `This can’t be undone: ${sold} was sold in the meantime.`)
      await unstock(tx, booked)
      await takeReceivedBack(tx, id, was)
      await writeAudit(tx, actor, {
        action: 'order.receive-back',
        subject: `order:${orderId}`,
        before: { shipment: id, state: parcel.state },
        after: { shipment: id, state: was.state },
      })
      return ok(null)
    },
  },
}
