import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { readPicture, storePicture } from '#platform/pictures/store-picture.server.ts'
import type { LocalPicture, PictureSource } from './pictures.server.ts'

/**
 * Pictures that lie in the folder of the imported file; they are copied into `kept`, the shop's own folder of masters,
 * under names made of their bytes. So no import can change a picture that is shown already, one that fails leaves at
 * most files that nobody names, and a picture that was imported before is not drawn again.
 */
export function picturesBeside(folder: string, kept: string): PictureSource {
  return {
    async find(name, { dryRun }) {
      const path = resolve(folder, name)
      if (relative(folder, path).startsWith('..')) return null
      const bytes = await readIfThere(path)
      if (!bytes) return null
      // An export beside the shop's own pictures names masters: drawn again they would be others, and worse.
      const own = await readIfThere(join(kept, name))
      if (own?.equals(bytes)) return readPicture({ dir: kept, file: name })
      const file = nameFor(name, bytes)
      const facts =
        (await readPicture({ dir: kept, file })) ??
        (dryRun ? await measure(bytes, file) : await storePicture({ bytes, dir: kept, file }))
      return facts && { ...facts, file }
    },
  }
}

/** What would be kept, kept nowhere. */
async function measure(bytes: Uint8Array, file: string): Promise<LocalPicture | null> {
  const dir = await mkdtemp(join(tmpdir(), 'dry-run-'))
  try {
    return await storePicture({ bytes, dir, file })
  } finally {
    await rm(dir, { recursive: true })
  }
}

/**
 * `tee/front.jpg` → `tee-front-0123456789abcdef.webp`: words for people, then which bytes. Short and plain whatever the
 * file was called, so that it can be an address; a name that came from here does not grow when it comes again.
 */
function nameFor(name: string, bytes: Uint8Array): string {
  const words = name
    .replace(/\.[A-Za-z0-9]+$/, '')
    .replace(/-[0-9a-f]{16}$/, '')
    .replace(/[^A-Za-z0-9]+/g, '-')
    .slice(-80)
    .replace(/^-+|-+$/g, '')
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  return `${words === '' ? 'picture' : words}-${hash}.webp`
}

/** A file's bytes; null where there is no such file, or a folder of that name. */
async function readIfThere(path: string): Promise<Buffer | null> {
  try {
    return await readFile(path)
  } catch (error) {
    if (error instanceof Error && 'code' in error && /^(?:ENOENT|ENOTDIR|EISDIR)$/.test(String(error.code))) return null
    throw error
  }
}
