import { keepParameters } from '#platform/http/query.ts'
import { splitLanguage } from '#platform/text/languages.ts'
import { LISTING_PARAMETERS } from '#shop/listing/rules.ts'
import { PREVIEW_PARAMETER } from '#shop/settings/preview-rules.ts'

const NONE: ReadonlySet<string> = new Set()
const COLOUR: ReadonlySet<string> = new Set(['colour'])
/** Which order or tab a private page shows. The link to the other language keeps it. */
const ORDER: ReadonlySet<string> = new Set(['order', 'tab'])
const ORDER_PAGES: ReadonlySet<string> = new Set(['/my-orders', '/profile', '/sucess-order', '/cart-checkout-form'])

/**
 * The path and query of a page as the server renders it and caches it: without parameters that don't change the page,
 * such as those of advertisements.
 */
export function pageKey(path: string, search: string): string {
  return `${path}${search === '' ? '' : keepParameters(search, parametersOf(path))}`
}

/** Under which keys everybody's response to a URL may be cached. A member of staff's preview isn't the page as it's cached. */
export function sharedKeys(url: string): string[] {
  const at = url.indexOf('?')
  if (at < 0 || url.startsWith('/api/')) return [url]
  if (url.includes(PREVIEW_PARAMETER)) return []
  const key = pageKey(url.slice(0, at), url.slice(at))
  return key === url ? [url] : [url, key]
}

function parametersOf(path: string): ReadonlySet<string> {
  // The router ignores case and a slash at the end.
  const shown = splitLanguage(path).path.toLowerCase().replace(/\/$/, '')
  if (shown === '/categories') return LISTING_PARAMETERS
  if (ORDER_PAGES.has(shown)) return ORDER
  return shown.startsWith('/product-details/') ? COLOUR : NONE
}
