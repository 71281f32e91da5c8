import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { JudgedPayment } from './rules.ts'
import type { PaymentRow } from './tables.server.ts'

type Db = Kysely<Tables>

/** The largest amount that a column holds; a larger payment is stored as this, and is never the order's amount. */
export const LARGEST = 2_147_483_647

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
