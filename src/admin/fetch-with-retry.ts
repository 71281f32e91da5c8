/** Attempts at a call while the shop is busy, and the wait between two if the response names none, in seconds. */
const ATTEMPTS = 3
const WAIT_S = 2

/**
 * `fetch` that asks a busy shop again (503 with Retry-After, RFC 9110 10.2.3), as a person would by pressing once more.
 * Only calls that may happen twice: of an idempotent method (RFC 9110 9.2.2), or with an idempotency key.
 */
export async function fetchWithRetry(url: string, init: RequestInit): Promise<Response> {
  for (let attempt = 1; ; attempt++) {
    const response = await fetch(url, init)
    if (response.status !== 503 || attempt === ATTEMPTS || !mayRepeat(init)) return response
    const seconds = Number(response.headers.get('retry-after') ?? WAIT_S)
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
  }
}

function mayRepeat({ method = 'GET', headers }: RequestInit): boolean {
  return /^(?:GET|PUT|DELETE)$/.test(method) || new Headers(headers).has('idempotency-key')
}
