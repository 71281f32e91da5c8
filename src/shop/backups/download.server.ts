import { Readable } from 'node:stream'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { BackupError } from '#platform/backup/contents.ts'
import { NO_KEYS } from '#platform/backup/encryption.server.ts'
import { openBackup } from '#platform/backup/open-backup.server.ts'
import { archiveFiles, wholeBackup } from '#platform/backup/whole-backup.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import { StoreError } from '#platform/files/store-error.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import { backupPlan } from './make-backup.server.ts'
import { NO_BACKUP } from './messages.ts'
import { missingBeside, missingText, readNote, storeAddresses } from './place.server.ts'
import { downloadName } from './rules.ts'
import { findBackup, type ListedBackup } from './sql.server.ts'

/** A backup as one file, with a line of the log. */
export async function downloadBackup(
  shop: Shop,
  actor: Actor,
  id: number,
): Promise<Result<ReadableStream<Uint8Array>, 'not_found' | 'conflict'>> {
  const row = await findBackup(shop.db, id)
  if (!row) return refuse('not_found', NO_BACKUP)
  try {
    return await sendBackup(shop, actor, row)
  } catch (error) {
    // An unreachable bucket, a disk that can't be read, a damaged file: a sentence each.
    if (error instanceof StoreError || error instanceof BackupError) return refuse('conflict', error.message)
    throw error
  }
}

async function sendBackup(
  shop: Shop,
  actor: Actor,
  { name, place, scheduled: hasPicturesBeside }: ListedBackup,
): Promise<Result<ReadableStream<Uint8Array>, 'not_found' | 'conflict'>> {
  const store = shop.openStore(storeAddresses(shop, backupPlan(shop.settings(), shop.config))(place))
  if (!(await store.stat(name))) return refuse('not_found', `The file ${name} isn’t in ${place} any more.`)
  const missing = hasPicturesBeside ? await missingBeside(store, name) : 0
  if (missing > 0) return refuse('conflict', `${missingText(missing, place)} Make a new backup.`)
  const file = await openFile(store, name, { hasPicturesBeside })
  const line = { action: 'backup.download', subject: `backup:${name}`, before: null, after: null }
  await shop.db.transaction().execute((tx) => writeAudit(tx, actor, line))
  file.on('error', (error) => shop.log.error({ err: error }, 'backups: a download failed'))
  // Safe cast: Node's web streams are those of the DOM, under another type.
  return ok(Readable.toWeb(file) as ReadableStream<Uint8Array>, {
    'content-disposition': `attachment; filename="${downloadName(name, { hasPicturesBeside })}"`,
  })
}

async function openFile(
  store: FileStore,
  name: string,
  { hasPicturesBeside }: { hasPicturesBeside: boolean },
): Promise<Readable> {
  if (hasPicturesBeside)
    return name.endsWith('.age')
      ? archiveFiles(store, [name, ...((await readNote(store, name))?.files ?? [])])
      : wholeBackup(await openBackup(store, name, NO_KEYS))
  const file = await store.openRead(name)
  if (!file) throw new Error(`The file ${name} went away while it was opened.`)
  return file
}
