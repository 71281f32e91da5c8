import { once } from 'node:events'
import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { FileStore } from '../files/file-store.ts'
import { type ArchiveEntry, readArchive, sha256Of } from './archive.server.ts'
import {
  type BackedUpPicture,
  BackupError,
  FORMAT,
  HEADER,
  type Header,
  headerSchema,
  MANIFEST,
  MANIFEST_CHECKSUM,
  type Manifest,
  manifestSchema,
} from './contents.ts'
import { AGE_START, type BackupKeys, decryptBytes, decryptStream } from './encryption.server.ts'

/** A backup whose header was read. */
export interface OpenBackup {
  header: Header
  /** Its other entries, once, in their order; the manifest last, checked against its checksum. */
  entries(): AsyncGenerator<ArchiveEntry | { manifest: Manifest }>
  /** A picture beside the backup, decrypted, or null if it's missing. */
  readBeside(name: string): Promise<Buffer | null>
  close(): void
}

/**
 * Opens a backup by its name in a store, encrypted or not.
 * @throws {BackupError} if there is none, it isn't one, or the keys don't open it
 */
export async function openBackup(store: FileStore, name: string, keys: BackupKeys): Promise<OpenBackup> {
  const file = await store.openRead(name)
  if (!file) throw new BackupError(`There is no backup ${name} in ${store.place}.`)
  const isEncrypted = (await readStart(file)).equals(AGE_START)
  const archive = readArchive(isEncrypted ? await decryptStream(file, keys) : file)
  const close = () => void archive.return(undefined).catch(() => {})
  const first = await archive.next()
  if (first.done || first.value.name !== HEADER) {
    close()
    throw new BackupError(`${name} isn’t a backup of the shop.`)
  }
  const header = parseHeader(first.value)
  return {
    header,
    close,
    async *entries() {
      yield first.value
      yield* entriesOf(archive)
    },
    async readBeside(at) {
      const bytes = await store.read(at)
      if (!bytes || !at.endsWith('.age')) return bytes
      return Buffer.from(await decryptBytes(bytes, keys))
    },
  }
}

/**
 * A picture that lies beside a backup.
 * @throws {BackupError} if it's missing, or isn't what was written
 */
export async function readBeside(backup: OpenBackup, { at, sha256 }: BackedUpPicture): Promise<Buffer> {
  const bytes = await backup.readBeside(at)
  if (bytes === null) throw new BackupError(`The picture ${at}, which belongs to the backup, is missing beside it.`)
  if (sha256Of(bytes) !== sha256) throw new BackupError(`The picture ${at} beside the backup is damaged.`)
  return bytes
}

async function* entriesOf(
  archive: AsyncGenerator<ArchiveEntry>,
): AsyncGenerator<ArchiveEntry | { manifest: Manifest }> {
  let manifest: Buffer | null = null
  for await (const entry of archive) {
    if (entry.name === MANIFEST) manifest = entry.bytes
    else if (entry.name !== MANIFEST_CHECKSUM) yield entry
    else if (manifest && entry.bytes.toString().trim() === sha256Of(manifest)) {
      yield { manifest: parse(manifestSchema, manifest) }
    } else throw new BackupError('The backup is damaged: its manifest isn’t what was written.')
  }
}

function parseHeader({ bytes }: ArchiveEntry): Header {
  const header = parse(headerSchema, bytes)
  if (header.format > FORMAT)
    throw new BackupError(
      `The backup was made by a newer version of the shop (${header.shop}); restore it with that one.`,
    )
  return header
}

function parse<T>(schema: z.ZodType<T>, bytes: Buffer): T {
  try {
    return schema.parse(JSON.parse(bytes.toString()))
  } catch (error) {
    throw new BackupError('The file isn’t a backup of the shop, or is damaged.', { cause: error })
  }
}

/** The first bytes, which stay in the stream. */
async function readStart(file: Readable): Promise<Buffer> {
  for (;;) {
    const start: Buffer | null = file.read(AGE_START.length) ?? file.read()
    if (start !== null) {
      file.unshift(start)
      return start
    }
    if (file.readableEnded) return Buffer.alloc(0)
    await Promise.race([once(file, 'readable'), once(file, 'end')])
  }
}
