import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { bulkhead } from 'cockatiel'
import { writeWhole } from '../files/folder-store.server.ts'
import type { RenditionFormat } from './negotiate.ts'
import type { Original } from './originals.server.ts'
import { avifPath, LIMIT_PIXELS } from './picture-files.server.ts'
import type { PictureWidth } from './widths.ts'

/**
 * Returns the path of the rendition, which is encoded if missing.
 * @throws {BulkheadRejectedError} if the queue is full
 * @throws {Error} any other if the original can't be decoded
 */
type ObtainRendition = (original: Original, width: PictureWidth, formats: readonly RenditionFormat[]) => Promise<string>

const CONCURRENCY = 2
const MAX_QUEUED = 200
const LIMIT_SECONDS = 20
/** Change it with the encoder's settings, so that files encoded with the old ones aren't used. */
const CACHE_VERSION = 'r1'

/**
 * AVIF is only served if its file exists next to the original, since encoding takes seconds. WebP and JPEG are encoded
 * on first request, two at a time, and stored under the original's hash.
 */
export function createRenditionEncoder(cacheDir: string): ObtainRendition {
  const queue = bulkhead(CONCURRENCY, MAX_QUEUED)
  const running = new Map<string, Promise<void>>()
  return async (original, width, formats) => {
    if (formats.includes('avif')) {
      const avif = avifPath(original.path, width)
      if (existsSync(avif) || (await original.root.fetch?.(avifPath(original.file, width)))) return avif
    }
    const format = formats.includes('webp') ? 'webp' : 'jpeg'
    const { folder, hashPrefix } = placeOf(cacheDir, original)
    const path = join(folder, `${hashPrefix}.${width}.${format}`)
    if (existsSync(path)) return path
    const encoding = running.get(path) ?? queue.execute(() => encode(original.path, path, width, format))
    running.set(path, encoding)
    await encoding.finally(() => running.delete(path))
    return path
  }
}

/** Deletes an original's renditions. */
export async function deleteRenditions(cacheDir: string, original: Original): Promise<void> {
  const { folder, hashPrefix } = placeOf(cacheDir, original)
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(`${hashPrefix}.`)) await rm(join(folder, name), { force: true })
}

function placeOf(cacheDir: string, { hash }: Original) {
  return { folder: join(cacheDir, CACHE_VERSION, hash.slice(0, 2)), hashPrefix: hash.slice(0, 20) }
}

async function encode(original: string, path: string, width: PictureWidth, format: 'webp' | 'jpeg'): Promise<void> {
  // Loaded only when a picture has to be encoded, for a faster start.
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  const resized = sharp(original, { limitInputPixels: LIMIT_PIXELS })
    .timeout({ seconds: LIMIT_SECONDS })
    .rotate()
    .resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'webp'
      ? resized.webp({ quality: 74, effort: 4 })
      : resized.flatten({ background: '#ffffff' }).jpeg({ quality: 76, mozjpeg: true })
  await writeWhole(path, await encoded.toBuffer())
}
