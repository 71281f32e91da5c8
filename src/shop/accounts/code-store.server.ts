import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { newSecret, sha256 } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import { LIVE_CODES, MAX_TRIES } from './rules.ts'

/** The address that a code or link verified. `name` was sent with the request for it; null where the account has one. */
export interface VerifiedEmail {
  email: string
  name: string | null
}

export interface Issued {
  /** The code or the link's token; empty for a decoy. */
  secret: string
  expiresAt: Date
}

export interface CodeRequest {
  email: string
  name: string | null
  minutes: number
  /** `decoy`: a row that no code matches, for an address without an account, so that both requests take the same time. */
  kind: 'code' | 'link' | 'decoy'
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

/** Creates a code and stores its digest; all older codes but the newest are deleted. Call after `lockMailbox`. */
export async function issueCode(tx: Transaction<Tables>, codeKey: Buffer, request: CodeRequest): Promise<Issued> {
  const { email, name, minutes, kind } = request
  const salt = randomBytes(16)
  const secret = kind === 'link' ? newSecret() : newCode()
  const digest = kind === 'link' ? sha256(secret) : digestOf(codeKey, salt, email, secret)
  await sql`delete from login_codes where email = ${email} and id not in (
    select id from login_codes where email = ${email} order by id desc limit ${LIVE_CODES - 1})`.execute(tx)
  const { expires_at: expiresAt } = await tx
    .insertInto('login_codes')
    .values({
      email,
      name,
      kind: kind === 'link' ? 'link' : 'code',
      salt,
      digest: kind === 'decoy' ? randomBytes(32) : digest,
      expires_at: sql<Date>`now() + make_interval(secs => ${minutes * 60})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { secret: kind === 'decoy' ? '' : secret, expiresAt }
}

/**
 * Compares a guess with the valid codes of a mailbox. The guess is counted first, and a match is consumed in the same
 * transaction, so that of parallel guesses one succeeds. `wasCompared`: there was a valid code, so the guess counts. Call
 * after `lockMailbox`.
 */
export async function tryCode(
  tx: Transaction<Tables>,
  codeKey: Buffer,
  guess: { email: string; code: string },
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
  // Without a valid code the same work is done on a dummy, so that the time taken reveals nothing.
  const candidates = live.length > 0 ? live : [{ id: 0, salt: Buffer.alloc(16), digest: Buffer.alloc(32), name: null }]
  // All are compared: the time that a match takes does not tell its place.
  const [match] = candidates.filter(({ salt, digest }) => isEqual(digest, digestOf(codeKey, salt, email, code)))
  if (match && live.length > 0) {
    await consume(tx, match.id)
    // The guess was right, so it does not count for the other codes. Codes that were invalid before it stay so.
    const others = live.map(({ id }) => id).filter((id) => id !== match.id)
    await sql`update login_codes set tries = tries - 1 where id = any(${others})`.execute(tx)
    await tx.deleteFrom('login_failures').where('email', '=', email).execute()
    return { verified: { email, name: match.name }, wasCompared: true }
  }
  if (live.length > 0) await countFailure(tx, email)
  return { verified: null, wasCompared: live.length > 0 }
}

/** Consumes the token of a sign-in link. */
export async function tryLink(tx: Transaction<Tables>, token: string): Promise<VerifiedEmail | null> {
  const found = await tx
    .updateTable('login_codes')
    .set({ consumed_at: sql<Date>`now()` })
    .where('kind', '=', 'link')
    .where('digest', '=', sha256(token))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['email', 'name'])
    .executeTakeFirst()
  if (!found) return null
  await tx.deleteFrom('login_failures').where('email', '=', found.email).execute()
  return found
}

/** Whose account the token of a sign-in link opens; null for an invalid one. The token is not consumed. */
export async function findLinkOwner(db: Kysely<Tables>, token: string): Promise<string | null> {
  const row = await db
    .selectFrom('login_codes')
    .select('email')
    .where('kind', '=', 'link')
    .where('digest', '=', sha256(token))
    .where('consumed_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.email ?? null
}

async function consume(tx: Transaction<Tables>, id: number): Promise<void> {
  await tx
    .updateTable('login_codes')
    .set({ consumed_at: sql<Date>`now()`, digest: Buffer.alloc(0) })
    .where('id', '=', id)
    .execute()
}

async function countFailure(tx: Transaction<Tables>, email: string): Promise<void> {
  await sql`insert into login_failures as failures (email, in_a_row) values (${email}, 1)
    on conflict (email) do update set in_a_row = failures.in_a_row + 1, last_at = now()`.execute(tx)
}

/** Six digits. */
export function newCode(): string {
  return String(randomInt(100_000, 1_000_000))
}

/** What is stored of a code. `purpose`: what it proves, such as the address; a code is good for nothing else. */
export function digestOf(codeKey: Buffer, salt: Buffer, purpose: string, code: string): Buffer {
  return createHmac('sha256', codeKey).update(salt).update(`${purpose}\n${code}`).digest()
}

function isEqual(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}
