import { randomUUID } from 'node:crypto'
import { chmod, mkdir, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Decoding takes 4 bytes per pixel: 60 million pixels are 240 MB. */
export const LIMIT_PIXELS = 60_000_000

/**
 * Writes a file into a folder, which is created if missing. Renamed when complete, so that a partial file is never
 * read. No other user of the machine can read a private one.
 */
export async function writeWhole(path: string, bytes: Uint8Array, { isPrivate = false } = {}): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true })
  // An earlier version may have created it.
  if (isPrivate) await chmod(folder, 0o700)
  const part = `${path}.${randomUUID()}.part`
  await writeFile(part, bytes, isPrivate ? { mode: 0o600 } : {})
  await rename(part, path)
}

/** The AVIF rendition of `a/black-front.webp` at 360 is `a/black-front.360.avif`. */
export function avifPath(original: string, width: number): string {
  return original.replace(/\.[a-z]+$/i, `.${width}.avif`)
}
