import { randomBytes, timingSafeEqual } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import type { Tables } from '../tables.server.ts'
import { digestOf, newCode } from './code-sql.server.ts'
import { MAX_TRIES } from './rules.ts'
import { hasAccount, lockMailbox } from './sql.server.ts'

type Tx = Transaction<Tables>

/** The two codes of a change of address, before they are mailed. */
export interface EmailChange {
  oldCode: string
  newCode: string
  expiresAt: Date
  /** The new address already has an account, which stays as it is. No code confirms the change. */
  isTaken: boolean
}

/**
 * Starts a change of a customer's address and cancels an earlier unconfirmed one. Only digests of the codes are stored.
 */
export async function startEmailChange(
  tx: Tx,
  codeKey: Buffer,
  { customerId, email, minutes }: { customerId: CustomerId; email: string; minutes: number },
): Promise<EmailChange> {
  const isTaken = await hasAccount(tx, email)
  const salt = randomBytes(16)
  const codes = { old: newCode(), new: newCode() }
  const row = {
    email,
    salt,
    old_digest: digestOf(codeKey, salt, `change old ${customerId}`, codes.old),
    new_digest: isTaken ? randomBytes(32) : digestOf(codeKey, salt, `change new ${customerId} ${email}`, codes.new),
    tries: 0,
    expires_at: sql<Date>`now() + make_interval(secs => ${minutes * 60})`,
  }
  const { expires_at: expiresAt } = await tx
    .insertInto('email_changes')
    .values({ customer_id: customerId, ...row })
    .onConflict((conflict) => conflict.column('customer_id').doUpdateSet(row))
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { oldCode: codes.old, newCode: codes.new, expiresAt, isTaken }
}

/**
 * Changes the address if both codes are right. Each try counts, and the right pair works once. Call in a transaction of
 * its own.
 * @returns the old and the new address; or null if a code is wrong or the new address has an account by now
 */
export async function tryEmailChange(
  tx: Tx,
  codeKey: Buffer,
  { customerId, oldCode, newCode }: { customerId: CustomerId; oldCode: string; newCode: string },
): Promise<{ before: string; after: string } | null> {
  const change = await tx
    .updateTable('email_changes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', MAX_TRIES)
    .returningAll()
    .executeTakeFirst()
  if (!change) return null
  const { email, salt } = change
  const isOld = timingSafeEqual(change.old_digest, digestOf(codeKey, salt, `change old ${customerId}`, oldCode))
  const isNew = timingSafeEqual(
    change.new_digest,
    digestOf(codeKey, salt, `change new ${customerId} ${email}`, newCode),
  )
  if (!isOld || !isNew) return null
  // From here on, a registration of the address waits.
  await lockMailbox(tx, email)
  if (await hasAccount(tx, email)) return null
  const { rows } = await sql<{ before: string }>`
    update customers c set email = ${email} from customers old
    where c.id = ${customerId} and old.id = c.id and old.email is not null returning old.email as before`.execute(tx)
  await tx.deleteFrom('email_changes').where('customer_id', '=', customerId).execute()
  const before = rows[0]?.before
  if (before === undefined) return null
  await sql`delete from login_codes where email in (${before}, ${email})`.execute(tx)
  await sql`update reader_languages set email = ${email} where email = ${before}
    and not exists (select from reader_languages where email = ${email})`.execute(tx)
  return { before, after: email }
}
