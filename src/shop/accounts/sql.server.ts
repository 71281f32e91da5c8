import { type Kysely, sql, type Transaction } from 'kysely'
import type { Actor, CustomerId } from '#platform/api/identity.ts'
import { newId, newSecret, sha256 } from '#platform/ids.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { DEVICE, SESSION } from './rules.ts'

/** A customer as the API returns it. */
export interface Customer {
  id: string
  name: string
  email: string
}

/** The state of a mailbox, read before a mail is sent to it. */
export interface MailboxState {
  /** Null if it has no account. */
  accountName: string | null
  /** The name of a registration that isn't verified yet. */
  pendingName: string | null
  /** Comparisons of wrong guesses with valid codes since the last right one. */
  failures: number
}

/** Separates the advisory locks of mailboxes from others in this database. */
const MAILBOX_LOCKS = 4117

/** Serialises the transactions about one mailbox, so that parallel guesses are each counted. */
export async function lockMailbox(tx: Transaction<Tables>, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${email}, ${MAILBOX_LOCKS}))`.execute(tx)
}

/** Reads the state of a mailbox in one query; an unknown address has an empty one. */
export async function readMailbox(tx: Transaction<Tables>, email: string): Promise<MailboxState> {
  const { rows } = await sql<{ account: string | null; pending: string | null; failures: number | null }>`
    select (select name from customers where email = ${email}) as account,
      (select name from registrations where email = ${email}) as pending,
      (select in_a_row from login_failures where email = ${email}) as failures`.execute(tx)
  const row = rows[0]
  return { accountName: row?.account ?? null, pendingName: row?.pending ?? null, failures: row?.failures ?? 0 }
}

/** Saves a name for an address. Verifying the code gives it to a new account; it never renames an existing one. */
export async function saveRegistration(tx: Transaction<Tables>, email: string, name: string): Promise<void> {
  await tx
    .insertInto('registrations')
    .values({ email, name })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ name, created_at: sql<Date>`now()` }))
    .execute()
}

/** The account of a verified address, created if there is none. `name` was saved with the code. */
export async function findOrCreateCustomer(tx: Transaction<Tables>, email: string, name: string): Promise<Customer> {
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

export async function findCustomer(db: Kysely<Tables>, id: CustomerId): Promise<Customer> {
  const { email, ...found } = await db
    .selectFrom('customers')
    .select(['id', 'name', 'email'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { ...found, email: email ?? '' }
}

export async function renameCustomer(db: Kysely<Tables>, id: CustomerId, name: string): Promise<Customer> {
  await db.updateTable('customers').set({ name }).where('id', '=', id).execute()
  return findCustomer(db, id)
}

/** Creates a session and returns its token, which is stored as a digest only. The customer's oldest sessions end. */
export async function createSession(
  tx: Transaction<Tables>,
  customerId: string,
  deviceId: string | null = null,
): Promise<string> {
  const token = newSecret()
  await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  await tx
    .insertInto('sessions')
    .values({ digest: sha256(token), customer_id: customerId, device_id: deviceId })
    .execute()
  await sql`delete from sessions where customer_id = ${customerId} and digest in (
    select digest from sessions where customer_id = ${customerId}
    order by created_at desc, last_seen_at desc offset ${SESSION.max})`.execute(tx)
  return token
}

/**
 * The customer of a valid token. Null after logout, 24 idle hours or 7 days. It isn't cached, so that a logout takes
 * effect on every instance at once.
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
  // The only place that creates a CustomerId: after the token was checked.
  return session.customer_id as CustomerId
}

/**
 * Ends all sessions and devices of one customer, by lower-case mail address, or with null everybody's. Returns the
 * number of sessions; a device may have none at the moment.
 */
export async function endSessions(db: Kysely<Tables>, actor: Actor, email: string | null): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const id = sql`(select id from customers where email = ${email})`
    const end = async (table: 'sessions' | 'devices') => {
      const { rows } = await sql<{ customer_id: string }>`delete from ${sql.table(table)}
        where ${email}::text is null or customer_id = ${id} returning customer_id`.execute(tx)
      return rows
    }
    // Sessions first: deleting a device deletes its sessions, which wouldn't be counted.
    const sessions = await end('sessions')
    const devices = await end('devices')
    const [first] = [...sessions, ...devices]
    if (first) {
      const subject = email === null ? 'sessions' : `customer:${first.customer_id}`
      const after = { ended: sessions.length, devices: devices.length }
      await writeAudit(tx, actor, { action: 'sessions.end', subject, before: null, after })
    }
    return sessions.length
  })
}

/** Ends every session and device of the customer except the token's own. */
export async function endOtherSessions(tx: Transaction<Tables>, customerId: CustomerId, token: string): Promise<void> {
  const digest = sha256(token)
  await sql`delete from devices where customer_id = ${customerId}
    and id is distinct from (select device_id from sessions where digest = ${digest})`.execute(tx)
  await sql`delete from sessions where customer_id = ${customerId} and digest <> ${digest}`.execute(tx)
}

/** Ends the session of one token, if it is this customer's. */
export async function endSession(db: Kysely<Tables>, customerId: CustomerId, token: string): Promise<void> {
  await db.deleteFrom('sessions').where('digest', '=', sha256(token)).where('customer_id', '=', customerId).execute()
}

/**
 * Deletes expired codes, sessions, devices and changes of address, registrations not verified within a month, and
 * counts of wrong guesses unchanged for 90 days.
 */
export async function deleteExpiredAccountData(db: Kysely<Tables>): Promise<void> {
  await sql`delete from login_codes where expires_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from sessions where last_seen_at < now() - make_interval(hours => ${SESSION.idleHours})
    or created_at < now() - make_interval(days => ${SESSION.absoluteDays})`.execute(db)
  await sql`delete from devices where rotated_at < now() - make_interval(days => ${DEVICE.idleDays})
    or created_at < now() - make_interval(days => ${DEVICE.absoluteDays})`.execute(db)
  await sql`delete from email_changes where expires_at < now() - interval '1 hour'`.execute(db)
  await sql`delete from registrations where created_at < now() - interval '30 days'`.execute(db)
  await sql`delete from login_failures where last_at < now() - interval '90 days'`.execute(db)
}

/** The e-mail address of a signed-in customer. */
export async function findEmail(db: Kysely<Tables>, customerId: CustomerId): Promise<string> {
  return (await findCustomer(db, customerId)).email
}

export async function hasAccount(db: Kysely<Tables>, email: string): Promise<boolean> {
  return (await db.selectFrom('customers').select('id').where('email', '=', email).executeTakeFirst()) !== undefined
}
