import { timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { type ErrorHandler, Hono } from 'hono'
import { compress } from 'hono/compress'
import type { ServerBuild } from 'react-router'
import { readLimited } from '#platform/api/body.server.ts'
import { apiDocs } from '#platform/api/docs.server.ts'
import type { IdempotencyStore } from '#platform/api/idempotency.server.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import { type CallEnvironment, mountApi } from '#platform/api/mount.server.ts'
import { problem } from '#platform/api/problem.server.ts'
import type { ResponseCache } from '#platform/cache/response-cache.server.ts'
import { isUnavailable } from '#platform/db/database.server.ts'
import { clientAddress, isLocalRequest } from '#platform/http/client-address.server.ts'
import type { Metrics } from '#platform/http/metrics.server.ts'
import { createPolicyReports } from '#platform/http/policy-reports.server.ts'
import { type PagePolicy, plainHeaders } from '#platform/http/security-headers.server.ts'
import { type StaticFiles, WORKER_HEADERS } from '#platform/http/static.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { type Language, splitLanguage } from '#platform/text/languages.ts'
import { languageOf, runInLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { cacheTagsOf } from '#shop/cache-tags.server.ts'
import { googleFeed } from '#shop/catalog/google-feed.server.ts'
import { findMovedProduct } from '#shop/catalog/sql.server.ts'
import { contract } from '#shop/contract.ts'
import { createHandlers } from '#shop/handlers.server.ts'
import { landingPaths } from '#shop/listing/landing.ts'
import { offlinePage, openingSoonPage } from '#shop/plain-page.server.ts'
import { logoResponse } from '#shop/settings/brand.server.ts'
import type { Shop } from '#shop/shop.server.ts'
import { apiDocument } from './api-document.server.ts'
import { favicon, iconOf, manifestText } from './brand-files.server.ts'
import { formerPath, movedTo } from './moved-pages.server.ts'
import { createPages } from './pages.server.ts'
import { robotsText, sitemap } from './sitemap.server.ts'

export interface WebOptions {
  shop: Shop
  cache: ResponseCache
  metrics: Metrics
  idempotency: IdempotencyStore
  authenticate(token: string): Promise<CustomerId | null>
  handleWebhook(raw: Uint8Array, signature: string, eventId: string): Promise<{ status: 200 | 400 }>
  /** The pages that emails of the newsletter and of alerts link to. */
  handleMailLink(request: Request): Promise<Response>
  /** Whether the database responds and has all migrations. */
  isReady(): Promise<boolean>
  /** Whether the storefront is shown; until then visitors read that the shop opens soon. */
  isOpen(): boolean
  build(language: Language): Promise<ServerBuild>
  mode: 'production' | 'development'
  staticFiles: StaticFiles | null
  servePicture(request: Request): Promise<Response>
  /** The development mailbox; null where mail goes to a real server. */
  showMailbox: ((request: Request, peer?: string) => Promise<Response>) | null
  policyFor(path: string): PagePolicy
  https: boolean
  trustProxy: number
  metricsToken: string | null
  /** False: /sw.js removes the service worker from the browsers that have it. */
  serviceWorker: boolean
}

interface NodeEnvironment extends CallEnvironment {
  incoming?: IncomingMessage
}

export interface Web {
  fetch(request: Request, environment?: NodeEnvironment): Promise<Response> | Response
}

/** A service worker that replaces the shop's: it deletes all caches, and itself. */
const REMOVE_WORKER = `addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) await caches.delete(name)
  await registration.unregister()
})()))
`

const MAX_WEBHOOK_BYTES = 256 * 1024

/** The whole shop as one `fetch` function. */
export function createWeb(options: WebOptions): Web {
  const api = createApiApp(options)
  const servePage = createPages({
    ...options,
    publicUrl: options.shop.config.publicUrl,
    callApi: (request, environment) => api.fetch(request, environment),
  })
  const app = new Hono<{ Bindings: NodeEnvironment }>()
  const headers = plainHeaders(options.https)
  // Cached responses are compressed already, and are not compressed again.
  app.use(compress())
  app.use(async (context, next) => {
    await next()
    // A policy would block the scripts and styles that Vite adds to the page.
    if (options.mode === 'development') return
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
  })
  app.all('/api/*', (context) => api.fetch(context.req.raw, context.env))
  app.get('/media/*', (context) => options.servePicture(context.req.raw))
  addHealth(app, options)
  addCrawlerFiles(app, options)
  addBrandFiles(app, options)
  addOtherRoutes(app, options)
  const handleReport = createPolicyReports(options.shop.log, options.shop.clock)
  app.post('/csp-reports', (context) => handleReport(context.req.raw))
  app.all('*', async (context) => {
    const file = await options.staticFiles?.handle(context.req.raw)
    if (file) return file
    if (options.isOpen()) {
      const moved = await movedTo(context.req.path, async (id) => (await options.shop.index.get(id)) !== undefined)
      if (moved !== null) return context.redirect(moved, 301)
      const { language, path } = splitLanguage(context.req.path)
      if (language !== 'en' && !options.shop.settings()['hindi.on'])
        return context.redirect(`${path}${new URL(context.req.url).search}`, 302)
      const page = await servePage(context.req.raw)
      // The database is asked only after a 404, so that no existing page waits for it.
      const id = page.status === 404 ? await findMovedProduct(options.shop.db, formerPath(context.req.path)) : null
      return id === null ? page : context.redirect(`/product-details/${id}`, 301)
    }
    return runInLanguage(splitLanguage(context.req.path).language, () => openingSoonPage(options.shop.settings()))
  })
  app.onError(errorHandler(options))
  return { fetch: (request, environment) => app.fetch(request, environment ?? {}) }
}

/** Turns an error into a problem document: 503 where the database cannot be reached, else 500, which is logged. */
function errorHandler({ shop }: WebOptions): ErrorHandler {
  return (error, context) => {
    const isBusy = isUnavailable(error)
    if (!isBusy) shop.log.error({ err: error }, 'a request failed')
    return runInLanguage(languageOf(context.req.url), () =>
      isBusy
        ? problem('shop_busy', t('The shop is busy. Please try again in a moment.'), {}, { 'retry-after': '2' })
        : problem('internal_error', t('An unexpected error occurred')),
    )
  }
}

function createApiApp(options: WebOptions): Hono<{ Bindings: NodeEnvironment }> {
  const { shop } = options
  const app = new Hono<{ Bindings: NodeEnvironment }>()
  const described = apiDocument()
  const document = JSON.stringify(described)
  app.get('/api/openapi.json', (context) =>
    context.body(document, 200, { 'content-type': 'application/json; charset=utf-8' }),
  )
  app.route('/api/docs', apiDocs(described.info.title, '/api/docs', plainHeaders(options.https)))
  app.post('/api/webhooks/razorpay', (context) => receiveWebhook(options, context.req.raw))
  app.all('/api/webhooks/razorpay', () =>
    problem('method_not_allowed', 'Method not allowed; use POST.', {}, { allow: 'POST' }),
  )
  const mounted = mountApi(contract, createHandlers(shop), {
    authenticate: options.authenticate,
    clientOf({ env, req }) {
      // Safe cast: mountApi does not know that `fetch` below passes the bindings of this app.
      const { incoming } = env as NodeEnvironment
      return clientAddress(incoming?.socket.remoteAddress, req.header('x-forwarded-for'), options.trustProxy)
    },
    idempotency: options.idempotency,
    cache: options.cache,
    isUnavailable,
    tagsOf: cacheTagsOf,
    report: (error, about) => shop.log.error({ err: error, ...about }, 'a call failed'),
    headers: plainHeaders(options.https),
  })
  app.route('/api', mounted)
  // This app needs a handler of its own: it is called by `fetch`, so its errors do not reach the outer app.
  app.onError(errorHandler(options))
  return app
}

async function receiveWebhook(options: WebOptions, request: Request): Promise<Response> {
  const raw = await readLimited(request, MAX_WEBHOOK_BYTES)
  if (!raw) return problem('payload_too_large', 'The request is too large.')
  const signature = request.headers.get('x-razorpay-signature') ?? ''
  const { status } = await options.handleWebhook(raw, signature, request.headers.get('x-razorpay-event-id') ?? '')
  return status === 200
    ? Response.json({ received: true })
    : problem('invalid_signature', 'The signature does not match.')
}

function addHealth(app: Hono<{ Bindings: NodeEnvironment }>, options: WebOptions): void {
  app.get('/healthz', (context) => context.json({ status: 'alive' }))
  app.get('/readyz', async (context) => {
    const ready = await options.isReady().catch(() => false)
    return ready
      ? context.json({ status: 'ready' })
      : problem('not_ready', 'The database is not ready.', {}, { 'retry-after': '2' })
  })
  app.get('/metrics', async (context) => {
    const isLocal = isLocalRequest(context.env.incoming?.socket.remoteAddress, context.req.raw.headers)
    if (!isLocal && !hasToken(context.req.header('authorization'), options.metricsToken))
      return problem('forbidden', 'The metrics are for this machine only.')
    return context.body(await options.metrics.text(), 200, {
      'content-type': options.metrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

/** Compares hashes in constant time (ASVS 11.2.4). */
function hasToken(header: string | undefined, token: string | null): boolean {
  return token !== null && timingSafeEqual(sha256(header ?? ''), sha256(`Bearer ${token}`))
}

/** What search engines and Google Merchant Center read. */
function addCrawlerFiles(app: Hono<{ Bindings: NodeEnvironment }>, options: WebOptions): void {
  const { publicUrl } = options.shop.config
  const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' }
  const hasHindi = () => options.shop.settings()['hindi.on']
  app.get('/robots.txt', (context) => context.text(robotsText(publicUrl, hasHindi())))
  app.get('/:file{sitemap(-hi)?(-[0-9]+)?\\.xml}', async (context) => {
    const number = /-(\d+)\./.exec(context.req.param('file'))?.[1]
    const { index } = options.shop
    const language = context.req.param('file').startsWith('sitemap-hi') ? 'hi' : 'en'
    if (language === 'hi' && !hasHindi()) return problem('not_found', 'There is no such file.')
    const pages = { listings: landingPaths(await index.facets({})), ids: index.ids(), language } as const
    const text = sitemap(publicUrl, pages, number === undefined ? null : Number(number))
    return text === null ? problem('not_found', 'There is no such file.') : context.body(text, 200, xml)
  })
  app.get('/feeds/google.xml', async () => {
    if (!options.isOpen()) return problem('not_found', 'There is no such file.')
    const { db, index, settings } = options.shop
    const lines = googleFeed(db, index.ids(), { origin: publicUrl, settings: settings() })
    // Safe cast: both are the platform's ReadableStream, for which Node and the DOM have separate types.
    return new Response(Readable.toWeb(Readable.from(lines, { encoding: 'utf8' })) as ReadableStream, { headers: xml })
  })
}

/** The shop's name, mark and icons, as the settings have them. */
function addBrandFiles(app: Hono<{ Bindings: NodeEnvironment }>, options: WebOptions): void {
  const brief = { 'cache-control': 'public, max-age=300' }
  app.get('/manifest.webmanifest', async (context) => {
    const text = manifestText(options.shop.settings())
    return context.body(text, 200, { 'content-type': 'application/manifest+json; charset=utf-8', ...brief })
  })
  app.get('/brand-mark', async () => {
    return logoResponse(options.shop.settings()) ?? problem('not_found', 'The shop has no mark of its own.')
  })
  app.get('/:icon{(icon-192|icon-512|apple-touch-icon)\\.png}', async (context, next) => {
    const icon = await iconOf(options.shop.settings(), context.req.param('icon')).catch(() => null)
    if (icon === 'file') return next()
    if (icon === null) return problem('not_found', 'There is no such file.')
    return context.body(new Uint8Array(icon), 200, { 'content-type': 'image/png', ...brief })
  })
  app.get('/favicon.svg', async (context) => {
    const icon = favicon(options.shop.settings())
    return context.body(icon, 200, { 'content-type': 'image/svg+xml; charset=utf-8', ...brief })
  })
}

/** What belongs to no page: the service worker's files, links in mails, the development mailbox. */
function addOtherRoutes(app: Hono<{ Bindings: NodeEnvironment }>, options: WebOptions): void {
  app.get('/offline', async (context) => {
    const settings = options.shop.settings()
    return runInLanguage(languageOf(context.req.url), () => offlinePage(settings))
  })
  if (!options.serviceWorker)
    app.on('GET', ['/sw.js', '/hi/sw.js'], (context) => context.body(REMOVE_WORKER, 200, { ...WORKER_HEADERS }))
  app.all('/:list{newsletter|alerts}/*', (context) => options.handleMailLink(context.req.raw))
  const { showMailbox } = options
  if (showMailbox)
    app.get('/dev/mailbox', (context) => showMailbox(context.req.raw, context.env.incoming?.socket.remoteAddress))
}
