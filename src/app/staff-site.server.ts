import { problem } from '#platform/api/problem.server.ts'
import { escapeHtml } from '#platform/html.server.ts'
import { pageHeaders } from '#platform/http/security-headers.server.ts'
import { isScanningScreen } from '#shop/staff/scanning.ts'
import type { OpenShop } from './open-shop.server.ts'
import type { PageSource } from './page-source.server.ts'

/**
 * The document of the staff site, for every path below `/admin` (CONTRACT part three, Staff site): never stored, not for
 * search engines, without inline scripts. Only packing and the count of the stock may use the camera, and WebAssembly to read barcodes;
 * the others may show pages of the shop in a frame.
 */
export function createStaffSite({ config, shop }: OpenShop, pages: PageSource | null) {
  return async (request: Request): Promise<Response> => {
    if (!pages) return problem('not_found', 'There are no pages here.')
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return problem('method_not_allowed', 'Method not allowed; use GET or HEAD.', {}, { allow: 'GET, HEAD' })
    const { pathname } = new URL(request.url)
    const name = escapeHtml(shop.settings()['shop.name'])
    const html = (await pages.staffDocument(pathname)).replaceAll('%SHOP_NAME%', () => name)
    const scanner = isScanningScreen(pathname)
    const policy = { https: config.https, img: shop.index.imageHosts(), scanner, frame: scanner ? [] : ["'self'"] }
    return new Response(request.method === 'HEAD' ? null : html, {
      headers: {
        'content-type': 'text/html; charset=utf-8',
        'cache-control': 'no-store',
        'x-robots-tag': 'noindex',
        ...(pages.mode === 'development' ? {} : pageHeaders(policy)),
      },
    })
  }
}
