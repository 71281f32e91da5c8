import { type Kysely, sql, type Transaction } from 'kysely'
import { Confirmation } from '#platform/api/confirmation.ts'
import type { StaffRole, StaffSession } from '#platform/api/identity.ts'
import { newId, newSecret, sha256 } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import { CODE, INVITATION_HOURS, SESSION } from './rules.ts'
import type { ListedSession, ListedStaff, StaffMember } from './staff-contract.ts'
import type { LinkPurpose } from './tables.server.ts'

type Db = Kysely<Tables>

/** Somebody who is let in, or invited. */
export interface Person extends StaffMember {
  joinedAt: Date | null
  totpSecret: Buffer | null
  totpPending: Buffer | null
  totpStep: number
  failedRounds: number
  /** Seconds until the next half sign-in; 0 if it needn't wait. */
  waitSeconds: number
  hasPasskey: boolean
}

/** True if somebody has a second factor to confirm with. */
export const hasFactor = ({ totpSecret, hasPasskey }: Person) => totpSecret !== null || hasPasskey

const COLUMNS = sql<Person>`id, email, name, role, joined_at as "joinedAt", totp_secret as "totpSecret",
  totp_pending as "totpPending", totp_step as "totpStep", failed_rounds as "failedRounds",
  greatest(0, ceil(extract(epoch from wait_until - now())))::integer as "waitSeconds",
  exists (select from staff_passkeys k where k.staff_id = staff.id) as "hasPasskey"`

/** Somebody whose access hasn't ended, by address or id. */
export async function findPerson(db: Db, by: { email: string } | { id: string }): Promise<Person | null> {
  const match = 'email' in by ? sql`email = ${by.email}` : sql`id = ${by.id}`
  const { rows } = await sql<Person>`select ${COLUMNS} from staff where ${match} and ended_at is null`.execute(db)
  const [row] = rows
  return row ? { ...row, waitSeconds: row.waitSeconds ?? 0 } : null
}

/** The same, with its row locked until the transaction ends. */
export async function lockPerson(tx: Transaction<Tables>, id: string): Promise<Person | null> {
  await sql`select from staff where id = ${id} for update`.execute(tx)
  return findPerson(tx, { id })
}

