import {
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { join } from 'node:path'
import { ConfigError } from '#platform/config.server.ts'
import { removeElsewhere } from './data-directory.server.ts'
import { FORMER_BINARIES } from './former-binaries.server.ts'
import { stopOrphan } from './postmaster.server.ts'
import { UNFINISHED_RESTORE } from './unfinished-restore.server.ts'

/** The data folder in DATA_DIR in which an upgrade makes the new database. */
const DRAFT = 'postgres-upgrade'
/** The database before an upgrade: `postgres-17`. */
const FORMER = /^postgres-\d+$/

const currentOf = (dataDir: string) => join(dataDir, 'postgres')
const draftOf = (dataDir: string) => join(dataDir, DRAFT)
export const formerOf = (dataDir: string, major: number) => join(dataDir, `postgres-${major}`)

/** True if an upgrade was interrupted between its two renames: the database is there, under another name. */
export function isSwitching(dataDir: string): boolean {
  return !isEntry(currentOf(dataDir)) && !isEntry(`${currentOf(dataDir)}.moved`) && formersIn(dataDir).length > 0
}

/** An empty data folder for the new database, of the same user as the present one. */
export async function makeDraft(dataDir: string): Promise<string> {
  await removeDraft(dataDir)
  const draft = draftOf(dataDir)
  mkdirSync(draft, { mode: 0o700 })
  const { uid, gid } = statSync(currentOf(dataDir))
  if (process.geteuid?.() === 0) lchownSync(draft, uid, gid)
  return draft
}

/** Puts the complete new database into the place of the present one, which is renamed and stays. */
export function switchClusters(dataDir: string, from: number): void {
  renameSync(currentOf(dataDir), formerOf(dataDir, from))
  sync(dataDir)
  // Killed here, `completeSwitch` goes on.
  renameSync(join(draftOf(dataDir), 'postgres'), currentOf(dataDir))
  sync(dataDir)
}

/**
 * Completes an upgrade that was interrupted between its two renames: the new database was complete by then. Only the
 * owner of the data folder may call this.
 * @throws {ConfigError} if only a former database is there: a start would begin with an empty one
 */
export function completeSwitch(dataDir: string, log: (line: string) => void): void {
  if (!isSwitching(dataDir)) return
  const ready = join(draftOf(dataDir), 'postgres')
  if (existsSync(ready) && !existsSync(join(draftOf(dataDir), UNFINISHED_RESTORE))) {
    renameSync(ready, currentOf(dataDir))
    sync(dataDir)
    log('The upgrade of the database, which was interrupted, is complete.')
    return
  }
  const [former = ''] = formersIn(dataDir)
  throw new ConfigError(
    `DATA_DIR: ${currentOf(dataDir)} is gone, but a former database is there: rename ${join(dataDir, former)} to postgres to go on with it, or move it elsewhere to begin with an empty shop.`,
  )
}

/** Deletes what upgrades leave: an incomplete database, and the former version's programs. */
export async function removeUpgradeFiles(dataDir: string): Promise<void> {
  await removeDraft(dataDir)
  for (const name of readdirSync(dataDir))
    if (name.startsWith(FORMER_BINARIES)) rmSync(join(dataDir, name), { recursive: true, force: true })
}

async function removeDraft(dataDir: string): Promise<void> {
  const draft = draftOf(dataDir)
  if (!existsSync(draft)) return
  await stopOrphan(join(draft, 'postgres'))
  removeElsewhere(draft)
  // `initdb` of a killed upgrade may still be writing.
  rmSync(draft, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

const formersIn = (dataDir: string) =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => FORMER.test(name)) : []

function isEntry(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false }) !== undefined
}

function sync(folder: string): void {
  const descriptor = openSync(folder, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
