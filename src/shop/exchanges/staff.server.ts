import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit } from '../audit/store.server.ts'
import type { Exchange } from '../orders/contract.ts'
import { nextStatus, type OrderStatus } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import { readSettings } from '../settings/staff.server.ts'
import { exchangeMail } from './mails.server.ts'
import { CANCELLED_ALREADY, DELIVERED_ALREADY, EXCHANGE_NOT_FOUND } from './messages.ts'
import { listAllExchanges, lockExchange, updateExchangeStatus } from './store.server.ts'

/** Exchanges for the operator, newest first. */
export function listExchanges({ db }: Pick<StaffContext, 'db'>, options: { limit?: number } = {}): Promise<Exchange[]> {
  return listAllExchanges(db, options.limit ?? 100)
}

/**
 * Moves an exchange one stage and mails its customer. `at` says when it happened, now where it is left out. Refused: no
 * such exchange, cancelled, delivered.
 */
export async function advanceExchange(
  { db, mail, settings, actor }: StaffContext,
  exchangeId: string,
  at?: Date,
): Promise<Result<{ exchangeId: string; status: OrderStatus }>> {
  const result = await db.transaction().execute(async (tx) => {
    const exchange = await lockExchange(tx, exchangeId)
    if (!exchange) return refuse('not_found', EXCHANGE_NOT_FOUND)
    if (exchange.cancelled_at) return refuse('conflict', CANCELLED_ALREADY)
    const status = nextStatus(exchange.status)
    if (!status) return refuse('conflict', DELIVERED_ALREADY)
    await updateExchangeStatus(tx, exchangeId, status, at ?? null)
    await writeAudit(tx, actor, {
      action: 'exchange.advance',
      subject: `exchange:${exchangeId}`,
      before: { status: exchange.status },
      after: { status },
    })
    if (exchange.email) {
      const recipient = {
        to: exchange.email,
        name: exchange.customer_name,
        publicUrl: settings.publicUrl,
        settings: await readSettings(tx),
      }
      await mail.enqueue(tx, exchangeMail({ exchangeId, productName: exchange.product_name }, status, recipient))
    }
    return ok({ exchangeId, status })
  })
  if (result.ok) mail.wake()
  return result
}
