import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Readable } from 'node:stream'
import type { FileStore } from './file-store.ts'
import { StoreError } from './store-error.ts'

/** What stays free, unless that is more than a tenth of the disk. PostgreSQL takes 16 MB at a time. */
const SPARE_BYTES = 100e6
const SPARE_SHARE = 1 / 10
/** How many bytes are written before the disk is asked again. */
const STEP = 4e6

/**
 * The same store, whose writes fail while the disk still has some space: other programs need it too, such as a database
 * that takes orders. A bucket is never full.
 */
export function withSpareSpace(store: FileStore): FileStore {
  const { localPath } = store
  if (!localPath) return store
  async function check(name: string): Promise<void> {
    const found = await existingFolder(dirname(localPath?.(name) ?? ''))
    if (!found) return
    const [free, all] = [found.bavail * found.bsize, found.blocks * found.bsize]
    if (free < Math.min(SPARE_BYTES, all * SPARE_SHARE))
      throw new StoreError(
        'failed',
        `The disk of ${store.place} is almost full; free some space, or name another place.`,
      )
  }
  return {
    ...store,
    async write(name, content) {
      await check(name)
      await store.write(name, content instanceof Readable ? Readable.from(checked(name, content)) : content)
    },
  }
  async function* checked(name: string, content: Readable) {
    let bytes = 0
    for await (const chunk of content) {
      bytes += chunk.length
      if (bytes > STEP) {
        await check(name)
        bytes = 0
      }
      yield chunk
    }
  }
}

/** The file system of a folder, or of the one that it will be created in. */
async function existingFolder(path: string) {
  for (let folder = path; ; folder = dirname(folder)) {
    const found = await statfs(folder).catch(() => null)
    if (found || folder === dirname(folder)) return found
  }
}
