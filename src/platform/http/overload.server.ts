import type { ServerResponse } from 'node:http'

const MESSAGE = 'The shop is busy. Please try again in a moment.'
const BODY = Buffer.from(
  JSON.stringify({ type: 'about:blank', title: 'Busy', status: 503, detail: MESSAGE, message: MESSAGE }),
)

/** Sends 503 with Retry-After (RFC 9110 15.6.4, RFC 9457), prepared once, so that a rejection costs almost nothing. */
export function createOverloadResponse(headers: Record<string, string>) {
  const all = {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(BODY.length),
    'retry-after': '2',
    'cache-control': 'no-store',
  }
  const flat = Object.entries(all).flat()
  return {
    send: (response: ServerResponse) => void response.writeHead(503, flat).end(BODY),
    toResponse: () => new Response(BODY, { status: 503, headers: all }),
  }
}
