import { type Kysely, type Selectable, sql } from 'kysely'
import type { ProviderDispute } from '#platform/payments/provider.server.ts'
import type { Tables } from '../tables.server.ts'
import type { DisputeRow } from './tables.server.ts'

type Db = Kysely<Tables>

/** A dispute of an order, for staff. */
export type Dispute = Pick<Selectable<DisputeRow>, 'id' | 'status' | 'amount_paise' | 'phase' | 'reason' | 'respond_by'>

/**
 * Stores the provider's state of a dispute. A final state is never replaced by an open one. False if the payment is
 * unknown.
 */
export async function recordDispute(db: Db, dispute: ProviderDispute): Promise<boolean> {
  const { rows } = await sql`
    with known as (select id, order_id from payments where id = ${dispute.paymentId}), stored as (
      insert into disputes as d (id, payment_id, order_id, amount_paise, status, phase, reason, respond_by)
      select ${dispute.id}, known.id, known.order_id, ${dispute.amount}::integer, ${dispute.status}, ${dispute.phase},
        ${dispute.reason}, ${dispute.respondBy}::timestamptz from known
      on conflict (id) do update set status = excluded.status, phase = excluded.phase, reason = excluded.reason,
        respond_by = excluded.respond_by, amount_paise = excluded.amount_paise
        where d.status in ('open', 'under_review') or excluded.status in ('won', 'lost', 'closed')
    ) select id from known`.execute(db)
  return rows.length > 0
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
