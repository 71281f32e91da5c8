import { BulkheadRejectedError, bulkhead } from 'cockatiel'
import type { PictureStores } from './picture-stores.server.ts'
import { encodeUpload } from './store-picture.server.ts'

/** Pictures uploaded by shoppers. Each waits in a store that isn't served, until it's published or deleted. */
export interface UploadedPictures {
  /** Decodes, encodes again and stores a picture. `unreadable`: not a JPEG, PNG or WebP; `busy`: too many at once. */
  add(id: string, bytes: Uint8Array): Promise<{ width: number; height: number } | 'unreadable' | 'busy'>
  /** A stored picture's bytes (WebP), published or not. Null if there is none. */
  read(id: string): Promise<Buffer | null>
  /** From now on, the picture is served at its `uploadedUrl`. False if there is none. */
  publish(id: string): Promise<boolean>
  /** Deletes pictures and their renditions. Unknown ids are ignored. */
  remove(ids: readonly string[]): Promise<void>
  /** The path of an unpublished picture's file on this machine, for the moderator. Null if there is none. */
  waitingPath(id: string): Promise<string | null>
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

/** Keeps uploaded pictures in the shop's stores. */
export function createUploadedPictures({ published, waiting, forget, waitingPath }: PictureStores): UploadedPictures {
  const queue = bulkhead(CONCURRENCY, MAX_QUEUED)
  const publishedName = (id: string) => `${FOLDER}/${nameOf(id)}`
  return {
    async add(id, bytes) {
      try {
        const encoded = await queue.execute(() => encodeUpload(bytes, MAX_SIDE))
        if (encoded === null) return 'unreadable'
        await waiting.write(nameOf(id), encoded.data)
        return { width: encoded.width, height: encoded.height }
      } catch (error) {
        if (error instanceof BulkheadRejectedError) return 'busy'
        throw error
      }
    },
    read: async (id) => (await waiting.read(nameOf(id))) ?? published.read(publishedName(id)),
    async publish(id) {
      const bytes = await waiting.read(nameOf(id))
      // Another run may have published it.
      if (!bytes) return (await published.stat(publishedName(id))) !== null
      await published.write(publishedName(id), bytes)
      await waiting.remove(nameOf(id))
      return true
    },
    async remove(ids) {
      for (const id of ids) {
        const deleteLocal = await forget(publishedName(id))
        await waiting.remove(nameOf(id))
        await published.remove(publishedName(id))
        await deleteLocal()
      }
    },
    waitingPath: (id) => waitingPath(nameOf(id)),
    async list(olderThanMs) {
      const found = new Set<string>()
      for (const files of [waiting.list(), published.list(`${FOLDER}/`)])
        for await (const { name, modifiedAt } of files) {
          const id = /^(?:uploads\/)?photo-([\w-]+)\.webp$/.exec(name)?.[1]
          if (id && Date.now() - modifiedAt.getTime() > olderThanMs) found.add(id)
        }
      return [...found]
    },
  }
}
