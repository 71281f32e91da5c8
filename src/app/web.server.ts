import { timingSafeEqual } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Context, Hono } from 'hono'
import { compress } from 'hono/compress'
import { problem } from '#platform/api/problem.server.ts'
import { clientAddress, isLocalRequest } from '#platform/http/client-address.server.ts'
import { createPolicyReports } from '#platform/http/policy-reports.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import { WORKER_HEADERS } from '#platform/http/static.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { createMailboxPage } from '#platform/mail/mailbox-page.server.ts'
import { type Language, splitLanguage } from '#platform/text/languages.ts'
import { languageOf, runInLanguage } from '#platform/text/request-language.server.ts'
import { alertLinks } from '#shop/alerts/link-page.server.ts'
import { hasBranches } from '#shop/branches/sql.server.ts'
import { googleFeed } from '#shop/catalog/google-feed.server.ts'
import { findMovedProduct } from '#shop/catalog/sql.server.ts'
import { createConfirmPage } from '#shop/checkout/confirm-page.server.ts'
import { newsletterLinks } from '#shop/contact/newsletter-page.server.ts'
import { feedbackLinks } from '#shop/feedback/link-page.server.ts'
import { landingPaths } from '#shop/listing/landing.ts'
import { createMailLinkPages } from '#shop/mail-link-pages.server.ts'
import { SUBSCRIBE_PATH } from '#shop/opening-soon-page.server.ts'
import { createTrackPage } from '#shop/orders/track-page.server.ts'
import { offlinePage } from '#shop/plain-page.server.ts'
import { logoResponse } from '#shop/settings/brand.server.ts'
import { limitSharedWishlist } from '#shop/wishlist/shared-wishlist.server.ts'
import { type App, createApiApp, errorHandler, type NodeEnvironment, withHeaders } from './api.server.ts'
import { favicon, iconOf, mailMark, manifestText } from './brand-files.server.ts'
import { type ClosedShop, createClosedShop } from './closed-shop.server.ts'
import { formerPath, movedTo, onePath } from './moved-pages.server.ts'
import type { OpenShop } from './open-shop.server.ts'
import { pagePolicies } from './page-policies.server.ts'
import type { PageSource } from './page-source.server.ts'
import { createPages, type PagesOptions } from './pages.server.ts'
import { createShopPictures } from './shop-pictures.server.ts'
import { robotsText, sitemap } from './sitemap.server.ts'
import { createStaffPreview } from './staff-preview.server.ts'
import { createStaffSite } from './staff-site.server.ts'

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

/** The whole shop as one `fetch` function. API tests have no `pages`. */
export function createWeb(open: OpenShop, pages: PageSource | null): Web {
  const { config, shop } = open
  const api = createApiApp(open)
  const servePicture = createShopPictures(open)
  const app: App = new Hono()
  // Cached responses are already compressed and aren't compressed again.
  app.use(compress())
  // A policy would block the scripts and styles that Vite adds to the page.
  if (pages?.mode !== 'development') app.use(withHeaders(plainHeaders(config.https)))
  app.get('/media/*', (context) => servePicture(context.req.raw))
  addHealth(app, open)
  addCrawlerFiles(app, open)
  addBrandFiles(app, open)
  const closed = createClosedShop(open)
  app.get('/preview', ({ req }) => closed.openPreview(req.raw))
  app.post(SUBSCRIBE_PATH, ({ req, env }) =>
    closed.subscribe(req.raw, (request) => api.fetch(request, { incoming: env.incoming })),
  )
  addOtherRoutes(app, open)
  const handleReport = createPolicyReports(shop.log, shop.clock)
  app.post('/csp-reports', (context) => handleReport(context.req.raw))
  const staffSite = createStaffSite(open, pages)
  for (const path of ['/admin', '/admin/*']) app.all(path, (context) => staffSite(context.req.raw))
  addPages(app, open, { pages, closed, callApi: (request, environment) => api.fetch(request, environment) })
  app.onError(errorHandler(open))
  // Not a route of `app`: a call would pass through the middleware of pages, which costs more than the call.
  const appOf = (request: Request) => (new URL(request.url).pathname.startsWith('/api/') ? api : app)
  return { fetch: (request, environment) => appOf(request).fetch(request, environment ?? {}) }
}

