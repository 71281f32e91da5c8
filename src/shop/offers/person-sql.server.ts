import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const offersPerson: PersonHooks = {
  async isKnown(db, email) {
    const found = await db
      .selectFrom('offers')
      .select('id')
      .where(sql<boolean>`${email} = any(emails)`)
      .limit(1)
      .executeTakeFirst()
    return found !== undefined
  },

  async read({ db }, { email, customer }) {
    const { rows } = await sql<{ offers: unknown }>`select jsonb_build_object(
      'meant_for', (select coalesce(jsonb_agg(name order by created_at), '[]') from offers where ${email} = any(emails)),
      'used', (select coalesce(jsonb_agg(jsonb_build_object('offer', o.name, 'code', u.code, 'order', u.order_id, 'phone', u.phone,
        'amount_paise', u.amount_paise, 'taken_at', u.taken_at, 'given_back_at', u.given_back_at) order by u.id), '[]')
        from offer_uses u join offers o on o.id = u.offer_id where u.customer_id = ${customer})) as offers`.execute(db)
    return { offers: rows[0]?.offers }
  },

  /** What was used stays in the sums of its offer; nobody can be counted by it any more. */
  async forget(tx, { email, customer }) {
    await sql`update offers set emails = array_remove(emails, ${email}) where ${email} = any(emails)`.execute(tx)
    await sql`update offer_uses set customer_id = null, phone = null, address_key = null
      where customer_id = ${customer}`.execute(tx)
    return {}
  },
}
