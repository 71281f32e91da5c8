import { existsSync } from 'node:fs'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Master } from './masters.server.ts'
import type { PictureWidth, RenditionFormat } from './negotiate.ts'

/** Too many pictures are waiting to be made: the client should come back. */
export class PicturesBusyError extends Error {
  override readonly name = 'PicturesBusyError'
}

export interface Renditions {
  /**
   * The path of the rendition, made first where it has to be.
   * @throws {PicturesBusyError} when the queue is full; any other error: the master cannot be read as a picture
   */
  obtain(master: Master, width: PictureWidth, formats: readonly RenditionFormat[]): Promise<Rendition>
}

export type Rendition = { path: string; format: RenditionFormat }

const AT_ONCE = 2
const WAITING = 200
const LIMIT_PIXELS = 60_000_000
const LIMIT_SECONDS = 20
/** Changed with the encoder's settings, so that old files are not taken for new ones. */
const EDITION = 'r1'

/**
 * AVIF is only handed out where it lies ready beside the master: it takes seconds to make. WebP and JPEG are made at
 * the first request, two at a time, and kept under the master's hash.
 */
export function createRenditions(cacheDir: string): Renditions {
  const gate = createGate()
  const underWay = new Map<string, Promise<void>>()
  return {
    async obtain(master, width, formats) {
      const ready = formats.includes('avif') ? readyAvif(master.path, width) : null
      if (ready) return { path: ready, format: 'avif' }
      const format = formats.includes('webp') ? 'webp' : 'jpeg'
      const path = join(cacheDir, EDITION, master.hash.slice(0, 2), `${master.hash.slice(0, 20)}.${width}.${format}`)
      if (existsSync(path)) return { path, format }
      const making = underWay.get(path) ?? gate(() => make(master.path, path, width, format))
      underWay.set(path, making)
      await making.finally(() => underWay.delete(path))
      return { path, format }
    },
  }
}

/** `a/black-front.webp` at 360 has its AVIF at `a/black-front.360.avif`. */
function readyAvif(master: string, width: PictureWidth): string | null {
  const path = master.replace(/\.[a-z]+$/i, `.${width}.avif`)
  return existsSync(path) ? path : null
}

/** Loaded with the first picture that has to be made; a shop whose pictures lie ready starts without it. */
async function openSharp() {
  const { default: sharp } = await import('sharp')
  sharp.concurrency(1)
  sharp.cache(false)
  return sharp
}

async function make(master: string, path: string, width: PictureWidth, format: 'webp' | 'jpeg'): Promise<void> {
  const sharp = await openSharp()
  const resized = sharp(master, { limitInputPixels: LIMIT_PIXELS })
    .timeout({ seconds: LIMIT_SECONDS })
    .rotate()
    .resize({ width, withoutEnlargement: true })
  const encoded =
    format === 'webp'
      ? resized.webp({ quality: 74, effort: 4 })
      : resized.flatten({ background: '#ffffff' }).jpeg({ quality: 76, mozjpeg: true })
  const bytes = await encoded.toBuffer()
  await mkdir(dirname(path), { recursive: true })
  // A temporary name first: a reader never sees half a file, and two instances may write the same one.
  const part = `${path}.${process.pid}.${Math.random().toString(36).slice(2)}.part`
  await writeFile(part, bytes)
  await rename(part, path)
}

/** Lets two makers through at a time; the rest wait in the order they came, and too many are turned away. */
function createGate(): (work: () => Promise<void>) => Promise<void> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (running >= AT_ONCE) {
      if (waiting.length >= WAITING) throw new PicturesBusyError('too many pictures are waiting to be made')
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
