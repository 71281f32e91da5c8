import { type Kysely, sql } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { JudgedPayment } from './rules.ts'
import type { PaymentRow, RefundRow } from './tables.server.ts'

type Db = Kysely<Tables>

/** The largest amount that a column holds; a larger payment is stored as this, and is never the order's amount. */
const LARGEST = 2_147_483_647
const LEASE_SECONDS = 45

/** Stores the provider's state of a payment; an older state never replaces a captured one. */
export async function recordPayment(
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

/** Schedules the refund of a captured payment, once for each payment. True where this call was the first. */
export async function insertRefund(
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

export type DueRefund = Pick<RefundRow, 'id' | 'payment_id' | 'order_id' | 'amount_paise'> & {
  round: number
  attempts: number
}

/** Claims refunds that are due; concurrent instances get different ones. */
export async function claimRefunds(db: Db, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    update refunds set attempts = attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from refunds where state <> 'done' and next_at <= now()
      order by next_at limit ${limit} for update skip locked)
    returning id, round, payment_id, order_id, amount_paise, attempts`.execute(db)
  return rows
}

/** Makes every waiting refund due now. Sent twice under one key, the provider still refunds it once. */
export async function wakeRefunds(db: Db): Promise<void> {
  await sql`update refunds set next_at = now() where state <> 'done' and next_at > now()`.execute(db)
}

/** Marks a refund as done, and closes an order that only waited for it. */
export async function finishRefund(db: Db, refundId: string, providerRefundId: string | null): Promise<void> {
  await sql`
    with done as (
      update refunds set state = 'done', done_at = now(),
        provider_refund_id = coalesce(${providerRefundId}, provider_refund_id)
      where id = ${refundId} and state <> 'done' returning order_id)
    update orders o set state = 'refunded' from done where o.id = done.order_id and o.state = 'refund_due'`.execute(db)
}

/** The provider accepted the refund and sends an event when it is done; it is checked again after `seconds` if none comes. */
export async function markRefundPending(
  db: Db,
  refundId: string,
  { providerRefundId, seconds }: { providerRefundId: string; seconds: number },
): Promise<void> {
  await sql`
    update refunds set state = 'pending', provider_refund_id = ${providerRefundId},
      next_at = now() + make_interval(secs => ${seconds})
    where id = ${refundId} and state <> 'done'`.execute(db)
}

/** Schedules the next attempt. */
export async function postponeRefund(db: Db, refundId: string, seconds: number): Promise<void> {
  await sql`
    update refunds set next_at = now() + make_interval(secs => ${seconds}) where id = ${refundId}`.execute(db)
}

/** The provider failed the refund: it is requested again under a new key, as the old one would repeat the failure. */
export async function restartRefund(db: Db, refundId: string, seconds: number): Promise<void> {
  await sql`
    update refunds set state = 'due', round = round + 1, provider_refund_id = null,
      next_at = now() + make_interval(secs => ${seconds})
    where id = ${refundId} and state <> 'done'`.execute(db)
}

/** Applies a refund event; false where the shop did not request that refund. A failure of an earlier round is ignored. */
export async function applyRefundEvent(
  db: Db,
  event: { id: string; payment_id: string; status: string },
): Promise<boolean> {
  const refund = await db
    .selectFrom('refunds')
    .select(['id', 'provider_refund_id'])
    .where('payment_id', '=', event.payment_id)
    .executeTakeFirst()
  if (!refund) return false
  if (event.status === 'processed') await finishRefund(db, refund.id, event.id)
  if (event.status === 'failed' && refund.provider_refund_id === event.id) await restartRefund(db, refund.id, 30)
  return true
}
