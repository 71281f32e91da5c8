import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { DisputeStatus, ProviderDispute } from '#platform/payments/provider.server.ts'
import type { Tables } from '../tables.server.ts'
import type { DisputeRow } from './tables.server.ts'

type Db = Kysely<Tables>

/** A dispute of an order, for staff. */
export type Dispute = Pick<Selectable<DisputeRow>, 'id' | 'status' | 'amount_paise' | 'phase' | 'reason' | 'respond_by'>

/** What `recordDispute` stored: the order, and whether the dispute is news to the owner. */
export interface RecordedDispute {
  orderId: string
  /** The order's number without its prefix. */
  number: number
  isNews: boolean
}

/**
 * Stores the provider's state of a dispute, in the caller's transaction. A final state is never replaced by an open
 * one. It's news if it's open, or if its state, phase, amount or deadline changed. Null if the payment is unknown.
 */
export async function recordDispute(
  tx: Transaction<Tables>,
  dispute: ProviderDispute,
): Promise<RecordedDispute | null> {
  // The order is locked, as by everything that moves its money, and so that of two reports at once only the first is news.
  const { rows: payments } = await sql<{ order_id: string; number: number }>`
    select p.order_id, o.number from payments p join orders o on o.id = p.order_id
    where p.id = ${dispute.paymentId} for update of o`.execute(tx)
  const [payment] = payments
  if (!payment) return null
  const before = await tx.selectFrom('disputes').select('id').where('id', '=', dispute.id).executeTakeFirst()
  const { rows: stored } = await sql`
    insert into disputes as d (id, payment_id, order_id, amount_paise, status, phase, reason, respond_by, decided_at)
    values (${dispute.id}, ${dispute.paymentId}, ${payment.order_id}, ${dispute.amount}, ${dispute.status}, ${dispute.phase},
      ${dispute.reason}, ${dispute.respondBy}::timestamptz,
      case when ${isUndecided(dispute.status)} then null else now() end)
    on conflict (id) do update set status = excluded.status, phase = excluded.phase, reason = excluded.reason,
      respond_by = excluded.respond_by, amount_paise = excluded.amount_paise,
      decided_at = case when excluded.decided_at is not null then coalesce(d.decided_at, excluded.decided_at) end
      where (d.status in ('open', 'under_review') or excluded.status in ('won', 'lost', 'closed'))
        and (d.status, d.phase, d.amount_paise, d.respond_by) is distinct from
          (excluded.status, excluded.phase, excluded.amount_paise, excluded.respond_by)
    returning d.id`.execute(tx)
  // A dispute that was over before the shop heard of it needs nobody.
  const isNews = stored.length > 0 && (before !== undefined || isUndecided(dispute.status))
  return { orderId: payment.order_id, number: payment.number, isNews }
}

/** True while the provider hasn't decided a dispute. */
export function isUndecided(status: DisputeStatus): boolean {
  return status === 'open' || status === 'under_review'
}

/** The disputes of an order, oldest first. */
export async function listDisputes(db: Db, orderId: string): Promise<Dispute[]> {
  return db
    .selectFrom('disputes')
    .select(['id', 'status', 'amount_paise', 'phase', 'reason', 'respond_by'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()
}
