import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer as readBytes } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract, pack } from 'tar-stream'
import { StoreError } from '../files/store-error.ts'
import { BackupError } from './contents.ts'

/** Whatever reads an archive that is being written has stopped, for a reason of its own. */
export class ReaderGoneError extends Error {
  override readonly name = 'ReaderGoneError'
}

/** A tar archive being written. */
export interface ArchiveWriter {
  /** Its bytes, to be read while entries are added. */
  stream: Readable
  /**
   * Adds a file, and waits until the reader has taken it.
   * @throws {ReaderGoneError} if it reads no further
   */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Adds a file of that many bytes as it's read. */
  addStream(name: string, size: number, content: Readable): Promise<void>
  finish(): void
  /** Ends the stream with an error. */
  fail(error: Error): void
}

export const sha256Of = (bytes: Uint8Array): string => hash('sha256', bytes, 'hex')

export function writeArchive(): ArchiveWriter {
  const archive = pack()
  // A failure ends the stream's reader, and `add` is then never called again.
  archive.on('error', () => {})
  return {
    stream: Readable.from(archive),
    add: (name, bytes) =>
      new Promise<void>((resolve, reject) => {
        const header = { name, size: bytes.byteLength, mode: 0o600 }
        archive.entry(header, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), (error) =>
          error ? reject(error) : resolve(),
        )
      }).catch((error) => {
        throw new ReaderGoneError('the reader of the archive is gone', { cause: error })
      }),
    addStream: (name, size, content) => pipeline(content, archive.entry({ name, size, mode: 0o600 })),
    finish: () => archive.finalize(),
    fail: (error) => archive.destroy(error),
  }
}

/** An entry of an archive, whole in memory: parts of rows are small, and so are pictures. */
export interface ArchiveEntry {
  name: string
  bytes: Buffer
}

/** More than any entry that a backup has: a manifest of half a million pictures has 200 MB. */
const MAX_ENTRY_BYTES = 400e6

/**
 * The entries of an archive, one at a time.
 * @throws {BackupError} if it isn't one, is cut off, or can't be decrypted to its end
 */
export async function* readArchive(stream: Readable): AsyncGenerator<ArchiveEntry> {
  const archive = extract()
  stream.on('error', (error) => archive.destroy(error))
  stream.pipe(archive)
  try {
    for await (const entry of archive) {
      if (entry.header.size > MAX_ENTRY_BYTES) throw new Error(`an entry has ${entry.header.size} bytes`)
      yield { name: entry.header.name, bytes: await readBytes(entry) }
    }
  } catch (error) {
    if (!(error instanceof Error) || isAboutReading(error)) throw error
    throw new BackupError('The file isn’t a backup of the shop, or is incomplete or damaged.', { cause: error })
  } finally {
    stream.destroy()
  }
}

/** True if the file couldn't be read, rather than understood. */
const isAboutReading = (error: Error) =>
  error instanceof BackupError || error instanceof StoreError || 'syscall' in error
