/** Why a call was refused. The mount maps a reason to an HTTP status. */
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

/** One bad field: where it is (`productDetails.0.size`) and the sentence about it. */
export interface FieldError {
  path: string
  message: string
}

/** An expected failure: a value, never an exception. `extra` joins the problem document (`{ total }`, `{ orders: [] }`). */
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

/** A success: the response's body, with headers where the contract names some. */
export interface Success<T> {
  ok: true
  data: T
  headers?: Record<string, string>
}

export type Result<T> = Success<T> | Refusal

export function ok<T>(data: T, headers?: Record<string, string>): Success<T> {
  return headers ? { ok: true, data, headers } : { ok: true, data }
}

/** `message` is the sentence a shopper can be shown. */
export function refuse(
  reason: Reason,
  message: string,
  more: Omit<Refusal, 'ok' | 'reason' | 'message'> = {},
): Refusal {
  return { ok: false, reason, message, ...more }
}
