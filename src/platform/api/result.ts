/** Why a call failed; `problem.server.ts` maps each reason to an HTTP status. */
export type Reason =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'not_found'
  | 'gone'
  | 'conflict'
  | 'unprocessable'
  | 'too_many'
  | 'provider_failed'
  | 'busy'

/** One invalid field: its path (`productDetails.0.size`) and its message. */
export interface FieldError {
  path: string
  message: string
}

/** An expected failure: a value, never an exception. `extra` is merged into the error body (`{ total }`, `{ orders: [] }`). */
export interface Refusal {
  ok: false
  reason: Reason
  message: string
  errors?: FieldError[]
  extra?: Record<string, unknown>
  /** Seconds to wait before the same call can succeed. */
  retryAfter?: number
  /** Cache tags of a public response, beyond those of its endpoint. */
  tags?: readonly string[]
}

/** The response's body, with headers where the contract names some. */
export interface Success<T> {
  ok: true
  data: T
  headers?: Record<string, string>
}

export type Result<T> = Success<T> | Refusal

export function ok<T>(data: T, headers?: Record<string, string>): Success<T> {
  return headers ? { ok: true, data, headers } : { ok: true, data }
}

/** `message` can be shown to a shopper. */
export function refuse(
  reason: Reason,
  message: string,
  more: Omit<Refusal, 'ok' | 'reason' | 'message'> = {},
): Refusal {
  return { ok: false, reason, message, ...more }
}
