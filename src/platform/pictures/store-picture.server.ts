import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { PICTURE_WIDTHS } from './negotiate.ts'

/** What a page needs to show a picture without a layout shift; `hash` is the `v` of its URL, `tone` is #rrggbb. */
export type PictureFacts = { width: number; height: number; hash: string; tone: string }

const LIMIT_PIXELS = 60_000_000
const MAX_SIDE = 2400
const QUALITIES = [52, 46, 40, 34, 28, 22]
/** A page's budget for its largest picture on a phone. */
const LIMIT_BYTES = 40 * 1024

/**
 * Stores an uploaded picture as `<dir>/<file>`: decoded and encoded again as WebP (upright, at most 2400 px a side,
 * without metadata), with its AVIF renditions beside it. Takes a second or two. `file` ends in `.webp`. Null for bytes
 * that cannot be decoded or have more than 60 million pixels.
 */
export async function storePicture(picture: {
  bytes: Uint8Array
  dir: string
  file: string
}): Promise<PictureFacts | null> {
  const original = await encodeOriginal(picture.bytes)
  if (!original) return null
  const path = join(picture.dir, picture.file)
  await mkdir(dirname(path), { recursive: true })
  for (const width of renditionWidths(original.info.width)) await writeRendition(original.data, path, width)
  // Last, so that an original always has its renditions.
  await writeWhole(path, original.data)
  return factsOf(original.data, original.info)
}

/** The facts of a stored picture; null if it is missing or damaged, and can be stored again. */
export async function readPicture({ dir, file }: { dir: string; file: string }): Promise<PictureFacts | null> {
  try {
    const bytes = await readFile(join(dir, file))
    return await factsOf(bytes, await sharp(bytes).metadata())
  } catch {
    return null
  }
}

/** The facts of an original's bytes and size. */
export async function factsOf(original: Uint8Array, { width, height }: { width: number; height: number }) {
  const hash = createHash('sha256').update(original).digest('hex').slice(0, 10)
  return { width, height, hash, tone: await findTone(original) }
}

/** The mean colour of a picture's outer edge as #rrggbb, which is its placeholder. */
async function findTone(bytes: Uint8Array): Promise<string> {
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
  return `#${sums
    .map((sum) =>
      Math.round(sum / count)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** What cameras and editors write. Not SVG, which is a program: it may be slow to draw, and names other files. */
const FORMATS = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])

const encodeOriginal = (bytes: Uint8Array) => encode(bytes, FORMATS, MAX_SIDE)

/** What browsers upload. */
const UPLOADED = new Set(['jpeg', 'png', 'webp'])

/** A JPEG, PNG or WebP encoded again as WebP: upright, within `maxSide`, without metadata. Null for anything else. */
export const encodeUpload = (bytes: Uint8Array, maxSide: number) => encode(bytes, UPLOADED, maxSide)

async function encode(bytes: Uint8Array, formats: ReadonlySet<string>, maxSide: number) {
  try {
    const { format } = await sharp(bytes, { limitInputPixels: LIMIT_PIXELS }).metadata()
    if (!formats.has(format)) return null
    return await sharp(bytes, { limitInputPixels: LIMIT_PIXELS, failOn: 'error' })
      .timeout({ seconds: 30 })
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86, effort: 4 })
      .toBuffer({ resolveWithObject: true })
  } catch {
    // sharp throws for what it cannot decode.
    return null
  }
}

/** Small widths for every picture; the two largest only where the original is as wide. */
export function renditionWidths(originalWidth: number): number[] {
  return PICTURE_WIDTHS.filter((width) => width <= 1080 || width <= originalWidth)
}

/** The path of an AVIF rendition, beside its original. */
export function renditionPath(path: string, width: number): string {
  return path.replace(/\.webp$/, `.${width}.avif`)
}

/**
 * Writes an AVIF rendition, in the best quality that fits the budget. A higher `effort` makes smaller files more slowly.
 * @returns its bytes
 */
export async function writeRendition(original: Uint8Array, path: string, width: number, effort = 2): Promise<number> {
  let avif = Buffer.alloc(0)
  for (const quality of QUALITIES) {
    avif = await sharp(original).resize({ width, withoutEnlargement: true }).avif({ quality, effort }).toBuffer()
    if (width > 1080 || avif.length <= LIMIT_BYTES) break
  }
  await writeWhole(renditionPath(path, width), avif)
  return avif.length
}

/** Renamed when complete, so that no partial file is read; two imports may store the same one. */
export async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${process.pid}.part`
  await writeFile(part, bytes)
  await rename(part, path)
}