interface PageParts extends Pick<PagesOptions, 'callApi'> {
  pages: PageSource | null
  closed: ClosedShop
}

/** The pages and the files of their build: everything not handled by another route. */
function addPages(app: App, open: OpenShop, { pages, closed, callApi }: PageParts): void {
  const { config, shop, cache, provider, isOpen } = open
  const policyFor = pagePolicies(config, provider, () => shop.index.imageHosts())
  const options = pages && { ...pages, cache, publicUrl: config.publicUrl, callApi, policyFor }
  const servePage = options ? createPages(options) : async () => problem('not_found', 'There are no pages here.')
  const servePreview = options ? createStaffPreview(open, options) : null
  app.all('*', async (context) => {
    const file = await pages?.staticFiles?.handle(context.req.raw)
    if (file) return file
    const preview = await servePreview?.(context.req.raw)
    if (preview) return preview
    return isOpen() ? respond(context) : closed.respond(context.req.raw, () => respond(context))
  })

  async function respond(context: Context<{ Bindings: NodeEnvironment }>): Promise<Response> {
    const { language, path } = splitLanguage(context.req.path)
    const moved = await movedTo(context.req.path, {
      hasProduct: async (id) => (await shop.index.get(id)) !== undefined,
      findMoved: (path) => findMovedProduct(shop.db, path),
    })
    if (moved !== null) return context.redirect(moved, 301)
    if (language !== 'en' && !shop.settings()['hindi.on'])
      return context.redirect(`${path}${new URL(context.req.url).search}`, 302)
    const refusal = path.startsWith('/wishlist/') ? await limitSharedWishlist(shop, clientOf(context, config)) : null
    if (refusal)
      return problem('too_many_requests', refusal.message, {}, { 'retry-after': String(refusal.retryAfter ?? 60) })
    // A page has one address: search engines would take each spelling for a page of its own.
    const { pathname, search } = new URL(context.req.url)
    const plain = onePath(pathname)
    if (plain !== pathname && (await servePage(new Request(new URL(plain, config.publicUrl)))).status === 200)
      return context.redirect(plain + search, 301)
    const page = await servePage(context.req.raw)
    // The database is only queried after a 404, so no existing page waits for it.
    const id = page.status === 404 ? await findMovedProduct(shop.db, formerPath(context.req.path)) : null
    return id === null ? page : context.redirect(`/product-details/${id}`, 301)
  }
}

function addHealth(app: App, open: OpenShop): void {
  app.get('/healthz', (context) => context.json({ status: 'alive' }))
  app.get('/readyz', async (context) => {
    const ready = await open.isReady().catch(() => false)
    return ready
      ? context.json({ status: 'ready' })
      : problem('not_ready', 'The database isn’t ready.', {}, { 'retry-after': '2' })
  })
  app.get('/metrics', async (context) => {
    const isLocal = isLocalRequest(context.env.incoming?.socket.remoteAddress, context.req.raw.headers)
    if (!isLocal && !hasToken(context.req.header('authorization'), open.config.metricsToken))
      return problem('forbidden', 'Metrics are available only from this machine, or with the token.')
    return context.body(await open.metrics.text(), 200, {
      'content-type': open.metrics.contentType,
      'cache-control': 'no-store',
    })
  })
}

/** Compares hashes in constant time (ASVS 11.2.4). */
function hasToken(header: string | undefined, token: string | null): boolean {
  return token !== null && timingSafeEqual(sha256(header ?? ''), sha256(`Bearer ${token}`))
}

