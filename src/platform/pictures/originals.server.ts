import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * A picture's stored file, from which renditions are made. `hash` is the full SHA-256 in hex. URLs have its first ten
 * digits as `v`.
 */
export type Original = {
  path: string
  /** The file's name below its root. */
  file: string
  root: PictureRoot
  hash: string
  bytes: number
  modifiedAtMs: number
}

/** A folder of pictures. `fetch` brings one there that it lacks; false: there is no such picture. */
export interface PictureRoot {
  folder: string
  fetch?(file: string): Promise<boolean>
}

const MAX_CACHED = 20_000

/**
 * Returns a function that finds the original of a name in the first of `roots` that has it, or null. Hashes are cached
 * until the file's size or modification time changes.
 */
export function createOriginalFinder(roots: readonly PictureRoot[]): (file: string) => Promise<Original | null> {
  const cached = new Map<string, Original>()
  return async (file) => {
    for (const root of roots) {
      const path = join(root.folder, file)
      const look = () => stat(path).catch(() => null)
      const found = (await look()) ?? ((await root.fetch?.(file)) ? await look() : null)
      if (!found?.isFile()) continue
      const before = cached.get(path)
      if (before && before.bytes === found.size && before.modifiedAtMs === found.mtimeMs) return before
      if (!(await isInside(root.folder, path))) continue
      if (cached.size >= MAX_CACHED) cached.clear()
      const original = { path, file, root, hash: await hashFile(path), bytes: found.size, modifiedAtMs: found.mtimeMs }
      cached.set(path, original)
      return original
    }
    return null
  }
}

/** A symbolic link mustn't lead out of the root. */
async function isInside(folder: string, path: string): Promise<boolean> {
  return (await realpath(path)).startsWith((await realpath(folder)) + sep)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
