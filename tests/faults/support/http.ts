import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as readText } from 'node:stream/consumers'

/** A shop's response; `status` 0: none came. */
export interface CallResult {
  status: number
  headers: Headers
  body: Record<string, unknown>
  text: string
  ms: number
}

export interface CallOptions {
  method?: string
  token?: string
  body?: unknown
  headers?: Record<string, string>
  timeoutMs?: number
}

const agent = new Agent({ keepAlive: true })

/** Sends one request and never throws: a failure has status 0. By `node:http`, which costs a third of `fetch`. */
export async function call(origin: string, path: string, options: CallOptions = {}): Promise<CallResult> {
  const from = performance.now()
  const { body, token, method = body === undefined ? 'GET' : 'POST' } = options
  const payload = body === undefined || typeof body === 'string' ? body : JSON.stringify(body)
  try {
    const outgoing = request(`${origin}${path}`, {
      agent,
      method,
      headers: {
        ...(payload === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(payload) }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...options.headers,
      },
      signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
    })
    outgoing.end(payload)
    const [response]: IncomingMessage[] = await once(outgoing, 'response')
    if (!response) throw new Error('no response')
    const read = await readText(response)
    const headers = new Headers(
      Object.entries(response.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
    )
    return { status: response.statusCode ?? 0, headers, text: read, body: parse(read), ms: performance.now() - from }
  } catch (error) {
    const read = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)
    return { status: 0, headers: new Headers(), text: read, body: {}, ms: performance.now() - from }
  }
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
