import {
  BrokenCircuitError,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  handleWhenResult,
  type ICancellationContext,
  type IPolicy,
  retry,
  TaskCancelledError,
  TimeoutStrategy,
  timeout,
  wrap,
} from 'cockatiel'
import type { Logger } from 'pino'
import { z } from 'zod'
import { readLimited } from '../api/body.server.ts'
import { traced } from '../telemetry/spans.server.ts'
import type { Outcome } from './provider.server.ts'
import { parseProviderJson } from './provider-json.server.ts'

/** A shopper gets a response within 10 s (docs/reliability.md), so all attempts of a call together end before that. */
const TOTAL_TIMEOUT_MS = 9000
const ATTEMPT_TIMEOUT_MS = 8000
const RETRIES = 2
const FAILURES_TO_OPEN = 5
const OPEN_MS = 5000
const MAX_RESPONSE_BYTES = 4 * 1024 * 1024

export interface RazorpayClientSettings {
  keyId: string
  keySecret: string
  /** An origin without `/v1`. */
  apiUrl: string
  log?: Pick<Logger, 'warn'>
}

interface RequestOptions {
  /** Makes the request a POST. */
  body?: Record<string, unknown>
  headers?: Record<string, string>
  signal?: AbortSignal
}

/** One attempt of a call: its number (0 for the first) and the signal that ends it. */
type Attempt<T> = (context: { attempt: number; signal: AbortSignal }) => Promise<Outcome<T>>

export interface RazorpayClient {
  /** Sends one request to a path below `/v1`, once. */
  send<T>(schema: z.ZodType<T>, path: string, options?: RequestOptions): Promise<Outcome<T>>
  /** Runs an attempt under the timeout and the circuit breaker for reads, and retries it after an outage. */
  read<T>(attempt: Attempt<T>): Promise<Outcome<T>>
  /** The same with the breaker for writes. The attempt must be idempotent. */
  write<T>(attempt: Attempt<T>): Promise<Outcome<T>>
  /** The same without retries, for calls that mustn't be repeated blindly. Their callers check the state first. */
  writeOnce<T>(attempt: Attempt<T>): Promise<Outcome<T>>
}

/** The provider's REST API over fetch. No function throws when the provider fails: each resolves to an outcome. */
export function createRazorpayClient({ keyId, keySecret, apiUrl, log }: RazorpayClientSettings): RazorpayClient {
  const authorization = `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`
  const total = timeout(TOTAL_TIMEOUT_MS, TimeoutStrategy.Aggressive)
  const attempts = retry(outages, { maxAttempts: RETRIES, backoff: new ExponentialBackoff({ initialDelay: 200 }) })
  const writeBreaker = createBreaker()

  const runUnder =
    (policy: IPolicy<ICancellationContext>) =>
    async <T>(attempt: Attempt<T>): Promise<Outcome<T>> => {
      // Policies that retry put their `attempt` into the context.
      const outcome = await policy.execute((context) => attempt({ attempt: 0, ...context })).catch(readPolicyError)
      if (!outcome.ok) log?.warn({ failure: outcome.failure }, 'a request to the payment provider failed')
      return outcome
    }

  async function sendOnce<T>(
    schema: z.ZodType<T>,
    path: string,
    { body, headers, signal }: RequestOptions,
  ): Promise<Outcome<T>> {
    const timeoutSignal = AbortSignal.timeout(ATTEMPT_TIMEOUT_MS)
    try {
      const response = await fetch(`${apiUrl}/v1/${path}`, {
        method: body ? 'POST' : 'GET',
        headers: { authorization, ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
        ...(body ? { body: JSON.stringify(body) } : {}),
        // A redirect would send the keys to another host.
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeoutSignal]) : timeoutSignal,
      })
      return await readOutcome(schema, response)
    } catch (error) {
      return failed(0, errorCodeOf(error), 'The payment provider didn’t respond.')
    }
  }

  return {
    send: (schema, path, options = {}) =>
      traced(`provider ${options.body ? 'POST' : 'GET'} ${routeOf(path)}`, {}, async (span) => {
        const outcome = await sendOnce(schema, path, options)
        span?.keep()
        if (!outcome.ok) span?.set({ 'http.response.status_code': outcome.failure.status })
        if (!outcome.ok && outcome.failure.kind === 'unreachable') span?.fail('unreachable')
        return outcome
      }),
    read: runUnder(wrap(total, createBreaker(), attempts)),
    write: runUnder(wrap(total, writeBreaker, attempts)),
    writeOnce: runUnder(wrap(total, writeBreaker)),
  }
}

/** A path without its ids, which are every second part: `payments/{id}/refund`. */
function routeOf(path: string): string {
  const parts = path.replace(/\?.*/, '').split('/')
  return parts.map((part, at) => (at % 2 === 0 ? part : '{id}')).join('/')
}

/**
 * Failures that a retry may fix, and that count for the circuit breaker: all `unreachable` ones but 429, its rate limit
 * on us (a retry would make that worse, and reads still work), and 401, a wrong key of ours (the log must name it).
 */
const outages = handleWhenResult((result) => {
  // Safe cast: every attempt resolves to an outcome.
  const outcome = result as Outcome<unknown>
  return !outcome.ok && outcome.failure.kind === 'unreachable' && ![401, 429].includes(outcome.failure.status)
})

/** After five outages in a row, calls fail at once for 5 s instead of making every shopper wait. */
function createBreaker() {
  return circuitBreaker(outages, { halfOpenAfter: OPEN_MS, breaker: new ConsecutiveBreaker(FAILURES_TO_OPEN) })
}

function readPolicyError(error: unknown): Outcome<never> {
  if (error instanceof BrokenCircuitError) return failed(0, 'CIRCUIT_OPEN', 'The payment provider is unavailable.')
  if (error instanceof TaskCancelledError) return failed(0, 'TIMEOUT', 'The payment provider did not respond in time.')
  throw error
}

const errorBody = z.object({ error: z.object({ code: z.string().catch(''), description: z.string().catch('') }) })

async function readOutcome<T>(schema: z.ZodType<T>, response: Response): Promise<Outcome<T>> {
  const { status } = response
  const bytes = await readLimited(response, MAX_RESPONSE_BYTES)
  const body = bytes && parseProviderJson(new TextDecoder().decode(bytes))
  if (response.ok) {
    const parsed = schema.safeParse(body)
    return parsed.success
      ? { ok: true, data: parsed.data }
      : failed(status, 'BAD_RESPONSE', 'The payment provider’s response could not be read.')
  }
  const { code, description } = errorBody.safeParse(body).data?.error ?? { code: '', description: '' }
  return failed(status, code || `HTTP_${status}`, description || 'The payment provider didn’t respond.')
}

function failed(status: number, code: string, description: string): Outcome<never> {
  return {
    ok: false,
    failure: { kind: kindOf(status), status, code: code.slice(0, 300), description: description.slice(0, 300) },
  }
}

/** 401 is a wrong key of ours, and 408, 409 and 429 are temporary: none of them rejects the request itself. */
function kindOf(status: number) {
  if (status === 404) return 'not_found'
  const isTemporary = status < 400 || status >= 500 || [401, 408, 409, 429].includes(status)
  return isTemporary ? 'unreachable' : 'refused'
}

/** The system's error code, such as ECONNREFUSED, which fetch puts into the error's cause. */
function errorCodeOf(error: unknown): string {
  if (!(error instanceof Error)) return 'NO_RESPONSE'
  const { cause } = error
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return 'TIMEOUT'
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : 'NO_RESPONSE'
}
