/** The widths a rendition can have, in CSS pixels of the file (the two largest are for the hero). */
export const PICTURE_WIDTHS = [180, 360, 540, 720, 1080, 1440, 2160] as const

export type PictureWidth = (typeof PICTURE_WIDTHS)[number]

export type RenditionFormat = 'avif' | 'webp' | 'jpeg'

/** What a request may ask for: a file below the roots, and one of the widths or the master itself (`null`). */
export type PictureQuestion = { file: string; width: PictureWidth | null; version: string | null }

const SEGMENT = /^[A-Za-z0-9][A-Za-z0-9._-]*$/
const MASTER = /\.(webp|jpe?g|png)$/i

/**
 * Reads `/media/<file>?w=&v=`. `unknown`: no master can have that name (it climbs out, hides, or is no picture);
 * `width`: a width that is not offered. Anything else in the query is ignored.
 */
export function readQuestion(url: URL): PictureQuestion | 'unknown' | 'width' {
  const file = readFile(url.pathname)
  if (!file) return 'unknown'
  const asked = url.searchParams.get('w')
  const width = asked === null ? null : PICTURE_WIDTHS.find((offered) => String(offered) === asked)
  if (width === undefined) return 'width'
  return { file, width, version: url.searchParams.get('v') }
}

/**
 * The formats a client named itself, best first. Wildcards are no promise that AVIF can be shown (crawlers send
 * them), so they mean JPEG, which everybody reads (RFC 9110 12.5.1).
 */
export function acceptedFormats(accept: string | null): RenditionFormat[] {
  const named = new Set<string>()
  for (const part of (accept ?? '').toLowerCase().split(',')) {
    const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    const refused = parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter))
    if (!refused) named.add(type)
  }
  const formats: RenditionFormat[] = []
  if (named.has('image/avif')) formats.push('avif')
  if (named.has('image/webp')) formats.push('webp')
  return [...formats, 'jpeg']
}

function readFile(pathname: string): string | null {
  if (!pathname.startsWith('/media/')) return null
  const segments: string[] = []
  for (const raw of pathname.slice('/media/'.length).split('/')) {
    const segment = decode(raw)
    if (segment === null || !SEGMENT.test(segment)) return null
    segments.push(segment)
  }
  const file = segments.join('/')
  return MASTER.test(file) && file.length <= 200 ? file : null
}

function decode(raw: string): string | null {
  try {
    return decodeURIComponent(raw)
  } catch {
    return null
  }
}
