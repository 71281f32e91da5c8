import type { Kysely } from 'kysely'
import { readableTime } from '#platform/india-time.ts'
import type { Tables } from '../tables.server.ts'
import { lackingText } from './missing-pictures.server.ts'
import { ageText, type BackupPlan, type BackupState, backupAgeMs, isBackupOld } from './rules.ts'
import { readBackupState } from './sql.server.ts'

/** The state of the backups for the owner. */
export interface BackupStatus extends BackupState {
  plan: BackupPlan
  /** What is wrong with them, as a sentence without a full stop, or null. */
  problem: string | null
  ageMs: number
}

export async function readBackupStatus(db: Kysely<Tables>, plan: BackupPlan, now: Date): Promise<BackupStatus> {
  const state = await readBackupState(db)
  return { ...state, plan, problem: backupProblem(plan, state, now), ageMs: backupAgeMs(state, now) }
}

/** What is wrong with a shop's backups, as a sentence without a full stop, or null. */
function backupProblem(plan: BackupPlan, state: BackupState, now: Date): string | null {
  const age = ageText(backupAgeMs(state, now))
  if (state.verifyProblem !== null) return `the last check of a backup failed: ${unstopped(state.verifyProblem)}`
  if (!isBackupOld(plan, state, now)) return state.missing && `the last backup lacks ${lackingText(state.missing)}`
  const reason = state.failure === null ? '' : ` (${unstopped(state.failure)})`
  return state.last === null ? `no backup was made in ${age}${reason}` : `the last good backup is ${age} old${reason}`
}

/** The state of the backups for `doctor`: what was made, where, and whether it was seen to restore. */
export function backupSummary({ plan, ageMs, ...state }: BackupStatus, { ownDisk }: { ownDisk: boolean }): string {
  const { last, verifiedAt, failure } = state
  const planned = plan.everyHours > 0 && plan.to !== ''
  const next = planned
    ? `one is made every ${plan.everyHours === 1 ? 'hour' : `${plan.everyHours} hours`}`
    : 'none is planned: `settings set backup.to FOLDER` names a place'
  if (!last) return `there is none yet; ${next}.`
  const failed = failure === null ? '' : ` The last attempt failed: ${unstopped(failure)}.`
  const verified = verifiedAt
    ? ` A backup was last restored for a check on ${readableTime(verifiedAt)}.`
    : ' None was restored for a check yet: `backup verify FILE`.'
  const where = ownDisk ? ' They lie on the shop’s own disk; backup.to can name another one or a bucket.' : ''
  return `the last one is ${ageText(ageMs)} old and has ${(last.bytes / 1e6).toFixed(1)} MB (${last.place}/${last.name}); ${next}.${verified}${where}${failed}`
}

const unstopped = (sentence: string) => sentence.replace(/\.$/, '')
