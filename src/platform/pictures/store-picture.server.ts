import { createHash } from 'node:crypto'
import type { FileStore } from '../files/file-store.ts'
import { decodePicture } from './decoder.server.ts'
import { garmentColor } from './inspect-picture.server.ts'
import { avifPath, LIMIT_PIXELS } from './picture-files.server.ts'
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

/** A picture of a store, by its name, which ends in `.webp`. */
export interface PicturePlace {
  store: FileStore
  file: string
}

/**
 * Stores an imported picture as `file`: decoded and encoded again as WebP (upright, at most 2400 px a side,
 * without metadata), with its AVIF renditions next to it. Takes a second or two. Null for bytes that can't be decoded
 * within a minute or have more than 60 million pixels.
 */
export async function storePicture({
  bytes,
  store,
  file,
}: PicturePlace & { bytes: Uint8Array }): Promise<StoredMetadata | null> {
  const original = await decodePicture(bytes, IMPORTED)
  if (!original) return null
  for (const width of renditionWidths(original.width))
    await store.write(avifPath(file, width), await encodeAvif(original.data, width))
  // Last, so that an original always has its renditions.
  await store.write(file, original.data)
  return withGarment(original.data, await metadataOf(original.data, original))
}

/** The metadata of a stored picture. Null if it's missing or damaged, and can be stored again. */
export async function readPicture({ store, file }: PicturePlace): Promise<StoredMetadata | null> {
  const bytes = await store.read(file)
  if (!bytes) return null
  try {
    const sharp = await loadSharp()
    return await withGarment(bytes, await metadataOf(bytes, await sharp(bytes).metadata()))
  } catch {
    return null
  }
}

async function withGarment(original: Uint8Array, metadata: PictureMetadata): Promise<StoredMetadata> {
  return { ...metadata, garment: await garmentColor(original, metadata.tone) }
}

/** True if a picture was stored. Reads nothing of it. */
export async function isStored({ store, file }: PicturePlace): Promise<boolean> {
  return (await store.stat(file)) !== null
}

/** Deletes a stored picture with its renditions, and what an interrupted `storePicture` left of it. */
export async function deletePicture({ store, file }: PicturePlace): Promise<void> {
  for (const name of [file, ...PICTURE_WIDTHS.map((width) => avifPath(file, width))]) await store.remove(name)
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
 * An AVIF rendition, in the best quality of at most 40 KB (wider than 1080 px: in the best quality). A higher `effort`
 * makes smaller files more slowly.
 */
export async function encodeAvif(original: Uint8Array, width: number, effort = 2): Promise<Buffer> {
  const sharp = await loadSharp()
  let avif = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    avif = await sharp(original).resize({ width, withoutEnlargement: true }).avif({ quality, effort }).toBuffer()
    if (width > 1080 || avif.length <= LIMIT_BYTES) break
  }
  return avif
}
