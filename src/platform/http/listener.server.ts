import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { chooseEncoding, matchesEtag, type StoredAnswer, type Variant } from '../cache/cached-response.server.ts'
import { createAdmission } from './admission.server.ts'
import { createBusyAnswer } from './busy.server.ts'
import { type Doors, openDoors, type Place } from './doors.server.ts'
import type { Metrics } from './metrics.server.ts'

export interface ListenerOptions {
  fetch(request: Request, env: { incoming: IncomingMessage }): Promise<Response> | Response
  /** The answer that is kept for an address (path and query), ready to send. */
  lookup(address: string): StoredAnswer | undefined
  metrics: Metrics
  /** Headers that every answer carries, the refusals of a busy process too. */
  headers: Record<string, string>
  /** Requests under way beyond which new ones are sent away at once (503, Retry-After). */
  maxUnderWay: number
  /** Requests that wait in no line; only `maxUnderWay` ends them. */
  isPressing?(request: IncomingMessage): boolean
  /** Hears of every request, kept answers too; it must be quick and may not fail. */
  heard?(request: IncomingMessage): void
  /** Stands before everything else: the development server's own files. */
  middleware?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined
  finished?(request: IncomingMessage, status: number, milliseconds: number): void
}

export interface Listener {
  server: Server
  /** @throws {Error} with code EADDRINUSE where the port is taken */
  listen(place: Place): Promise<void>
  /** Says that it is not ready, stops accepting a moment later, and waits for what is under way. */
  close(): Promise<void>
}

/** Beyond this many connections a new one is closed as soon as it is taken: each costs memory, even in silence. */
const MOST_CONNECTIONS = 8000

/** How often slow senders are looked for; Node's own half a minute would let them stay three times too long. */
const CHECK_EVERY_MS = 1000

/** What an idle connection has to say goodbye with a last request; in milliseconds. */
const IDLE_GRACE_MS = 1000

/** Between the word that the shop closes and the end of listening; in milliseconds. */
const LAST_CALL_MS = 300

/** Turns of the event loop that a stop waits for at the most while connections keep coming. */
const MOST_TURNS = 2000

/** A reader that takes nothing of a made answer for so long (twice, as Node counts) is gone, and the answer goes too. */
const READ_WITHIN_MS = 10_000

/**
 * The Node server. A kept answer, once packed as the client wants it, is written straight from memory, without a web
 * Request in between: that is what lets a page go out at the speed of a file. Everything else goes through
 * `fetch`, a little in each turn.
 */
export function createListener(options: ListenerOptions): Listener {
  const admission = createAdmission()
  const busy = createBusyAnswer(options.headers)
  const sentAway = new WeakSet<IncomingMessage>()
  const answer = (incoming: IncomingMessage, request: Request) =>
    Promise.resolve(options.fetch(request, { incoming })).finally(() => incoming.socket.setTimeout(READ_WITHIN_MS))
  const make = async (request: Request, env: unknown): Promise<Response> => {
    // Proof: the adapter hands over Node's own request (@hono/node-server, HttpBindings).
    const { incoming } = env as { incoming: IncomingMessage }
    if (options.isPressing?.(incoming)) return answer(incoming, request)
    if (!(await admission.enter())) {
      sentAway.add(incoming)
      return busy.make()
    }
    // Who went away meanwhile gets no answer made. Who sends slowly holds no place while we wait for the rest.
    const isSending = !incoming.complete && hasBody(incoming)
    if (isSending || incoming.socket.destroyed) admission.leave()
    if (incoming.socket.destroyed) return new Response(null, { status: 503 })
    try {
      return await answer(incoming, request)
    } finally {
      if (!isSending) admission.leave()
    }
  }
  const slow = getRequestListener(make, { overrideGlobalObjects: false })
  let underWay = 0
  let closing = false
  let doors: Doors | null = null
  const server = createServer({ connectionsCheckingInterval: CHECK_EVERY_MS }, (request, response) => {
    if (closing) response.setHeader('connection', 'close')
    if (closing && request.url === '/readyz') return busy.send(response)
    options.heard?.(request)
    const kept = request.method === 'GET' || request.method === 'HEAD' ? options.lookup(request.url ?? '') : undefined
    // Proof: Node joins repeated Accept-Encoding lines into one text (http.IncomingMessage.headers).
    const ready = kept?.variants[chooseEncoding(request.headers['accept-encoding'] as string | undefined)]
    if (kept && ready) return options.metrics.observeKept(writeKept(kept.status, ready, request, response))
    if (underWay >= options.maxUnderWay || (admission.isFull() && !options.isPressing?.(request))) {
      options.metrics.observeRefused()
      return busy.send(response)
    }
    underWay++
    const from = performance.now()
    response.once('close', () => {
      underWay--
      const spent = performance.now() - from
      if (sentAway.has(request)) options.metrics.observeRefused()
      else options.metrics.observe(kindOf(request.url ?? ''), response.statusCode, spent / 1000)
      options.finished?.(request, response.statusCode, spent)
    })
    const go = () => void slow(request, response)
    if (options.middleware) options.middleware(request, response, go)
    else go()
  })
  // Slow senders are given up: headers within 10 s, a whole request within 20 s.
  server.headersTimeout = 10_000
  server.requestTimeout = 20_000
  server.keepAliveTimeout = 15_000
  server.timeout = 20_000
  server.maxRequestsPerSocket = 0
  server.maxConnections = MOST_CONNECTIONS
  return {
    server,
    async listen(place) {
      doors = await openDoors(server, place)
    },
    async close() {
      closing = true
      await closeGently(server, doors)
    },
  }
}

/** Stops listening, and lets connections that are idle say their last request before it cuts them. */
async function closeGently(server: Server, doors: Doors | null): Promise<void> {
  await sleep(LAST_CALL_MS)
  await untilTakenIn(server)
  let isClosed = false
  const closed = doors ? doors.close() : new Promise<void>((resolve) => server.close(() => resolve()))
  void closed.then(() => (isClosed = true))
  for (let waited = 0; waited < IDLE_GRACE_MS && !isClosed; waited += 50) await sleep(50)
  const sweep = setInterval(() => server.closeIdleConnections(), 50)
  await closed
  clearInterval(sweep)
}

/**
 * Waits until the connections that the system has made are taken in: Node takes one a turn from each door, so none
 * is left when turns go by without one. One that is left would be cut by the end of listening.
 */
async function untilTakenIn(server: Server): Promise<void> {
  let isNew = false
  const take = () => {
    isNew = true
  }
  server.on('connection', take)
  for (let turn = 0, quiet = 0; turn < MOST_TURNS && quiet < 3; turn++) {
    isNew = false
    await new Promise((taken) => setImmediate(taken))
    quiet = isNew ? 0 : quiet + 1
  }
  server.off('connection', take)
}

/** Writes what lies ready; nothing is put together for the single request. @returns the status it was answered with */
function writeKept(status: number, chosen: Variant, request: IncomingMessage, response: ServerResponse): number {
  if (status === 200 && matchesEtag(request.headers['if-none-match'], chosen.etag)) {
    response.writeHead(304, chosen.unchangedHeaders).end()
    return 304
  }
  response.writeHead(status, chosen.headers)
  response.end(request.method === 'HEAD' ? undefined : chosen.body)
  return status
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function kindOf(url: string): string {
  if (url.startsWith('/api/')) return 'api'
  if (url.startsWith('/media/')) return 'picture'
  return url.startsWith('/assets/') || url.startsWith('/fonts/') ? 'file' : 'page'
}
