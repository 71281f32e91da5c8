import {
  CacheFirst,
  ExpirationPlugin,
  NetworkFirst,
  NetworkOnly,
  type RouteMatchCallbackOptions,
  Serwist,
  type SerwistPlugin,
  StaleWhileRevalidate,
} from 'serwist'
import { CACHED_COPY } from '#platform/browser/cached-copy.ts'
import { language } from '#platform/text/t.ts'
import { PREVIEW_PARAMETER } from '#shop/settings/preview-rules.ts'
import { isPublicPage } from './public-pages.ts'

/*
 * The service worker, /sw.js: visited public pages open without a connection (docs/decisions/016). It stores no
 * responses to logged-in requests.
 */

declare const self: ServiceWorkerGlobalScope
/**
 * The build's entry files with everything they import, and a version of that list. build-plugin.server.ts fills them
 * in.
 */
declare const ENTRY_FILES: readonly string[]
declare const BUILD: string

const CACHES = { pages: 'pages', files: 'files', pictures: 'pictures', calls: 'calls' }
const OFFLINE = language() === 'en' ? '/offline' : `/offline?language=${language()}`
const DAY = 24 * 60 * 60
/** If a page's response takes longer than this, the cached page is shown. */
const NETWORK_SECONDS = 4

const bounded = (maxEntries: number, days: number) =>
  new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY, maxAgeFrom: 'last-used', purgeOnQuotaError: true })
/** Caches complete responses, except those marked `no-store`. */
const complete: SerwistPlugin = {
  cacheWillUpdate: async ({ response }) =>
    response.status === 200 && !response.redirected && response.headers.get('cache-control') !== 'no-store'
      ? response
      : null,
}
/** Adds a header that tells the page that it's a cached copy. */
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

const files = new CacheFirst({ cacheName: CACHES.files, plugins: [complete, bounded(300, 60)], matchOptions })

/** Previews of the staff site are left to the browser: what they show is never stored, and comes from the shop alone. */
const path = (test: (pathname: string, request: Request) => boolean) => {
  return ({ url, request, sameOrigin }: RouteMatchCallbackOptions) =>
    sameOrigin && !url.searchParams.has(PREVIEW_PARAMETER) && test(url.pathname, request)
}
const serwist = new Serwist({
  precacheEntries: [{ url: OFFLINE, revision: BUILD }],
  skipWaiting: true,
  clientsClaim: true,
  navigationPreload: true,
  runtimeCaching: [
    {
      matcher: path(isPublicPage),
      handler: new NetworkFirst({
        cacheName: CACHES.pages,
        networkTimeoutSeconds: NETWORK_SECONDS,
        plugins: [complete, bounded(60, 30), marked],
        matchOptions,
      }),
    },
    { matcher: path((pathname) => /^\/(?:assets|fonts)\//.test(pathname)), handler: files },
    {
      // Buyers' photos may be hidden at any time, so they aren't stored.
      matcher: path((pathname) => /^\/(?:media\/(?!uploads\/)|brand-mark$)/.test(pathname)),
      handler: new StaleWhileRevalidate({
        cacheName: CACHES.pictures,
        plugins: [complete, bounded(200, 30)],
        matchOptions,
      }),
    },
    {
      matcher: path(
        (pathname, { headers, mode }) =>
          // Staff sign in with a cookie, which a worker can't see.
          /^\/api\/(?!admin\/)/.test(pathname) && mode !== 'navigate' && !headers.has('authorization'),
      ),
      handler: new NetworkFirst({
        cacheName: CACHES.calls,
        plugins: [complete, bounded(100, 30), marked],
        matchOptions,
      }),
    },
    { matcher: path((_, { mode }) => mode === 'navigate'), handler: new NetworkOnly() },
  ],
  fallbacks: { entries: [{ url: OFFLINE, matcher: ({ request }) => request.mode === 'navigate' }] },
})
serwist.addEventListeners()

// The entry files of the pages: React Router reloads a page if it can't load the code of a link.
self.addEventListener('install', (event) => {
  // Safe cast: TypeScript doesn't know `connection`, which only some browsers have.
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData === true) return
  for (const url of ENTRY_FILES) event.waitUntil(files.handle({ event, request: new Request(url) }))
})
// Caches of earlier versions, which held private data.
self.addEventListener('activate', (event) => event.waitUntil(deleteOtherCaches()))

async function deleteOtherCaches(): Promise<void> {
  const isOther = (name: string) => !Object.values(CACHES).includes(name) && !name.startsWith('serwist-precache')
  await Promise.all((await caches.keys()).filter(isOther).map((name) => caches.delete(name)))
}
