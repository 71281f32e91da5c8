import { type Kysely, sql, type Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId, newSecret, sha256 } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import { SESSION } from './rules.ts'

/** A customer as the calls answer it. */
export interface Customer {
  id: string
  name: string
  email: string
}

/** What is known about a mailbox before a mail goes there. */
export interface MailboxState {
  /** The name of its account; null where there is none. */
  accountName: string | null
  /** The name somebody gave for it without proving it yet. */
  pendingName: string | null
  failures: number
}

/** Lets one call at a time decide about a mailbox: parallel guesses count one after the other, each of them. */
export async function lockMailbox(tx: Transaction<Tables>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, 4117))`.execute(tx)
}

/** What is known of an address, in one query; all empty for one that nobody ever gave. */
export async function readMailbox(tx: Transaction<Tables>, email: string): Promise<MailboxState> {
  const { rows } = await sql<{ account: string | null; pending: string | null; failures: number | null }>`
    select (select name from customers where email = ${email}) as account,
      (select name from registrations where email = ${email}) as pending,
      (select in_a_row from login_failures where email = ${email}) as failures`.execute(tx)
  const row = rows[0]
  return { accountName: row?.account ?? null, pendingName: row?.pending ?? null, failures: row?.failures ?? 0 }
}

/** Notes a name for an address. It becomes an account's only with the code that is sent now; it never renames one. */
export async function noteRegistration(tx: Transaction<Tables>, email: string, name: string): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({ email, name })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ name, created_at: sql<Date>`now()` }))
    .execute()
}

/** The account of a proved address; it is made where there is none yet. `name` came with the code that proved it. */
export async function obtainCustomer(tx: Transaction<Tables>, email: string, name: string): Promise<Customer> {
  await tx
    .insertInto('customers')
    .values({ id: newId(), email, name })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute()
  await tx.deleteFrom('registrations').where('email', '=', email).execute()
  const found = await tx
    .selectFrom('customers')
    .select(['id', 'name'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return { ...found, email }
}

/** Begins a session and answers its token: the only time it is seen. The customer's oldest sessions make room. */
export async function beginSession(tx: Transaction<Tables>, customerId: string): Promise<string> {
  const token = newSecret()
  await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  await tx
    .insertInto('sessions')
    .values({ digest: sha256(token), customer_id: customerId })
    .execute()
  await sql`delete from sessions where customer_id = ${customerId} and digest in (
    select digest from sessions where customer_id = ${customerId}
    order by created_at desc, last_seen_at desc offset ${SESSION.most})`.execute(tx)
  return token
}

/**
 * The customer of a live token, or null: ended by logout, idle for 24 hours, older than 7 days, or never given.
 * One indexed query and no memory of it, so a logout on any instance holds at once on all.
 */
export async function findSession(db: Kysely<Tables>, token: string): Promise<CustomerId | null> {
  const digest = sha256(token)
  const { rows } = await sql<{ customer_id: string; stale: boolean }>`
    select customer_id, last_seen_at < now() - interval '1 minute' as stale from sessions
    where digest = ${digest} and last_seen_at > now() - make_interval(hours => ${SESSION.idleHours})
      and created_at > now() - make_interval(days => ${SESSION.absoluteDays})`.execute(db)
  const session = rows[0]
  if (!session) return null
  if (session.stale)
    await sql`update sessions set last_seen_at = now()
      where digest = ${digest} and last_seen_at < now() - interval '1 minute'`.execute(db)
  // Proof: this is the one place that knows who a token belongs to.
  return session.customer_id as CustomerId
}

/** Ends all sessions of one customer, by mail address in lower case, or everybody's with null; how many there were. */
export async function endSessions(db: Kysely<Tables>, email: string | null): Promise<number> {
  const { numAffectedRows } = await sql`delete from sessions where ${email}::text is null
    or customer_id = (select id from customers where email = ${email})`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Ends the session of one token, if it is this customer's. */
export async function endSession(db: Kysely<Tables>, customer: CustomerId, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('digest', '=', sha256(token)).where('customer_id', '=', customer).execute()
}

/** Removes what has had its time: dead codes and sessions, and names that were never proved for a month. */
export async function sweepAccounts(db: Kysely<Tables>): Promise<void> {
  await sql`delete from login_codes where expires_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from sessions where last_seen_at < now() - make_interval(hours => ${SESSION.idleHours})
    or created_at < now() - make_interval(days => ${SESSION.absoluteDays})`.execute(db)
  await sql`delete from registrations where created_at < now() - interval '30 days'`.execute(db)
  await sql`delete from login_failures where last_at < now() - interval '90 days'`.execute(db)
}
