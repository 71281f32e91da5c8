import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { newSecret, sha256 } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import { FAILURES_BEFORE_LINK, LIVE_CODES, MAX_TRIES } from './rules.ts'

/**
 * The address that a code or link verified. `name` comes from the registration that was pending when the code was
 * requested, or is null.
 */
export interface VerifiedEmail {
  email: string
  name: string | null
}

interface IssuedCode {
  /** The code or the link's token. */
  secret: string
  expiresAt: Date
}

export interface CodeRequest {
  email: string
  name: string | null
  minutes: number
  kind: 'code' | 'link'
  /** A row that nothing matches, for an address without an account, so that the time taken does not reveal accounts. */
  isDecoy: boolean
}

/**
 * The HMAC key of the code digests, from a row created with the database: a shop on one machine has no secret
 * store (SECURITY.md, E7).
 */
export function createCodeKey(db: Kysely<Tables>): () => Promise<Buffer> {
  let cachedKey: Buffer | null = null
  return async () => {
    cachedKey ??= (
      await db.selectFrom('secrets').select('value').where('name', '=', 'login-codes').executeTakeFirstOrThrow()
    ).value
    return cachedKey
  }
}

/**
 * Creates a code or link and stores its digest; all older ones of its kind but the newest are deleted. Call after
 * `lockMailbox`.
 */
export async function issueCode(tx: Transaction<Tables>, codeKey: Buffer, request: CodeRequest): Promise<IssuedCode> {
  const { email, name, minutes, kind, isDecoy } = request
  const salt = randomBytes(16)
  const secret = kind === 'link' ? newSecret() : newCode()
  const digest = kind === 'link' ? sha256(secret) : digestOf(codeKey, salt, email, secret)
  await sql`delete from login_codes where email = ${email} and kind = ${kind} and id not in (
    select id from login_codes where email = ${email} and kind = ${kind} order by id desc limit ${LIVE_CODES - 1})`.execute(
    tx,
  )
  const { expires_at: expiresAt } = await tx
    .insertInto('login_codes')
    .values({
      email,
      name,
      kind,
      salt,
      digest: isDecoy ? randomBytes(32) : digest,
      expires_at: sql<Date>`now() + make_interval(secs => ${minutes * 60})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { secret, expiresAt }
}

/**
 * Compares a guess with the valid codes of a mailbox. The guess is counted first, and a match is consumed in the same
 * transaction, so that of parallel guesses one succeeds. A wrong one counts as a failure for each code that it was
 * compared with. `isLimited`: its client guessed wrong too often, so that from now on the mailbox gets links.
 * `wasCompared`: there was a valid code, so the guess counts. Call after `lockMailbox`.
 */
export async function tryCode(
  tx: Transaction<Tables>,
  codeKey: Buffer,
  guess: { email: string; code: string; isLimited: boolean },
): Promise<{ verified: VerifiedEmail | null; wasCompared: boolean }> {
  const { email, code } = guess
  const live = await tx
    .updateTable('login_codes')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('email', '=', email)
    .where('kind', '=', 'code')
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .where('tries', '<', MAX_TRIES)
    .returning(['id', 'salt', 'digest', 'name'])
    .execute()
  // Without a valid code the same work is done on a dummy, so that timing reveals nothing.
  const candidates = live.length > 0 ? live : [{ id: 0, salt: Buffer.alloc(16), digest: Buffer.alloc(32), name: null }]
  // All are compared, so that timing doesn't reveal which one matched.
  const [match] = candidates.filter(({ salt, digest }) => timingSafeEqual(digest, digestOf(codeKey, salt, email, code)))
  if (match && live.length > 0) {
    await sql`update login_codes set consumed_at = now(), digest = '' where id = ${match.id}`.execute(tx)
    // The guess was right, so it doesn't count against the other codes. Codes that were already invalid stay invalid.
    const others = live.map(({ id }) => id).filter((id) => id !== match.id)
    await sql`update login_codes set tries = tries - 1 where id = any(${others})`.execute(tx)
    await tx.deleteFrom('login_failures').where('email', '=', email).execute()
    return { verified: { email, name: match.name }, wasCompared: true }
  }
  if (live.length > 0) {
    const failures = guess.isLimited ? FAILURES_BEFORE_LINK : live.length
    await sql`insert into login_failures as failures (email, in_a_row) values (${email}, ${failures})
      on conflict (email) do update set in_a_row = failures.in_a_row + ${failures}, last_at = now()`.execute(tx)
  }
  return { verified: null, wasCompared: live.length > 0 }
}

/** True if a row of `login_codes` is the sign-in link of this token, unused and not expired. */
const isLinkOf = (token: string) =>
  sql<boolean>`kind = 'link' and digest = ${sha256(token)} and consumed_at is null and expires_at > now()`

/** Consumes the token of a sign-in link. */
export async function tryLink(tx: Transaction<Tables>, token: string): Promise<VerifiedEmail | null> {
  const found = await tx
    .updateTable('login_codes')
    .set({ consumed_at: sql<Date>`now()` })
    .where(isLinkOf(token))
    .returning(['email', 'name'])
    .executeTakeFirst()
  if (!found) return null
  await tx.deleteFrom('login_failures').where('email', '=', found.email).execute()
  return found
}

/** True if a mailbox has an unused, unexpired link or decoy. */
export async function hasLink(tx: Transaction<Tables>, email: string): Promise<boolean> {
  const { rows } = await sql`select from login_codes
    where email = ${email} and kind = 'link' and consumed_at is null and expires_at > now() limit 1`.execute(tx)
  return rows.length > 0
}

/** The account that the token of a sign-in link opens, or null if the token is invalid. The token isn't consumed. */
export async function findLinkOwner(db: Kysely<Tables>, token: string): Promise<string | null> {
  const row = await db.selectFrom('login_codes').select('email').where(isLinkOf(token)).executeTakeFirst()
  return row?.email ?? null
}

/** Six digits. */
export function newCode(): string {
  return String(randomInt(100_000, 1_000_000))
}

/**
 * The digest stored for a code. `purpose` is what the code proves, such as its address, so that it's valid for nothing
 * else.
 */
export function digestOf(codeKey: Buffer, salt: Buffer, purpose: string, code: string): Buffer {
  return createHmac('sha256', codeKey).update(salt).update(`${purpose}\n${code}`).digest()
}
