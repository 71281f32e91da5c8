import { parseAccept } from 'hono/utils/accept'
import { PICTURE_WIDTHS, type PictureWidth } from './widths.ts'

export type RenditionFormat = 'avif' | 'webp' | 'jpeg'

/** A picture's path below the roots, and the width of the rendition; null for the original. */
export type PictureRequest = {
  file: string
  width: PictureWidth | null
  version: string | null
  /** The format asked for whatever the client accepts, or null. */
  format: 'jpeg' | null
}

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const PICTURE = /\.(webp|jpe?g|png)$/i

/**
 * Parses `/media/<file>?w=&v=&as=`. `unknown`: not the name of a picture (it has `..`, is hidden, or has another type);
 * `width`: a width that isn't offered. Other query parameters are ignored.
 */
export function parsePictureUrl(url: URL): PictureRequest | 'unknown' | 'width' {
  const file = parseFile(url.pathname)
  if (!file) return 'unknown'
  const requested = url.searchParams.get('w')
  const width = requested === null ? null : PICTURE_WIDTHS.find((offered) => String(offered) === requested)
  if (width === undefined) return 'width'
  const format = url.searchParams.get('as') === 'jpeg' ? 'jpeg' : null
  return { file, width, version: url.searchParams.get('v'), format }
}

/**
 * The formats in a client's Accept header, best first. Crawlers send a wildcard, so it means JPEG only, which every
 * client can show (RFC 9110 12.5.1).
 */
export function acceptedFormats(accept: string | null): RenditionFormat[] {
  const types = parseAccept(accept ?? '').flatMap(({ type, q }) => (q > 0 ? [type.toLowerCase()] : []))
  return [...(['avif', 'webp'] as const).filter((format) => types.includes(`image/${format}`)), 'jpeg']
}

function parseFile(pathname: string): string | null {
  if (!pathname.startsWith('/media/')) return null
  const segments = pathname.slice('/media/'.length).split('/').map(decode)
  const file = segments.join('/')
  return segments.every((segment) => SEGMENT.test(segment)) && PICTURE.test(file) && file.length <= 200 ? file : null
}

/** Empty, and thus invalid, for a malformed escape. */
function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return ''
  }
}
