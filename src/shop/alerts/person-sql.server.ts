import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const alertsPerson: PersonHooks = {
  async isKnown(db, email) {
    const { rows } = await sql`select from alert_recipients where email = ${email}`.execute(db)
    return rows.length > 0
  },

  async read({ db }, { email }) {
    const { rows } = await sql<{ alerts: unknown }>`
      select jsonb_build_object('since', r.created_at, 'price_drops', r.price_drops, 'sizes', (
          select coalesce(jsonb_agg(to_jsonb(a) - 'email' - 'token' order by a.id), '[]') from stock_alerts a where a.email = r.email)) as alerts
      from alert_recipients r where r.email = ${email}`.execute(db)
    return { alerts: rows[0]?.alerts ?? null }
  },

  async forget(tx, { email }) {
    // Alerts go with their recipient, by the foreign key.
    await sql`delete from alert_recipients where email = ${email}`.execute(tx)
    return {}
  },
}
