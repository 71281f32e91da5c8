import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** A response as it was rendered, the same for every client. */
export interface RenderedResponse {
  status: number
  headers: Record<string, string>
  /** Text is compressed; a buffer (a font, a picture) is sent as is. */
  body: string | Buffer
  /** Set for a buffer of text, which is compressed too. */
  isText?: boolean
  /** Invalidating one of these tags removes the response from the cache. */
  tags: readonly string[]
  /** False for a response that mustn't be stored, such as a temporary error. */
  isCacheable?: boolean
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** The response in one encoding. Headers are flat pairs (name, value, name, …) as `writeHead` takes them. */
export interface Variant {
  body: Buffer
  etag: string
  headers: string[]
  /** The headers of 304, without those that describe the body. */
  notModifiedHeaders: string[]
}

/** A response ready to send; each encoding has its own strong ETag (RFC 9110 8.8.1). */
export interface CachedResponse {
  status: number
  tags: readonly string[]
  /** The headers of every encoding, as flat pairs. */
  headers: readonly string[]
  /** Encodings that can be sent at once; `getVariant` adds the others. */
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>
  /** Estimated bytes in memory, with room for the compressed variants. */
  size: number
  compressing: Partial<Record<Encoding, Promise<Variant>>>
}

/** Smaller bodies fit into one packet uncompressed. */
const MIN_COMPRESSIBLE_BYTES = 860
/** Estimated memory of a response besides its body: headers, tags, the cache entry. */
const OVERHEAD_BYTES = 4096
/** Text compresses to a quarter or less, in two encodings. */
const COMPRESSED_SHARE = 0.5
/** At these levels compressing takes less time than rendering. */
const GZIP_LEVEL = 6
const BROTLI_QUALITY = 5

/** Prepares a response for the cache; each encoding is compressed for the first client that accepts it. */
export function createCachedResponse(rendered: RenderedResponse): CachedResponse {
  const body = exactSize(typeof rendered.body === 'string' ? Buffer.from(rendered.body) : rendered.body)
  const isText = rendered.isText ?? typeof rendered.body === 'string'
  const isCompressible = isText && body.length >= MIN_COMPRESSIBLE_BYTES
  const digest = createHash('sha256')
    .update(body)
    .update(JSON.stringify(rendered.headers))
    .digest('base64url')
    .slice(0, 22)
  const headers = [...Object.entries(rendered.headers).flat(), 'vary', 'Accept-Encoding']
  const identity = createVariant(body, `"${digest}"`, headers, 'identity')
  return {
    status: rendered.status,
    tags: rendered.tags,
    headers,
    variants: isCompressible ? { identity } : { identity, gzip: identity, br: identity },
    size: Math.ceil(body.length * (isCompressible ? 1 + COMPRESSED_SHARE : 1)) + OVERHEAD_BYTES,
    compressing: {},
  }
}

/**
 * A copy with its own ArrayBuffer: a small Buffer would keep alive the 64 KB slab of Node's pool that it is part of.
 */
function exactSize(bytes: Buffer): Buffer {
  return Buffer.from(new Uint8Array(bytes).buffer)
}

/** The response in an encoding, compressed once for all concurrent requests. */
export function getVariant(response: CachedResponse, encoding: Encoding): Promise<Variant> {
  const ready = response.variants[encoding]
  if (ready) return Promise.resolve(ready)
  response.compressing[encoding] ??= addVariant(response, encoding).finally(() => delete response.compressing[encoding])
  return response.compressing[encoding]
}

async function addVariant(response: CachedResponse, encoding: Encoding): Promise<Variant> {
  const { identity } = response.variants
  // Strong ETags differ by encoding: `"digest"`, `"digest-b"`, `"digest-g"`.
  const etag = `${identity.etag.slice(0, -1)}-${encoding.charAt(0)}"`
  const variant = createVariant(exactSize(await compress(identity.body, encoding)), etag, response.headers, encoding)
  response.variants[encoding] = variant
  return variant
}

function compress(body: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(body, { level: GZIP_LEVEL })
  return compressBrotli(body, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: body.length },
  })
}

function createVariant(body: Buffer, etag: string, shared: readonly string[], encoding: Encoding): Variant {
  const notModifiedHeaders = [...shared, 'etag', etag]
  const headers = [...notModifiedHeaders, 'content-length', String(body.length)]
  if (encoding !== 'identity') headers.push('content-encoding', encoding)
  return { body, etag, headers, notModifiedHeaders }
}

/** The first of `offered` that the client accepts (RFC 9110 12.5.3); `q=0` rules one out. */
export function chooseEncoding(
  accept: string | null | undefined,
  offered: readonly Encoding[] = ['br', 'gzip'],
): Encoding {
  if (!accept) return 'identity'
  const accepted = new Set<string>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((one) => one.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) accepted.add(name)
  }
  return offered.find((encoding) => accepted.has(encoding)) ?? 'identity'
}

/** True if the client's `If-None-Match` names this ETag, by weak comparison (RFC 9110 13.1.2). */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** A cached response as a web `Response`: 304 if the client's copy is current. */
export async function toResponse(cached: CachedResponse, request: Request): Promise<Response> {
  const variant = await getVariant(cached, chooseEncoding(request.headers.get('accept-encoding')))
  if (cached.status === 200 && matchesEtag(request.headers.get('if-none-match'), variant.etag))
    return new Response(null, { status: 304, headers: toHeaders(variant.notModifiedHeaders) })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(variant.body), {
    status: cached.status,
    headers: toHeaders(variant.headers),
  })
}

function toHeaders(pairs: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < pairs.length; at += 2) headers.append(pairs[at] ?? '', pairs[at + 1] ?? '')
  return headers
}
