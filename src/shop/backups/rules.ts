const HOUR_MS = 60 * 60 * 1000
const DAY_MS = 24 * HOUR_MS
/** From this age on the last good backup is too old, whatever the interval. */
const OLD_MS = 2 * DAY_MS
/** A failed attempt is repeated after this long. */
const RETRY_MS = 30 * 60 * 1000
const VERIFY_EVERY_MS = 30 * DAY_MS

/** What is known of a shop's backups. Times are null for never. */
export interface BackupState {
  /** The last good one. */
  last: { id: number; at: Date; bytes: number; place: string; name: string } | null
  /** The last attempt, good or not. */
  triedAt: Date | null
  /** Why the last attempt failed; null if it didn't. */
  failure: string | null
  /** The last time that a backup was restored into a scratch place. */
  verifiedAt: Date | null
  /** Why the last check failed; null if it didn't. */
  verifyProblem: string | null
  /** The pictures that the last good one lacks, since the shop has lost them; null if none. */
  missing: { count: number; names: string[] } | null
  /** When the database was made: a shop without a backup counts from here. */
  since: Date
  /** When the owner opened the shop, as it is now; null for a closed shop and the demonstration. */
  openedAt: Date | null
}

/** How often backups are made, in hours (0: never), and where. */
export interface BackupPlan {
  everyHours: number
  to: string
}

const isPlanned = ({ everyHours, to }: BackupPlan) => everyHours > 0 && to !== ''

/**
 * True if the next scheduled backup is due: after the interval, and when the shop opens, because the backup of its first
 * start has nothing of what was set up since.
 */
export function isBackupDue(plan: BackupPlan, state: BackupState, now: Date): boolean {
  if (!isPlanned(plan)) return false
  if (state.failure !== null && state.triedAt && now.getTime() - state.triedAt.getTime() < RETRY_MS) return false
  const { last, openedAt } = state
  if (last === null || (openedAt !== null && openedAt > last.at)) return true
  return now.getTime() - last.at.getTime() >= plan.everyHours * HOUR_MS
}

/** True once a month: a backup that was never restored is none. */
export function isVerificationDue({ verifiedAt }: BackupState, now: Date): boolean {
  return verifiedAt === null || now.getTime() - verifiedAt.getTime() >= VERIFY_EVERY_MS
}

/** The age of the last good backup in milliseconds, or of the shop if it has none. */
export function backupAgeMs({ last, since }: BackupState, now: Date): number {
  return Math.max(0, now.getTime() - (last?.at ?? since).getTime())
}

/** True if planned backups fail to be made: the last good one is two days old, or twice the interval. */
export function isBackupOld(plan: BackupPlan, state: BackupState, now: Date): boolean {
  return isPlanned(plan) && backupAgeMs(state, now) >= Math.max(OLD_MS, 2 * plan.everyHours * HOUR_MS)
}

/** An age in the largest whole unit: 50 minutes, 1 hour, 3 days. */
export function ageText(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  if (minutes < 60) return plural(minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day')
}

const plural = (count: number, unit: string) => `${count} ${unit}${count === 1 ? '' : 's'}`

const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d+/g, '')
const stampOf = (name: string) => /\d{8}T\d{6}Z/.exec(name)?.[0] ?? ''

/** The name of a scheduled backup made at that moment, which sorts by time: shop-20261126T093000Z.tar. */
export function scheduledName(at: Date, isEncrypted: boolean): string {
  return `shop-${stamp(at)}.tar${isEncrypted ? '.age' : ''}`
}

/** The name of the backup before an update: before-0009_backups-20261126T093000Z.tar. */
export const nameBefore = (update: string, at: Date) => `before-${update}-${stamp(at)}.tar`

/** True for the name of a scheduled backup. */
export const isScheduledName = (name: string) => /^shop-\d{8}T\d{6}Z\.tar(?:\.age)?$/.test(name)

/** True for the name of a backup before an update. */
export const isNameBefore = (name: string) => /^before-[\w-]+-\d{8}T\d{6}Z\.tar$/.test(name)

/** So many backups before updates stay. */
const KEEP_BEFORE = 3

/** The backups by their time, newest first. */
export const newestFirst = (names: readonly string[]) =>
  names.toSorted((one, other) => stampOf(other).localeCompare(stampOf(one)))

/** The backups to remove so that the newest `keep` of the scheduled ones stay, and the newest before updates. */
export function backupsToRemove(names: readonly string[], keep: number): string[] {
  const all = newestFirst(names)
  return [...all.filter(isScheduledName).slice(Math.max(1, keep)), ...all.filter(isNameBefore).slice(KEEP_BEFORE)]
}

/**
 * What the download of a backup is called. An encrypted one with pictures beside it can't be read here, so it's an archive to
 * unpack first.
 */
export function downloadName(name: string, { hasPicturesBeside }: { hasPicturesBeside: boolean }): string {
  return hasPicturesBeside ? name.replace(/\.tar\.age$/, '-encrypted.tar') : name
}
