import { randomInt, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql, type Transaction } from 'kysely'
import { sha256 } from '#platform/ids.server.ts'
import { digestOf } from '../accounts/code-sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { CODE, SPARE_ALPHABET, SPARE_CODES, SPARE_LENGTH, waitAfter } from './rules.ts'

type Db = Kysely<Tables>

/** Stores the digest of a code by mail; the two newest ones are valid. */
export async function storeCode(
  tx: Transaction<Tables>,
  { staffId, salt, digest }: { staffId: string; salt: Buffer; digest: Buffer },
): Promise<Date> {
  await sql`delete from staff_codes where staff_id = ${staffId} and id not in (
    select id from staff_codes where staff_id = ${staffId} order by id desc limit 1)`.execute(tx)
  const { expires_at } = await tx
    .insertInto('staff_codes')
    .values({
      staff_id: staffId,
      salt,
      digest,
      expires_at: sql<Date>`now() + make_interval(mins => ${CODE.minutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return expires_at
}

/** How many wrong guesses the codes of a person have seen since the last right one. */
export async function countWrongGuesses(db: Db, staffId: string): Promise<number> {
  const { rows } = await sql<{ tries: number }>`
    select coalesce(sum(tries), 0)::integer as tries from staff_codes where staff_id = ${staffId}`.execute(db)
  return rows[0]?.tries ?? 0
}

/** The person has shown that the mailbox is theirs. */
export async function forgetCodes(tx: Transaction<Tables>, staffId: string): Promise<void> {
  await tx.deleteFrom('staff_codes').where('staff_id', '=', staffId).execute()
}

/** Compares a guess with a person's codes, and takes the one that matches. Every guess is counted first. */
export async function takeCode(
  tx: Transaction<Tables>,
  codeKey: Buffer,
  { staffId, purpose, code }: { staffId: string; purpose: string; code: string },
): Promise<boolean> {
  const { rows } = await sql<{ id: number; salt: Buffer; digest: Buffer }>`
    update staff_codes set tries = tries + 1
    where staff_id = ${staffId} and expires_at > now() and tries < ${CODE.maxTries} returning id, salt, digest`.execute(
    tx,
  )
  const [match] = rows.filter(({ salt, digest }) => timingSafeEqual(digest, digestOf(codeKey, salt, purpose, code)))
  if (!match) return false
  await forgetCodes(tx, staffId)
  return true
}

/** Makes ten new spare codes, in place of earlier ones. */
export async function createSpareCodes(tx: Transaction<Tables>, staffId: string): Promise<string[]> {
  const codes = Array.from({ length: SPARE_CODES }, newSpareCode)
  await tx.deleteFrom('staff_spare_codes').where('staff_id', '=', staffId).execute()
  await tx
    .insertInto('staff_spare_codes')
    .values(codes.map((code) => ({ staff_id: staffId, digest: sha256(code) })))
    .execute()
  return codes
}

/** Some 45 bits, so that a digest without a salt is enough. */
function newSpareCode(): string {
  return Array.from({ length: SPARE_LENGTH }, () => SPARE_ALPHABET[randomInt(SPARE_ALPHABET.length)]).join('')
}

/** Takes a spare code, once. */
export async function takeSpareCode(tx: Transaction<Tables>, staffId: string, code: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('staff_spare_codes')
    .where('staff_id', '=', staffId)
    .where('digest', '=', sha256(code))
    .executeTakeFirst()
  return numDeletedRows > 0n
}

export async function setPendingTotp(tx: Transaction<Tables>, staffId: string, secret: Buffer): Promise<void> {
  await tx.updateTable('staff').set({ totp_pending: secret }).where('id', '=', staffId).execute()
}

/** Notes the time step of an authenticator's code, so that it counts once. */
export async function takeStep(tx: Transaction<Tables>, staffId: string, step: number): Promise<void> {
  await sql`update staff set totp_step = ${step}, totp_used_at = now() where id = ${staffId}`.execute(tx)
}

/** Makes the pending secret the person's own, in place of the one before. `step`: that of the code which showed it. */
export async function takePendingTotp(tx: Transaction<Tables>, staffId: string, step: number): Promise<void> {
  await sql`update staff set totp_step = ${step}, totp_secret = totp_pending, totp_pending = null, totp_since = now(),
    totp_used_at = null where id = ${staffId}`.execute(tx)
}

/** A second factor was right: the person has joined, and nothing waits. */
export async function noteFactor(tx: Transaction<Tables>, staffId: string): Promise<void> {
  await sql`update staff set joined_at = coalesce(joined_at, now()), failed_rounds = 0, wait_until = null
    where id = ${staffId}`.execute(tx)
}

/** A half sign-in ended with wrong second factors: the person's next ones wait. */
export async function noteFailedRound(tx: Transaction<Tables>, staffId: string, rounds: number): Promise<void> {
  await sql`update staff set failed_rounds = ${rounds}, wait_until = now() + make_interval(secs => ${waitAfter(rounds)})
    where id = ${staffId}`.execute(tx)
}

/** A passkey as WebAuthn knows it. */
export interface Passkey {
  id: string
  staffId: string
  publicKey: Buffer
  counter: number
  transports: string[]
}

export async function findPasskey(db: Db, id: string): Promise<Passkey | null> {
  const row = await db
    .selectFrom('staff_passkeys')
    .innerJoin('staff', 'staff.id', 'staff_passkeys.staff_id')
    .select(['staff_passkeys.id', 'staff_id as staffId', 'public_key as publicKey', 'counter', 'transports'])
    .where('staff_passkeys.id', '=', id)
    .where('staff.ended_at', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

export async function listPasskeys(db: Db, staffId: string): Promise<{ id: string; transports: string[] }[]> {
  return db.selectFrom('staff_passkeys').select(['id', 'transports']).where('staff_id', '=', staffId).execute()
}

/** @returns false if it belongs to somebody already */
export async function addPasskey(tx: Transaction<Tables>, passkey: Passkey & { device: string }): Promise<boolean> {
  const { id, staffId, publicKey, counter, transports, device } = passkey
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto('staff_passkeys')
    .values({ id, staff_id: staffId, public_key: publicKey, counter, transports, device, used_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

export async function notePasskey(tx: Transaction<Tables>, id: string, counter: number): Promise<void> {
  await sql`update staff_passkeys set counter = ${counter}, used_at = now() where id = ${id}`.execute(tx)
}

/** Stores a challenge for five minutes. */
export async function storeChallenge(db: Db, challenge: string, staffId: string | null): Promise<void> {
  await sql`delete from staff_challenges where expires_at < now()`.execute(db)
  await db
    .insertInto('staff_challenges')
    .values({ challenge, staff_id: staffId, expires_at: sql<Date>`now() + interval '5 minutes'` })
    .execute()
}

/** Takes a challenge, once. */
export async function takeChallenge(db: Db, challenge: string, staffId: string | null): Promise<boolean> {
  const { rows } = await sql<{ valid: boolean }>`
    delete from staff_challenges where challenge = ${challenge} and staff_id is not distinct from ${staffId}
    returning expires_at > now() as valid`.execute(db)
  return rows[0]?.valid ?? false
}

/** The id of a person's authenticator among their factors. They have at most one. */
export const AUTHENTICATOR = 'totp'

export interface FactorRow {
  id: string
  kind: 'passkey' | 'totp'
  name: string
  at: Date
  usedAt: Date | null
}

/** What a person confirms with, the oldest first, and how many spare codes are left. */
export async function listFactors(db: Db, staffId: string): Promise<{ items: FactorRow[]; spareCodes: number }> {
  const { rows } = await sql<FactorRow>`
    select id, 'passkey' as kind, device as name, created_at as at, used_at as "usedAt" from staff_passkeys
    where staff_id = ${staffId}
    union all
    select ${AUTHENTICATOR}, 'totp', 'Authenticator app', coalesce(totp_since, joined_at, invited_at), totp_used_at from staff
    where id = ${staffId} and totp_secret is not null order by 4, 1`.execute(db)
  const spare = db.selectFrom('staff_spare_codes').select((eb) => eb.fn.countAll<string>().as('left'))
  const { left } = await spare.where('staff_id', '=', staffId).executeTakeFirstOrThrow()
  return { items: rows, spareCodes: Number(left) }
}

/** Deletes one of a person's factors. */
export async function deleteFactor(tx: Transaction<Tables>, staffId: string, id: string): Promise<void> {
  if (id === AUTHENTICATOR)
    await sql`update staff set totp_secret = null, totp_pending = null, totp_since = null, totp_used_at = null
      where id = ${staffId}`.execute(tx)
  else await tx.deleteFrom('staff_passkeys').where('staff_id', '=', staffId).where('id', '=', id).execute()
}

/** Ends all sessions of a person but this one. */
export async function endOtherSessions(tx: Transaction<Tables>, staffId: string, sessionId: string): Promise<void> {
  await tx.deleteFrom('staff_sessions').where('staff_id', '=', staffId).where('id', '<>', sessionId).execute()
}
