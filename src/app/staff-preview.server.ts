import { readableTime } from '#platform/india-time.ts'
import { splitLanguage } from '#platform/text/languages.ts'
import { runInLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { previewProduct } from '#shop/catalog/preview.server.ts'
import { draftSettings } from '#shop/settings/drafts.server.ts'
import { PREVIEW_PARAMETER } from '#shop/settings/preview-rules.ts'
import { readStaffSession } from '#shop/staff/gate.server.ts'
import { mayCall } from '#shop/staff/rights.ts'
import { createPreviewApi, type PreviewParts } from './api.server.ts'
import type { OpenShop } from './open-shop.server.ts'
import { type PagesOptions, renderPage } from './pages.server.ts'

const PRODUCT_PAGE = /^\/product-details\/([a-z0-9-]{1,100})$/

/**
 * A page of the shop as it would be with what somebody of the staff is changing (`?staff-preview=home-page`), for the
 * frame beside their form, or the page of a product that isn't on sale, or as it will be at a time (`?staff-preview=product&at=`).
 * Null for everybody else, who gets the page as it is. It's never stored, and only the staff site may frame it.
 */
export function createStaffPreview(open: OpenShop, options: PagesOptions) {
  const { shop } = open
  return async (request: Request): Promise<Response | null> => {
    // First, because every page of the shop comes this way.
    if (!request.url.includes(PREVIEW_PARAMETER)) return null
    const { pathname, searchParams } = new URL(request.url)
    const subject = searchParams.get(PREVIEW_PARAMETER)
    const session = subject === null ? null : await readStaffSession(shop, request)
    if (!session || subject === null || !mayCall(session.role, 'GET /settings')) return null
    const { language, path } = splitLanguage(pathname)
    return runInLanguage(language, async () => {
      const parts =
        subject === 'product'
          ? await productParts(path, searchParams.get('at'))
          : { settings: await draftSettings(shop, session.staffId, subject) }
      return parts && respond(pathname, parts)
    })
  }

  async function productParts(path: string, at: string | null): Promise<PreviewParts | null> {
    const id = PRODUCT_PAGE.exec(path)?.[1]
    const time = at === null || Number.isNaN(Date.parse(at)) ? null : new Date(at)
    const product = id && (await previewProduct(shop, id, time))
    if (!product) return null
    const announcement =
      time === null
        ? t('Preview: only staff see this page, and nothing can be bought on it.')
        : t('Preview of {time}: only staff see this page, and nothing can be bought on it.', {
            time: readableTime(time),
          })
    return { product, settings: { ...shop.settings(), announcement } }
  }

  async function respond(pathname: string, parts: PreviewParts): Promise<Response> {
    const api = createPreviewApi(open, parts)
    const { body, headers, status } = await renderPage(
      {
        ...options,
        callApi: (call, environment) => api.fetch(call, environment),
        policyFor: (path) => ({ ...options.policyFor(path), framed: true }),
      },
      pathname,
      '',
    )
    return new Response(new Uint8Array(Buffer.from(body)), {
      status,
      headers: { ...headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    })
  }
}
