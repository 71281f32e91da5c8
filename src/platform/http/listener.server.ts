import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { type ListenOptions, Server as NetServer, type Socket } from 'node:net'
import { setImmediate as nextTick, setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import pLimit from 'p-limit'
import { type CachedResponse, chooseEncoding, matchesEtag, type Variant } from '../cache/cached-response.server.ts'
import { clientAddress } from './client-address.server.ts'
import { createClientLimit } from './client-limit.server.ts'
import type { Metrics } from './metrics.server.ts'
import { createOverloadResponse } from './overload.server.ts'
import { closeUnlessRead, hasReadableBody, MAX_BODY_BYTES, receiveBody } from './request-body.server.ts'

export interface ListenerOptions {
  fetch(request: Request, env: { incoming: IncomingMessage }): Promise<Response> | Response
  /** The response cached for a path and query, ready to send. */
  getCached(url: string): CachedResponse | undefined
  metrics: Metrics
  /** Headers of every response, rejections included. */
  headers: Record<string, string>
  /** Requests that aren't queued. At most `limits.priority` of them run at once. */
  isPriority?(request: IncomingMessage): boolean
  /** Requests that are neither queued nor rejected: health checks, and those with their own limit. */
  isUnlimited?(request: IncomingMessage): boolean
  /** The maximum body size of a file upload. Null for all other requests. */
  uploadBytes?(request: IncomingMessage): number | null
  /** The address by which a client's unfinished requests are counted; by default the socket's. */
  clientOf?(request: IncomingMessage): string
  /** Called for every request, even if the response is cached; it must be quick and mustn't throw. */
  onRequest?(request: IncomingMessage): void
  /** Runs before `fetch`, to serve the development server's own files. */
  middleware?: ((request: IncomingMessage, response: ServerResponse, next: () => void) => void) | undefined
  onFinished?(request: IncomingMessage, status: number, milliseconds: number): void
  limits?: Partial<Limits>
}

export interface Limits {
  /**
   * Requests that run at once, besides priority ones: fewer than the database's connections, which payments need too.
   */
  concurrency: number
  /** Requests that wait for one of these. */
  queued: number
  priority: number
  /** Beyond this many connections, a new one is closed at once, because each costs memory, even if idle. */
  connections: number
  connectionsPerClient: number
  /** Bodies that one client may be sending at once. */
  bodiesPerClient: number
  /** Uploads that one client, and all clients together, may be sending at once, because they are kept in memory. */
  uploadsPerClient: number
  uploads: number
}

const LIMITS: Limits = {
  concurrency: 16,
  queued: 512,
  priority: 1500,
  connections: 8000,
  connectionsPerClient: 2000,
  bodiesPerClient: 64,
  uploadsPerClient: 2,
  uploads: 8,
}

export interface Listener {
  server: Server
  /** @throws {Error} with code EADDRINUSE if the port is taken */
  listen(options: ListenOptions): Promise<void>
  /** Reports not ready, stops accepting a moment later, and waits for the requests under way. */
  close(): Promise<void>
}

/**
 * While the queue is shorter, no request is rejected, however long it waited, because the machine was only busy for a
 * moment.
 */
const SHORT_QUEUE = 64
/** While requests wait this long in the queue, new ones are rejected. */
const SLOW_QUEUE_MS = 1000
/** A request that has waited this long in the queue is rejected: many clients would have given up by then. */
const MAX_QUEUE_MS = 1500
/** A client that doesn't read its response for this long (Node waits twice as long) is disconnected. */
const READ_TIMEOUT_MS = 8_000
/** The time between reporting not ready and closing the listener. */
const CLOSE_DELAY_MS = 300
/** How long idle connections may send a last request before they are closed. */
const IDLE_GRACE_MS = 1000

/**
 * The HTTP server. Cached responses are written from memory without creating a web Request, so a page is as fast as a
 * file. Other requests run `fetch` under a concurrency limit (p-limit), and get 503 when its queue is too slow or full.
 */
export function createListener(options: ListenerOptions): Listener {
  const limits = { ...LIMITS, ...options.limits }
  const { metrics, isPriority = () => false, isUnlimited = () => false } = options
  const addressOf = (socket: Socket) => clientAddress(socket.remoteAddress, null, 0)
  const clientOf = options.clientOf ?? (({ socket }) => addressOf(socket))
  const overload = createOverloadResponse(options.headers)
  const rejected = new WeakSet<IncomingMessage>()
  const queue = pLimit(limits.concurrency)
  let queuedMs = 0
  let priorityCount = 0
  let isClosing = false

  function isOverloaded(request: IncomingMessage): boolean {
    if (isUnlimited(request)) return false
    if (isPriority(request)) return priorityCount >= limits.priority
    if (queue.pendingCount >= limits.queued) return true
    return queue.pendingCount > SHORT_QUEUE && queuedMs > SLOW_QUEUE_MS
  }

  async function respond(incoming: IncomingMessage, request: Request): Promise<Response> {
    try {
      return await options.fetch(request, { incoming })
    } finally {
      incoming.socket.setTimeout(READ_TIMEOUT_MS)
    }
  }

  async function respondWithPriority(incoming: IncomingMessage, request: Request): Promise<Response> {
    priorityCount++
    return respond(incoming, request).finally(() => priorityCount--)
  }

  function respondQueued(incoming: IncomingMessage, request: Request): Promise<Response> {
    const queuedAt = performance.now()
    return queue(async () => {
      // Otherwise the whole queue would run in one iteration of the event loop, and new connections and payments would
      // wait.
      await nextTick()
      queuedMs = performance.now() - queuedAt
      const isLate = queue.pendingCount > SHORT_QUEUE && queuedMs > MAX_QUEUE_MS
      if (!isLate && !incoming.socket.destroyed) return respond(incoming, request)
      rejected.add(incoming)
      return overload.toResponse(incoming.url)
    })
  }

  const handle = getRequestListener(
    (request, env) => {
      // Safe cast: the adapter hands over Node's own request (@hono/node-server, HttpBindings).
      const { incoming } = env as { incoming: IncomingMessage }
      if (isUnlimited(incoming)) return respond(incoming, request)
      return isPriority(incoming) ? respondWithPriority(incoming, request) : respondQueued(incoming, request)
    },
    { overrideGlobalObjects: false },
  )

  function reject(request: IncomingMessage, response: ServerResponse): void {
    metrics.observeRejected()
    overload.send(response, request.url)
  }

  function start(request: IncomingMessage, response: ServerResponse): void {
    if (isOverloaded(request)) {
      reject(request, response)
      return
    }
    const startedAt = performance.now()
    response.once('close', () => {
      const spent = performance.now() - startedAt
      if (rejected.has(request)) metrics.observeRejected()
      else metrics.observe(kindOf(request.url ?? ''), response.statusCode, spent / 1000)
      options.onFinished?.(request, response.statusCode, spent)
    })
    const next = () => void handle(request, response)
    if (options.middleware) options.middleware(request, response, next)
    else next()
  }

  const bodies = createClientLimit(limits.bodiesPerClient)
  const uploads = createClientLimit(limits.uploadsPerClient)
  const allUploads = createClientLimit(limits.uploads)

  function acquireUpload(client: string): (() => void) | null {
    const release = uploads.acquire(client)
    const releaseAll = release && allUploads.acquire('')
    if (release && !releaseAll) release()
    return (
      releaseAll &&
      (() => {
        release()
        releaseAll()
      })
    )
  }

  /** A request uses capacity only once its body has arrived, so slow clients take up nothing but a connection. */
  function startWithBody(request: IncomingMessage, response: ServerResponse, uploadBytes: number | null): void {
    const client = clientOf(request)
    const release = uploadBytes === null ? bodies.acquire(client) : acquireUpload(client)
    if (!release) {
      reject(request, response)
      return
    }
    // An upload counts until its response is sent, because its bytes stay in memory until then.
    if (uploadBytes === null) request.once('close', release)
    else response.once('close', release)
    receiveBody(request, uploadBytes ?? MAX_BODY_BYTES, () => {
      if (uploadBytes === null) release()
      start(request, response)
    })
  }

  const server = createServer({ connectionsCheckingInterval: 1000 }, (request, response) => {
    if (isClosing) response.setHeader('connection', 'close')
    if (isClosing && request.url === '/readyz') return overload.send(response, request.url)
    closeUnlessRead(request, response)
    options.onRequest?.(request)
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const cached = isRead ? options.getCached(request.url ?? '') : undefined
    // Safe cast: Node joins repeated Accept-Encoding lines into one text (http.IncomingMessage.headers).
    const variant = cached?.variants[chooseEncoding(request.headers['accept-encoding'] as string | undefined)]
    if (cached && variant) return metrics.observeCached(writeCached(cached.status, variant, request, response))
    const uploadBytes = isRead ? null : (options.uploadBytes?.(request) ?? null)
    if (!isRead && hasReadableBody(request, uploadBytes ?? MAX_BODY_BYTES))
      startWithBody(request, response, uploadBytes)
    else start(request, response)
  })
  const connections = createClientLimit(limits.connectionsPerClient)
  let accepted = 0
  server.on('connection', (socket) => {
    accepted++
    const release = connections.acquire(addressOf(socket))
    if (release) socket.once('close', release)
    else socket.destroy()
  })
  server.headersTimeout = 5_000
  server.requestTimeout = 10_000
  server.keepAliveTimeout = 15_000
  server.timeout = 20_000
  server.maxRequestsPerSocket = 0
  server.maxConnections = limits.connections
  return {
    server,
    listen(place) {
      return new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(place, () => {
          server.off('error', reject)
          resolve()
        })
      })
    },
    async close() {
      isClosing = true
      await sleep(CLOSE_DELAY_MS)
      // Accepts the connections in the backlog first, one per iteration of the event loop: closing would reset them.
      const deadline = performance.now() + IDLE_GRACE_MS
      for (let before = -1; before < accepted && performance.now() < deadline; ) {
        before = accepted
        for (let iteration = 0; iteration < 3; iteration++) await nextTick()
      }
      // Not `server.close()`: it closes idle connections at once, and loses requests that are already being sent on
      // them.
      const closed = new Promise<void>((resolve) => NetServer.prototype.close.call(server, () => resolve()))
      await Promise.race([closed, sleep(IDLE_GRACE_MS)])
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      await closed
      clearInterval(sweep)
    },
  }
}

/** Writes a cached response. @returns the status that was sent */
function writeCached(status: number, variant: Variant, request: IncomingMessage, response: ServerResponse): number {
  if (status === 200 && matchesEtag(request.headers['if-none-match'], variant.etag)) {
    response.writeHead(304, variant.notModifiedHeaders).end()
    return 304
  }
  response.writeHead(status, variant.headers)
  response.end(request.method === 'HEAD' ? undefined : variant.body)
  return status
}

function kindOf(url: string): string {
  if (url.startsWith('/api/')) return 'api'
  if (url.startsWith('/media/')) return 'picture'
  return url.startsWith('/assets/') || url.startsWith('/fonts/') ? 'file' : 'page'
}
