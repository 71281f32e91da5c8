import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { ListenOptions, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { type CachedResponse, chooseEncoding, matchesEtag } from '../cache/cached-response.server.ts'
import { runInSpan, type Tracer } from '../telemetry/spans.server.ts'
import { type BodyLimits, createBodySlots } from './body-slots.server.ts'
import { clientAddress } from './client-address.server.ts'
import { createClientLimit } from './client-limit.server.ts'
import { createFairQueue, type QueueLimits, type Release } from './fair-queue.server.ts'
import { closeGracefully } from './graceful-close.server.ts'
import type { Metrics } from './metrics.server.ts'
import { createOverloadResponse } from './overload.server.ts'
import { closeUnlessRead, hasReadableBody, MAX_BODY_BYTES, receiveBody } from './request-body.server.ts'

export interface ListenerOptions {
  fetch(request: Request, env: { incoming: IncomingMessage; outgoing: ServerResponse }): Promise<Response> | Response
  /** The response cached for a path and query, ready to send. */
  getCached(url: string): CachedResponse | undefined
  metrics: Metrics
  /** Headers of every response, rejections included. */
  headers: Record<string, string>
  /** The queue in which a request waits; null: in none. By default all wait in `ordinary`. */
  queueOf?(request: IncomingMessage): QueueName | null
  /** The queue and largest body of a request that may send more than others. Null for all other requests. */
  uploadOf?(request: IncomingMessage): ExpectedUpload | null
  /**
   * Who sends an upload, or null if it will be refused whatever its body is: the body isn't read then. It runs in the
   * ordinary queue.
   */
  uploaderOf?(request: IncomingMessage): Promise<string | null>
  /** The address by which a client's requests are counted; by default the socket's. */
  clientOf?(request: IncomingMessage): string
  /** Called for every request, even if the response is cached; it must be quick and mustn't throw. */
  onRequest?(request: IncomingMessage): void
  /** Runs before `fetch`, to serve the development server's own files. */
  middleware?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined
  onFinished?(request: IncomingMessage, status: number, milliseconds: number): void
  /** Traces the requests that no cached response serves. */
  tracer?: Tracer | undefined
  /** The trace that a request continues, as a `traceparent`. */
  traceOf?(request: IncomingMessage): string | undefined
  limits?: Partial<Limits>
}

/** Requests that take long have queues of their own, so that others don't wait for them. */
export type QueueName = keyof typeof QUEUES

export type UploadPool = 'upload' | 'staffUpload'

export interface ExpectedUpload {
  pool: UploadPool
  maxBytes: number
}

export interface Limits extends BodyLimits<UploadPool> {
  queues: Readonly<Record<QueueName, QueueLimits>>
  /** Beyond this many connections, a new one is closed at once, because each costs memory, even if idle. */
  connections: number
  connectionsPerClient: number
  /** How long a body may take to arrive, and a file on a slow line, in milliseconds. */
  bodyMs: number
  uploadMs: number
}

export const QUEUES = {
  /**
   * Fewer at once than the database's connections, which payments need too. One client has a quarter of them, and as
   * many places as let it send 50 requests a second through a second's standstill (CONTRACT, Limits).
   */
  ordinary: { running: 16, runningPerClient: 4, waiting: 512, waitingPerClient: 64 },
  /** Payments: in a rush many shoppers have one address. */
  priority: { running: 512, runningPerClient: 64, waiting: 1024, waitingPerClient: 1024 },
  /** Pictures, a page full at once. Encoding one has a queue of its own. */
  picture: { running: 128, runningPerClient: 32, waiting: 4096, waitingPerClient: 1024 },
  /** Documents that are printed on request. */
  document: { running: 2, runningPerClient: 1, waiting: 64, waitingPerClient: 8 },
  /** Uploads that arrived. `uploads` limits their number. */
  upload: { running: 8, runningPerClient: 2, waiting: 64, waitingPerClient: 8 },
  /** Those of staff, whom a shopper's don't keep waiting. An office has one address. */
  staffUpload: { running: 4, runningPerClient: 3, waiting: 64, waitingPerClient: 64 },
} satisfies Record<string, QueueLimits>

const LIMITS: Limits = {
  queues: QUEUES,
  connections: 8000,
  connectionsPerClient: 2000,
  bodiesPerClient: 64,
  uploads: {
    upload: { all: 8, perClient: 2, perPerson: 1 },
    staffUpload: { all: 6, perClient: 6, perPerson: 2 },
  },
  bodyMs: 10_000,
  uploadMs: 120_000,
}

export interface Listener {
  server: Server
  /** @throws {Error} with code EADDRINUSE if the port is taken */
  listen(options: ListenOptions): Promise<void>
  /**
   * Reports not ready, serves on for `notReadyMs`, so that a proxy that checks sends no more, and then stops accepting
   * and waits for the requests under way.
   */
  close(notReadyMs?: number): Promise<void>
}

/** A client that doesn't read its response for this long (Node waits twice as long) is disconnected. */
const READ_TIMEOUT_MS = 8_000

/**
 * The HTTP server. Cached responses are written from memory without creating a web Request, so a page is as fast as a
 * file. Other requests wait in fair queues for `fetch`, and get 503 when their queue is too slow or full.
 */
export function createListener(options: ListenerOptions): Listener {
  const limits = { ...LIMITS, ...options.limits }
  const overload = createOverloadResponse(options.headers)
  const clientOf = options.clientOf ?? (({ socket }: IncomingMessage) => addressOf(socket))
  const acquire = createAdmission(limits, clientOf)
  const serve = createServe(options)
  const slots = createBodySlots(limits)
  let state: 'open' | 'not ready' | 'closing' = 'open'

  function reject(request: IncomingMessage, response: ServerResponse): void {
    options.metrics.observeRejected()
    overload.send(response, request.url)
  }

  async function queue(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const arrivedAt = performance.now()
    const release = await acquire(request, options.queueOf ? options.queueOf(request) : 'ordinary')
    if (!release) reject(request, response)
    else if (request.socket.destroyed) release()
    else serve(request, response, { release, arrivedAt })
  }

  /** A request uses capacity only once its body has arrived, so slow clients take up nothing but a connection. */
  function queueWithBody(request: IncomingMessage, response: ServerResponse): void {
    const release = slots.acquireBody(clientOf(request))
    if (!release) {
      reject(request, response)
      return
    }
    request.once('close', release)
    // Node's own limit is that of uploads.
    const timer = setTimeout(
      () => response.writeHead(408, { ...options.headers, 'content-length': 0 }).end(),
      limits.bodyMs,
    )
    request.once('close', () => clearTimeout(timer))
    receiveBody(request, MAX_BODY_BYTES, () => {
      clearTimeout(timer)
      release()
      if (!response.writableEnded) void queue(request, response)
    })
  }

  async function queueUpload(
    request: IncomingMessage,
    response: ServerResponse,
    upload: ExpectedUpload,
  ): Promise<void> {
    const client = clientOf(request)
    const person = options.uploaderOf ? await inOrdinaryQueue(request, options.uploaderOf) : client
    if (person === 'busy') return reject(request, response)
    if (person === null) return queueUnread(request, response)
    const release = slots.acquireUpload(upload.pool, { client, person })
    if (!release) return reject(request, response)
    if (request.socket.destroyed) return release()
    // It counts until its response is sent, because its bytes stay in memory until then.
    response.once('close', release)
    receiveBody(request, upload.maxBytes, () => void queue(request, response))
  }

  /** For a request that is refused whatever its body is: reading that would keep a place for as long as it's sent. */
  function queueUnread(request: IncomingMessage, response: ServerResponse): void {
    Object.assign(request, { rawBody: Buffer.alloc(0) })
    void queue(request, response)
  }

  /** The result of a check that needs the database; busy if it can't be made, and then nor can the request be served. */
  async function inOrdinaryQueue(
    request: IncomingMessage,
    check: (request: IncomingMessage) => Promise<string | null>,
  ): Promise<string | 'busy' | null> {
    const release = await acquire(request, 'ordinary')
    return release
      ? check(request)
          .catch(() => 'busy' as const)
          .finally(release)
      : 'busy'
  }

  const server = createServer({ connectionsCheckingInterval: 1000 }, (request, response) => {
    // Not before: a proxy would need new connections, which may be lost when the listener closes.
    if (state === 'closing') response.setHeader('connection', 'close')
    if (state !== 'open' && request.url === '/readyz') return overload.send(response, request.url)
    if (state !== 'open' && canGoElsewhere(request)) return void response.writeHead(502, { connection: 'close' }).end()
    closeUnlessRead(request, response)
    options.onRequest?.(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const cached = isRead ? options.getCached(request.url ?? '') : undefined
    const status = cached && sendCached(cached, request, response)
    if (status) return options.metrics.observeCached(status)
    if (isRead) return void queue(request, response)
    const upload = options.uploadOf?.(request) ?? null
    if (!hasReadableBody(request, upload?.maxBytes ?? MAX_BODY_BYTES)) return queueUnread(request, response)
    if (upload === null) return queueWithBody(request, response)
    return void queueUpload(request, response, upload)
  })
  const acceptedCount = limitConnections(server, limits)
  return {
    server,
    listen: (place) => listen(server, place),
    async close(notReadyMs = 300) {
      state = 'not ready'
      await sleep(notReadyMs)
      state = 'closing'
      await closeGracefully(server, acceptedCount)
    },
  }
}

/**
 * True for a read that a proxy can send to another machine (docs/several-machines.md). The 502 makes it send nothing more
 * to this one, not even what it couldn't repeat.
 */
function canGoElsewhere({ method, headers }: IncomingMessage): boolean {
  return (method === 'GET' || method === 'HEAD') && headers['x-other-machines'] === 'yes'
}

const addressOf = (socket: Socket) => clientAddress(socket.remoteAddress, null, 0)

/** Waits for a request's turn. */
function createAdmission(
  { queues }: Limits,
  clientOf: (request: IncomingMessage) => string,
): (request: IncomingMessage, name: QueueName | null) => Promise<Release | null> {
  const all = new Map(Object.entries(queues).map(([name, limits]) => [name, createFairQueue(limits)]))
  return async (request, name) => (name === null ? () => {} : (all.get(name)?.acquire(clientOf(request)) ?? null))
}

/** Runs `fetch` for a request whose turn it is. Its slot is free again as soon as there's a response to send. */
function createServe({ fetch, middleware, metrics, onFinished, tracer, traceOf }: ListenerOptions) {
  const releases = new WeakMap<IncomingMessage, Release>()
  const handle = getRequestListener(
    async (request, env) => {
      // Safe cast: the adapter hands over Node's own request (@hono/node-server, HttpBindings).
      const { incoming, outgoing } = env as { incoming: IncomingMessage; outgoing: ServerResponse }
      try {
        return await fetch(request, { incoming, outgoing })
      } finally {
        incoming.socket.setTimeout(READ_TIMEOUT_MS)
        releases.get(incoming)?.()
      }
    },
    { overrideGlobalObjects: false },
  )
  return (request: IncomingMessage, response: ServerResponse, turn: { release: Release; arrivedAt: number }): void => {
    releases.set(request, turn.release)
    const kind = kindOf(request)
    const span = tracer?.start(`${request.method} ${kind}`, {
      kind: 'request',
      parent: traceOf?.(request),
      startedAt: Date.now() - (performance.now() - turn.arrivedAt),
    })
    span?.set({ 'http.request.method': String(request.method), 'shop.waited_ms': performance.now() - turn.arrivedAt })
    response.once('close', () => {
      turn.release()
      const spent = performance.now() - turn.arrivedAt
      metrics.observe(kind, response.statusCode, spent / 1000)
      span?.set({ 'http.response.status_code': response.statusCode })
      if (response.statusCode >= 500) span?.fail(String(response.statusCode))
      span?.end()
      runInSpan(span, () => onFinished?.(request, response.statusCode, spent))
    })
    const next = () => void runInSpan(span, () => handle(request, response))
    if (middleware) middleware(request, response, next)
    else next()
  }
}

/** Limits a server's connections and how long they may take. Returns a function that counts the accepted ones. */
function limitConnections(server: Server, { connections, connectionsPerClient, uploadMs }: Limits): () => number {
  const ofClients = createClientLimit(connectionsPerClient)
  let accepted = 0
  server.on('connection', (socket) => {
    accepted++
    const release = ofClients.acquire(addressOf(socket))
    if (release) socket.once('close', release)
    else socket.destroy()
  })
  server.headersTimeout = 5_000
  server.requestTimeout = uploadMs
  server.keepAliveTimeout = 15_000
  server.timeout = 20_000
  server.maxRequestsPerSocket = 0
  server.maxConnections = connections
  return () => accepted
}

/** @throws {Error} with code EADDRINUSE if the port is taken */
function listen(server: Server, place: ListenOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(place, () => {
      server.off('error', reject)
      resolve()
    })
  })
}

/** Writes a cached response. Returns its status, or null if it isn't compressed yet as the client wants it. */
function sendCached({ status, variants }: CachedResponse, request: IncomingMessage, response: ServerResponse) {
  // Safe cast: Node joins repeated Accept-Encoding lines into one text (http.IncomingMessage.headers).
  const variant = variants[chooseEncoding(request.headers['accept-encoding'] as string | undefined)]
  if (!variant) return null
  if (status === 200 && matchesEtag(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.notModifiedHeaders).end()
    return 304
  }
  response.writeHead(status, variant.headers)
  response.end(request.method === 'HEAD' ? undefined : variant.body)
  return status
}

function kindOf({ url = '', headers }: IncomingMessage): string {
  // Server-sent events last as long as a page is open.
  if (headers.accept === 'text/event-stream') return 'stream'
  if (url.startsWith('/api/')) return 'api'
  if (url.startsWith('/media/')) return 'picture'
  return url.startsWith('/assets/') || url.startsWith('/fonts/') ? 'file' : 'page'
}
