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
import { CACHES, type KeepMessage } from './caches.ts'
import { kindOf } from './kind-of-request.ts'
import { keepOfflinePage, offlinePage } from './offline-page.ts'
import { sealedCopies } from './sealed-copies.ts'

/*
 * The service worker, /sw.js: what was visited can be read without a connection (docs/decisions/016). It keeps what a visitor
 * has loaded; nothing is kept ahead but the code that the kept pages may need.
 */

declare const self: ServiceWorkerGlobalScope
/** Addresses of that code, by vite.config.ts. */
declare const PARTS: readonly string[]

const DAY = 24 * 60 * 60
/** A slow line: after so long a kept copy is shown. */
const NETWORK_SECONDS = 4
/** A visitor who saves data sees a copy of this age without a request. */
const FRESH_MS = 5 * 60_000

const bounded = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY, maxAgeFrom: 'last-used', purgeOnQuotaError: true })
/** Whole answers only, and none that the server says not to store: of calls without a token only the public ones are kept. */
const complete: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && !response.redirected && response.headers.get('cache-control') !== 'no-store'
      ? response
      : null,
}
// Of a picture one format is kept: a browser always asks for the same.
const matchOptions = { ignoreVary: true }

const pages = new NetworkFirst({
  cacheName: CACHES.pages,
  networkTimeoutSeconds: NETWORK_SECONDS,
  plugins: [complete, bounded(60, 30)],
  matchOptions,
})
const files = new CacheFirst({ cacheName: CACHES.files, plugins: [complete, bounded(300, 60)], matchOptions })
const pictureOptions = { cacheName: CACHES.pictures, plugins: [complete, bounded(200, 30)], matchOptions }
const pictures = new StaleWhileRevalidate(pictureOptions)
const savedPictures = new CacheFirst(pictureOptions)
const answers = new NetworkFirst({
  cacheName: CACHES.answers,
  networkTimeoutSeconds: NETWORK_SECONDS,
  plugins: [complete, bounded(100, 30)],
  matchOptions,
})
// Without a time limit: after a change of the cart an older copy would be wrong.
const privateAnswers = new NetworkFirst({ cacheName: CACHES.private, plugins: [sealedCopies], matchOptions })
const network = new NetworkOnly()

self.addEventListener('install', (event) => {
  event.waitUntil(Promise.all([keepOfflinePage(), self.skipWaiting()]))
})
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
// The request of a page starts while the worker does.
enableNavigationPreload()

self.addEventListener('fetch', (event) => {
  const { request } = event
  const hasToken = request.headers.has('authorization')
  const isNavigation = request.mode === 'navigate'
  const kind = kindOf({ url: request.url, method: request.method, isNavigation, hasToken }, location.origin)
  if (kind === 'page') event.respondWith(openPage(pages, event))
  if (kind === 'unkept-page') event.respondWith(openPage(network, event))
  if (kind === 'file') event.respondWith(files.handle({ event, request }))
  if (kind === 'picture') event.respondWith((savesData(request) ? savedPictures : pictures).handle({ event, request }))
  if (kind === 'answer') event.respondWith(freshOr(answers, event))
  if (kind === 'private') event.respondWith(privateAnswers.handle({ event, request }))
})

async function openPage(strategy: Strategy, event: FetchEvent): Promise<Response> {
  try {
    return await strategy.handle({ event, request: event.request })
  } catch {
    return offlinePage(new URL(event.request.url))
  }
}

/** The strategy's answer; for a visitor who saves data a copy of the last minutes first. */
async function freshOr(strategy: Strategy, event: FetchEvent): Promise<Response> {
  const { request } = event
  if (savesData(request)) {
    const copy = await caches.match(request, { cacheName: strategy.cacheName, ...matchOptions })
    if (copy && Date.now() - Date.parse(copy.headers.get('date') ?? '') < FRESH_MS) return copy
  }
  return strategy.handle({ event, request })
}

function savesData(request: Request): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true || request.headers.get('save-data') === 'on'
}

self.addEventListener('message', (event) => {
  const message: KeepMessage = event.data
  if (message?.type === 'keep') event.waitUntil(keep(message, event))
})

/** Once for each run of the worker: its code is looked at again after a deployment at least. */
let hasParts = false

async function keep(message: KeepMessage, event: ExtendableMessageEvent): Promise<void> {
  for (const path of message.pages) await keepPage(path, event)
  for (const path of message.missing)
    if (!(await caches.match(path, { cacheName: CACHES.pages }))) await keepPage(path, event)
  for (const url of message.pictures) await keepOne(savedPictures, url, event)
  if (message.savesData || hasParts) return
  hasParts = true
  for (const url of PARTS) await keepOne(files, url, event)
}

/** Keeps a page and the files that its document names. */
async function keepPage(path: string, event: ExtendableMessageEvent): Promise<void> {
  const url = new URL(path, location.origin).href
  if (kindOf({ url, method: 'GET', isNavigation: true, hasToken: false }, location.origin) !== 'page') return
  const html = (await (await keepOne(pages, url, event))?.text()) ?? ''
  for (const [, file = ''] of html.matchAll(/"(\/(?:assets|fonts)\/[^"]+)"/g)) await keepOne(files, file, event)
}

/** The answer, when its copy is written; undefined where it could not be loaded. */
async function keepOne(strategy: Strategy, url: string, event: ExtendableMessageEvent): Promise<Response | undefined> {
  // The header as for a picture: the browser's own cache then has it already.
  const headers = strategy === savedPictures ? { accept: IMAGES } : {}
  const [response, done] = strategy.handleAll({ event, request: new Request(url, { headers }) })
  const answer = await response.catch(() => undefined)
  const copy = answer?.clone()
  await done.catch(() => undefined)
  return copy
}

const IMAGES = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
