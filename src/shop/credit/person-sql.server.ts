import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'
import { endCredit } from './sql.server.ts'

export const creditPerson: PersonHooks = {
  async read({ db }, { customer }) {
    const { rows } = await sql<{ credit: unknown }>`
      select coalesce(jsonb_agg(jsonb_build_object('at', created_at, 'kind', kind, 'amount_paise', amount_paise, 'reason', reason,
        'order', order_id, 'ends_at', ends_at, 'left_paise', left_paise) order by id), '[]') as credit
      from credit_entries where customer_id = ${customer}`.execute(db)
    return { credit: rows[0]?.credit }
  },

  /** What is left is lost. The sums stay for the books, without what staff wrote about the person. */
  async forget(tx, { customer }) {
    if (customer === null) return {}
    await endCredit(tx, customer)
    await sql`update credit_entries set reason = '' where customer_id = ${customer} and reason <> ''`.execute(tx)
    return {}
  },
}
