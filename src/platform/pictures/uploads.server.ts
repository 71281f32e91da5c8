import { mkdir, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import { createOriginalFinder } from './originals.server.ts'
import { writeWhole } from './picture-files.server.ts'
import { deleteRenditions } from './renditions.server.ts'
import { encodeUpload } from './store-picture.server.ts'

/** Pictures uploaded by shoppers. Each waits in a folder that isn't served, until it's published or deleted. */
export interface UploadedPictures {
  /** Decodes, encodes again and stores a picture. `unreadable`: not a JPEG, PNG or WebP; `busy`: too many at once. */
  add(id: string, bytes: Uint8Array): Promise<{ width: number; height: number } | 'unreadable' | 'busy'>
  /** A stored picture's bytes (WebP), published or not. Null if there is none. */
  read(id: string): Promise<Buffer | null>
  /** From now on, the picture is served at its `uploadedUrl`. False if there is none. */
  publish(id: string): Promise<boolean>
  /** Deletes pictures and their renditions. Unknown ids are ignored. */
  remove(ids: readonly string[]): Promise<void>
  /** The path of an unpublished picture's file, for the moderator. */
  waitingPath(id: string): string
  /** The ids of all pictures, published or not, older than this. */
  list(olderThanMs: number): Promise<string[]>
}

const MAX_SIDE = 1200
/** Decoding a picture may take 50 MB. */
const CONCURRENCY = 1
const MAX_QUEUED = 8
const FOLDER = 'uploads'
const nameOf = (id: string) => `photo-${id}.webp`

/**
 * Where a published picture is served. Without the hash of its bytes, so that browsers don't cache a deleted one for a
 * year.
 */
export const uploadedUrl = (id: string) => `/media/${FOLDER}/${nameOf(id)}`

/**
 * The id of an uploaded picture, by its path below `/media/`. Null for other pictures. Some file systems ignore case.
 */
export const uploadedId = (file: string) => /^uploads\/photo-([\w-]+)\.webp$/i.exec(file)?.[1] ?? null

/** Stores uploaded pictures in a data folder. */
export function createUploadedPictures(dataDir: string): UploadedPictures {
  const waiting = join(dataDir, 'uploads-waiting')
  const published = join(dataDir, 'pictures', FOLDER)
  const findOriginal = createOriginalFinder([published])
  const queue = bulkhead(CONCURRENCY, MAX_QUEUED)
  return {
    async add(id, bytes) {
      try {
        const encoded = await queue.execute(() => encodeUpload(bytes, MAX_SIDE))
        if (encoded === null) return 'unreadable'
        await writeWhole(join(waiting, nameOf(id)), encoded.data, { isPrivate: true })
        return { width: encoded.width, height: encoded.height }
      } catch (error) {
        if (error instanceof BulkheadRejectedError) return 'busy'
        throw error
      }
    },
    async read(id) {
      for (const folder of [waiting, published]) {
        const bytes = await readFile(join(folder, nameOf(id))).catch(() => null)
        if (bytes) return bytes
      }
      return null
    },
    async publish(id) {
      await mkdir(published, { recursive: true })
      await rename(join(waiting, nameOf(id)), join(published, nameOf(id))).catch((error: NodeJS.ErrnoException) => {
        // Another run may have published it.
        if (error.code !== 'ENOENT') throw error
      })
      return (await stat(join(published, nameOf(id))).catch(() => null)) !== null
    },
    async remove(ids) {
      for (const id of ids) {
        const original = await findOriginal(nameOf(id))
        await rm(join(waiting, nameOf(id)), { force: true })
        await rm(join(published, nameOf(id)), { force: true })
        if (original) await deleteRenditions(join(dataDir, 'renditions'), original)
      }
    },
    waitingPath: (id) => join(waiting, nameOf(id)),
    async list(olderThanMs) {
      const found: string[] = []
      for (const folder of [waiting, published])
        for (const name of await readdir(folder).catch(() => [])) {
          const id = /^photo-([\w-]+)\.webp$/.exec(name)?.[1]
          const file = await stat(join(folder, name)).catch(() => null)
          if (id && file && Date.now() - file.mtimeMs > olderThanMs) found.push(id)
        }
      return found
    },
  }
}
