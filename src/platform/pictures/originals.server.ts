import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A picture's file as it was stored, from which renditions are made. `hash` is the whole SHA-256 in hex; URLs have its first ten digits as `v`. */
export type Original = { path: string; hash: string; bytes: number; modifiedAtMs: number }

export interface Originals {
  /** The original of that name in the first root that has it, or null. */
  find(file: string): Promise<Original | null>
}

const MAX_CACHED = 20_000

/** Finds originals, and caches their hashes until size or modification time change. */
export function createOriginals(roots: readonly { dir: string }[]): Originals {
  const cached = new Map<string, Original>()
  return {
    async find(file) {
      for (const { dir } of roots) {
        const path = join(dir, file)
        const found = await stat(path).catch(() => null)
        if (!found?.isFile()) continue
        const before = cached.get(path)
        if (before && before.bytes === found.size && before.modifiedAtMs === found.mtimeMs) return before
        if (!(await isInside(dir, path))) continue
        if (cached.size >= MAX_CACHED) cached.clear()
        const original = { path, hash: await hashFile(path), bytes: found.size, modifiedAtMs: found.mtimeMs }
        cached.set(path, original)
        return original
      }
      return null
    },
  }
}

/** A symbolic link must not lead out of the root. */
async function isInside(dir: string, path: string): Promise<boolean> {
  return (await realpath(path)).startsWith((await realpath(dir)) + sep)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
