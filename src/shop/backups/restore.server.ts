import { existsSync } from 'node:fs'
import { mkdir, open, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { BackupError } from '#platform/backup/contents.ts'
import type { BackupKeys } from '#platform/backup/encryption.server.ts'
import { openBackup } from '#platform/backup/open-backup.server.ts'
import { type RestoredBackup, restoreBackup } from '#platform/backup/restore-backup.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import { removeElsewhere } from '#platform/db/data-directory.server.ts'
import { lockDirectory } from '#platform/db/directory-lock.server.ts'
import { startEmbedded } from '#platform/db/embedded.server.ts'
import { stopOrphan } from '#platform/db/postmaster.server.ts'
import { UNFINISHED_RESTORE } from '#platform/db/unfinished-restore.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { checkInvariants } from '../checkout/invariants.server.ts'
import type { Tables } from '../tables.server.ts'
import { endRestoredAccess, type RestoredAccess, readAccess } from './access-sql.server.ts'
import { type MissingPictures, missingPictures } from './missing-pictures.server.ts'
import { findNamedPictures } from './named-pictures-sql.server.ts'

/** The backup to restore, and what with. */
export interface RestoreSource {
  store: FileStore
  name: string
  keys: BackupKeys
  /** The folder of the migrations. */
  migrations: string
  /** The program's own pictures; null: whether the backup lacks pictures isn't looked at. */
  bundled: FileStore | null
  /** Restores rows that don't add up too, as they were in the backup. */
  despiteLedger?: boolean
  /** Leaves sessions, invitations and keys as they were in the backup, for a shop that moves. Otherwise they end. */
  keepsSignIns?: boolean
  /** Prints a line for the operator. */
  print(line: string): void
  onProgress?: ((done: { rows: number; pictures: number }) => void) | undefined
}

export interface RestoredShop extends RestoredBackup {
  access: RestoredAccess
  /** The pictures that its rows name and it doesn't have; null if it has all. */
  missing: MissingPictures | null
}

/** What an empty disk has. */
const IGNORED = ['lost+found']

/**
 * Restores a backup into a folder, which a shop can then use as its DATA_DIR. An interrupted restore leaves a mark, with
 * which no shop starts, and a further one begins anew. A failed one leaves the folder empty.
 * @param options.pictures takes the pictures; null to check them only
 * @throws {BackupError} if the folder isn't empty
 */
export async function restoreIntoFolder(
  folder: string,
  source: RestoreSource,
  { pictures = createFolderStore(folder) }: { pictures?: FileStore | null } = {},
): Promise<RestoredShop> {
  const mark = join(folder, UNFINISHED_RESTORE)
  const backup = await openBackup(source.store, source.name, source.keys)
  try {
    if (existsSync(mark)) await empty(folder)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    if ((await readdir(folder)).some((name) => !IGNORED.includes(name)))
      throw new BackupError(`${folder} isn’t empty; restore into a new or empty folder.`)
  } catch (error) {
    backup.close()
    throw error
  }
  await writeFile(mark, `${source.name}\n`)
  try {
    const restored = await withEmbedded(folder, source, {}, (connection) =>
      restoreRows(backup, source, { connection, pictures }),
    )
    await sync(folder)
    await rm(mark)
    return restored
  } catch (error) {
    await empty(folder)
    throw error
  }
}

/**
 * Restores a backup into an empty database, and its pictures into the shop's store.
 * @throws {BackupError} if the database isn't empty
 */
export async function restoreIntoDatabase(
  target: { connection: Connection; pictures: FileStore },
  source: RestoreSource,
): Promise<RestoredShop> {
  return restoreRows(await openBackup(source.store, source.name, source.keys), source, target)
}

/** Restores a backup into a scratch folder that is deleted again: only then, and if nothing is `missing`, it's known to be good. */
export async function verifyBackup(scratch: string, source: RestoreSource): Promise<RestoredShop> {
  const backup = await openBackup(source.store, source.name, source.keys)
  try {
    // What a killed check left behind.
    await empty(scratch)
    await mkdir(scratch, { recursive: true, mode: 0o700 })
    return await withEmbedded(scratch, source, { fsync: 'off', synchronous_commit: 'off' }, (connection) =>
      restoreRows(backup, source, { connection, pictures: null }),
    )
  } finally {
    backup.close()
    await empty(scratch)
    await rm(scratch, { recursive: true, force: true })
  }
}

async function withEmbedded<T>(
  dataDir: string,
  { print }: RestoreSource,
  settings: Readonly<Record<string, string>>,
  use: (connection: Connection) => Promise<T>,
): Promise<T> {
  const server = await startEmbedded({ dataDir, log: print, kind: 'command', isRestore: true, settings })
  try {
    return await use(server.connection)
  } finally {
    await server.stop()
  }
}

async function restoreRows(
  backup: Awaited<ReturnType<typeof openBackup>>,
  { migrations, bundled, despiteLedger = false, keepsSignIns = false, print, onProgress }: RestoreSource,
  target: { connection: Connection; pictures: FileStore | null },
): Promise<RestoredShop> {
  let access: RestoredAccess = { owners: [], people: 0 }
  let missing: MissingPictures | null = null
  try {
    const restored = await restoreBackup<Tables>(backup, {
      ...target,
      migrations,
      onProgress,
      async check(tx, { pictures }) {
        await checkLedger(tx, { despiteLedger, print })
        if (!keepsSignIns) await endRestoredAccess(tx, new Date(backup.header.at))
        access = await readAccess(tx)
        if (bundled) missing = await missingPictures(await findNamedPictures(tx), pictures, bundled)
      },
    })
    return { ...restored, access, missing }
  } finally {
    backup.close()
  }
}

async function checkLedger(
  db: Kysely<Tables>,
  { despiteLedger, print }: { despiteLedger: boolean; print(line: string): void },
): Promise<void> {
  const { findings } = await checkInvariants(db)
  if (findings.length === 0) return
  const lines = findings.slice(0, 5).map(({ invariant, subject, message }) => `${invariant}, ${subject}: ${message}`)
  if (!despiteLedger)
    throw new BackupError(
      `Nothing was restored, because the ledger in the backup doesn’t add up (${lines.join('; ')}). --despite-ledger restores it as it is.`,
    )
  for (const line of lines) print(line)
}

/**
 * Deletes what is in a folder of ours, with a database that lies elsewhere because PostgreSQL can't enter the folder.
 * @throws {DataDirBusyError} if another process is at work in it
 */
async function empty(folder: string): Promise<void> {
  if (!existsSync(folder)) return
  const unlock = await lockDirectory(folder, { kind: 'command', waitMs: 0, log: () => {} })
  unlock()
  // A killed restore's server ends a moment later, and its `initdb` writes on.
  await stopOrphan(join(folder, 'postgres'))
  removeElsewhere(folder)
  const names = (await readdir(folder).catch(() => [])).filter((name) => !IGNORED.includes(name))
  for (const name of names)
    await rm(join(folder, name), { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
