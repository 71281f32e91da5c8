import { countScans, MAX_SCANS } from './decode.server.ts'
import { LIMIT_PIXELS } from './picture-files.server.ts'

/** Larger files aren't read into memory. */
export const LIMIT_PICTURE_BYTES = 100 * 1024 * 1024

const READ = 'JPEG, PNG, WebP, GIF, AVIF or TIFF'

const HEIC = 'is a HEIC picture, as iPhones take them, which can’t be read here: save it as JPEG'

/** What else people give as pictures, by their first bytes (as Latin-1). */
const OTHERS: readonly [pattern: RegExp, what: string][] = [
  [/^.{4}ftyp(?:hei|hev|(?:mif1|msf1)(?!.{0,60}avif))/s, HEIC],
  [/^.{4}ftyp(?!avi[fs]|mif1|msf1)/s, 'is a video'],
  [/^%PDF/, 'is a PDF: save its picture as JPEG'],
  [/^8BPS/, 'is a Photoshop file: save it as JPEG'],
  [/^BM/, 'is a BMP picture: save it as PNG or JPEG'],
  [/^(?:\xff\n|.{4}JXL )/s, 'is a JPEG XL picture: save it as JPEG'],
  [/^PK\p{Cc}{2}/u, 'is a ZIP file'],
  [/^\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)*<svg/is, 'is an SVG drawing: save it as PNG'],
  [/^\s*<(?:!doctype html|html)/i, 'is a web page'],
  [/^\p{Cc}E\xdf\xa3/u, 'is a video'],
]

const PICTURE = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|II\*\p{Cc}|MM\p{Cc}\*|.{4}ftyp(?:avi|mif1|msf1))/su
const IMPORTED = new Set(['jpeg', 'png', 'webp', 'gif', 'heif', 'tiff'])

/**
 * A picture's size as it will be shown, by its header alone; or why it can't be imported, as the end of a sentence: "is
 * a HEIC picture, …".
 */
export async function inspectPicture(bytes: Uint8Array): Promise<{ width: number; height: number } | string> {
  const start = Buffer.from(bytes.subarray(0, 1024)).toString('latin1')
  if (start === '') return 'is empty'
  const other = OTHERS.find(([pattern]) => pattern.test(start))
  if (other) return other[1]
  if (!PICTURE.test(start)) return `isn’t a picture that can be read here (${READ})`
  if (countScans(bytes) > MAX_SCANS) return `is a JPEG with more than ${MAX_SCANS} scans: save it again`
  const { default: sharp } = await import('sharp')
  try {
    const { format, width, height, autoOrient } = await sharp(bytes, { limitInputPixels: false }).metadata()
    if (!IMPORTED.has(format)) return `isn’t a picture that can be read here (${READ})`
    if (width * height <= LIMIT_PIXELS) return { width: autoOrient.width, height: autoOrient.height }
    return `has ${Math.round((width * height) / 1e6)} million pixels; at most ${LIMIT_PIXELS / 1e6} million can be read`
  } catch {
    return 'is damaged'
  }
}

/**
 * The share (0 to 1) of pixels in a part of a stored picture for which `isDark` holds. The part is given in shares of
 * its sides.
 */
export async function shareOfDark(
  file: string,
  part: { left: number; top: number; width: number; height: number },
  isDark: (color: string) => boolean,
): Promise<number> {
  const { default: sharp } = await import('sharp')
  const { data } = await sharp(file)
    .resize(SIDE, SIDE, { fit: 'fill' })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const pixels = pixelsOf(data, part)
  return pixels.filter((pixel) => isDark(`#${pixel.toString('hex')}`)).length / pixels.length
}

/** The part of a picture in which its garment is: the middle, above the hem and between the arms. */
const MIDDLE = { left: 0.35, top: 0.3, width: 0.3, height: 0.35 }
const SIDE = 48
/** Pixels nearer than this to the background (in RGB) are taken for it. */
const NEAR = 40

/**
 * The colour of the garment in a stored picture, as #rrggbb: the median of the pixels in its middle that aren't like the
 * background (`tone`), or of all of them if hardly any is left, as with a white shirt before a white wall.
 */
export async function garmentColor(bytes: Uint8Array, tone: string): Promise<string> {
  const { default: sharp } = await import('sharp')
  const { data } = await sharp(bytes)
    .resize(SIDE, SIDE, { fit: 'fill', kernel: 'nearest' })
    .flatten({ background: '#ffffff' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const background = Buffer.from(tone.slice(1), 'hex')
  const pixels = pixelsOf(data, MIDDLE)
  const garment = pixels.filter((pixel) => distance(pixel, background) > NEAR)
  return medianOf(garment.length * 10 > pixels.length ? garment : pixels)
}

/** The pixels of a part of a picture of SIDE × SIDE. */
function pixelsOf(data: Buffer, { left, top, width, height }: typeof MIDDLE): Buffer[] {
  const pixels: Buffer[] = []
  for (let y = Math.floor(top * SIDE); y < (top + height) * SIDE; y++)
    for (let x = Math.floor(left * SIDE); x < (left + width) * SIDE; x++)
      pixels.push(data.subarray((y * SIDE + x) * 3, (y * SIDE + x) * 3 + 3))
  return pixels
}

function distance(one: Uint8Array, other: Uint8Array): number {
  return Math.hypot(...[0, 1, 2].map((channel) => (one[channel] ?? 0) - (other[channel] ?? 0)))
}

/** By channel. */
function medianOf(pixels: readonly Uint8Array[]): string {
  const middle = [0, 1, 2].map(
    (channel) => pixels.map((pixel) => pixel[channel] ?? 0).sort((a, b) => a - b)[pixels.length >> 1] ?? 0,
  )
  return `#${Buffer.from(middle).toString('hex')}`
}
