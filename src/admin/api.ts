import { type Api, type ApiResult, createApi, type Problem } from '#platform/api/client.ts'
import type { Code } from '#platform/api/codes.ts'
import type { CallInput, CallName, ResponseOf } from '#platform/api/endpoint.ts'
import type { StaffContract } from '#shop/staff-contract.ts'
import { fetchWithRetry } from './fetch-with-retry.ts'
import { askToSignIn } from './sign-in/over-page.ts'

/** The calls of the staff site as they are, for the sign-in itself. */
export const callOnce: Api<StaffContract> = createApi<StaffContract>({
  base: '/api/admin',
  fetch: fetchWithRetry,
})

/** No session, half a one, or one whose second factor is too old for this call. */
const SIGN_IN: ReadonlySet<Code | null> = new Set<Code>(['not_logged_in', 'second_factor_needed', 'sign_in_again'])

/**
 * Makes a call of the staff site. If it needs a sign-in, that opens over the page and the call is then repeated once, so
 * nothing on the screen is lost.
 */
export const call: Api<StaffContract> = withSignIn(callOnce)

/** The same, changing this version of something (`If-Match`): refused if somebody else has changed it since. */
export function callAt(version: number | string): Api<StaffContract> {
  return withSignIn(
    createApi<StaffContract>({
      base: '/api/admin',
      fetch(url, init) {
        const headers = new Headers(init.headers)
        headers.set('if-match', `"${version}"`)
        return fetchWithRetry(url, { ...init, headers })
      },
    }),
  )
}

function withSignIn(api: Api<StaffContract>): Api<StaffContract> {
  return async (name, ...input) => {
    const result = await api(name, ...input)
    if (result.ok || !SIGN_IN.has(result.code)) return result
    return (await askToSignIn(result.code === 'sign_in_again')) ? api(name, ...input) : result
  }
}

/** A failed call, thrown by `load` and shown by the route's error view. */
export class CallError extends Error {
  override name = 'CallError'
  readonly status: number
  readonly code: Code | null
  readonly problem: Problem | null

  constructor({ status, code, message, problem }: Extract<ApiResult<unknown>, { ok: false }>) {
    super(message)
    this.status = status
    this.code = code
    this.problem = problem
  }
}

/** The data of a call, for loaders. @throws {CallError} if it fails */
export async function load<N extends keyof StaffContract & CallName>(
  name: N,
  ...input: Record<never, never> extends CallInput<StaffContract[N]>
    ? [CallInput<StaffContract[N]>?]
    : [CallInput<StaffContract[N]>]
): Promise<ResponseOf<StaffContract[N]>> {
  const result = await call(name, ...input)
  if (!result.ok) throw new CallError(result)
  return result.data
}

/** The address of a file of the staff API, such as an invoice, for a link: the browser sends the session's cookie. */
export function fileUrl(path: `/${string}`): string {
  return `/api/admin${path}`
}
