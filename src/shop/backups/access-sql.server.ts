import { type Kysely, sql, type Transaction } from 'kysely'
import { writeAudit } from '../audit/sql.server.ts'
import { deletePreviewKey } from '../settings/preview-sql.server.ts'
import { listStaff } from '../staff/sql.server.ts'
import type { Tables } from '../tables.server.ts'

/** Who can sign in to a restored shop's staff site. */
export interface RestoredAccess {
  /** The owners' mail addresses. */
  owners: string[]
  /** How many people, owners included. */
  people: number
}

/** Sessions, links, codes and devices, each before those that it refers to. */
const SIGNED_IN = [
  'staff_sessions',
  'staff_invitations',
  'staff_codes',
  'staff_challenges',
  'sessions',
  'devices',
  'login_codes',
  'email_changes',
] as const

/**
 * Ends whatever lets somebody into a restored shop without signing in anew: it may have been ended since the backup. Staff's factors
 * stay. Writes its line of the log.
 * @param at the backup's moment
 */
export async function endRestoredAccess(tx: Transaction<Tables>, at: Date): Promise<void> {
  for (const table of SIGNED_IN) await tx.deleteFrom(table).execute()
  await sql`update api_keys set ended_at = now() where ended_at is null`.execute(tx)
  await deletePreviewKey(tx)
  const line = { action: 'backup.restore', subject: 'backup', before: null, after: { madeAt: at } }
  await writeAudit(tx, { kind: 'system', job: 'restore' }, line)
}

export async function readAccess(db: Kysely<Tables>): Promise<RestoredAccess> {
  const people = (await listStaff(db)).filter(({ state }) => state === 'active')
  return { owners: people.filter(({ role }) => role === 'owner').map(({ email }) => email), people: people.length }
}
