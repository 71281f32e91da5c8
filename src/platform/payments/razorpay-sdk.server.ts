import Razorpay from 'razorpay'
import type { ProviderFailure } from './provider.server.ts'

/** Milliseconds for one request. */
export const REQUEST_TIMEOUT_MS = 8000

/** The part of the SDK's HTTP client that we use: it is the only way to a base address, a timeout and a header. */
interface SdkClient {
  defaults: { baseURL: string; timeout: number; maxRedirects: number; maxContentLength: number; proxy?: false }
  interceptors: { response: { use(done: undefined, failed: (error: unknown) => Promise<never>): void } }
  post(url: string, body: unknown, config: { headers: Record<string, string> }): Promise<{ data: unknown }>
}

export interface SdkSettings {
  keyId: string
  keySecret: string
  /** An origin without `/v1`. */
  apiUrl: string
  /** The sandbox stands on this machine: no proxy may come between. */
  local: boolean
}

export interface Sdk {
  orders: Razorpay['orders']
  payments: Razorpay['payments']
  client: SdkClient
}

/**
 * The provider's SDK, made safe: it has no setting for its address, no timeout, follows redirects with the keys in hand,
 * and turns every network error into a TypeError about `status` (seen with 2.9.8).
 */
export function openSdk({ keyId, keySecret, apiUrl, local }: SdkSettings): Sdk {
  const razorpay = new Razorpay({ key_id: keyId, key_secret: keySecret })
  // Proof: `SdkClient` repeats what axios 1 has, and the adapter's tests go through each part of it.
  const client = Reflect.get(razorpay.api, 'rq') as SdkClient
  client.defaults.baseURL = apiUrl
  client.defaults.timeout = REQUEST_TIMEOUT_MS
  client.defaults.maxRedirects = 0
  client.defaults.maxContentLength = 4 * 1024 * 1024
  if (local) client.defaults.proxy = false
  client.interceptors.response.use(undefined, (error) => Promise.reject(withResponse(error)))
  return { orders: razorpay.orders, payments: razorpay.payments, client }
}

/** Gives an error without an answer the shape that the SDK's own error handling reads. */
function withResponse(error: unknown): { response: { status: number; data: { error: unknown } } } {
  const response = member(error, 'response')
  const status = member(response, 'status')
  const envelope = member(member(response, 'data'), 'error')
  return {
    response: {
      status: typeof status === 'number' ? status : 0,
      data: { error: envelope ?? (response === undefined ? { code: textOf(member(error, 'code')) } : undefined) },
    },
  }
}

/**
 * What a rejected call means. Four shapes come in: the provider's envelope with a status, a status alone (a page of
 * HTML before it), no answer at all, and an error of our own machine; a failure is never an exception further on.
 */
export function readFailure(error: unknown): ProviderFailure {
  const inner = member(error, 'response')
  const status = Number(member(error, 'statusCode') ?? member(inner, 'status') ?? 0)
  const envelope = member(error, 'error') ?? member(member(inner, 'data'), 'error')
  const code = textOf(member(envelope, 'code')) || (status === 0 ? 'NO_ANSWER' : `HTTP_${status}`)
  const description = textOf(member(envelope, 'description'))
  return { kind: kindOf(status), status, code, description: description || 'The payment provider did not answer.' }
}

function kindOf(status: number): ProviderFailure['kind'] {
  if (status === 404) return 'not_found'
  // 401 is a wrong key of ours, 408, 409 and 429 pass: none of them is a no to what was asked.
  const passes = status < 400 || status >= 500 || [401, 408, 409, 429].includes(status)
  return passes ? 'unreachable' : 'refused'
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 300) : ''
}
