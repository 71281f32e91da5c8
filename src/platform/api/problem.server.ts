import { STATUS_CODES } from 'node:http'
import { t } from '../text/t.ts'
import { type Code, refusalStatus, STATUS_OF } from './codes.ts'
import { type PlainResponse, toWebResponse } from './plain-response.server.ts'
import type { Refusal } from './result.ts'

/**
 * The members of an error document (RFC 9457, CONTRACT "Errors"). `title` is the status's name; `message`, for pages to
 * show, repeats `detail`.
 */
export function problemOf(code: Code, message: string, status: number = STATUS_OF[code]) {
  const translated = t(message)
  const title = STATUS_CODES[status] ?? 'Error'
  return { type: 'about:blank', title, status, code, detail: translated, message: translated }
}

/** An error response; its status is the code's. */
export function problem(...parts: Parameters<typeof plainProblem>): Response {
  return toWebResponse(plainProblem(...parts))
}

/** The same before it's sent, for a call. */
export function plainProblem(
  code: Code,
  message: string,
  more: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  status: number = STATUS_OF[code],
): PlainResponse {
  return {
    status,
    headers: { 'content-type': 'application/problem+json; charset=utf-8', 'cache-control': 'no-store', ...headers },
    body: JSON.stringify({ ...problemOf(code, message, status), ...more }),
  }
}

/** The response for an expected failure. */
export function refusalResponse({ code, message, errors, extra, retryAfter, ...more }: Refusal): PlainResponse {
  const headers: Record<string, string> = { ...more.headers }
  if (STATUS_OF[code] === 401) headers['www-authenticate'] = 'Bearer'
  if (retryAfter !== undefined) headers['retry-after'] = String(Math.max(1, Math.ceil(retryAfter)))
  const translated = errors ? { errors: errors.map((one) => ({ ...one, message: t(one.message) })) } : {}
  return plainProblem(code, message, { ...translated, ...extra }, headers, refusalStatus(code))
}

/** How a 401 of the staff site asks to sign in: no registered scheme is a cookie's, and it has to name one (RFC 9110, section 15.5.2). */
export const COOKIE_CHALLENGE = 'Session'
