import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId } from '#platform/ids.server.ts'
import { DELIVERY_DAYS } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { JudgedPayment } from './rules.ts'
import type { PaymentRow, RefundRow } from './tables.server.ts'

type Db = Kysely<Tables>

/** Money beyond what a column holds is noted as its largest figure: such a payment is not ours anyway. */
const LARGEST = 2_147_483_647

/** Notes what the provider says of a payment; a captured one does not become less by older news. */
export async function notePayment(
  tx: Db,
  orderId: string,
  payment: JudgedPayment,
  source: PaymentRow['source'],
): Promise<void> {
  const amount = Math.min(payment.amount, LARGEST)
  await sql`
    insert into payments as p (id, order_id, status, amount_paise, currency, source)
    values (${payment.id}, ${orderId}, ${payment.status}, ${amount}, ${payment.currency}, ${source})
    on conflict (id) do update
      set status = excluded.status, amount_paise = excluded.amount_paise, currency = excluded.currency, updated_at = now()
      where p.status not in ('captured', 'refunded') or excluded.status in ('captured', 'refunded')`.execute(tx)
}

/** Makes an order a paid one: from here on its customer sees it. */
export async function markPaid(
  tx: Db,
  orderId: string,
  { paymentId, unconfirmed }: { paymentId: string; unconfirmed: boolean },
): Promise<void> {
  await sql`
    update orders set state = 'paid', status = 'ordered', payment_id = ${paymentId}, paid_at = now(),
      estimated_at = now() + make_interval(days => ${DELIVERY_DAYS}), capture_unconfirmed = ${unconfirmed},
      next_check_at = now() + make_interval(secs => ${unconfirmed ? 10 : 900})
    where id = ${orderId}`.execute(tx)
}

/** The provider has the money after all. */
export async function markConfirmed(tx: Db, orderId: string): Promise<void> {
  await sql`update orders set capture_unconfirmed = false where id = ${orderId}`.execute(tx)
}

/** Takes back what a signature alone had made of an order: the provider says that no money came. */
export async function unmarkPaid(tx: Db, orderId: string): Promise<void> {
  await sql`
    update orders set state = 'expired', status = null, payment_id = null, paid_at = null, estimated_at = null,
      capture_unconfirmed = false where id = ${orderId}`.execute(tx)
}

/** Marks the buyer's reviews of what they bought (CONTRACT: only a buyer may be marked). */
export async function markReviews(tx: Db, customer: CustomerId, productIds: readonly string[]): Promise<void> {
  await sql`
    update reviews set verified_buyer = true
    where customer_id = ${customer} and product_id = any(${[...productIds]}) and not verified_buyer`.execute(tx)
}

/** Sends a captured payment back; once for each payment, whoever asks. True where this call was the first. */
export async function owe(
  tx: Db,
  orderId: string,
  payment: JudgedPayment,
  reason: RefundRow['reason'],
): Promise<boolean> {
  const { rows } = await sql`
    insert into refunds (id, payment_id, order_id, amount_paise, reason)
    values (${newId()}, ${payment.id}, ${orderId}, ${Math.min(payment.amount, LARGEST)}, ${reason})
    on conflict (payment_id) do nothing returning id`.execute(tx)
  return rows.length > 0
}

/** Whom an order's mail goes to; null where the customer has no address. */
export async function findReader(tx: Db, customer: CustomerId): Promise<{ to: string; name: string } | null> {
  const row = await tx.selectFrom('customers').select(['email', 'name']).where('id', '=', customer).executeTakeFirst()
  return row?.email ? { to: row.email, name: row.name } : null
}