/** Invites somebody, anew if their access had ended. @returns the id, or null if the address already belongs to staff */
export async function invitePerson(
  tx: Transaction<Tables>,
  { email, name, role }: { email: string; name: string; role: StaffRole },
): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    insert into staff (id, email, name, role) values (${newId()}, ${email}, ${name}, ${role})
    on conflict (email) do update set role = excluded.role, name = excluded.name, invited_at = now(), joined_at = null,
      ended_at = null, totp_secret = null, totp_pending = null, totp_step = 0, totp_since = null, totp_used_at = null,
      failed_rounds = 0, wait_until = null
    where staff.joined_at is null or staff.ended_at is not null
    returning id`.execute(tx)
  return rows[0]?.id ?? null
}

/** Creates the token of an invitation's link, in place of earlier ones. */
export async function createInvitation(tx: Transaction<Tables>, staffId: string): Promise<string> {
  const token = newSecret()
  await tx.deleteFrom('staff_invitations').where('staff_id', '=', staffId).execute()
  await tx
    .insertInto('staff_invitations')
    .values({
      token_hash: sha256(token),
      staff_id: staffId,
      expires_at: sql<Date>`now() + make_interval(hours => ${INVITATION_HOURS})`,
    })
    .execute()
  return token
}

/**
 * Creates the token of a sign-in link, which is sent in place of a code. @returns null if the person has a valid one: whoever asks
 * again and again neither ends it nor fills the mailbox
 */
export async function createSignInLink(
  tx: Transaction<Tables>,
  staffId: string,
): Promise<{ token: string; expiresAt: Date } | null> {
  const mine = sql`staff_id = ${staffId} and purpose = 'sign-in'`
  await sql`delete from staff_invitations where ${mine} and expires_at <= now()`.execute(tx)
  const { rows } = await sql`select from staff_invitations where ${mine}`.execute(tx)
  if (rows.length > 0) return null
  const token = newSecret()
  const { expires_at } = await tx
    .insertInto('staff_invitations')
    .values({
      token_hash: sha256(token),
      staff_id: staffId,
      purpose: 'sign-in',
      expires_at: sql<Date>`now() + make_interval(mins => ${CODE.minutes})`,
    })
    .returning('expires_at')
    .executeTakeFirstOrThrow()
  return { token, expiresAt: expires_at }
}

/** Takes the token of an invitation or of a sign-in link, once. @returns whose it is, or null */
export async function takeInvitation(
  tx: Transaction<Tables>,
  token: string,
): Promise<{ person: Person; purpose: LinkPurpose } | null> {
  const { rows } = await sql<{ staff_id: string; purpose: LinkPurpose; valid: boolean }>`
    delete from staff_invitations where token_hash = ${sha256(token)}
    returning staff_id, purpose, expires_at > now() as valid`.execute(tx)
  const [row] = rows
  const person = row?.valid ? await findPerson(tx, { id: row.staff_id }) : null
  return row && person ? { person, purpose: row.purpose } : null
}

/** Starts a session, and ends what is left of old ones. @returns its token */
export async function createStaffSession(
  tx: Transaction<Tables>,
  {
    staffId,
    device,
    isFull,
    mayEnrol = false,
  }: { staffId: string; device: string; isFull: boolean; mayEnrol?: boolean },
): Promise<{ id: string; token: string }> {
  const [id, token] = [newId(), newSecret()]
  await sql`delete from staff_sessions where not ${isLive()}`.execute(tx)
  await tx
    .insertInto('staff_sessions')
    .values({
      id,
      token_hash: sha256(token),
      staff_id: staffId,
      device,
      factor_at: isFull ? sql<Date>`now()` : null,
      may_enrol: mayEnrol,
    })
    .execute()
  return { id, token }
}

/** True for a row of `staff_sessions` that is neither idle nor too old, nor a half sign-in that waited too long. */
const isLive = () => sql<boolean>`(
  case when factor_at is null
    then created_at > now() - make_interval(mins => case when may_enrol then ${SESSION.joinMinutes}::integer else ${SESSION.halfMinutes} end)
  else last_seen_at > now() - make_interval(hours => ${SESSION.idleHours})
    and created_at > now() - make_interval(days => ${SESSION.absoluteDays}) end)`

/** The live session of a token, or null. Notes once a minute that it was used. */
export async function findStaffSession(db: Db, token: string): Promise<StaffSession | null> {
  const hash = sha256(token)
  const { rows } = await sql<Omit<StaffSession, 'confirmation'> & { isRecent: boolean; isStale: boolean }>`
    select s.id as "sessionId", p.id as "staffId", p.email, p.name, p.role, s.factor_at is not null as "isFull",
      s.may_enrol as "mayEnrol",
      coalesce(s.factor_at > now() - make_interval(mins => ${SESSION.recentMinutes}), false) as "isRecent",
      s.last_seen_at < now() - interval '1 minute' as "isStale"
    from staff_sessions s join staff p on p.id = s.staff_id
    where s.token_hash = ${hash} and p.ended_at is null and ${isLive()}`.execute(db)
  const [row] = rows
  if (!row) return null
  const { isStale, isRecent, ...session } = row
  if (isStale) await sql`update staff_sessions set last_seen_at = now() where token_hash = ${hash}`.execute(db)
  return { ...session, confirmation: new Confirmation(isRecent) }
}

/** The roles of those sessions that are live, by their ids. It doesn't count as using them. */
export async function listLiveSessions(db: Db, ids: readonly string[]): Promise<Map<string, StaffRole>> {
  const { rows } = await sql<{ id: string; role: StaffRole }>`
    select s.id, p.role from staff_sessions s join staff p on p.id = s.staff_id
    where s.id = any(${ids}) and p.ended_at is null and ${isLive()}`.execute(db)
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** Confirms the second factor of a session, under a new token: whoever knew the old one isn't signed in. */
export async function confirmSession(tx: Transaction<Tables>, sessionId: string): Promise<string> {
  const token = newSecret()
  await sql`update staff_sessions set token_hash = ${sha256(token)}, factor_at = now(), last_seen_at = now(), wrong_factors = 0,
    may_enrol = false where id = ${sessionId}`.execute(tx)
  return token
}

/** Counts a wrong second factor of a half sign-in. @returns how many it had */
export async function countWrongFactor(tx: Transaction<Tables>, sessionId: string): Promise<number> {
  const { rows } = await sql<{ wrong_factors: number }>`
    update staff_sessions set wrong_factors = wrong_factors + 1 where id = ${sessionId} returning wrong_factors`.execute(
    tx,
  )
  return rows[0]?.wrong_factors ?? 0
}

/** Ends one session of a person. False if there is none of that id. */
export async function endStaffSession(db: Db, staffId: string, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staff_sessions')
    .where('staff_id', '=', staffId)
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** A person's full sessions, the last used first. */
export async function listStaffSessions(db: Db, staffId: string, current: string): Promise<ListedSession[]> {
  const { rows } = await sql<{ id: string; device: string; at: Date }>`
    select id, device, last_seen_at as at from staff_sessions
    where staff_id = ${staffId} and factor_at is not null and ${isLive()} order by last_seen_at desc`.execute(db)
  return rows.map(({ at, ...one }) => ({ ...one, at: at.toISOString(), current: one.id === current }))
}

/** SQL, of `staff`: somebody who has a second factor to confirm with, as `hasFactor`. */
const hasFactorRow = sql<boolean>`(totp_secret is not null
  or exists (select from staff_passkeys k where k.staff_id = staff.id))`

/** Everybody whose access hasn't ended, owners first. */
export async function listStaff(db: Db): Promise<ListedStaff[]> {
  const { rows } = await sql<
    Pick<ListedStaff, keyof StaffMember | 'state' | 'factors'> & {
      invitedAt: Date
      joinedAt: Date | null
      lastSeenAt: Date | null
    }
  >`
    select id, email, name, role, invited_at as "invitedAt", joined_at as "joinedAt",
      case when ${hasFactorRow} then 'active'
        when exists (select from staff_invitations i where i.staff_id = staff.id and i.purpose = 'join' and i.expires_at > now())
          or exists (select from staff_sessions s where s.staff_id = staff.id and s.may_enrol and ${isLive()}) then 'invited'
        else 'expired' end as state,
      (select max(last_seen_at) from staff_sessions s where s.staff_id = staff.id) as "lastSeenAt",
      array_remove(array[
        case when exists (select from staff_passkeys k where k.staff_id = staff.id) then 'passkey' end,
        case when totp_secret is not null then 'totp' end], null) as factors
    from staff where ended_at is null
    order by array_position(array['owner', 'manager', 'packer'], role), email`.execute(db)
  return rows.map(({ invitedAt, joinedAt, lastSeenAt, ...one }) => ({
    ...one,
    invitedAt: invitedAt.toISOString(),
    joinedAt: joinedAt?.toISOString() ?? null,
    lastSeenAt: lastSeenAt?.toISOString() ?? null,
  }))
}

/**
 * Locks all owners, so that of two changes at once one sees the other. @returns how many there are but this person who can sign in:
 * an invitation may never be taken up
 */
export async function countOtherOwners(tx: Transaction<Tables>, id: string): Promise<number> {
  const { rows } = await sql<{ id: string; canSignIn: boolean }>`
    select id, joined_at is not null and ${hasFactorRow} as "canSignIn"
    from staff where role = 'owner' and ended_at is null order by id for update`.execute(tx)
  return rows.filter((owner) => owner.id !== id && owner.canSignIn).length
}

export async function setRole(tx: Transaction<Tables>, id: string, role: StaffRole): Promise<void> {
  await tx.updateTable('staff').set({ role }).where('id', '=', id).execute()
}

/** Ends somebody's access: their sessions, links, codes, factors and what was theirs alone. The row stays, for the audit log. */
export async function endAccess(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`update staff set ended_at = now() where id = ${id}`.execute(tx)
  await forgetFactors(tx, id)
  for (const table of ['staff_drafts', 'undos'] as const)
    await tx.deleteFrom(table).where('staff_id', '=', id).execute()
  await sql`delete from saved_views where staff_id = ${id} and not shared`.execute(tx)
}

/** Deletes everything by which somebody could sign in. */
export async function forgetFactors(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`update staff set totp_secret = null, totp_pending = null, totp_since = null, totp_used_at = null
    where id = ${id}`.execute(tx)
  for (const table of [
    'staff_sessions',
    'staff_invitations',
    'staff_codes',
    'staff_spare_codes',
    'staff_passkeys',
    'staff_challenges',
  ] as const)
    await tx.deleteFrom(table).where('staff_id', '=', id).execute()
}

/** The names of people, or their addresses if they have none, by id. */
export async function nameStaff(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const rows = await db.selectFrom('staff').select(['id', 'name', 'email']).where('id', 'in', ids).execute()
  return rows.map(({ id, name, email }) => ({ id, name: name || email }))
}
