import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * A picture's stored file, from which renditions are made. `hash` is the full SHA-256 in hex. URLs have its first ten
 * digits as `v`.
 */
export type Original = { path: string; hash: string; bytes: number; modifiedAtMs: number }

const MAX_CACHED = 20_000

/**
 * Returns a function that finds the original of a name in the first of `roots` that has it, or null. Hashes are cached
 * until the file's size or modification time changes.
 */
export function createOriginalFinder(roots: readonly string[]): (file: string) => Promise<Original | null> {
  const cached = new Map<string, Original>()
  return async (file) => {
    for (const root of roots) {
      const path = join(root, file)
      const found = await stat(path).catch(() => null)
      if (!found?.isFile()) continue
      const before = cached.get(path)
      if (before && before.bytes === found.size && before.modifiedAtMs === found.mtimeMs) return before
      if (!(await isInside(root, path))) continue
      if (cached.size >= MAX_CACHED) cached.clear()
      const original = { path, hash: await hashFile(path), bytes: found.size, modifiedAtMs: found.mtimeMs }
      cached.set(path, original)
      return original
    }
    return null
  }
}

/** A symbolic link mustn't lead out of the root. */
async function isInside(root: string, path: string): Promise<boolean> {
  return (await realpath(path)).startsWith((await realpath(root)) + sep)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
