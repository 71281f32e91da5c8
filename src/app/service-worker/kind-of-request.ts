import { splitLanguage } from '#platform/text/languages.ts'
/** How the service worker answers a request; null: the browser does, as without a worker. */
export type Kind = 'page' | 'unkept-page' | 'file' | 'picture' | 'answer' | 'private'

export interface SeenRequest {
  url: string
  method: string
  isNavigation: boolean
  hasToken: boolean
}

/** Public pages, and the frames of the cart, the wishlist and the log-out: documents have no personal data. */
const KEPT_PAGE =
  /^\/(?:(?:categories|about-us|contact-us|privacy-policy|nearby-store|cart-details|wishlist|logout)|(?:product-details|policies)\/[^/]+)?$/
/** Not the storefront's: calls, links in mails, files, and what is for staff and machines. */
const OUTSIDE =
  /^\/(?:api|dev|newsletter|alerts|admin|healthz|readyz|metrics|feeds|media|social|offline)(?:\/|$)|\.\w+$/
const PRIVATE = /^\/api\/user\/(?:getCartProduct|wishlist)\/[^/]+$/
const API_TEXT = /^\/api\/(?:docs|openapi)/

/** Payments, orders, addresses and sign-in are never kept: of calls with a token only the cart and the wishlist are. */
export function kindOf({ url, method, isNavigation, hasToken }: SeenRequest, origin: string): Kind | null {
  const { origin: host, pathname } = new URL(url)
  if (method !== 'GET' || host !== origin) return null
  if (isNavigation) {
    const { path } = splitLanguage(pathname)
    return KEPT_PAGE.test(path) ? 'page' : OUTSIDE.test(path) ? null : 'unkept-page'
  }
  if (/^\/(?:assets|fonts)\//.test(pathname)) return 'file'
  // Buyers' photos may be hidden at any time, so no copy of them is stored.
  if (pathname.startsWith('/media/uploads/')) return null
  if (pathname.startsWith('/media/') || pathname === '/brand-mark') return 'picture'
  if (!pathname.startsWith('/api/') || API_TEXT.test(pathname)) return null
  if (hasToken) return PRIVATE.test(pathname) ? 'private' : null
  return 'answer'
}
