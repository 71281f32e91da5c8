import { splitLanguage } from '#platform/text/languages.ts'

/** How the service worker responds to a request (worker.ts); null: it leaves the request to the browser. */
export type Kind = 'page' | 'uncached-page' | 'file' | 'picture' | 'api' | 'private-api'

export interface SeenRequest {
  url: string
  method: string
  isNavigation: boolean
  hasToken: boolean
}

/** Public pages, and the documents of the cart, the wishlist and the log-out, which have no personal data. */
const CACHED_PAGE =
  /^\/(?:(?:categories|about-us|contact-us|privacy-policy|nearby-store|cart-details|wishlist|logout)|(?:product-details|policies)\/[^/]+)?$/
/** Documents that are no pages of the storefront: calls, links in mails, files, and what is for staff and machines. */
const NO_PAGE =
  /^\/(?:api|dev|newsletter|alerts|admin|healthz|readyz|metrics|feeds|media|social|offline)(?:\/|$)|\.\w+$/
const PRIVATE_CALL = /^\/api\/user\/(?:getCartProduct|wishlist)\/[^/]+$/
const API_DOCS = /^\/api\/(?:docs|openapi)/

/** Payments, orders, addresses and sign-in are never cached: of calls with a token only the cart and the wishlist are. */
export function kindOf({ url, method, isNavigation, hasToken }: SeenRequest, origin: string): Kind | null {
  const { origin: host, pathname } = new URL(url)
  if (method !== 'GET' || host !== origin) return null
  if (isNavigation) {
    const { path } = splitLanguage(pathname)
    return CACHED_PAGE.test(path) ? 'page' : NO_PAGE.test(path) ? null : 'uncached-page'
  }
  if (/^\/(?:assets|fonts)\//.test(pathname)) return 'file'
  // Buyers' photos may be hidden at any time, so no copy of them is stored.
  if (pathname.startsWith('/media/uploads/')) return null
  if (pathname.startsWith('/media/') || pathname === '/brand-mark') return 'picture'
  if (!pathname.startsWith('/api/') || API_DOCS.test(pathname)) return null
  if (hasToken) return PRIVATE_CALL.test(pathname) ? 'private-api' : null
  return 'api'
}

/** The kind of the request that opens a page of this origin. */
export function kindOfPage(url: string): Kind | null {
  return kindOf({ url, method: 'GET', isNavigation: true, hasToken: false }, location.origin)
}
