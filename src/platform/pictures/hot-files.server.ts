import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'

/** A file ready to be sent. `open` may be called once per answer; `etag` is strong and quoted (RFC 9110 8.8.3). */
export type OpenFile = { bytes: number; etag: string; open(): Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> }

export interface HotFiles {
  /** @throws when the file cannot be read */
  load(path: string): Promise<OpenFile>
}

type Kept = { body: Uint8Array<ArrayBuffer>; etag: string; changed: number }

const SMALL_BYTES = 512 * 1024

/**
 * Keeps the bytes of small files that are asked for often, the least recently used go first; large ones are streamed.
 * A file that changed on disk is read again.
 */
export function createHotFiles({ maxBytes }: { maxBytes: number }): HotFiles {
  const kept = new Map<string, Kept>()
  let total = 0
  const drop = (path: string) => {
    total -= kept.get(path)?.body.byteLength ?? 0
    kept.delete(path)
  }
  return {
    async load(path) {
      const { size, mtimeMs } = await stat(path)
      const before = kept.get(path)
      if (before) drop(path)
      if (size > SMALL_BYTES) return streamed(path, size, mtimeMs)
      const fresh = before && before.changed === mtimeMs && before.body.byteLength === size
      const file = fresh ? before : await read(path, mtimeMs)
      drop(path)
      kept.set(path, file)
      total += file.body.byteLength
      for (const oldest of kept.keys()) {
        if (total <= maxBytes) break
        drop(oldest)
      }
      return { bytes: file.body.byteLength, etag: file.etag, open: () => file.body }
    },
  }
}

async function read(path: string, changed: number): Promise<Kept> {
  const body = new Uint8Array(await readFile(path))
  return { body, changed, etag: quote(createHash('sha256').update(body)) }
}

/** Nobody hashes megabytes for a header: place, size and time name the bytes well enough. */
function streamed(path: string, size: number, changed: number): OpenFile {
  const etag = quote(createHash('sha256').update(`${path} ${size} ${changed}`))
  return { bytes: size, etag, open: () => Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array> }
}

function quote(hash: ReturnType<typeof createHash>): string {
  return `"${hash.digest('base64url').slice(0, 22)}"`
}
