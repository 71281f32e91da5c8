import { t } from '#platform/text/t.ts'
import type { Upload } from './endpoint.ts'
import { type Refusal, refuse } from './result.ts'

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 8
const UNSAFE_KEYS = new Set(['__proto__', 'constructor', 'prototype'])

export type BodyOutcome = { ok: true; value: unknown } | Refusal

/** Reads a request's JSON body. Type, encoding, size, depth and keys are checked. */
export async function readJsonBody(request: Request, maxBytes = MAX_BYTES): Promise<BodyOutcome> {
  if (typeOf(request) !== 'application/json' || request.headers.has('content-encoding'))
    return refuse('unsupported_media_type', t('Please send JSON.'))
  const bytes = await readLimited(request, maxBytes)
  if (bytes === null) return refuse('payload_too_large', t('The request is too large.'))
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
    return isSafe(value, 0) ? { ok: true, value } : unreadable()
  } catch {
    return unreadable()
  }
}

/** Reads a request's body as a file. Type, encoding and size are checked. The handler judges the content. */
export async function readUpload(
  request: Request,
  { types, maxBytes, wrongType, tooLarge }: Upload,
): Promise<BodyOutcome> {
  if (!types.includes(typeOf(request)) || request.headers.has('content-encoding'))
    return refuse('unsupported_media_type', wrongType)
  const bytes = await readLimited(request, maxBytes)
  return bytes === null ? refuse('payload_too_large', tooLarge) : { ok: true, value: bytes }
}

function typeOf({ headers }: Request): string {
  return headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? ''
}

function unreadable(): Refusal {
  return refuse('invalid_input', t('We couldn’t read the request.'))
}

/** Reads a body of at most `limit` bytes. Returns null for a longer one, without reading the rest. */
export async function readLimited(
  { headers, body }: Pick<Request, 'headers' | 'body'>,
  limit: number,
): Promise<Uint8Array | null> {
  if (Number(headers.get('content-length') ?? 0) > limit) return null
  if (!body) return new Uint8Array()
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.byteLength
    if (length > limit) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

function isSafe(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (depth >= MAX_DEPTH) return false
  return Object.entries(value).every(([key, inner]) => !UNSAFE_KEYS.has(key) && isSafe(inner, depth + 1))
}
