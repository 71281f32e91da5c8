import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { SESSION } from './rules.ts'

/** Stands for the address of a new shop's owner until they join. No mail can go there (RFC 2606). */
export const FOUNDER = 'owner@new-shop.invalid'

const FOUNDING_LOCK = 0x5ea2

/**
 * SQL, of `staff`: a founder who gave their address and then didn't set up a second factor in time. Nobody can send them another
 * link, so the next start prints one.
 */
const gaveUp = sql`(joined_at is null
  and exists (select from audit_log a where a.action = 'staff.found' and a.subject = 'staff:' || staff.id)
  and not exists (select from staff_sessions s
    where s.staff_id = staff.id and s.created_at > now() - make_interval(mins => ${SESSION.joinMinutes})))`

/** True if the shop has no staff, neither joined nor invited by anybody. Nobody else is founding it meanwhile. */
export async function lockFounding(tx: Transaction<Tables>): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${FOUNDING_LOCK})`.execute(tx)
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from staff where ended_at is null
      and (joined_at is not null or email <> ${FOUNDER} and not ${gaveUp})) as others`.execute(tx)
  return rows[0]?.others === false
}

/** Gives the founder their own address and name. False if the address already belongs to somebody. */
export async function nameFounder(
  tx: Transaction<Tables>,
  id: string,
  { email, name }: { email: string; name: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: string }>`
    update staff set email = ${email}, name = ${name} where id = ${id}
      and not exists (select from staff other where other.email = ${email} and other.id <> ${id})
    returning id`.execute(tx)
  return rows.length > 0
}

/** Makes the row of a founder who gave up nobody's again. */
export async function forgetFounder(tx: Transaction<Tables>): Promise<void> {
  await sql`update staff set email = ${FOUNDER}, name = '' where ended_at is null and ${gaveUp}`.execute(tx)
}
