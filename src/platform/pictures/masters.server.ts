import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** A master on disk. `hash` is the whole SHA-256 in hex; addresses carry its first ten digits as `v`. */
export type Master = { path: string; hash: string; bytes: number; changed: number }

export interface Masters {
  /** The master of that name in the first root that has it; `null` where none has. */
  find(file: string): Promise<Master | null>
}

const KEPT = 20_000

/** Finds masters, and remembers each one's hash until its size or time of change says that it is another file. */
export function createMasters(roots: readonly { dir: string }[]): Masters {
  const known = new Map<string, Master>()
  return {
    async find(file) {
      for (const { dir } of roots) {
        const path = join(dir, file)
        const found = await stat(path).catch(() => null)
        if (!found?.isFile()) continue
        const before = known.get(path)
        if (before && before.bytes === found.size && before.changed === found.mtimeMs) return before
        if (!(await staysInside(dir, path))) continue
        if (known.size >= KEPT) known.clear()
        const master = { path, hash: await hashFile(path), bytes: found.size, changed: found.mtimeMs }
        known.set(path, master)
        return master
      }
      return null
    },
  }
}

/** A link that leads out of the root is not part of it. */
async function staysInside(dir: string, path: string): Promise<boolean> {
  return (await realpath(path)).startsWith((await realpath(dir)) + sep)
}

async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}
