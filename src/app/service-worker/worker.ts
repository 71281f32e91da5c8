import {
  CacheFirst,
  ExpirationPlugin,
  enableNavigationPreload,
  NetworkFirst,
  NetworkOnly,
  type SerwistPlugin,
  StaleWhileRevalidate,
  type Strategy,
} from 'serwist'
import { CACHED_COPY } from '#platform/browser/cached-copy.ts'
import { CACHES, type CacheMessage } from './caches.ts'
import { encryptedCache } from './encrypted-cache.ts'
import { kindOf, kindOfPage } from './kind-of-request.ts'
import { cacheOfflinePage, offlinePage } from './offline-page.ts'

/*
 * The service worker, /sw.js: what was visited can be read without a connection (docs/decisions/016). It caches what a visitor
 * has loaded, and precaches nothing but the code that the cached pages may need.
 */

declare const self: ServiceWorkerGlobalScope
/** The URLs of that code; vite.config.ts fills them in. */
declare const PRECACHE_URLS: readonly string[]

const DAY = 24 * 60 * 60
/** A page or call without a response for so long is answered from the cache. */
const NETWORK_SECONDS = 4
/** A visitor who saves data gets a cached response without a request up to this age. */
const FRESH_MS = 5 * 60_000

const bounded = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY, maxAgeFrom: 'last-used', purgeOnQuotaError: true })
/** Caches complete responses, except those that the server marks as `no-store`, as all but the public calls are. */
const complete: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && !response.redirected && response.headers.get('cache-control') !== 'no-store'
      ? response
      : null,
}
/** Adds a header by which the page knows that it got an older copy from the cache, because the network was too slow or failed. */
const marked: SerwistPlugin = {
  async cachedResponseWillBeUsed({ cachedResponse }) {
    if (!cachedResponse) return null
    const headers = new Headers(cachedResponse.headers)
    headers.append('server-timing', CACHED_COPY)
    return new Response(cachedResponse.body, { status: cachedResponse.status, headers })
  },
}
// The server varies pictures by the formats that a browser accepts. One browser always accepts the same.
const matchOptions = { ignoreVary: true }

const networkFirst = (cacheName: string, maxEntries: number) =>
  new NetworkFirst({
    cacheName,
    networkTimeoutSeconds: NETWORK_SECONDS,
    plugins: [complete, bounded(maxEntries, 30), marked],
    matchOptions,
  })
const pages = networkFirst(CACHES.pages, 60)
const publicCalls = networkFirst(CACHES.responses, 100)
// Without a time limit: after a change of the cart an older copy would be wrong.
const privateCalls = new NetworkFirst({ cacheName: CACHES.private, plugins: [encryptedCache], matchOptions })
const files = new CacheFirst({ cacheName: CACHES.files, plugins: [complete, bounded(300, 60)], matchOptions })
const pictureOptions = { cacheName: CACHES.pictures, plugins: [complete, bounded(200, 30)], matchOptions }
const pictures = new StaleWhileRevalidate(pictureOptions)
const savedPictures = new CacheFirst(pictureOptions)
const network = new NetworkOnly()

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([cacheOfflinePage(), self.skipWaiting()]))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
// The browser requests a page while the worker is still starting.
enableNavigationPreload()

self.addEventListener('fetch', (event) => {
  const { request } = event
  const hasToken = request.headers.has('authorization')
  const isNavigation = request.mode === 'navigate'
  const kind = kindOf({ url: request.url, method: request.method, isNavigation, hasToken }, location.origin)
  if (kind === 'page') event.respondWith(openPage(pages, event))
  if (kind === 'uncached-page') event.respondWith(openPage(network, event))
  if (kind === 'file') event.respondWith(files.handle({ event, request }))
  if (kind === 'picture')
    event.respondWith((prefersReducedData(request) ? savedPictures : pictures).handle({ event, request }))
  if (kind === 'api') event.respondWith(callApi(event))
  if (kind === 'private-api') event.respondWith(privateCalls.handle({ event, request }))
})

async function openPage(strategy: Strategy, event: FetchEvent): Promise<Response> {
  try {
    return await strategy.handle({ event, request: event.request })
  } catch {
    return offlinePage(new URL(event.request.url))
  }
}

/** The response of a public call; for a visitor who saves data it may be some minutes old. */
async function callApi(event: FetchEvent): Promise<Response> {
  const { request } = event
  if (prefersReducedData(request)) {
    const cached = await caches.match(request, { cacheName: CACHES.responses, ...matchOptions })
    if (cached && Date.now() - Date.parse(cached.headers.get('date') ?? '') < FRESH_MS) return cached
  }
  return publicCalls.handle({ event, request })
}

function prefersReducedData(request: Request): boolean {
  // Safe cast: TypeScript does not know `connection`, which only some browsers have.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true || request.headers.get('save-data') === 'on'
}

self.addEventListener('message', (event) => {
  const message: CacheMessage = event.data
  if (message?.type === 'cache') event.waitUntil(handleMessage(message, event))
})

/** Whether all code is precached. It is false at first each time the browser starts the worker, which then checks again. */
let isPrecached = false

async function handleMessage(message: CacheMessage, event: ExtendableMessageEvent): Promise<void> {
  for (const path of message.pages) await cachePage(path, event)
  for (const path of message.missing)
    if (!(await caches.match(path, { cacheName: CACHES.pages }))) await cachePage(path, event)
  for (const url of message.pictures) await cacheUrl(savedPictures, url, event)
  if (message.prefersReducedData || isPrecached) return
  let isComplete = true
  for (const url of PRECACHE_URLS) isComplete = (await cacheUrl(files, url, event)) !== undefined && isComplete
  isPrecached = isComplete
}

/** Caches a page and the files that its document names. */
async function cachePage(path: string, event: ExtendableMessageEvent): Promise<void> {
  const url = new URL(path, location.origin).href
  if (kindOfPage(url) !== 'page') return
  const html = (await (await cacheUrl(pages, url, event))?.text()) ?? ''
  for (const [, file = ''] of html.matchAll(/"(\/(?:assets|fonts)\/[^"]+)"/g)) await cacheUrl(files, file, event)
}

/** Loads and caches a URL. @returns the response, or undefined where it could not be loaded */
async function cacheUrl(strategy: Strategy, url: string, event: ExtendableMessageEvent): Promise<Response | undefined> {
  // With the header that pages send for pictures, the browser's own cache has the picture already.
  const headers = strategy === savedPictures ? { accept: IMAGES } : {}
  const [handled, done] = strategy.handleAll({ event, request: new Request(url, { headers }) })
  const response = await handled.catch(() => undefined)
  const copy = response?.clone()
  await done.catch(() => undefined)
  return copy
}

const IMAGES = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
