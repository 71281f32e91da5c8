import { problem } from '../api/problem.server.ts'
import { createHotFiles, type OpenFile } from './hot-files.server.ts'
import { createMasters, type Master } from './masters.server.ts'
import { acceptedFormats, PICTURE_WIDTHS, readQuestion } from './negotiate.ts'
import { createRenditions, PicturesBusyError } from './renditions.server.ts'

/** Where a picture that cannot be made is reported; pino fits. */
export type PictureLog = { error(fields: object, message: string): void }

export type PicturesOptions = {
  /** Folders of masters, the first that has a file wins. AVIF renditions may lie beside them. */
  roots: readonly { dir: string }[]
  /** Where renditions made on request are kept; it may be deleted at any time. */
  cacheDir: string
  log: PictureLog
}

export interface Pictures {
  answer(request: Request): Promise<Response>
}

const HOT_BYTES = 64 * 1024 * 1024
const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'
const TYPES: Record<string, string> = {
  avif: 'image/avif',
  webp: 'image/webp',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
}

/**
 * Serves `/media/<file>?w=<width>&v=<hash>`: the rendition the client can read, or the master where no width is asked
 * for. With the hash of the bytes that are there the answer may be kept for ever; an old hash gets the new picture,
 * for an hour. Unknown files 404, other widths 400, other methods 405 (problem+json, CONTRACT.md "Errors").
 */
export function createPictures({ roots, cacheDir, log }: PicturesOptions): Pictures {
  const masters = createMasters(roots)
  const renditions = createRenditions(cacheDir)
  const hot = createHotFiles({ maxBytes: HOT_BYTES })

  return {
    async answer(request) {
      if (request.method !== 'GET' && request.method !== 'HEAD') {
        return problem(405, 'Pictures can only be read.', {}, { allow: 'GET, HEAD' })
      }
      const question = readQuestion(new URL(request.url))
      if (question === 'unknown') return problem(404, 'There is no such picture.')
      if (question === 'width') return problem(400, `Pictures come ${PICTURE_WIDTHS.join(', ')} pixels wide.`)
      const master = await masters.find(question.file)
      if (!master) return problem(404, 'There is no such picture.')
      try {
        const chosen =
          question.width === null
            ? { path: master.path, format: extension(master.path) }
            : await renditions.obtain(master, question.width, acceptedFormats(request.headers.get('accept')))
        const cacheControl = isVersionOf(master, question.version) ? YEAR : HOUR
        return send(
          request,
          await hot.load(chosen.path),
          TYPES[chosen.format] ?? 'application/octet-stream',
          cacheControl,
        )
      } catch (error) {
        if (error instanceof PicturesBusyError) {
          return problem(503, 'Too many pictures at once. Please try again.', {}, { 'retry-after': '2' })
        }
        log.error({ err: error, file: question.file, width: question.width }, 'a picture could not be made')
        return problem(500, 'This picture cannot be shown.')
      }
    },
  }
}

function send(request: Request, file: OpenFile, type: string, cacheControl: string): Response {
  const headers = {
    etag: file.etag,
    'cache-control': cacheControl,
    vary: 'Accept',
    'x-content-type-options': 'nosniff',
  }
  if (matches(request.headers.get('if-none-match'), file.etag)) return new Response(null, { status: 304, headers })
  const body = request.method === 'HEAD' ? null : file.open()
  return new Response(body, { headers: { ...headers, 'content-type': type, 'content-length': String(file.bytes) } })
}

/** RFC 9110 13.1.2: weak comparison, a list, or `*`. */
function matches(header: string | null, etag: string): boolean {
  if (header === null) return false
  return header.split(',').some((part) => part.trim() === '*' || part.trim().replace(/^W\//, '') === etag)
}

/** Eight digits and more: a shorter one would fit other pictures too. */
function isVersionOf(master: Master, version: string | null): boolean {
  return version !== null && version.length >= 8 && master.hash.startsWith(version)
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1).toLowerCase()
}
