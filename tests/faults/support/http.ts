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

/** Sends one request and never throws: a failure has status 0. */
export async function call(origin: string, path: string, options: CallOptions = {}): Promise<CallResult> {
  const from = performance.now()
  const { body, token, method = body === undefined ? 'GET' : 'POST' } = options
  try {
    const response = await fetch(`${origin}${path}`, {
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...options.headers,
      },
      body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(options.timeoutMs ?? 30_000),
      redirect: 'manual',
    })
    const text = await response.text()
    return { status: response.status, headers: response.headers, text, body: parse(text), ms: performance.now() - from }
  } catch (error) {
    const text = error instanceof Error ? `${error.message} ${error.cause ?? ''}` : String(error)
    return { status: 0, headers: new Headers(), text, body: {}, ms: performance.now() - from }
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
