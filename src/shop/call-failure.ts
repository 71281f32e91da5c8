import type { ApiResult } from '#platform/api/client.ts'

/**
 * A failed call as a form shows it. `message` is the screen's sentence (SPEC section 8), `detail` the server's own if
 * the shopper can act on it (a field to correct, how long to wait), `fields` the server's first message for each field.
 */
export interface CallFailure {
  ok: false
  message: string
  detail: string | null
  fields: Partial<Record<string, string>>
}

/** The failure of a call. `actionable`: the statuses that the shopper can do something about. */
export function callFailure(response: ApiResult<unknown>, message: string, actionable: readonly number[]): CallFailure {
  if (response.ok) return { ok: false, message, detail: null, fields: {} }
  const errors = (response.problem?.errors ?? []).map(({ path, message }) => [path.split('.').at(-1), message])
  return {
    ok: false,
    message,
    detail: actionable.includes(response.status) ? response.message : null,
    fields: Object.fromEntries(errors.toReversed()),
  }
}
