import type { Transaction } from 'kysely'
import { type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import type { Mail } from '#platform/mail/mail.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { type MailContext, mailAboutOrder } from '../orders/mail-customer.server.ts'
import type { Recipient } from '../orders/mails.server.ts'
import type { OrderStatus } from '../orders/rules.ts'
import type { StaffContext } from '../orders/staff.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ExchangeAbout } from './mails.server.ts'
import { CANCELLED_ALREADY, EXCHANGE_NOT_FOUND } from './messages.ts'
import { type LockedExchange, lockExchange } from './sql.server.ts'

/** The state of an exchange after a change. */
export interface ChangedExchange {
  exchangeId: string
  status: OrderStatus
}

/** Runs `work` on a locked exchange in one transaction. Refused: no such exchange; cancelled, unless `cancelledToo`. */
export async function changeExchange<T>(
  { db, mail }: StaffContext,
  exchangeId: string,
  work: (tx: Transaction<Tables>, exchange: LockedExchange) => Promise<Result<T>>,
  { cancelledToo = false }: { cancelledToo?: boolean } = {},
): Promise<Result<T>> {
  const result = await transact(db, async (tx) => {
    const exchange = await lockExchange(tx, exchangeId)
    if (!exchange) return refuse('not_found', EXCHANGE_NOT_FOUND)
    if (exchange.cancelled_at && !cancelledToo) return refuse('already_cancelled', CANCELLED_ALREADY)
    return work(tx, exchange)
  })
  if (result.ok) mail.wake()
  return result
}

/** Writes the audit line of a change. */
export function audit(
  { actor }: StaffContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  action: string,
  after: Record<string, unknown>,
): Promise<void> {
  const before = { status: exchange.status, hold: exchange.hold }
  return writeAudit(tx, actor, { action, subject: `exchange:${exchange.id}`, before, after })
}

/** Mails the customer about an exchange, as it is in this transaction. */
export function mailExchange(
  context: MailContext,
  tx: Transaction<Tables>,
  exchange: LockedExchange,
  write: (about: ExchangeAbout, recipient: Recipient) => Mail,
): Promise<void> {
  return mailAboutOrder(context, tx, { ...exchange, id: exchange.order_id }, (order, to) => {
    const about = order.exchanges.find(({ _id }) => _id === exchange.id)
    if (!about) throw new Error(`order ${order._id} has no exchange ${exchange.id}`)
    return write({ order, exchange: about }, to)
  })
}
