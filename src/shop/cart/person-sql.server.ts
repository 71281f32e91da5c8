import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const cartPerson: PersonHooks = {
  async read({ db }, { customer }) {
    const { rows } = await sql<{ found: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(a) - 'customer_id'), '[]') as found from cart_lines a where customer_id = ${customer}`.execute(
      db,
    )
    return { cart: rows[0]?.found }
  },

  async forget(tx, { customer }) {
    await sql`delete from cart_lines where customer_id = ${customer}`.execute(tx)
    return {}
  },
}
