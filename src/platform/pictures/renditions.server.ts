import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { bulkhead } from 'cockatiel'
import type { PictureWidth, RenditionFormat } from './negotiate.ts'
import type { Original } from './originals.server.ts'

export interface Renditions {
  /**
   * The path of the rendition, which is encoded first where it is missing.
   * @throws {BulkheadRejectedError} when the queue is full; any other error: the original cannot be decoded
   */
  obtain(original: Original, width: PictureWidth, formats: readonly RenditionFormat[]): Promise<Rendition>
}

export type Rendition = { path: string; format: RenditionFormat }

const CONCURRENCY = 2
const MAX_QUEUED = 200
const LIMIT_PIXELS = 60_000_000
const LIMIT_SECONDS = 20
/** Has to change with the encoder's settings, so that old files are not used. */
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
      if (avif) return { path: avif, format: 'avif' }
      const format = formats.includes('webp') ? 'webp' : 'jpeg'
      const path = join(
        cacheDir,
        CACHE_VERSION,
        original.hash.slice(0, 2),
        `${original.hash.slice(0, 20)}.${width}.${format}`,
      )
      if (existsSync(path)) return { path, format }
      const encoding = running.get(path) ?? queue.execute(() => encode(original.path, path, width, format))
      running.set(path, encoding)
      await encoding.finally(() => running.delete(path))
      return { path, format }
    },
  }
}

/** `a/black-front.webp` at 360 has its AVIF at `a/black-front.360.avif`. */
function existingAvif(original: string, width: PictureWidth): string | null {
  const path = original.replace(/\.[a-z]+$/i, `.${width}.avif`)
  return existsSync(path) ? path : null
}

/** Loaded with the first picture to encode: a shop whose renditions exist starts faster without it. */
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
  // Renamed when complete, since readers must not see half a file; two instances may write the same one.
  const part = `${path}.${randomUUID()}.part`
  await writeFile(part, bytes)
  await rename(part, path)
}
