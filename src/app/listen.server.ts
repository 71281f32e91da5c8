import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { CachedResponse } from '#platform/cache/cached-response.server.ts'
import type { ResponseCache } from '#platform/cache/response-cache.server.ts'
import { clientAddress } from '#platform/http/client-address.server.ts'
import { createListener, type Listener } from '#platform/http/listener.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import { loggedPath } from '#platform/log.server.ts'
import { readListenError } from './listen-error.server.ts'
import type { OpenShop } from './open-shop.server.ts'
import { sharedKeys } from './page-key.ts'
import type { PageSource } from './page-source.server.ts'
import { createUploaderOf, queueOf, uploadOf } from './request-queues.server.ts'
import { countVisit } from './visits.server.ts'
import type { Web } from './web.server.ts'

/**
 * The maximum number of connections waiting to be accepted. The system drops others, whose clients only retry after
 * seconds.
 */
const BACKLOG = 4096
/** For these statuses the client's address is logged, because they may be part of an attack. */
const SUSPICIOUS: ReadonlySet<number> = new Set([401, 403, 429])

/**
 * Listens at HOST and PORT.
 * @throws {ConfigError} if it can't
 */
export async function listen(open: OpenShop, web: Web, { staticFiles, middleware }: PageSource): Promise<Listener> {
  const { config, cache, metrics, isOpen } = open
  // A closed shop's pages are cached too, but only `fetch` knows who has a preview link.
  const isForAll = (url: string) => isOpen() || url.startsWith('/api/')
  cache.setRequest(async (key) => web.fetch(new Request(`${config.publicUrl}${key}`)))
  const listener = createListener({
    fetch: (request, environment) => web.fetch(request, environment),
    getCached: (url) => (isForAll(url) ? getShared(cache, url) : undefined) ?? staticFiles?.getCached(url),
    metrics,
    headers: plainHeaders(config.https),
    middleware,
    queueOf,
    uploadOf,
    uploaderOf: createUploaderOf(open),
    clientOf: (request) => clientOf(request, config.trustProxy),
    // All connections come from the proxy.
    limits: config.trustProxy > 0 ? { connectionsPerClient: Number.POSITIVE_INFINITY } : {},
    onRequest: (request) => countVisit(open, request, () => clientOf(request, config.trustProxy)),
    tracer: open.tracer,
    traceOf: (request) => traceOf(request, config.trustProxy),
    onFinished: (request, status, milliseconds) => logRequest(open, request, { status, milliseconds }),
  })
  await listener.listen({ port: config.port, host: config.host, backlog: BACKLOG }).catch((error: Error) => {
    throw readListenError(error, config)
  })
  // Safe cast: it listens on a port, not on a pipe.
  open.shop.log.debug({ address: listener.server.address() as AddressInfo }, 'listening')
  return listener
}

/** A cached response; a page also without the parameters of its URL that don't change it. */
function getShared(cache: ResponseCache, url: string): CachedResponse | undefined {
  for (const key of sharedKeys(url)) {
    const cached = cache.get(key)
    if (cached) return cached
  }
}

/** Only a proxy may say which trace a request belongs to: a stranger could join that of another. */
function traceOf({ headers: { traceparent } }: IncomingMessage, trustProxy: number): string | undefined {
  return trustProxy > 0 && typeof traceparent === 'string' ? traceparent : undefined
}

function logRequest(
  { config, shop: { log } }: OpenShop,
  request: IncomingMessage,
  { status, milliseconds }: { status: number; milliseconds: number },
): void {
  const path = loggedPath(request.url ?? '')
  const client = SUSPICIOUS.has(status) ? clientOf(request, config.trustProxy) : undefined
  const level = status >= 500 ? 'error' : 'info'
  log[level]({ method: request.method, path, status, ms: Math.round(milliseconds * 10) / 10, client }, 'request')
}

function clientOf({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const forwarded = headers['x-forwarded-for']
  return clientAddress(socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join() : forwarded, trustProxy)
}
