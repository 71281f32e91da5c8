import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const wishlistPerson: PersonHooks = {
  async read({ db }, { customer }) {
    const { rows } = await sql<{ found: unknown }>`
      select coalesce(jsonb_agg(to_jsonb(a) - 'customer_id'), '[]') as found from wishlist_lines a where customer_id = ${customer}`.execute(
      db,
    )
    const shared = await sql<{ link: unknown }>`
      select to_jsonb(k) - 'customer_id' - 'token' as link from wishlist_links k where customer_id = ${customer}`.execute(
      db,
    )
    return { wishlist: rows[0]?.found, wishlistLink: shared.rows[0]?.link ?? null }
  },

  async forget(tx, { customer }) {
    await sql`delete from wishlist_links where customer_id = ${customer}`.execute(tx)
    await sql`delete from wishlist_lines where customer_id = ${customer}`.execute(tx)
    return {}
  },
}
