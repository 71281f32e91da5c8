import { createHash } from 'node:crypto'
import pLimit from 'p-limit'
import { FetchError, fetchPublicPicture, isPublicAddress } from '#platform/http/public-fetch.server.ts'
import { readPicture, storePicture } from '#platform/pictures/store-picture.server.ts'
import { nameFor } from './folder-pictures.server.ts'
import type { StoredPicture } from './pictures.server.ts'

/** Copies pictures of other hosts into the shop's own folder. */
export interface RemotePictures {
  /** The picture of a URL stored by an earlier import, even an interrupted one, or null. */
  find(src: string): Promise<StoredPicture | null>
  /** Fetches and stores the picture of a URL, or returns the reason why that failed: "it responded with 404". */
  fetch(src: string): Promise<StoredPicture | string>
}

/** How many of the pictures to fetch are done. */
export interface PictureProgress {
  done: number
  total: number
  failed: number
}

const MAX_BYTES = 20 * 1024 * 1024
const TIMEOUT_MS = 30_000
const CONCURRENCY = 4
/** After so many failed connections in a row, a host's other pictures aren't tried. */
const MAX_UNREACHED = 5
const TYPES = /^(?:image\/(?!svg)|application\/octet-stream|binary\/octet-stream)/i

/**
 * Fetches pictures into the folder `stored`. Files are named by the hash of the URL, so that a repeated import finds
 * what the first run fetched. `isAllowed` decides to which IP addresses it connects.
 */
export function remotePictures(stored: string, isAllowed = isPublicAddress): RemotePictures {
  const unreached = new Map<string, number>()
  const find = async (src: string) => {
    const file = nameOf(src)
    const picture = await readPicture({ dir: stored, file })
    return picture && { ...picture, file }
  }
  return {
    find,
    async fetch(src) {
      const { host } = new URL(src)
      if ((unreached.get(host) ?? 0) >= MAX_UNREACHED) return `${host} didn’t respond before`
      try {
        const limits = { accept: TYPES, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT_MS, isAllowed }
        const bytes = await fetchPublicPicture(src, limits)
        unreached.delete(host)
        const file = nameOf(src)
        const picture = await storePicture({ bytes, dir: stored, file })
        return picture ? { ...picture, file } : 'it isn’t a picture, or has more than 60 million pixels'
      } catch (error) {
        if (!(error instanceof FetchError)) throw error
        if (error.network) unreached.set(host, (unreached.get(host) ?? 0) + 1)
        return error.message
      }
    },
  }
}

interface DownloadOptions {
  dryRun: boolean
  onProgress?: ((progress: PictureProgress) => void) | undefined
  onFailure(src: string, reason: string): void
}

/** Finds pictures already stored and downloads the others, a few at a time. The result omits failed ones. */
export async function downloadPictures(
  urls: Iterable<string>,
  source: RemotePictures,
  { dryRun, onProgress, onFailure }: DownloadOptions,
): Promise<Map<string, StoredPicture>> {
  const found = new Map<string, StoredPicture>()
  const limit = pLimit(CONCURRENCY)
  const missing: string[] = []
  await limit.map(urls, async (src) => {
    const picture = await source.find(src)
    if (picture) found.set(src, picture)
    else missing.push(src)
  })
  if (dryRun) return found
  const progress = { done: 0, total: missing.length, failed: 0 }
  await limit.map(missing, async (src) => {
    const picture = await source.fetch(src)
    if (typeof picture === 'string') {
      progress.failed++
      onFailure(src, picture)
    } else found.set(src, picture)
    progress.done++
    onProgress?.(progress)
  })
  return found
}

/** `https://cdn.example/a/front.jpg?v=3` → `front-<hash of the URL>.webp`. */
function nameOf(src: string): string {
  const last = new URL(src).pathname.split('/').at(-1) ?? ''
  return nameFor(last, createHash('sha256').update(src).digest('hex'))
}