/** Files for search engines and Google Merchant Center. */
function addCrawlerFiles(app: App, open: OpenShop): void {
  const { shop, isOpen } = open
  const { publicUrl } = shop.config
  const xml = { 'content-type': 'application/xml; charset=utf-8', 'cache-control': 'public, max-age=300' }
  const hasHindi = () => shop.settings()['hindi.on']
  app.get('/robots.txt', (context) => context.text(robotsText(publicUrl, hasHindi())))
  app.get('/:file{sitemap(-hi)?(-[0-9]+)?\\.xml}', async (context) => {
    if (!isOpen()) return problem('not_found', 'File not found.')
    const number = /-(\d+)\./.exec(context.req.param('file'))?.[1]
    const { index } = shop
    const language: Language = context.req.param('file').startsWith('sitemap-hi') ? 'hi' : 'en'
    if (language === 'hi' && !hasHindi()) return problem('not_found', 'File not found.')
    const [facets, hasStores] = await Promise.all([index.facets({}), hasBranches(shop.db)])
    const pages = { listings: landingPaths(facets), ids: index.ids(), hasStores, language }
    const text = sitemap(publicUrl, pages, number === undefined ? null : Number(number))
    return text === null ? problem('not_found', 'File not found.') : context.body(text, 200, xml)
  })
  app.get('/feeds/google.xml', async () => {
    if (!isOpen()) return problem('not_found', 'File not found.')
    const { db, index, settings } = shop
    const lines = googleFeed(db, index.ids(), { origin: publicUrl, settings: settings() })
    // Safe cast: both are the platform's ReadableStream, for which Node and the DOM have separate types.
    return new Response(Readable.toWeb(Readable.from(lines, { encoding: 'utf8' })) as ReadableStream, { headers: xml })
  })
}

/** The shop's name, mark and icons, from the settings. */
function addBrandFiles(app: App, { shop }: OpenShop): void {
  const brief = { 'cache-control': 'public, max-age=300' }
  app.get('/manifest.webmanifest', async (context) => {
    const text = manifestText(shop.settings())
    return context.body(text, 200, { 'content-type': 'application/manifest+json; charset=utf-8', ...brief })
  })
  app.get('/brand-mark', async () => {
    return logoResponse(shop.settings()) ?? problem('not_found', 'The shop has no logo of its own.')
  })
  app.get('/brand-mark.png', async (context) => {
    const picture = await mailMark(shop.settings()).catch(() => null)
    if (picture === null) return problem('not_found', 'The shop has no logo of its own.')
    return context.body(new Uint8Array(picture), 200, {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
    })
  })
  app.get('/:icon{(icon-192|icon-512|apple-touch-icon)\\.png}', async (context, next) => {
    const icon = await iconOf(shop.settings(), context.req.param('icon')).catch(() => null)
    if (icon === 'file') return next()
    if (icon === null) return problem('not_found', 'File not found.')
    return context.body(new Uint8Array(icon), 200, { 'content-type': 'image/png', ...brief })
  })
  // Browsers ask for the second name on pages that name no icon, such as the API's.
  app.on('GET', ['/favicon.svg', '/favicon.ico'], (context) => {
    const icon = favicon(shop.settings())
    return context.body(icon, 200, { 'content-type': 'image/svg+xml; charset=utf-8', ...brief })
  })
}

/** The client's address, for limits. */
function clientOf({ req, env }: Context<{ Bindings: NodeEnvironment }>, { trustProxy }: OpenShop['config']): string {
  return clientAddress(env.incoming?.socket.remoteAddress, req.header('x-forwarded-for'), trustProxy)
}

/** Everything that doesn't belong to a page: the service worker's files, links in mails, the development mailbox. */
function addOtherRoutes(app: App, { config, shop, mailbox }: OpenShop): void {
  app.get('/offline', async (context) => {
    const settings = shop.settings()
    return runInLanguage(languageOf(context.req.url), () => offlinePage(settings))
  })
  if (!config.serviceWorker)
    app.on('GET', ['/sw.js', '/hi/sw.js'], (context) => context.body(REMOVE_WORKER, 200, { ...WORKER_HEADERS }))
  const lists = { newsletter: newsletterLinks, alerts: alertLinks, reviews: feedbackLinks }
  const handleMailLink = createMailLinkPages(shop, lists)
  for (const list of Object.keys(lists)) app.all(`/${list}/*`, (context) => handleMailLink(context.req.raw))
  const confirmPage = createConfirmPage(shop)
  for (const path of ['/confirm/:token', '/hi/confirm/:token'])
    app.on(['GET', 'POST'], path, (context) => confirmPage(context.req.raw))
  const trackPage = createTrackPage(shop)
  app.get('/track', (context) => trackPage(context.req.raw, clientOf(context, config)))
  if (!mailbox) return
  const showMailbox = createMailboxPage({
    mailbox,
    shopName: () => shop.settings()['shop.name'],
    publicUrl: config.publicUrl,
    allowSandbox: config.allowSandbox,
  })
  app.get('/dev/mailbox', (context) => showMailbox(context.req.raw, context.env.incoming?.socket.remoteAddress))
}
