import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const addressesPerson: PersonHooks = {
  async read({ db }, { customer }) {
    const { rows } = await sql<{ found: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(a) - 'customer_id'), '[]') as found from addresses a where customer_id = ${customer}`.execute(
      db,
    )
    return { addresses: rows[0]?.found }
  },

  async forget(tx, { customer }) {
    await sql`delete from addresses where customer_id = ${customer}`.execute(tx)
    return {}
  },
}
