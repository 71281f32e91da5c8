import { splitLanguage } from '#platform/text/languages.ts'
import { language, t } from '#platform/text/t.ts'
import { CACHES } from './caches.ts'
import { kindOfPage } from './kind-of-request.ts'

const OFFLINE = language() === 'en' ? '/offline' : `/offline?language=${language()}`
const MAX_LINKS = 12

/** Caches the server's `/offline`: a page in the shop's name, with comments that `offlinePage` replaces. */
export async function cacheOfflinePage(): Promise<void> {
  const response = await fetch(OFFLINE)
  if (response.ok) await (await caches.open(CACHES.offline)).put(OFFLINE, response)
}

/** The response for a page that cannot be loaded without a connection: the reason, a retry, and links to the cached pages. */
export async function offlinePage(url: URL): Promise<Response> {
  const frame = await caches.match(OFFLINE)
  if (!frame) return Response.error()
  const links = await cachedPageLinks(url)
  const list = links.length === 0 ? '' : `<h2>${t('Saved on this device')}</h2>\n<ul>${links.join('\n')}</ul>`
  // Functions, because `$&` and the like would have a meaning in a replacement text.
  const html = (await frame.text())
    .replace('<!--reason-->', () => reasonFor(splitLanguage(url.pathname).path))
    .replace('<!--cached-pages-->', () => list)
  return new Response(html, { status: 503, statusText: 'Offline', headers: frame.headers })
}

function reasonFor(path: string): string {
  if (path === '/cart-checkout-form') return t('Paying needs a connection. Nothing was charged.')
  if (/^\/(?:login|register|verify)$/.test(path)) return t('Signing in needs a connection.')
  if (kindOfPage(`${location.origin}${path}`) === 'page') return t('This page was not saved on this device.')
  return t('This page needs a connection.')
}

/** Links to the pages that were visited last, without the one that was asked for. */
async function cachedPageLinks(asked: URL): Promise<string[]> {
  const cache = await caches.open(CACHES.pages)
  const links = new Map<string, string>()
  for (const request of (await cache.keys()).toReversed()) {
    const { pathname, search } = new URL(request.url)
    if (splitLanguage(pathname).path === '/logout' || `${pathname}${search}` === `${asked.pathname}${asked.search}`)
      continue
    const title = /<title>([^<|]+)/.exec((await (await cache.match(request))?.text()) ?? '')?.[1]?.trim()
    // The title is escaped already, and a parsed URL has no quotes.
    if (title && !links.has(title))
      links.set(title, `<li><a href="${pathname}${search.replaceAll('&', '&amp;')}">${title}</a></li>`)
    if (links.size >= MAX_LINKS) break
  }
  return [...links.values()]
}
