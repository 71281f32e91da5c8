import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const feedbackPerson: PersonHooks = {
  async isKnown(db, email) {
    const { rows } = await sql`select from review_readers where email = ${email}`.execute(db)
    return rows.length > 0
  },

  async read({ db }, { email }) {
    const { rows } = await sql<{ reader: unknown }>`
      select to_jsonb(r) - 'token' - 'email' as reader from review_readers r where email = ${email}`.execute(db)
    return { reviewMails: rows[0]?.reader ?? null }
  },

  async forget(tx, { email }) {
    await sql`delete from review_readers where email = ${email}`.execute(tx)
    return {}
  },
}
