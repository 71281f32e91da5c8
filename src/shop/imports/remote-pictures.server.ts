import { createHash } from 'node:crypto'
import type { FileStore } from '#platform/files/file-store.ts'
import { FetchError, fetchPublicPicture, isPublicAddress } from '#platform/http/public-fetch.server.ts'
import { inspectPicture } from '#platform/pictures/inspect-picture.server.ts'
import { isStored, readPicture, storePicture } from '#platform/pictures/store-picture.server.ts'
import type { PictureToStore, StoredPicture } from '../catalog/product/pictures.server.ts'
import { nameFor } from './folder-pictures.server.ts'

/** Copies pictures of other hosts into the shop's own store. */
export interface RemotePictures {
  /**
   * The picture of a URL: stored by an earlier import, even an interrupted one, or to be fetched. The reason why that
   * failed is the end of a sentence: "was left out: it responded with 404".
   */
  find(src: string): Promise<PictureToStore>
}

const MAX_BYTES = 20 * 1024 * 1024
const TIMEOUT_MS = 30_000
/** After so many failed connections in a row, a host's other pictures aren't tried. */
const MAX_UNREACHED = 5
const TYPES = /^(?:image\/(?!svg)|application\/octet-stream|binary\/octet-stream)/i

/**
 * Fetches pictures into `store`. Files are named by the hash of the URL, so that a repeated import finds
 * what the first run fetched. `isAllowed` decides to which IP addresses it connects.
 */
export function remotePictures(store: FileStore, isAllowed = isPublicAddress): RemotePictures {
  const unreached = new Map<string, number>()
  async function fetchPicture(src: string, file: string): Promise<StoredPicture | string> {
    const { host } = new URL(src)
    if ((unreached.get(host) ?? 0) >= MAX_UNREACHED) return `was left out: ${host} didn’t respond before`
    try {
      const limits = { accept: TYPES, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, isAllowed }
      const bytes = await fetchPublicPicture(src, limits)
      unreached.delete(host)
      const size = await inspectPicture(bytes)
      if (typeof size === 'string') return `was left out: it ${size}`
      const picture = await storePicture({ bytes, store, file })
      return picture ? { ...picture, file } : 'was left out: it is damaged'
    } catch (error) {
      if (!(error instanceof FetchError)) throw error
      if (error.network) unreached.set(host, (unreached.get(host) ?? 0) + 1)
      return `was left out: ${error.message}`
    }
  }
  return {
    async find(src) {
      const file = nameOf(src)
      const place = { store, file }
      return {
        file,
        isStored: await isStored(place),
        async store() {
          const picture = await readPicture(place)
          return picture ? { ...picture, file } : fetchPicture(src, file)
        },
      }
    },
  }
}

/** `https://cdn.example/a/front.jpg?v=3` → `front-<hash of the URL>.webp`. */
function nameOf(src: string): string {
  const last = new URL(src).pathname.split('/').at(-1) ?? ''
  return nameFor(last, createHash('sha256').update(src).digest('hex'))
}
