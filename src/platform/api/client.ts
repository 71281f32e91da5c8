import { language, t } from '#platform/text/t.ts'
import type { Code } from './codes.ts'
import type { CallInput, CallName, ConflictOf, Contract, ResponseOf } from './endpoint.ts'

/** The body of every error response (RFC 9457). `message` can be shown to a shopper. */
export interface Problem {
  type: string
  title: string
  status: number
  code?: Code
  detail: string
  message: string
  errors?: { path: string; message: string }[]
  [extra: string]: unknown
}

/**
 * The result of a call. The client never throws. Status 0 means there was no response (no network, call aborted), or
 * its body isn't JSON. `code` tells programs why a call failed, or is null if the response has none. `data` is an
 * object even if the body isn't (204, `null`, a plain string), but its fields may be missing. `conflict`: what somebody else
 * has changed, for calls that tell it.
 */
export type ApiResult<T, K = unknown> =
  | { ok: true; status: number; data: T; headers: Headers }
  | { ok: false; status: number; code: Code | null; message: string; problem: Problem | null; conflict?: K }

export type Api<C extends Contract> = <N extends keyof C & CallName>(
  name: N,
  ...input: Record<never, never> extends CallInput<C[N]>
    ? [CallInput<C[N]>?, CallOptions?]
    : [CallInput<C[N]>, CallOptions?]
) => Promise<ApiResult<ResponseOf<C[N]>, ConflictOf<C[N]>>>

export interface CallOptions {
  idempotencyKey?: string
  signal?: AbortSignal
  /** The content type of a file body. */
  fileType?: string
  /** Completes the request even if the page is left (`fetch`'s `keepalive`). */
  keepalive?: boolean
}

interface Transport {
  /** The API's URL without a trailing slash: `/api`, or a full one. */
  base: string
  fetch(url: string, init: RequestInit): Promise<Response>
  /** The bearer token for a call, if there is one. */
  token?(name: string): string | null
}

interface UntypedInput {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

/**
 * The typed client of a contract, over HTTP in the browser and in-process in the server's loaders. Method and path come
 * from the call's name, so the contract's schemas never reach the browser.
 */
export function createApi<C extends Contract>(transport: Transport): Api<C> {
  const call = async (
    name: string,
    input: UntypedInput = {},
    options: CallOptions = {},
  ): Promise<ApiResult<unknown>> => {
    try {
      return await readResponse(
        await transport.fetch(urlOf(transport.base, name, input), initOf(transport, name, input, options)),
      )
    } catch {
      const message = t('We couldn’t reach the shop. Please try again.')
      return { ok: false, status: 0, code: null, message, problem: null }
    }
  }
  // Safe cast: the names are the contract's, and tests check the server's responses against the same contract.
  return call as Api<C>
}

function urlOf(base: string, name: string, input: UntypedInput): string {
  const path = name.slice(name.indexOf(' ') + 1)
  const filled = path.replace(/\{(\w+)\}/g, (_, part: string) => encodeURIComponent(input.params?.[part] ?? ''))
  const query = new URLSearchParams()
  if (language() !== 'en') query.set('language', language())
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(key, String(value))
  const search = query.toString()
  return `${base}${filled}${search ? `?${search}` : ''}`
}

function initOf(transport: Transport, name: string, input: UntypedInput, options: CallOptions): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  const token = transport.token?.(name)
  if (token) headers.set('authorization', `Bearer ${token}`)
  const { body } = input
  if (body !== undefined) headers.set('content-type', options.fileType ?? 'application/json')
  if (options.idempotencyKey) headers.set('idempotency-key', options.idempotencyKey)
  return {
    method: name.slice(0, name.indexOf(' ')),
    headers,
    ...(body === undefined
      ? {}
      : { body: body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : JSON.stringify(body) }),
    ...(options.signal ? { signal: options.signal } : {}),
    ...(options.keepalive ? { keepalive: true } : {}),
  }
}

async function readResponse(response: Response): Promise<ApiResult<unknown>> {
  const text = await response.text()
  const body: unknown = text === '' ? undefined : JSON.parse(text)
  const data = typeof body === 'object' && body !== null ? body : {}
  if (response.ok) return { ok: true, status: response.status, data, headers: response.headers }
  const problem = isProblem(body) ? body : null
  const { status } = response
  const failed = { ok: false, status, code: problem?.code ?? null, message: problem?.message ?? '', problem } as const
  return failed.code === 'changed_meanwhile' && problem && 'current' in problem
    ? { ...failed, conflict: problem }
    : failed
}

function isProblem(body: unknown): body is Problem {
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
}
