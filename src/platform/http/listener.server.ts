import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { getRequestListener } from '@hono/node-server'
import { type ByteCache, chooseEncoding, matchesEtag, type StoredAnswer } from '../pages/byte-cache.server.ts'
import type { Metrics } from './metrics.server.ts'

export interface ListenerOptions {
  fetch(request: Request, env: { incoming: IncomingMessage }): Promise<Response> | Response
  cache: ByteCache
  metrics: Metrics
  /** Requests under way beyond which new ones are sent away at once (503, Retry-After). */
  maxUnderWay: number
  /** Hears of every request, kept answers too; it must be quick and may not fail. */
  heard?(request: IncomingMessage): void
  /** Stands before everything else: the development server's own files. */
  middleware?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined
  finished?(request: IncomingMessage, status: number, milliseconds: number): void
}

export interface Listener {
  server: Server
  /** Stops accepting, waits for what is under way, closes idle connections. */
  close(): Promise<void>
}

/** How often slow senders are looked for; Node's own half a minute would let them stay three times too long. */
const CHECK_EVERY_MS = 1000

/**
 * The Node server. A kept answer is written straight from memory, without a web Request in between: that is what
 * lets a page go out at the speed of a file (DESIGN 3). Everything else goes through `fetch`.
 */
export function createListener(options: ListenerOptions): Listener {
  const slow = getRequestListener(
    (request, env) => options.fetch(request, { incoming: (env as { incoming: IncomingMessage }).incoming }),
    {
      overrideGlobalObjects: false,
    },
  )
  let underWay = 0
  let closing = false
  const server = createServer({ connectionsCheckingInterval: CHECK_EVERY_MS }, (request, response) => {
    if (closing) response.setHeader('connection', 'close')
    options.heard?.(request)
    const kept =
      request.method === 'GET' || request.method === 'HEAD' ? options.cache.lookup(request.url ?? '') : undefined
    if (kept) {
      writeKept(kept, request, response)
      options.metrics.observe('kept', response.statusCode, 0)
      return
    }
    if (underWay >= options.maxUnderWay) return shed(response)
    underWay++
    const from = performance.now()
    response.once('close', () => {
      underWay--
      const spent = performance.now() - from
      options.metrics.observe(kindOf(request.url ?? ''), response.statusCode, spent / 1000)
      options.finished?.(request, response.statusCode, spent)
    })
    const go = () => void slow(request, response)
    if (options.middleware) options.middleware(request, response, go)
    else go()
  })
  // Slow senders are given up: headers within 10 s, a whole request within 20 s (research: part 6, row 13).
  server.headersTimeout = 10_000
  server.requestTimeout = 20_000
  server.keepAliveTimeout = 15_000
  server.maxRequestsPerSocket = 0
  return {
    server,
    close: () =>
      new Promise((resolve) => {
        closing = true
        server.close(() => resolve())
        server.closeIdleConnections()
      }),
  }
}

function writeKept(answer: StoredAnswer, request: IncomingMessage, response: ServerResponse): void {
  const encoding = request.headers['accept-encoding']
  const chosen = answer.variants[chooseEncoding(Array.isArray(encoding) ? encoding.join() : encoding)]
  if (answer.status === 200 && matchesEtag(request.headers['if-none-match'], chosen.etag)) {
    const { 'content-length': _, 'content-encoding': __, ...headers } = chosen.headers
    response.writeHead(304, headers).end()
    return
  }
  response.writeHead(answer.status, chosen.headers)
  if (request.method === 'HEAD') response.end()
  else response.end(chosen.body)
}

function shed(response: ServerResponse): void {
  const message = 'The shop is busy. Please try again in a moment.'
  const body = JSON.stringify({ type: 'about:blank', title: 'Busy', status: 503, detail: message, message })
  response
    .writeHead(503, {
      'content-type': 'application/problem+json; charset=utf-8',
      'retry-after': '2',
      'cache-control': 'no-store',
    })
    .end(body)
}

function kindOf(url: string): string {
  if (url.startsWith('/api/')) return 'api'
  if (url.startsWith('/media/')) return 'picture'
  return url.startsWith('/assets/') || url.startsWith('/fonts/') ? 'file' : 'page'
}
