import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { ownBytes } from '../own-bytes.server.ts'

const compressGzip = promisify(gzip)
const compressBrotli = promisify(brotliCompress)

/** An answer as it is made: once, for everybody. */
export interface FreshAnswer {
  status: number
  headers: Record<string, string>
  /** Text is compressed; bytes are packed already (a font, a picture) and go out as they are. */
  body: string | Buffer
  /** The bytes are text after all. */
  isText?: boolean
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

/** A kept answer: its text at once, a packed form as soon as somebody has asked for it; a strong ETag each (RFC 9110 8.8.1). */
export interface StoredAnswer {
  status: number
  tags: readonly string[]
  /** What lies ready to be sent. Anything else takes `packAnswer`. */
  variants: { identity: Variant } & Partial<Record<Encoding, Variant>>
  /** What it takes in memory by now. */
  bytes: number
  /** Hears how many bytes a packed form has added; set by who keeps account of them. */
  grown: ((bytes: number) => void) | null
  packing: Partial<Record<Encoding, Promise<Variant>>>
}

/** Answers larger than a packet or so are worth compressing. */
const WORTH_COMPRESSING = 860
/** What an answer costs in memory beside its bytes, roughly: headers, tags, the table's entry. */
const BESIDE_BYTES = 4096
/** Both as far as the time they take stays below that of rendering a page. */
const GZIP_LEVEL = 6
const BROTLI_QUALITY = 5

/**
 * Makes an answer ready to send as it is. Packing waits for the first client that wants it: answers that only the
 * pages' loaders read, and encodings that nobody takes, cost nothing.
 */
export function prepareAnswer(fresh: FreshAnswer): StoredAnswer {
  const plain = ownBytes(fresh.body)
  const isText = fresh.isText ?? typeof fresh.body === 'string'
  const asItIs = !isText || plain.length < WORTH_COMPRESSING
  const digest = createHash('sha256')
    .update(plain)
    .update(JSON.stringify(fresh.headers))
    .digest('base64url')
    .slice(0, 22)
  const headers = [...Object.entries(fresh.headers).flat(), 'vary', 'Accept-Encoding']
  const identity = variant(plain, `"${digest}"`, headers, 'identity')
  return {
    status: fresh.status,
    tags: fresh.tags,
    variants: asItIs ? { identity, gzip: identity, br: identity } : { identity },
    bytes: plain.length + BESIDE_BYTES,
    grown: null,
    packing: {},
  }
}

/** The answer in an encoding: packed once for all who ask meanwhile, then kept with it. */
export function packAnswer(answer: StoredAnswer, encoding: Encoding): Promise<Variant> {
  const ready = answer.variants[encoding]
  if (ready) return Promise.resolve(ready)
  answer.packing[encoding] ??= pack(answer, encoding).finally(() => delete answer.packing[encoding])
  return answer.packing[encoding]
}

async function pack(answer: StoredAnswer, encoding: Encoding): Promise<Variant> {
  const { identity } = answer.variants
  const body = ownBytes(await compress(identity.body, encoding))
  // The identity's headers up to its ETag, which every encoding has of its own.
  const headers = identity.unchangedHeaders.slice(0, -2)
  const packed = variant(body, etagIn(identity, encoding), headers, encoding)
  answer.variants[encoding] = packed
  answer.bytes += body.length
  answer.grown?.(body.length)
  return packed
}

function compress(plain: Buffer, encoding: Encoding): Promise<Buffer> {
  if (encoding === 'gzip') return compressGzip(plain, { level: GZIP_LEVEL })
  return compressBrotli(plain, {
    params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length },
  })
}

/** `"digest-b"` beside the identity's `"digest"`: other bytes, another strong ETag. */
function etagIn(identity: Variant, encoding: Encoding): string {
  return encoding === 'identity' ? identity.etag : `${identity.etag.slice(0, -1)}-${encoding.charAt(0)}"`
}

function variant(body: Buffer, etag: string, headers: readonly string[], encoding: Encoding): Variant {
  const shared = [...headers, 'etag', etag]
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
export async function toResponse(answer: StoredAnswer, request: Request): Promise<Response> {
  const chosen = await packAnswer(answer, chooseEncoding(request.headers.get('accept-encoding')))
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
