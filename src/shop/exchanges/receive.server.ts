import { ok, type Result, refuse } from '#platform/api/result.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { type Inspection, inspect } from '../shipping/inspection.ts'
import { audit, type ChangedExchange, changeExchange, mailExchange } from './change.server.ts'
import { giveBack, returnDifference } from './difference.server.ts'
import { receivedMail } from './mails.server.ts'
import { CANCELLED_ALREADY } from './messages.ts'
import { type LockedExchange, type ReceivedLine, writeReceived } from './sql.server.ts'
import { refuseIfReceived } from './staff.server.ts'

/** What came back by SKU: good pieces are restocked, damaged pieces are written off. */
export interface ReceivedPieces extends ChangedExchange {
  pieces: { sku: string; good: number; damaged: number }[]
}

/**
 * Records a return, once, and restocks the good pieces: the old pieces, or the replacement of an exchange cancelled on
 * its way. If all are missing, the shop gives them up. Pieces of a SKU no longer in the catalogue are recorded without
 * a stock change. Refused: received before;
 * cancelled before the replacement left; counts that are too high.
 */
export async function receiveExchange(
  context: StaffContext,
  exchangeId: string,
  { damaged, missing }: Inspection,
): Promise<Result<ReceivedPieces>> {
  return changeExchange(
    context,
    exchangeId,
    async (tx, exchange) => {
      const refusal = refuseIfReceived(exchange)
      if (refusal) return refusal
      const isCancelled = exchange.cancelled_at !== null && exchange.refunded_at === null
      if (isCancelled && exchange.hold !== 'taken') return refuse('already_cancelled', CANCELLED_ALREADY)
      const inspected = inspectExchange(exchange, isCancelled, { damaged, missing })
      if (!inspected.ok) return inspected
      const lines = inspected.data
      await writeReceived(tx, exchangeId, lines)
      const good = lines.flatMap(({ sku, good }) => (good > 0 ? [{ sku, quantity: good }] : []))
      await moveStock(tx, { exchangeId }, good, { onHand: 1, reserved: 0, reason: 'came back from an exchange' })
      const pieces = lines.map(({ sku, good, damaged }) => ({ sku, good, damaged }))
      await audit(context, tx, exchange, 'exchange.receive', { pieces })
      if (exchange.status === 'delivered' && !exchange.cancelled_at) await giveBack(context, tx, exchange)
      const hasCome = lines.some(({ good, damaged }) => good + damaged > 0)
      if (!isCancelled && hasCome) await mailExchange(context, tx, exchange, receivedMail)
      if (isCancelled && hasCome) await returnDifference(context, tx, exchange)
      return ok({ exchangeId, status: exchange.status, pieces })
    },
    { cancelledToo: true },
  )
}

/** Inspects the pieces that should come back: the old ones, or the replacement of an exchange cancelled on its way. */
function inspectExchange(
  { lines }: LockedExchange,
  isCancelled: boolean,
  inspection: Inspection,
): Result<ReceivedLine[], 'invalid_input'> {
  const expected = lines.map(({ order_line_id, sku, replacement_sku, quantity }) => ({
    order_line_id,
    sku: isCancelled ? replacement_sku : sku,
    quantity,
  }))
  return inspect(expected, inspection, 'This exchange')
}
