import { splitLanguage } from '#platform/text/languages.ts'
import { language, t } from '#platform/text/t.ts'
import { CACHES } from './caches.ts'
import { kindOfPage } from './kind-of-request.ts'

const OFFLINE = language() === 'en' ? '/offline' : `/offline?language=${language()}`
const MOST_LINKS = 12

/** Caches the server's `/offline`: the shop's name and look, with a comment where the rest goes. */
export async function cacheOfflinePage(): Promise<void> {
  const response = await fetch(OFFLINE)
  if (response.ok) await (await caches.open(CACHES.offline)).put(OFFLINE, response)
}

/** The response for a page that there is no connection for: what it needs, a retry, and links to the cached pages. */
export async function offlinePage(url: URL): Promise<Response> {
  const frame = await caches.match(OFFLINE)
  if (!frame) return Response.error()
  const links = await cachedPages(url)
  const list = links.length === 0 ? '' : `<h2>${t('Saved on this device')}</h2>\n<ul>${links.join('\n')}</ul>`
  // By functions: in a replacement text, `$&` and the like have a meaning.
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

/** The pages visited last as links, without the one that was asked for. */
async function cachedPages(asked: URL): Promise<string[]> {
  const cache = await caches.open(CACHES.pages)
  const links = new Map<string, string>()
  for (const request of (await cache.keys()).toReversed()) {
    const { pathname, search } = new URL(request.url)
    if (splitLanguage(pathname).path === '/logout' || `${pathname}${search}` === `${asked.pathname}${asked.search}`)
      continue
    const title = /<title>([^<|]+)/.exec((await (await cache.match(request))?.text()) ?? '')?.[1]?.trim()
    // The title is HTML already. A parsed URL has no quotes: they are escaped in it.
    if (title && !links.has(title))
      links.set(title, `<li><a href="${pathname}${search.replaceAll('&', '&amp;')}">${title}</a></li>`)
    if (links.size >= MOST_LINKS) break
  }
  return [...links.values()]
}
