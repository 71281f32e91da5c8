import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const contactPerson: PersonHooks = {
  async isKnown(db, email) {
    const { rows } = await sql`select from subscribers where email = ${email}
      union all select from contact_messages where lower(email) = ${email}`.execute(db)
    return rows.length > 0
  },

  async read({ db }, { email }) {
    const { rows } = await sql<{ messages: unknown; newsletter: unknown; language: unknown }>`
      select (select coalesce(jsonb_agg(to_jsonb(m) - 'answered_by'), '[]') from contact_messages m where lower(email) = ${email}) as messages,
        (select jsonb_build_object('since', created_at, 'confirmed', confirmed_at)
          from subscribers where email = ${email}) as newsletter,
        (select to_jsonb(language) from reader_languages where email = ${email}) as language`.execute(db)
    return { ...rows[0] }
  },

  async forget(tx, { email }) {
    await sql`delete from subscribers where email = ${email}`.execute(tx)
    await sql`delete from reader_languages where email = ${email}`.execute(tx)
    await sql`delete from contact_messages where lower(email) = ${email}`.execute(tx)
    return {}
  },
}
