import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { basename, extname } from 'node:path'
import { Readable } from 'node:stream'
import { BulkheadRejectedError } from 'cockatiel'
import { LRUCache } from 'lru-cache'
import { problem } from '../api/problem.server.ts'
import { matchesEtag } from '../cache/cached-response.server.ts'
import { StoreError } from '../files/store-error.ts'
import { acceptedFormats, parsePictureUrl } from './negotiate.ts'
import { createOriginalFinder, type Original, type PictureRoot } from './originals.server.ts'
import { createRenditionEncoder } from './renditions.server.ts'
import { uploadedId } from './uploads.server.ts'
import { PICTURE_WIDTHS } from './widths.ts'

/** The part of a logger used here. */
export type PictureLog = { error(fields: object, message: string): void }

export type PicturesOptions = {
  /** Where originals are, in order of precedence. AVIF renditions may be next to them. */
  roots: readonly PictureRoot[]
  /** The cache of renditions encoded on request. It may be deleted at any time. */
  cacheDir: string
  /** True if an uploaded picture is public now. Called for every request, so caches must revalidate each time. */
  isUploadShown(id: string): Promise<boolean>
  log: PictureLog
}

/** Larger files are streamed. */
const MAX_CACHED_FILE_BYTES = 512 * 1024
const CACHE_BYTES = 64 * 1024 * 1024
const YEAR = 'public, max-age=31536000, immutable'
const HOUR = 'public, max-age=3600'
const REVALIDATE = 'public, no-cache'
const TYPES: Record<string, string> = {
  '.avif': 'image/avif',
  '.webp': 'image/webp',
  '.jpeg': 'image/jpeg',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
}

/**
 * Serves `/media/<file>?w=<width>&v=<hash>`: the best rendition for the client (with `as=jpeg` that format, for mails),
 * or the original without a width. With
 * the hash of the current bytes the response is immutable; with an older hash it is the new picture, for an hour.
 * Unknown files and uploads that aren't public get 404, other widths 400, other methods 405 (problem+json, CONTRACT
 * "Errors").
 */
export function createPictures(options: PicturesOptions): (request: Request) => Promise<Response> {
  const { roots, cacheDir, log } = options
  const findOriginal = createOriginalFinder(roots)
  const obtainRendition = createRenditionEncoder(cacheDir)
  // Reading the file for each request took 160 µs of CPU instead of 63.
  const files: FileCache = new LRUCache({ maxSize: CACHE_BYTES, sizeCalculation: ({ byteLength }) => byteLength })

  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return problem('method_not_allowed', 'Method not allowed; use GET or HEAD.', {}, { allow: 'GET, HEAD' })
    }
    const parsed = parsePictureUrl(new URL(request.url))
    if (parsed === 'unknown') return problem('not_found', 'Picture not found.')
    if (parsed === 'width') return problem('invalid_input', `\`w\` must be one of ${PICTURE_WIDTHS.join(', ')}.`)
    const { file, width, version, format } = parsed
    const upload = uploadedId(file)
    if (upload !== null && !(await options.isUploadShown(upload))) return problem('not_found', 'Picture not found.')
    try {
      const original = await findOriginal(file)
      if (!original) return problem('not_found', 'Picture not found.')
      const accepted = format === null ? acceptedFormats(request.headers.get('accept')) : [format]
      // Uploads have no AVIF: don't look for one.
      const formats = upload === null ? accepted : accepted.filter((one) => one !== 'avif')
      const path = width === null ? original.path : await obtainRendition(original, width, formats)
      const maxAge = isVersionOf(original, version) ? YEAR : HOUR
      return await send(files, request, { path, hash: original.hash }, upload === null ? maxAge : REVALIDATE)
    } catch (error) {
      if (error instanceof BulkheadRejectedError) {
        return problem('shop_busy', 'Too many pictures at once. Please try again.', {}, { 'retry-after': '2' })
      }
      if (error instanceof StoreError) {
        log.error({ file, reason: error.code }, error.message)
        return problem('shop_busy', 'Pictures can’t be loaded now. Please try again.', {}, { 'retry-after': '5' })
      }
      log.error({ err: error, file, width }, 'a picture could not be encoded')
      return problem('internal_error', 'This picture can’t be shown.')
    }
  }
}

/** The bytes of small files by their ETag. */
type FileCache = LRUCache<string, Uint8Array<ArrayBuffer>>

/** Sends an original with this hash, or a rendition of it. */
async function send(
  files: FileCache,
  request: Request,
  { path, hash }: { path: string; hash: string },
  cacheControl: string,
): Promise<Response> {
  const { size } = await stat(path)
  // Without the folder and the time, which differ from machine to machine.
  const digest = createHash('sha256')
    .update(`${hash} ${basename(path)} ${size}`)
    .digest('base64url')
  const etag = `"${digest.slice(0, 22)}"`
  const headers = { etag, 'cache-control': cacheControl, vary: 'Accept', 'x-content-type-options': 'nosniff' }
  if (matchesEtag(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers })
  const type = TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream'
  const body = request.method === 'HEAD' ? null : await readBody(files, path, size, etag)
  return new Response(body, { headers: { ...headers, 'content-type': type, 'content-length': String(size) } })
}

async function readBody(files: FileCache, path: string, size: number, etag: string): Promise<BodyInit> {
  // Safe cast: the stream of a file without an encoding has bytes.
  if (size > MAX_CACHED_FILE_BYTES) return Readable.toWeb(createReadStream(path)) as ReadableStream<Uint8Array>
  const cached = files.get(etag)
  if (cached) return cached
  const bytes = new Uint8Array(await readFile(path))
  files.set(etag, bytes)
  return bytes
}

/** At least eight digits: a shorter version could match other pictures too. */
function isVersionOf(original: Original, version: string | null): boolean {
  return version !== null && version.length >= 8 && original.hash.startsWith(version)
}
