import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

export interface DueRefund {
  id: string
  round: number
  payment_id: string
  order_id: string
  amount_paise: number
  attempts: number
}

const LEASE_SECONDS = 45

/** Claims refunds that are due; instances that ask at once get different ones. */
export async function claimRefunds(db: Db, limit: number): Promise<DueRefund[]> {
  const { rows } = await sql<DueRefund>`
    update refunds set attempts = attempts + 1, next_at = now() + make_interval(secs => ${LEASE_SECONDS})
    where id in (
      select id from refunds where state <> 'done' and next_at <= now()
      order by next_at limit ${limit} for update skip locked)
    returning id, round, payment_id, order_id, amount_paise, attempts`.execute(db)
  return rows
}

/**
 * Makes every refund that waits due now: a start may well have ended what it waited for. One that another instance has in
 * hand is asked for twice then, under one key, which gives the money back once.
 */
export async function wakeRefunds(db: Db): Promise<void> {
  await sql`update refunds set next_at = now() where state <> 'done' and next_at > now()`.execute(db)
}

/** The money is back; an order that only waited for that is closed. */
export async function finishRefund(db: Db, refundId: string, providerRefundId: string | null): Promise<void> {
  await sql`
    with done as (
      update refunds set state = 'done', done_at = now(),
        provider_refund_id = coalesce(${providerRefundId}, provider_refund_id)
      where id = ${refundId} and state <> 'done' returning order_id)
    update orders o set state = 'refunded' from done where o.id = done.order_id and o.state = 'refund_due'`.execute(db)
}

/** The provider has it in hand and tells by an event when it is done. */
export async function awaitRefund(
  db: Db,
  refundId: string,
  { providerRefundId, seconds }: { providerRefundId: string; seconds: number },
): Promise<void> {
  await sql`
    update refunds set state = 'pending', provider_refund_id = ${providerRefundId},
      next_at = now() + make_interval(secs => ${seconds})
    where id = ${refundId} and state <> 'done'`.execute(db)
}

/** Puts a refund off: it is due again in so many seconds, by the database’s clock. */
export async function postponeRefund(db: Db, refundId: string, seconds: number): Promise<void> {
  await sql`
    update refunds set next_at = now() + make_interval(secs => ${seconds}) where id = ${refundId}`.execute(db)
}

/** The provider failed it: it is asked for anew, under a new key, as the old one would repeat the failure. */
export async function restartRefund(db: Db, refundId: string, seconds: number): Promise<void> {
  await sql`
    update refunds set state = 'due', round = round + 1, provider_refund_id = null,
      next_at = now() + make_interval(secs => ${seconds})
    where id = ${refundId} and state <> 'done'`.execute(db)
}

/** What an event says of a refund; false where the shop did not ask for it. Old news of an earlier round is passed over. */
export async function noteRefundNews(
  db: Db,
  news: { id: string; payment_id: string; status: string },
): Promise<boolean> {
  const refund = await db
    .selectFrom('refunds')
    .select(['id', 'provider_refund_id'])
    .where('payment_id', '=', news.payment_id)
    .executeTakeFirst()
  if (!refund) return false
  if (news.status === 'processed') await finishRefund(db, refund.id, news.id)
  if (news.status === 'failed' && refund.provider_refund_id === news.id) await restartRefund(db, refund.id, 30)
  return true
}
