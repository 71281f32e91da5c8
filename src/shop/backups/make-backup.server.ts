import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { BackupBusyError, BackupError } from '#platform/backup/contents.ts'
import { type BackupKeys, parseKeys } from '#platform/backup/encryption.server.ts'
import {
  type KnownPictures,
  listPictures,
  picturesBeside,
  picturesInside,
} from '#platform/backup/picture-copies.server.ts'
import { type BackupTarget, type WrittenBackup, writeBackup } from '#platform/backup/write-backup.server.ts'
import type { Connection } from '#platform/db/connection.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Settings } from '../settings/definitions.ts'
import type { Tables } from '../tables.server.ts'
import { type MissingPictures, missingPictures } from './missing-pictures.server.ts'
import { findNamedPictures } from './named-pictures-sql.server.ts'
import { backupsIn, LEFTOVERS, readNote, rotate, writeNote } from './place.server.ts'
import { type BackupPlan, scheduledName } from './rules.ts'
import { recordBackup, recordRemoval } from './sql.server.ts'

/** What a backup is made of. */
export interface BackupContext {
  db: Kysely<Tables>
  connection: Connection
  /** The server that follows it (DATABASE_READ_URL), if there is one. */
  replica?: Connection | null
  /** The shop's pictures. */
  pictures: FileStore
  /** The program's own pictures. */
  bundled: FileStore
  /** The shop's version. */
  version: string
  /** The store of a folder's path or an s3:// URL. */
  openStore(url: string): FileStore
  onProgress?: ((done: { rows: number; pictures: number }) => void) | undefined
}

export interface MadeBackup extends WrittenBackup {
  place: string
  name: string
  seconds: number
  encrypted: boolean
  /** The pictures that the shop shows and that were gone; null if it has all. */
  missing: MissingPictures | null
}

/** A real shop's backups go into its data folder unless its owner names another place. */
export function backupPlan(settings: Settings, { real, dataDir }: { real: boolean; dataDir: string }): BackupPlan {
  const to = settings['backup.to'] || (real ? join(dataDir, 'backups') : '')
  return { everyHours: settings['backup.every'], to }
}

/**
 * Makes a backup with all pictures in one file.
 * @throws {BackupError} with a sentence for the operator, which `backups` records too
 */
export async function backUpTo(
  context: BackupContext,
  target: { store: FileStore; name: string; keys: BackupKeys },
): Promise<MadeBackup> {
  return recorded(context, { ...target, scheduled: false }, () =>
    writeBackup(
      { ...context, pictures: picturesInside(context.pictures) },
      { ...target, onProgress: context.onProgress },
    ),
  )
}

/**
 * Makes the scheduled backup, with new pictures beside it, and deletes the oldest ones.
 * @throws {BackupError} if no place is set, or as above
 */
export async function backUpAsPlanned(
  context: BackupContext,
  { to, settings, now }: { to: string; settings: Settings; now: Date },
): Promise<MadeBackup> {
  if (to === '')
    throw new BackupError(
      'No place for backups is set: `settings set backup.to FOLDER`, or give one: backup --to FILE.',
    )
  const keys = await parseKeys(settings['backup.key'])
  if (keys === null && settings['backup.key'] !== '')
    throw new BackupError('The public key in backup.key isn’t one of age.')
  const store = context.openStore(to)
  const made = await backUpInto(context, {
    store,
    keys: keys ?? { recipients: [], identities: [] },
    name: scheduledName(now, keys !== null),
  })
  await recordRemoval(context.db, store.place, await rotate(store, settings['backup.keep'], now))
  return made
}

/** Makes a backup whose pictures lie beside it. */
export async function backUpInto(
  context: BackupContext,
  { store, keys, name }: { store: FileStore; keys: BackupKeys; name: string },
): Promise<MadeBackup> {
  return recorded(context, { store, name, keys, scheduled: true }, () =>
    writeBeside(context, { store, name, keys, onProgress: context.onProgress }),
  )
}

/** Writes a backup, its pictures and its note, without recording it in the database. */
export async function writeBeside(
  source: Pick<BackupContext, 'connection' | 'replica' | 'pictures' | 'version'>,
  target: BackupTarget,
): Promise<WrittenBackup> {
  const { store, keys, name } = target
  const pictures = picturesBeside(source.pictures, { place: store, keys, known: await knownPictures(store) })
  const written = await writeBackup({ ...source, pictures }, { ...target, leftovers: LEFTOVERS })
  const { at, bytes, sha256 } = written
  await writeNote(store, name, { at: at.toISOString(), bytes, sha256, ...pictures.seen() })
  return written
}

async function knownPictures(store: FileStore): Promise<KnownPictures> {
  const [newest] = await backupsIn(store)
  return (newest && (await readNote(store, newest))?.known) || {}
}

/** Why a backup failed, as a sentence: what the system says of a file is only a code. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, path } = error as NodeJS.ErrnoException
  return code !== undefined && path !== undefined ? `${path} can’t be written (${code}).` : error.message
}

async function recorded(
  context: BackupContext,
  { store, name, keys, scheduled }: { store: FileStore; name: string; keys: BackupKeys; scheduled: boolean },
  make: () => Promise<WrittenBackup>,
): Promise<MadeBackup> {
  const { db } = context
  const from = performance.now()
  const about = { place: store.place, name, scheduled }
  const named = await findNamedPictures(db)
  const made = await make().catch(async (error) => {
    if (error instanceof BackupBusyError) throw error
    const problem = reasonOf(error)
    await recordBackup(db, { ...about, madeAt: new Date(), problem }).catch(() => {})
    throw error
  })
  const seconds = Math.round((performance.now() - from) / 100) / 10
  const { at, bytes, rows, pictures } = made
  const missing = await findMissing(context, named)
    .then(async (found) => {
      await recordBackup(db, { ...about, madeAt: at, bytes, rows, pictures, seconds, missing: found })
      return found
    })
    .catch((error) => {
      const where = `${store.place}/${name}`
      throw new BackupError(`${where} is complete, but the database went away before it was recorded.`, {
        cause: error,
      })
    })
  return { ...made, ...about, seconds, encrypted: keys.recipients.length > 0, missing }
}

/** Those of the pictures named before a backup that the shop shows after it, too, and doesn't have: so the backup lacks them. */
async function findMissing(
  { db, pictures, bundled }: BackupContext,
  before: readonly string[],
): Promise<MissingPictures | null> {
  const after = new Set(await findNamedPictures(db))
  const present = new Set((await listPictures(pictures)).map(({ name }) => name))
  return missingPictures(
    before.filter((name) => after.has(name)),
    present,
    bundled,
  )
}
