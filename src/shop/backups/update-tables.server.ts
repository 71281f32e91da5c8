import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import { NO_PICTURES } from '#platform/backup/picture-copies.server.ts'
import { writeBackup } from '#platform/backup/write-backup.server.ts'
import { type Config, ConfigError } from '#platform/config.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import type { OpenDatabase } from '#platform/db/database.server.ts'
import { migrate, planMigrations } from '#platform/db/migrate.server.ts'
import { withSessionLock } from '#platform/db/session-lock.server.ts'
import { createFolderStore } from '#platform/files/folder-store.server.ts'
import { readVersion } from '#platform/version.server.ts'
import type { Tables } from '../tables.server.ts'
import { writeBeside } from './make-backup.server.ts'
import { rotate } from './place.server.ts'
import { nameBefore } from './rules.ts'
import { type BackupRecord, recordBackup } from './sql.server.ts'

export interface UpdateOptions {
  config: Pick<Config, 'dataDir' | 'pictures'>
  /** The project's folder, with its migrations. */
  root: string
  /** Prints one line for the operator. */
  print(line: string): void
  /** Updates tables with data without a backup, for a disk that has no room for one. */
  withoutBackup?: boolean
}

/** One process updates the tables, and the others wait. The number is arbitrary. */
const LOCK = 4_116_002

/**
 * Brings the tables up to this version, one process at a time. A database that has data already is backed up first.
 * Killed at any moment it has changed nothing or all, and the next call goes on. Up-to-date tables cost one query.
 * @returns the names of the migrations it ran
 * @throws {ConfigError} with one sentence, if the backup fails (nothing was changed), or the database is newer
 */
export async function updateTables(
  { db, connection }: Pick<OpenDatabase<Tables>, 'db' | 'connection'>,
  options: UpdateOptions,
): Promise<string[]> {
  const folder = join(options.root, 'db/migrations')
  const { pending, isNew } = await planMigrations(db, folder)
  if (pending.length === 0) return []
  if (isNew) return migrate(db, folder)
  const { print } = options
  const onWait = () => print('Another process is updating the tables for this version; waiting for its end.')
  return withSessionLock(connection, { number: LOCK, onWait }, async () => {
    const names = (await planMigrations(db, folder)).pending
    const made = names.length === 0 || options.withoutBackup ? null : await backUpFirst(connection, names, options)
    const done = await migrate(db, folder)
    // The table of backups may itself be new. Without its row there's still the file.
    if (made) await recordBackup(db, made).catch(() => {})
    return done
  })
}

/** Makes the backup before the named migrations run. @returns its record for the database */
async function backUpFirst(
  connection: Connection,
  names: readonly string[],
  { config, root, print }: UpdateOptions,
): Promise<BackupRecord> {
  const [first = ''] = names
  const name = nameBefore(first, new Date())
  const place = placeOfUpdates(config)
  print(`The tables are updated for this version (${names.join(', ')}); a backup is made first: ${join(place, name)}`)
  try {
    return await backUpBefore({ connection, config, name, version: readVersion(root) })
  } catch (error) {
    throw new ConfigError(
      `The tables must be updated for this version, but the backup before that can’t be made (${reason(error)}), so nothing was changed: make it possible and start again, or update them without one: \`npm run shop -- upgrade --without-backup\`.`,
      { cause: error },
    )
  }
}

/** Where backups before updates are. */
export const placeOfUpdates = ({ dataDir }: Pick<Config, 'dataDir'>) => join(dataDir, 'backups')

/**
 * Writes a backup before an update into DATA_DIR, where it takes no room for pictures, and deletes the oldest such ones.
 * Pictures in a bucket aren't copied: an update doesn't change them.
 * @returns its record for the database
 */
export async function backUpBefore({
  connection,
  config,
  name,
  version,
}: {
  connection: Connection
  config: UpdateOptions['config']
  name: string
  version: string
}): Promise<BackupRecord> {
  const from = performance.now()
  await removeParts(placeOfUpdates(config))
  const store = createFolderStore(placeOfUpdates(config), { isPrivate: true })
  const target = { store, name, keys: NO_KEYS, waits: true }
  const { at, bytes, rows, pictures } =
    config.pictures.kind === 's3'
      ? await writeBackup({ connection, version, pictures: NO_PICTURES }, target)
      : await writeBeside({ connection, version, pictures: createFolderStore(config.dataDir) }, target)
  await rotate(store, Number.POSITIVE_INFINITY, new Date())
  const seconds = Math.round((performance.now() - from) / 100) / 10
  return { madeAt: at, place: store.place, name, scheduled: false, bytes, rows, pictures, seconds }
}

/** Deletes what killed updates left of their backups. */
async function removeParts(folder: string): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names)
    if (name.startsWith('before-') && name.endsWith('.part')) await rm(join(folder, name), { force: true })
}

function reason(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') return 'the disk is full'
  return (error.message.split('\n', 1)[0] ?? '').replace(/\.$/, '')
}
