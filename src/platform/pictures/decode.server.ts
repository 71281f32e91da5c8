/** What a picture may be, and the size in which it's wanted. */
export interface DecodeOptions {
  /** The formats that are accepted, as sharp names them. */
  formats: readonly string[]
  /** The longer side of the result, in pixels. Smaller pictures stay as they are. */
  maxSide: number
  maxPixels: number
}

export interface DecodedPicture {
  /** WebP. */
  data: Uint8Array
  width: number
  height: number
}

/** The box into which a picture is drawn, in pixels. */
export interface DrawOptions {
  width: number
  height: number
}

/** The largest drawing, in pixels, at the resolution at which vectors are read. */
const MAX_DRAWN_PIXELS = 16_000_000

/** A drawing (SVG) or picture as PNG within a box. Null if it can't be drawn. */
export async function draw(bytes: Uint8Array, { width, height }: DrawOptions): Promise<Uint8Array | null> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  return sharp(bytes, { density: 300, limitInputPixels: MAX_DRAWN_PIXELS })
    .resize({ width, height, fit: 'inside' })
    .png()
    .toBuffer()
    .catch(() => null)
}

/** Cameras write one scan, programs for the web about ten. */
export const MAX_SCANS = 100

/**
 * Decodes a picture and encodes it again as WebP: upright, without metadata. Null for another format, too many pixels,
 * and bytes that can't be decoded.
 */
export async function decode(bytes: Uint8Array, options: DecodeOptions): Promise<DecodedPicture | null> {
  const { default: sharp } = await import('sharp')
  sharp.cache(false)
  const { formats, maxSide, maxPixels: limitInputPixels } = options
  try {
    if (countScans(bytes) > MAX_SCANS) return null
    const { format } = await sharp(bytes, { limitInputPixels }).metadata()
    if (!formats.includes(format)) return null
    const { data, info } = await sharp(bytes, { limitInputPixels, failOn: 'error' })
      .rotate()
      .resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 86, effort: 4 })
      .toBuffer({ resolveWithObject: true })
    return { data, width: info.width, height: info.height }
  } catch {
    // sharp throws on input it can't decode.
    return null
  }
}

/**
 * The number of scans of a JPEG, 0 for other formats. The decoder goes over all pixels for each of them, so its time is
 * in proportion to neither bytes nor pixels (ITU-T T.81, B.1).
 */
export function countScans(bytes: Uint8Array): number {
  const jpeg = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (jpeg[0] !== 0xff || jpeg[1] !== 0xd8) return 0
  let scans = 0
  for (let at = jpeg.indexOf(0xff, 2); at >= 0 && at + 3 < jpeg.length; at = jpeg.indexOf(0xff, at)) {
    const marker = jpeg[at + 1] ?? 0
    if (marker === EOI) break
    if (marker === SOS) scans++
    if (marker === 0xff) at += 1
    else at += isSegment(marker) ? 2 + jpeg.readUInt16BE(at + 2) : 2
  }
  return scans
}

const EOI = 0xd9
const SOS = 0xda

/** Other markers have no length: restart markers, and what decoders skip. */
function isSegment(marker: number): boolean {
  return marker >= 0xc0 && (marker < 0xd0 || marker > 0xd8)
}
