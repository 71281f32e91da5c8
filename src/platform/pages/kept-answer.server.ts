import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** An answer as it is made: once, for everybody. */
export interface FreshAnswer {
  status: number
  headers: Record<string, string>
  /** Text is compressed; bytes are packed already (a font, a picture) and go out as they are. */
  body: string | Buffer
  /** What the answer shows: a write under one of these names makes it stale. */
  tags: readonly string[]
  /** False for what must not be kept (an error that may be gone in a moment). */
  keep?: boolean
}

export type Encoding = 'br' | 'gzip' | 'identity'

/** One way of sending the same bytes. Headers are flat pairs (name, value, name, …) as `writeHead` takes them. */
export interface Variant {
  body: Buffer
  etag: string
  headers: string[]
  /** The headers of 304: what describes the body is left out. */
  unchangedHeaders: string[]
}

/** A kept answer: every encoding compressed ahead, with a strong ETag each (RFC 9110 8.8.1). */
export interface StoredAnswer {
  status: number
  tags: readonly string[]
  variants: Record<Encoding, Variant>
  bytes: number
}

/** Answers larger than a packet or so are worth compressing. */
const WORTH_COMPRESSING = 860
/** What an answer costs in memory beside its bytes, roughly: headers, tags, the table's entry. */
const BESIDE_BYTES = 4096
/** Both as far as the time they take stays below that of rendering a page. */
const GZIP_LEVEL = 6
const BROTLI_QUALITY = 5

/** Makes an answer ready to send in every encoding. */
export async function prepareAnswer(fresh: FreshAnswer): Promise<StoredAnswer> {
  const plain = typeof fresh.body === 'string' ? Buffer.from(fresh.body) : fresh.body
  const asItIs = typeof fresh.body !== 'string' || plain.length < WORTH_COMPRESSING
  const digest = createHash('sha256')
    .update(plain)
    .update(JSON.stringify(fresh.headers))
    .digest('base64url')
    .slice(0, 22)
  const identity = variant(plain, `"${digest}"`, fresh.headers, 'identity')
  const bytes = plain.length + BESIDE_BYTES
  if (asItIs)
    return { status: fresh.status, tags: fresh.tags, variants: { identity, gzip: identity, br: identity }, bytes }
  const [packed, tight] = await Promise.all([
    compressGzip(plain, { level: GZIP_LEVEL }),
    compressBrotli(plain, {
      params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
    }),
  ])
  const variants = {
    identity,
    gzip: variant(packed, `"${digest}-g"`, fresh.headers, 'gzip'),
    br: variant(tight, `"${digest}-b"`, fresh.headers, 'br'),
  }
  return { status: fresh.status, tags: fresh.tags, variants, bytes: bytes + packed.length + tight.length }
}

function variant(body: Buffer, etag: string, headers: Record<string, string>, encoding: Encoding): Variant {
  const shared = [...Object.entries(headers).flat(), 'vary', 'Accept-Encoding', 'etag', etag]
  const about = ['content-length', String(body.length)]
  if (encoding !== 'identity') about.push('content-encoding', encoding)
  return { body, etag, headers: [...shared, ...about], unchangedHeaders: shared }
}

/** Clients send few different values: each is read once. Strangers may send many, so the table has an end. */
const chosenBefore = new Map<string, Encoding>()
const MOST_REMEMBERED = 200

/** The best encoding that the client takes (RFC 9110 12.5.3); `q=0` rules one out. */
export function chooseEncoding(accept: string | null | undefined): Encoding {
  if (!accept) return 'identity'
  const before = chosenBefore.get(accept)
  if (before) return before
  const taken = new Set<string>()
  for (const part of accept.toLowerCase().split(',')) {
    const [name = '', ...parameters] = part.split(';').map((piece) => piece.trim())
    if (!parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter))) taken.add(name)
  }
  const chosen = taken.has('br') ? 'br' : taken.has('gzip') ? 'gzip' : 'identity'
  if (chosenBefore.size < MOST_REMEMBERED) chosenBefore.set(accept, chosen)
  return chosen
}

/** Whether the client's `If-None-Match` names this ETag, by weak comparison (RFC 9110 13.1.2). */
export function matchesEtag(header: string | null | undefined, etag: string): boolean {
  if (!header) return false
  if (header === etag || header === '*') return true
  return header.split(',').some((one) => one.trim().replace(/^W\//, '') === etag)
}

/** A kept answer as a web response: 304 where the client has it already. */
export function toResponse(answer: StoredAnswer, request: Request): Response {
  const chosen = answer.variants[chooseEncoding(request.headers.get('accept-encoding'))]
  if (answer.status === 200 && matchesEtag(request.headers.get('if-none-match'), chosen.etag))
    return new Response(null, { status: 304, headers: toHeaders(chosen.unchangedHeaders) })
  return new Response(request.method === 'HEAD' ? null : new Uint8Array(chosen.body), {
    status: answer.status,
    headers: toHeaders(chosen.headers),
  })
}

function toHeaders(pairs: readonly string[]): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < pairs.length; at += 2) headers.append(pairs[at] ?? '', pairs[at + 1] ?? '')
  return headers
}
