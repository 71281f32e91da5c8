import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bulkhead } from 'cockatiel'
import type { PictureWidth, RenditionFormat } from './negotiate.ts'
import type { Original } from './originals.server.ts'

export interface Renditions {
  /**
   * Returns the path of the rendition, which is encoded where it is missing.
   * @throws {BulkheadRejectedError} when the queue is full
   * @throws {Error} any other when the original cannot be decoded
   */
  obtain(original: Original, width: PictureWidth, formats: readonly RenditionFormat[]): Promise<string>
}

const CONCURRENCY = 2
const MAX_QUEUED = 200
const LIMIT_PIXELS = 60_000_000
const LIMIT_SECONDS = 20
/** To be changed with the encoder's settings, so that old files are not used. */
const CACHE_VERSION = 'r1'

/**
 * AVIF is only served where its file exists beside the original: encoding takes seconds. WebP and JPEG are encoded at the
 * first request, two at a time, and stored under the original's hash.
 */
export function createRenditions(cacheDir: string): Renditions {
  const queue = bulkhead(CONCURRENCY, MAX_QUEUED)
  const running = new Map<string, Promise<void>>()
  return {
    async obtain(original, width, formats) {
      const avif = formats.includes('avif') ? existingAvif(original.path, width) : null
      if (avif) return avif
      const format = formats.includes('webp') ? 'webp' : 'jpeg'
      const { folder, stem } = placeOf(cacheDir, original)
      const path = join(folder, `${stem}.${width}.${format}`)
      if (existsSync(path)) return path
      const encoding = running.get(path) ?? queue.execute(() => encode(original.path, path, width, format))
      running.set(path, encoding)
      await encoding.finally(() => running.delete(path))
      return path
    },
  }
}

/** Deletes what was encoded of an original. */
export async function deleteRenditions(cacheDir: string, original: Original): Promise<void> {
  const { folder, stem } = placeOf(cacheDir, original)
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(`${stem}.`)) await rm(join(folder, name), { force: true })
}

function placeOf(cacheDir: string, { hash }: Original) {
  return { folder: join(cacheDir, CACHE_VERSION, hash.slice(0, 2)), stem: hash.slice(0, 20) }
}

/** The AVIF of `a/black-front.webp` at 360 is `a/black-front.360.avif`. */
function existingAvif(original: string, width: PictureWidth): string | null {
  const path = original.replace(/\.[a-z]+$/i, `.${width}.avif`)
  return existsSync(path) ? path : null
}

/** Loaded only when a picture has to be encoded, for a faster start. */
async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

async function encode(original: string, path: string, width: PictureWidth, format: 'webp' | 'jpeg'): Promise<void> {
  const sharp = await openSharp()
  const resized = sharp(original, { limitInputPixels: LIMIT_PIXELS })
    .timeout({ seconds: LIMIT_SECONDS })
    .rotate()
    .resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'webp'
      ? resized.webp({ quality: 74, effort: 4 })
      : resized.flatten({ background: '#ffffff' }).jpeg({ quality: 76, mozjpeg: true })
  const bytes = await encoded.toBuffer()
  await mkdir(dirname(path), { recursive: true })
  // Renamed when complete, so that no partial file is read; two instances may write the same one.
  const part = `${path}.${randomUUID()}.part`
  await writeFile(part, bytes)
  await rename(part, path)
}
