import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { BackupBusyError, BackupError } from '#platform/backup/contents.ts'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Settings } from '../settings/definitions.ts'
import { type BackupContext, backUpAsPlanned, type MadeBackup } from './make-backup.server.ts'
import { lackingText } from './missing-pictures.server.ts'
import { missingBeside, missingText, readNote } from './place.server.ts'
import { verifyBackup } from './restore.server.ts'
import { type BackupPlan, isBackupDue, isVerificationDue } from './rules.ts'
import { readBackupState, recordVerification } from './sql.server.ts'

/** What a planned backup needs beside its context. */
export interface PlannedOptions {
  plan: BackupPlan
  settings: Settings
  now: Date
  /** A folder for the monthly check. */
  scratch: string
  /** The folder of the migrations. */
  migrations: string
  print(line: string): void
}

/**
 * Makes the planned backup if it's due, and once a month restores it into a scratch place.
 * @returns the backup, or null if none was due, or another process is making it
 * @throws {BackupError} if it failed, or doesn't restore; doctor says so too
 */
export async function backUpIfDue(context: BackupContext, options: PlannedOptions): Promise<MadeBackup | null> {
  const { plan, now } = options
  if (!isBackupDue(plan, await readBackupState(context.db), now)) return null
  const made = await backUpAsPlanned(context, { ...options, to: plan.to }).catch((error: unknown) => {
    if (error instanceof BackupBusyError) return null
    throw error
  })
  if (made && isVerificationDue(await readBackupState(context.db), now)) await verifyMade(context, made, options)
  return made
}

async function verifyMade(
  { db, bundled, openStore }: BackupContext,
  { place, name, encrypted }: MadeBackup,
  { plan, scratch, migrations, print }: PlannedOptions,
): Promise<void> {
  const store = openStore(plan.to)
  try {
    // Its secret key isn't here, by design: what can be checked is that the file is as it was written.
    if (encrypted) await readBack(store, name)
    else {
      const { missing } = await verifyBackup(scratch, { store, name, keys: NO_KEYS, migrations, bundled, print })
      if (missing) throw new BackupError(`It lacks ${lackingText(missing)}.`)
    }
    await recordVerification(db, { place, name, problem: null })
  } catch (error) {
    await recordVerification(db, { place, name, problem: error instanceof Error ? error.message : String(error) })
    throw error
  }
}

/** @throws {Error} if the file isn't what was written, or a picture beside it is missing */
export async function readBack(store: FileStore, name: string): Promise<void> {
  const [note, file] = [await readNote(store, name), await store.openRead(name)]
  if (!note || !file) throw new Error(`The backup ${name} or its note is missing in ${store.place}.`)
  const hash = createHash('sha256')
  await pipeline(file, hash)
  if (hash.digest('hex') !== note.sha256)
    throw new Error(`The backup ${name} in ${store.place} isn’t what was written.`)
  const missing = await missingBeside(store, name)
  if (missing > 0) throw new Error(missingText(missing, store.place))
}
