import { type RawBuilder, sql } from 'kysely'

/**
 * SQL, a table of `order_id`, `at`, `amount_paise`: money returned for placed orders, by refunds and by lost disputes. It's taken
 * off sales on the day on which it was decided: figures of sales, wherever they stand, are those after refunds. What was paid for a
 * dearer replacement is in none, so neither is what goes back of it.
 */
export const moneyReturned: RawBuilder<unknown> = sql`(
  select order_id, created_at as at, amount_paise from refunds
  where state in ('due', 'pending', 'done') and reason in ('cancelled', 'lines', 'amount')
    and payment_id not in (select id from payments where exchange_id is not null)
  union all
  select o.id, d.decided_at, d.amount_paise from disputes d join orders o on o.payment_id = d.payment_id where d.status = 'lost')`
