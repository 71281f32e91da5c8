import { createHash } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { relative, resolve } from 'node:path'
import type { FileStore } from '#platform/files/file-store.ts'
import { inspectPicture, LIMIT_PICTURE_BYTES } from '#platform/pictures/inspect-picture.server.ts'
import { isStored, type PicturePlace, readPicture, storePicture } from '#platform/pictures/store-picture.server.ts'
import type { FoundPicture, PictureSource } from '../catalog/product/pictures.server.ts'

/**
 * Pictures in the imported file's folder, copied into the shop's own `store` under names made from their
 * content, so that an import never changes a picture already shown, and converts none twice.
 */
export function picturesInFolder(folder: string, store: FileStore): PictureSource {
  return {
    async find(name) {
      const path = resolve(folder, name)
      if (relative(folder, path).startsWith('..')) return null
      const bytes = await read(path)
      if (bytes === null || typeof bytes === 'string') return bytes === null ? null : { problem: bytes }
      // An export names the shop's own files: converting them again would only lose quality.
      const own = OWN_NAME.test(name) ? await store.read(name) : null
      if (own?.equals(bytes)) return storedAs({ store, file: name })
      const file = nameFor(name, createHash('sha256').update(bytes).digest('hex'))
      const place = { store, file }
      if (await isStored(place)) return storedAs(place, () => convert(path, place))
      const size = await inspectPicture(bytes)
      if (typeof size === 'string') return { problem: size }
      return { file, ...size, isStored: false, store: () => convert(path, place) }
    },
  }
}

/** A picture that was stored before. `again` stores it anew if it turns out to be damaged. */
function storedAs(place: PicturePlace, again?: () => ReturnType<typeof convert>): FoundPicture {
  const { file } = place
  return {
    file,
    isStored: true,
    async store() {
      const picture = await readPicture(place)
      return picture ? { ...picture, file } : ((await again?.()) ?? 'is damaged')
    },
  }
}

async function convert(path: string, place: PicturePlace) {
  const picture = await storePicture({ bytes: await readFile(path), ...place })
  return picture ? { ...picture, file: place.file } : 'is damaged'
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

/** A name that can be served. Earlier versions stored pictures without a hash in it. */
const OWN_NAME = /^[A-Za-z0-9][\w.-]*(?:\/[A-Za-z0-9][\w.-]*)*$/

/** What a file's error says of it. */
const PROBLEMS: Readonly<Record<string, string>> = {
  EISDIR: 'is a folder',
  EACCES: 'can’t be read: its permissions don’t allow it',
  EPERM: 'can’t be read: its permissions don’t allow it',
}

/** A file's bytes; null if there is no such file; or why it can't be read, as the end of a sentence. */
async function read(path: string): Promise<Buffer | string | null> {
  try {
    const { size } = await stat(path)
    if (size <= LIMIT_PICTURE_BYTES) return await readFile(path)
    return `has ${Math.round(size / 1e6)} MB; at most ${Math.round(LIMIT_PICTURE_BYTES / 1e6)} MB can be read`
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ENAMETOOLONG') return null
    const problem = PROBLEMS[code]
    if (problem === undefined) throw error
    return problem
  }
}
