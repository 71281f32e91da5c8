import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const draftsPerson: PersonHooks = {
  async isKnown(db, email) {
    const { rows } = await sql`select from draft_orders where customer ->> 'email' = ${email} limit 1`.execute(db)
    return rows.length > 0
  },

  async read({ db }, { email, customer }) {
    const { rows } = await sql<{ found: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(d) - 'token_hash' - 'created_by' order by d.created_at), '[]') as found from draft_orders d
      where d.customer ->> 'email' = ${email} or d.order_id in (select id from orders where customer_id = ${customer})`.execute(
      db,
    )
    return { draftOrders: rows[0]?.found }
  },

  /** What was ordered stays, as with orders; who it was for doesn't. */
  async forget(tx, { email, customer }) {
    await sql`
      update draft_orders set customer = '{"name": "", "email": "", "phone": ""}', address = null, note = '',
        deleted_at = coalesce(deleted_at, now())
      where customer ->> 'email' = ${email} or order_id in (select id from orders where customer_id = ${customer})`.execute(
      tx,
    )
    return {}
  },
}
