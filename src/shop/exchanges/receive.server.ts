import { ok, type Result, refuse } from '#platform/api/result.ts'
import { moveStock } from '../catalog/stock/sql.server.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { receivedMail } from './mails.server.ts'
import { CANCELLED_ALREADY } from './messages.ts'
import { type LockedExchange, type ReceivedLine, writeReceived } from './sql.server.ts'
import {
  audit,
  type ChangedExchange,
  changeExchange,
  giveBack,
  mailExchange,
  refuseIfReceived,
} from './staff.server.ts'

/** The numbers of pieces by SKU that came back damaged, and that didn't come back. */
export interface Inspection {
  damaged: Readonly<Record<string, number>>
  missing: Readonly<Record<string, number>>
}

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
      const inspected = inspect(exchange, isCancelled, { damaged, missing })
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
      return ok({ exchangeId, status: exchange.status, pieces })
    },
    { cancelledToo: true },
  )
}

/**
 * Distributes the inspection's numbers by SKU over the exchange's lines. Pieces that are neither damaged nor missing
 * are good. Refused: more of a SKU than the lines have.
 */
function inspect(exchange: LockedExchange, isCancelled: boolean, inspection: Inspection): Result<ReceivedLine[]> {
  const left = { damaged: { ...inspection.damaged }, missing: { ...inspection.missing } }
  const take = (counts: Record<string, number>, sku: string, most: number) => {
    const taken = Math.min(counts[sku] ?? 0, most)
    counts[sku] = (counts[sku] ?? 0) - taken
    return taken
  }
  const lines = exchange.lines.map(({ order_line_id, sku: bought, replacement_sku, quantity }) => {
    const sku = isCancelled ? replacement_sku : bought
    const damaged = take(left.damaged, sku, quantity)
    const good = quantity - damaged - take(left.missing, sku, quantity - damaged)
    return { order_line_id, sku, good, damaged }
  })
  for (const counts of [left.damaged, left.missing])
    for (const [sku, count] of Object.entries(counts))
      if (count > 0) return refuse('invalid_input', `This exchange has fewer pieces of ${sku}.`)
  return ok(lines)
}
