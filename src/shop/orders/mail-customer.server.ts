import type { Transaction } from 'kysely'
import type { Mail, Outbox } from '#platform/mail/mail.ts'
import { inLanguageOf } from '../contact/language-sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { Order } from './contract.ts'
import type { Recipient } from './mails.server.ts'
import { findAnyPaidOrder } from './sql.server.ts'
import { createSignTracking } from './track-link.server.ts'

/** The parts of the shop that a mail needs, so that the command line can build them too. */
export interface MailContext {
  mail: Pick<Outbox, 'enqueue'>
  config: { publicUrl: string }
  settings(): Settings
}

/**
 * Puts a mail to an order's customer into the outbox, in their language. Does nothing if they have no e-mail address.
 */
export async function mailCustomer(
  { mail, config: { publicUrl }, settings }: MailContext,
  tx: Transaction<Tables>,
  order: { email: string | null; customer_name: string },
  write: (recipient: Recipient) => Mail,
): Promise<void> {
  if (!order.email) return
  const current = settings()
  const signTracking = current['order.trackLinks'] ? await createSignTracking(tx) : null
  const recipient = { to: order.email, name: order.customer_name, publicUrl, settings: current, signTracking }
  await mail.enqueue(tx, await inLanguageOf(tx, recipient.to, () => write(recipient)))
}

/** The same about a paid order, as it is in this transaction. */
export async function mailAboutOrder(
  context: MailContext,
  tx: Transaction<Tables>,
  paid: { id: string; email: string | null; customer_name: string },
  write: (order: Order, recipient: Recipient) => Mail,
): Promise<void> {
  if (!paid.email) return
  const order = await findAnyPaidOrder(tx, paid.id, context.settings())
  if (!order) throw new Error(`order ${paid.id} isn’t paid`)
  await mailCustomer(context, tx, paid, (to) => write(order, to))
}
