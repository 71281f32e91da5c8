import { STATUS_CODES } from 'node:http'
import { t } from '../text/t.ts'
import type { Reason, Refusal } from './result.ts'

const STATUS_OF: Record<Reason, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  gone: 410,
  unprocessable: 422,
  too_many: 429,
  provider_failed: 502,
  busy: 503,
}

/** An error response (RFC 9457, CONTRACT "Errors"). `title` is the status's name; `message`, for pages to show, repeats `detail`. */
export function problem(
  status: number,
  message: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Response {
  const translated = t(message)
  const title = STATUS_CODES[status] ?? 'Error'
  const body = { type: 'about:blank', title, status, detail: translated, message: translated, ...more }
  return new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  })
}

/** The response to an expected failure. */
export function refusalResponse(refusal: Refusal): Response {
  const status = STATUS_OF[refusal.reason]
  const headers: Record<string, string> = {}
  if (status === 401) headers['www-authenticate'] = 'Bearer'
  if (refusal.retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(refusal.retryAfter)))
  return problem(
    status,
    refusal.message,
    {
      ...(refusal.errors ? { errors: refusal.errors.map((one) => ({ ...one, message: t(one.message) })) } : {}),
      ...refusal.extra,
    },
    headers,
  )
}
