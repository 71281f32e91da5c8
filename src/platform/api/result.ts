import type { Code } from './codes.ts'

/** One invalid field: its path (`productDetails.0.size`) and its message. */
export interface FieldError {
  path: string
  message: string
}

/**
 * An expected failure: a value, never an exception. `extra` is merged into the error body (`{ total }`, `{ orders: []
 * }`).
 */
export interface Refusal<C extends Code = Code> {
  ok: false
  code: C
  message: string
  errors?: FieldError[]
  extra?: Record<string, unknown>
  /** Seconds to wait before the same call can succeed. */
  retryAfter?: number
  headers?: Record<string, string>
  /** Cache tags of a public response, beyond those of its endpoint. */
  tags?: readonly string[]
}

/** Why a change of a record is refused if somebody else has changed the same since: its 412. */
export interface Conflict<T> {
  /** The record as it is now. */
  current: T
  /** Those of the sent fields that somebody else has changed. */
  fields: string[]
  /** Who changed it last, or null if that isn't known. */
  by: string | null
}

/** The response's body, with headers if the contract names any. */
export interface Success<T> {
  ok: true
  data: T
  headers?: Record<string, string>
}

/** `C`: the codes it can fail with. */
export type Result<T, C extends Code = Code> = Success<T> | Refusal<C>

export function ok<T>(data: T, headers?: Record<string, string>): Success<T> {
  return headers ? { ok: true, data, headers } : { ok: true, data }
}

/** `message` can be shown to a shopper. */
export function refuse<const C extends Code>(
  code: C,
  message: string,
  more: Omit<Refusal, 'ok' | 'code' | 'message'> = {},
): Refusal<C> {
  return { ok: false, code, message, ...more }
}

/** The refusal of a change whose fields somebody else has changed since. `message` says that nothing is saved. */
export function refuseChanged(message: string, conflict: Conflict<unknown>): Refusal<'changed_meanwhile'> {
  return refuse('changed_meanwhile', message, { extra: { ...conflict } })
}
