import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { readPicture, storePicture } from '#platform/pictures/store-picture.server.ts'
import type { PictureSource, StoredPicture } from './pictures.server.ts'

/**
 * Pictures in the imported file's folder, copied into the shop's own folder `stored` under names made from their
 * content, so that an import never changes a picture already shown, and converts none twice.
 */
export function picturesInFolder(folder: string, stored: string): PictureSource {
  return {
    async find(name, { dryRun }) {
      const path = resolve(folder, name)
      if (relative(folder, path).startsWith('..')) return null
      const bytes = await readIfExists(path)
      if (!bytes) return null
      // An export names the shop's own files: converting them again would only lose quality.
      const existing = await readIfExists(join(stored, name))
      if (existing?.equals(bytes)) return readPicture({ dir: stored, file: name })
      const file = nameFor(name, createHash('sha256').update(bytes).digest('hex'))
      const picture =
        (await readPicture({ dir: stored, file })) ??
        (dryRun ? await convertOnly(bytes, file) : await storePicture({ bytes, dir: stored, file }))
      return picture && { ...picture, file }
    },
  }
}

/** Converts a picture in a temporary folder, for its size and hash. */
async function convertOnly(bytes: Uint8Array, file: string): Promise<StoredPicture | null> {
  const dir = await mkdtemp(join(tmpdir(), 'dry-run-'))
  try {
    return await storePicture({ bytes, dir, file })
  } finally {
    await rm(dir, { recursive: true })
  }
}

/**
 * `tee/front.jpg` → `tee-front-0123456789abcdef.webp`: readable words, then the hash, which replaces one that the name
 * has.
 */
export function nameFor(name: string, hash: string): string {
  const words = name
    .replace(/\.[A-Za-z0-9]+$/, '')
    .replace(/-[0-9a-f]{16}$/, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(-80)
    .replace(/^-+|-+$/g, '')
  return `${words === '' ? 'picture' : words}-${hash.slice(0, 16)}.webp`
}

/** A file's bytes, or null if there is no such file. */
async function readIfExists(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR|EISDIR)$/.test(String(error.code))) return null
    throw error
  }
}
