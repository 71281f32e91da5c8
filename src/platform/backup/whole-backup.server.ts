import type { Readable } from 'node:stream'
import type { FileStore } from '../files/file-store.ts'
import { type ArchiveWriter, sha256Of, writeArchive } from './archive.server.ts'
import { type BackedUpPicture, BackupError, type Manifest } from './contents.ts'
import { type OpenBackup, readBeside } from './open-backup.server.ts'
import { finishArchive } from './write-backup.server.ts'

/**
 * A backup with the pictures beside it, as one archive that restores by itself. The stream ends with an error if the
 * backup is incomplete, or a picture is missing or damaged.
 */
export function wholeBackup(backup: OpenBackup): Readable {
  return archiveOf((archive) => copyWhole(backup, archive).finally(() => backup.close()))
}

/**
 * Files of a store as one archive, under their names: an encrypted backup, which can't be read here, with the pictures
 * beside it.
 */
export function archiveFiles(store: FileStore, names: readonly string[]): Readable {
  return archiveOf(async (archive) => {
    for (const name of names) {
      const [stat, content] = [await store.stat(name), await store.openRead(name)]
      if (!stat || !content) throw new BackupError(`${name} is missing in ${store.place}.`)
      await archive.addStream(name, stat.bytes, content)
    }
    archive.finish()
  })
}

function archiveOf(fill: (archive: ArchiveWriter) => Promise<void>): Readable {
  const archive = writeArchive()
  fill(archive).catch((error: Error) => archive.fail(error))
  return archive.stream
}

async function copyWhole(backup: OpenBackup, archive: ArchiveWriter): Promise<void> {
  const entries: Manifest['entries'] = {}
  const add = async (name: string, bytes: Uint8Array) => {
    entries[name] = sha256Of(bytes)
    await archive.add(name, bytes)
  }
  let manifest: Manifest | null = null
  for await (const entry of backup.entries())
    if ('manifest' in entry) manifest = entry.manifest
    else await add(entry.name, entry.bytes)
  if (!manifest) throw new BackupError('The backup is incomplete: its end is missing.')
  const entryOf = new Map<string, string>()
  const pictures: BackedUpPicture[] = []
  for (const picture of manifest.pictures) {
    const { name, sha256, beside } = picture
    const at = beside ? (entryOf.get(sha256) ?? name) : picture.at
    if (beside && !entryOf.has(sha256)) await add(name, await readBeside(backup, picture))
    entryOf.set(sha256, at)
    pictures.push({ ...picture, at, beside: false })
  }
  await finishArchive(archive, { ...manifest, pictures, entries })
}
