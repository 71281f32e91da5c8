import type { ServerResponse } from 'node:http'

const MESSAGE = 'The shop is busy. Please try again in a moment.'
const BODY = Buffer.from(
  JSON.stringify({ type: 'about:blank', title: 'Busy', status: 503, detail: MESSAGE, message: MESSAGE }),
)

export interface BusyAnswer {
  send(response: ServerResponse): void
  /** The same as a web response. */
  make(): Response
}

/**
 * The answer to what came too much: 503 with Retry-After (RFC 9110 15.6.4, RFC 9457), with the headers that every answer
 * carries. It is put together once: sending somebody away has to cost next to nothing.
 */
export function createBusyAnswer(headers: Record<string, string>): BusyAnswer {
  const all = {
    ...headers,
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(BODY.length),
    'retry-after': '2',
    'cache-control': 'no-store',
  }
  const flat = Object.entries(all).flat()
  return {
    send: (response) => void response.writeHead(503, flat).end(BODY),
    make: () => new Response(BODY, { status: 503, headers: all }),
  }
}
