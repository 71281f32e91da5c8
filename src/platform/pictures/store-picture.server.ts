import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { basename, dirname, extname, join } from 'node:path'
import { decodePicture } from './decoder.server.ts'
import { garmentColor } from './inspect-picture.server.ts'
import { avifPath, LIMIT_PIXELS, writeWhole } from './picture-files.server.ts'
import { PICTURE_WIDTHS } from './widths.ts'

/**
 * What a page needs to show a picture without a layout shift: `hash` (the first ten digits) is the `v` of its URL, and
 * `tone`, the API's name for the placeholder's colour, is #rrggbb.
 */
export type PictureMetadata = { width: number; height: number; hash: string; tone: string }

/** The same with the colour of the garment as #rrggbb. */
export type StoredMetadata = PictureMetadata & { garment: string }

const MAX_SIDE = 2400
const QUALITIES = [52, 46, 40, 34, 28, 22]
/** A page's budget for its largest picture on a phone. */
const LIMIT_BYTES = 40 * 1024

/** The library is loaded with the first picture, for a faster start. */
const loadSharp = async () => (await import('sharp')).default

/**
 * Stores an imported picture as `<dir>/<file>`: decoded and encoded again as WebP (upright, at most 2400 px a side,
 * without metadata), with its AVIF renditions next to it. Takes a second or two. `file` ends in `.webp`. Null for bytes
 * that can't be decoded within a minute or have more than 60 million pixels.
 */
export async function storePicture(picture: {
  bytes: Uint8Array
  dir: string
  file: string
}): Promise<StoredMetadata | null> {
  const original = await decodePicture(picture.bytes, IMPORTED)
  if (!original) return null
  const path = join(picture.dir, picture.file)
  for (const width of renditionWidths(original.width)) await writeRendition(original.data, path, width)
  // Last, so that an original always has its renditions.
  await writeWhole(path, original.data)
  return withGarment(original.data, await metadataOf(original.data, original))
}

/** The metadata of a stored picture. Null if it's missing or damaged, and can be stored again. */
export async function readPicture({ dir, file }: { dir: string; file: string }): Promise<StoredMetadata | null> {
  try {
    const sharp = await loadSharp()
    const bytes = await readFile(join(dir, file))
    return await withGarment(bytes, await metadataOf(bytes, await sharp(bytes).metadata()))
  } catch {
    return null
  }
}

async function withGarment(original: Uint8Array, metadata: PictureMetadata): Promise<StoredMetadata> {
  return { ...metadata, garment: await garmentColor(original, metadata.tone) }
}

/** True if a picture was stored. Reads nothing of it. */
export function isStored({ dir, file }: { dir: string; file: string }): boolean {
  return existsSync(join(dir, file))
}

/** Deletes a stored picture with its renditions, and what an interrupted `storePicture` left of it. */
export async function deletePicture({ dir, file }: { dir: string; file: string }): Promise<void> {
  const folder = dirname(join(dir, file))
  const start = `${basename(file, extname(file))}.`
  for (const name of await readdir(folder).catch(() => []))
    if (name.startsWith(start)) await rm(join(folder, name), { force: true })
}

/** The metadata of an original, by its bytes and size. */
export async function metadataOf(original: Uint8Array, { width, height }: { width: number; height: number }) {
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 10)
  return { width, height, hash, tone: await findPlaceholderColor(original) }
}

/** The mean colour of a picture's outer edge as #rrggbb, which is its placeholder. */
async function findPlaceholderColor(bytes: Uint8Array): Promise<string> {
  const sharp = await loadSharp()
  const side = 12
  const { data } = await sharp(bytes)
    .resize(side, side, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const sums = [0, 0, 0]
  let count = 0
  for (let at = 0; at < side * side; at += 1) {
    const [x, y] = [at % side, Math.floor(at / side)]
    if (x > 0 && y > 0 && x < side - 1 && y < side - 1) continue
    count += 1
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[at * 3 + channel] ?? 0)
  }
  return `#${Buffer.from(sums.map((sum) => Math.round(sum / count))).toString('hex')}`
}

/** What cameras and editors write. Not SVG, which is a program: it may be slow to draw and refer to other files. */
const IMPORTED = {
  formats: ['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'],
  maxSide: MAX_SIDE,
  maxPixels: LIMIT_PIXELS,
  timeoutMs: 60_000,
}

/** What browsers upload, up to a phone's 12 megapixels (4096 × 3072). */
const UPLOADED = { formats: ['jpeg', 'png', 'webp'], maxPixels: 12_600_000, timeoutMs: 10_000 }

/**
 * A JPEG, PNG or WebP encoded again as WebP: upright, within `maxSide` pixels, without metadata. Null for anything
 * else, for more than 12.6 million pixels, and if it takes longer than 10 s.
 */
export const encodeUpload = (bytes: Uint8Array, maxSide: number) => decodePicture(bytes, { ...UPLOADED, maxSide })

/** Small widths for every picture; the two largest only if the original is that wide. */
export function renditionWidths(originalWidth: number): number[] {
  return PICTURE_WIDTHS.filter((width) => width <= 1080 || width <= originalWidth)
}

/**
 * Writes an AVIF rendition, in the best quality of at most 40 KB (wider than 1080 px: in the best quality). A higher
 * `effort` makes smaller files more slowly.
 * @returns its size in bytes
 */
export async function writeRendition(original: Uint8Array, path: string, width: number, effort = 2): Promise<number> {
  const sharp = await loadSharp()
  let avif = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    avif = await sharp(original).resize({ width, withoutEnlargement: true }).avif({ quality, effort }).toBuffer()
    if (width > 1080 || avif.length <= LIMIT_BYTES) break
  }
  await writeWhole(avifPath(path, width), avif)
  return avif.length
}
