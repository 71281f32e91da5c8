import { sql } from 'kysely'
import type { PersonHooks } from '../person.server.ts'

export const accountsPerson: PersonHooks = {
  async isKnown(db, email) {
    const { rows } = await sql`select from registrations where email = ${email}
      union all select from login_codes where email = ${email}`.execute(db)
    return rows.length > 0
  },

  async read({ db }, { customer }) {
    const { rows } = await sql<{ account: unknown; logins: unknown; devices: unknown }>`
      select (select to_jsonb(c) from customers c where id = ${customer}) as account,
        (select coalesce(jsonb_agg(jsonb_build_object('since', created_at, 'lastSeen', last_seen_at)), '[]')
          from sessions where customer_id = ${customer}) as logins,
        (select coalesce(jsonb_agg(jsonb_build_object('name', name, 'since', created_at, 'lastUsed', rotated_at)), '[]')
          from devices where customer_id = ${customer}) as devices`.execute(db)
    return { ...rows[0] }
  },

  /** The account's row stays, for its orders and reviews. What the platform keeps of a person goes too: mails, limits, keyed calls. */
  async forget(tx, { email, customer }) {
    for (const table of ['registrations', 'login_codes', 'login_failures', 'email_changes'] as const)
      await tx.deleteFrom(table).where('email', '=', email).execute()
    await sql`delete from outbox where lower(recipient) = ${email}`.execute(tx)
    // The second word of a bucket is whose it is.
    await sql`delete from limit_hits where split_part(bucket, ' ', 2) in (${email}, ${customer})`.execute(tx)
    if (customer === null) return {}
    await sql`delete from idempotency_keys where split_part(scope, ' ', 1) = ${customer}`.execute(tx)
    for (const table of ['sessions', 'devices', 'email_changes', 'forget_requests'] as const)
      await tx.deleteFrom(table).where('customer_id', '=', customer).execute()
    await sql`update customers set email = null, name = 'A former customer' where id = ${customer}`.execute(tx)
    return {}
  },
}
