import { bulkhead } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import type { FileStore } from '../files/file-store.ts'
import { createFolderStore } from '../files/folder-store.server.ts'
import { StoreError } from '../files/store-error.ts'

/** Copies of a bucket's files in a folder of this machine, made when they're needed. They may be deleted at any time. */
export interface LocalCopies {
  folder: string
  /**
   * Makes the copy of a file; false if the bucket has no such file. Concurrent calls share one request.
   * @throws {StoreError} if the bucket can't be used
   * @throws {BulkheadRejectedError} if too many wait
   */
  fetch(name: string): Promise<boolean>
  /** The copies themselves. */
  files: FileStore
}

const CONCURRENCY = 16
const MAX_QUEUED = 500
/** How long a file that the bucket doesn't have isn't asked for again. */
const MISSING_MS = 60_000
/** How long the bucket isn't asked after it failed, so that pictures of a page don't wait for it one after the other. */
const AWAY_MS = 5000

export function createLocalCopies(store: FileStore, folder: string, { isPrivate = false } = {}): LocalCopies {
  const files = createFolderStore(folder, { isPrivate })
  const queue = bulkhead(CONCURRENCY, MAX_QUEUED)
  const running = new Map<string, Promise<boolean>>()
  const missing = new LRUCache<string, true>({ max: 10_000, ttl: MISSING_MS })
  let failure: { error: StoreError; until: number } | null = null

  async function copy(name: string): Promise<boolean> {
    if (failure && Date.now() < failure.until) throw failure.error
    try {
      const bytes = await store.read(name)
      if (bytes) await files.write(name, bytes)
      else missing.set(name, true)
      return bytes !== null
    } catch (error) {
      if (error instanceof StoreError) failure = { error, until: Date.now() + AWAY_MS }
      throw error
    }
  }

  return {
    folder,
    files,
    async fetch(name) {
      if (missing.has(name)) return false
      const current = running.get(name) ?? queue.execute(() => copy(name)).finally(() => running.delete(name))
      running.set(name, current)
      return current
    },
  }
}
