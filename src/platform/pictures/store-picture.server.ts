import { createHash } from 'node:crypto'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { PICTURE_WIDTHS } from './negotiate.ts'

/** What a page must know to show a picture without a jump; `hash` is the `v` of its address, `tone` is #rrggbb. */
export type PictureFacts = { width: number; height: number; hash: string; tone: string }

const LIMIT_PIXELS = 60_000_000
const MASTER_SIDE = 2400
const QUALITIES = [52, 46, 40, 34, 28, 22]
/** The largest picture on a phone. */
const LIMIT_BYTES = 40 * 1024

/**
 * Puts a foreign picture under `<dir>/<file>`: decoded and written again as WebP (turned upright, at most 2400 px a
 * side, nothing of its metadata kept), with its AVIF renditions beside it. It takes a second or two. `file` ends in
 * `.webp`. `null`: these bytes are no picture that could be shown, or one of more than 60 million pixels.
 */
export async function storePicture(picture: {
  bytes: Uint8Array
  dir: string
  file: string
}): Promise<PictureFacts | null> {
  const master = await encodeMaster(picture.bytes)
  if (!master) return null
  const path = join(picture.dir, picture.file)
  await mkdir(dirname(path), { recursive: true })
  for (const width of PICTURE_WIDTHS) {
    if (width <= 1080 || width <= master.info.width) await writeRendition(master.data, path, width)
  }
  // The master comes last: a picture that is there has everything beside it.
  await writeWhole(path, master.data)
  return factsOf(master.data, master.info)
}

/** The facts of a picture that `storePicture` put there before; null where there is none. */
export async function readPicture({ dir, file }: { dir: string; file: string }): Promise<PictureFacts | null> {
  try {
    const bytes = await readFile(join(dir, file))
    return await factsOf(bytes, await sharp(bytes).metadata())
  } catch {
    // Not there, or spoilt: in both cases it can be stored anew.
    return null
  }
}

async function factsOf(master: Uint8Array, { width, height }: { width: number; height: number }) {
  const hash = createHash('sha256').update(master).digest('hex').slice(0, 10)
  return { width, height, hash, tone: await findTone(master) }
}

/** The mean colour of a picture's outer edge, as #rrggbb. */
export async function findTone(bytes: Uint8Array): Promise<string> {
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

async function encodeMaster(bytes: Uint8Array) {
  try {
    return await sharp(bytes, { limitInputPixels: LIMIT_PIXELS, failOn: 'error' })
      .timeout({ seconds: 30 })
      .rotate()
      .resize({ width: MASTER_SIDE, height: MASTER_SIDE, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86, effort: 4 })
      .toBuffer({ resolveWithObject: true })
  } catch {
    // sharp throws for whatever it cannot decode; there is nothing else here that could go wrong.
    return null
  }
}

async function writeRendition(master: Uint8Array, path: string, width: number): Promise<void> {
  for (const quality of QUALITIES) {
    const avif = await sharp(master).resize({ width, withoutEnlargement: true }).avif({ quality, effort: 2 }).toBuffer()
    const fits = width > 1080 || avif.length <= LIMIT_BYTES
    if (!fits && quality !== QUALITIES.at(-1)) continue
    await writeWhole(path.replace(/\.webp$/, `.${width}.avif`), avif)
    return
  }
}

/** Under another name first, a process's own: no reader ever sees half a file, and two imports may store the same one. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const part = `${path}.${process.pid}.part`
  await writeFile(part, bytes)
  await rename(part, path)
}
