import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { SwitchCount } from './provider-switches.ts'

/**
 * What is switched on at the provider: cash whose order waits for it, and offers and fees that made payments of the last
 * seven days another amount.
 */
export async function readSwitches(db: Kysely<Tables>): Promise<SwitchCount[]> {
  const { rows } = await sql<SwitchCount>`
    select p.switched_on as kind, count(*)::integer as count from payments p join orders o on o.id = p.order_id
    where p.switched_on is not null and case
      when p.switched_on = 'cash' then p.status = 'pending' and o.state not in ('paid', 'cancelled')
      else p.created_at > now() - interval '7 days' and p.amount_paise <> o.total_paise - o.credit_paise end
    group by 1 order by 1`.execute(db)
  return rows
}
