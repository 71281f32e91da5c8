import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

/** Stands for the address of a new shop's owner until they join. No mail can go there (RFC 2606). */
export const FOUNDER = 'owner@new-shop.invalid'

const FOUNDING_LOCK = 0x5ea2

/** True if the shop has no staff, neither joined nor invited by anybody. Nobody else is founding it meanwhile. */
export async function lockFounding(tx: Transaction<Tables>): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(${FOUNDING_LOCK})`.execute(tx)
  const { rows } = await sql<{ others: boolean }>`
    select exists (select from staff where ended_at is null and (joined_at is not null or email <> ${FOUNDER})) as others`.execute(
    tx,
  )
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
