import { timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { readLimited } from '../api/body.server.ts'
import { sha256 } from '../ids.server.ts'
import type { Outcome } from '../payments/provider.server.ts'

/** Shorter than the lease of the job that calls. */
const TIMEOUT_MS = 15_000
const MAX_JSON_BYTES = 1024 * 1024
const MAX_LABEL_BYTES = 8 * 1024 * 1024
/** A label that came in part is asked for again. */
const LABEL_ATTEMPTS = 3

export interface CarrierRequest {
  url: string
  headers: Readonly<Record<string, string>>
  /** JSON, unless it's text, which is sent as a form. */
  body?: unknown
}

/** Sends one request, once. Never throws: no answer is `unreachable`, and the request may have been carried out. */
export async function sendToCarrier<T>(schema: z.ZodType<T>, request: CarrierRequest): Promise<Outcome<T>> {
  const answer = await fetchLimited(request, MAX_JSON_BYTES)
  if (!answer.ok) return answer
  const { status, bytes } = answer.data
  const text = new TextDecoder().decode(bytes)
  const json = parseJson(text)
  if (status < 200 || status > 299) return failed(status, wordsOf(json) || 'it answered with an error')
  const parsed = schema.safeParse(json)
  return parsed.success ? { ok: true, data: parsed.data } : failed(0, 'its answer can’t be read')
}

/** A label from the address that the carrier gave. */
export async function fetchLabelFile(url: string, from: string): Promise<Outcome<Uint8Array>> {
  const parsed = URL.parse(url)
  // Only a test's stand-in is asked without encryption. The keys aren't sent: labels lie with somebody else.
  if (parsed?.protocol !== 'https:' && !(parsed && parsed.origin === new URL(from).origin))
    return failed(0, 'its label’s address can’t be used')
  let outcome: Outcome<Uint8Array> = failed(0, 'its label came in part')
  for (let attempt = 1; attempt <= LABEL_ATTEMPTS; attempt++) {
    const answer = await fetchLimited({ url, headers: {} }, MAX_LABEL_BYTES)
    if (!answer.ok) outcome = answer
    else if (answer.data.status !== 200) outcome = failed(answer.data.status, 'its label isn’t there')
    else if (isWholePdf(answer.data.bytes)) return { ok: true, data: answer.data.bytes }
    else outcome = failed(0, 'its label came in part')
  }
  return outcome
}

/** A PDF ends with its trailer; a label that was cut off prints without its barcode. */
export function isWholePdf(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 5)).toString('latin1')
  const tail = Buffer.from(bytes.subarray(-1024)).toString('latin1')
  return head === '%PDF-' && /%%EOF\s*$/.test(tail)
}

async function fetchLimited(
  { url, headers, body }: CarrierRequest,
  maxBytes: number,
): Promise<Outcome<{ status: number; bytes: Uint8Array }>> {
  const isForm = typeof body === 'string'
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json'
  try {
    const response = await fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: { accept: 'application/json', ...headers, ...(body === undefined ? {} : { 'content-type': type }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
      // A redirect would send the keys to another host.
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const bytes = await readLimited(response, maxBytes)
    return bytes ? { ok: true, data: { status: response.status, bytes } } : failed(0, 'its answer is too long')
  } catch (error) {
    const isLate = error instanceof Error && error.name === 'TimeoutError'
    return failed(0, isLate ? 'it doesn’t respond in time' : 'it doesn’t respond')
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

const errorBody = z.object({
  message: z.string().optional().catch(undefined),
  rmk: z.string().optional().catch(undefined),
  error: z
    .union([z.string(), z.object({ message: z.string() }).transform(({ message }) => message)])
    .optional()
    .catch(undefined),
  Error: z.string().optional().catch(undefined),
  detail: z.string().optional().catch(undefined),
  errors: z.record(z.string(), z.array(z.string())).optional().catch(undefined),
})

/** The carrier's words in an error, such as which field it refuses. */
function wordsOf(json: unknown): string {
  const body = errorBody.safeParse(json).data
  if (!body) return ''
  const fields = Object.values(body.errors ?? {}).flat()
  return [body.message ?? body.rmk ?? body.error ?? body.Error ?? body.detail ?? '', ...fields]
    .filter((text) => text !== '')
    .join(' ')
}

/** 401 and 403 are wrong keys of ours, and 408, 409 and 429 temporary: none of them refuses the parcel itself. */
export function failed(status: number, words: string): Outcome<never> {
  const isTemporary = status < 400 || status >= 500 || [401, 403, 408, 409, 429].includes(status)
  const kind = status === 404 ? 'not_found' : isTemporary ? 'unreachable' : 'refused'
  const description = status === 401 || status === 403 ? 'it refuses the shop’s keys' : words.slice(0, 300)
  return { ok: false, failure: { kind, status, code: `HTTP_${status}`, description } }
}

/** The carrier took the request and refuses what it says. */
export function refusedBy(words: string): Outcome<never> {
  return { ok: false, failure: { kind: 'refused', status: 0, code: 'REFUSED', description: words.slice(0, 300) } }
}

/** Compares secrets in the same time, however far they agree. */
export function isSameSecret(given: string, secret: string): boolean {
  return timingSafeEqual(sha256(given), sha256(secret))
}

/** A carrier's time without a zone is India's. Null if it's none. */
export function carrierTime(text: string): Date | null {
  const [, date, clock] = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2}(?:\.\d+)?)/.exec(text.trim()) ?? []
  if (date === undefined || clock === undefined) return null
  const at = new Date(`${date}T${clock}${/(?:Z|[+-]\d{2}:?\d{2})$/.exec(text.trim())?.[0] ?? '+05:30'}`)
  return Number.isNaN(at.getTime()) ? null : at
}
