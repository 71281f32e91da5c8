import { useCallback, useRef, useState } from 'react'
import type { ApiResult } from '#platform/api/client.ts'
import type { CallInput, CallName, ConflictOf, ResponseOf } from '#platform/api/endpoint.ts'
import type { FieldError } from '#platform/api/result.ts'
import { createRequestKeys, type RequestKeys } from '#platform/browser/request-keys.ts'
import type { StaffContract } from '#shop/staff-contract.ts'
import { call, callAt } from '../api.ts'
import { failureText } from './failure-text.ts'

/** A failed call: what to tell the person, and the whole answer. */
export type Failure = Extract<ApiResult<unknown>, { ok: false }>

/**
 * The changes of one form or button. While a call is under way a second press does nothing. A repeated call carries the
 * same idempotency key, so it changes nothing twice. `draftKeys`: those of the form's draft (`keysOf`), which outlast a reload.
 */
export function useCall(draftKeys?: RequestKeys) {
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<Failure | null>(null)
  const isRunning = useRef(false)
  const [ownKeys] = useState(createRequestKeys)
  const keys = draftKeys ?? ownKeys

  /**
   * Makes the call, with `version` about that version (`If-Match`). @returns its result, or null while another one is under way
   */
  const attempt = useCallback(
    async <N extends keyof StaffContract & CallName>(
      name: N,
      input: CallInput<StaffContract[N]>,
      version?: number | string,
    ): Promise<ApiResult<ResponseOf<StaffContract[N]>, ConflictOf<StaffContract[N]>> | null> => {
      if (isRunning.current) return null
      isRunning.current = true
      setPending(true)
      setFailure(null)
      // Safe cast: the input has the type that this name takes.
      const make = (version === undefined ? call : callAt(version)) as (
        name: N,
        input: unknown,
        options: object,
      ) => Promise<ApiResult<ResponseOf<StaffContract[N]>, ConflictOf<StaffContract[N]>>>
      const result = await make(name, input, { idempotencyKey: keys.keyFor([name, input, version]) })
      isRunning.current = false
      setPending(false)
      if (isFinal(result)) keys.forget()
      if (!result.ok) setFailure(result)
      return result
    },
    [keys],
  )

  /** The same. @returns the call's data, or null if it failed: `failure` then says why */
  const send = useCallback(
    async <N extends keyof StaffContract & CallName>(
      ...sent: Parameters<typeof attempt<N>>
    ): Promise<ResponseOf<StaffContract[N]> | null> => {
      const result = await attempt<N>(...sent)
      return result?.ok ? result.data : null
    },
    [attempt],
  )

  return {
    pending,
    failure,
    /** The sentence for the person, or null. */
    error: failure === null ? null : failureText(failure),
    /** The same, or null if each sentence about it is at one of these fields, which say it themselves. */
    errorBeside: (...fields: readonly string[]) =>
      failure === null || isSaidAt(failure, fields) ? null : failureText(failure),
    /** The sentence about one field, or null. */
    errorOf: (path: string) => failure?.problem?.errors?.find((one) => one.path === path)?.message ?? null,
    /** The sentences about a field and what is within it, by the place there. */
    errorsIn: (path: string) => errorsIn(failure?.problem?.errors ?? [], path),
    clear: () => setFailure(null),
    attempt,
    send,
  }
}

function isSaidAt({ problem }: Failure, fields: readonly string[]): boolean {
  const errors = problem?.errors ?? []
  return errors.length > 0 && errors.every(({ path }) => fields.includes(path))
}

/** True if a call was refused for its fields, which then show why. */
export function hasFieldErrors(failure: Failure | null): boolean {
  return (failure?.problem?.errors?.length ?? 0) > 0
}

/** The errors of a field and of what is within it, each with the place there: `0.name` for `voices.0.name`. */
export function errorsIn(errors: readonly FieldError[], path: string): FieldError[] {
  return errors
    .filter((error) => error.path === path || error.path.startsWith(`${path}.`))
    .map((error) => ({ ...error, path: error.path.slice(path.length + 1) }))
}

/** False if the change may still have happened, or still happens: the same key then asks for its answer. */
export function isFinal({ ok, status, code }: { ok: boolean; status: number; code?: string | null }): boolean {
  return ok || (status >= 400 && status < 500 && code !== 'request_under_way')
}
