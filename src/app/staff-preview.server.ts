import { splitLanguage } from '#platform/text/languages.ts'
import { runInLanguage } from '#platform/text/request-language.server.ts'
import { draftSettings } from '#shop/settings/drafts.server.ts'
import { PREVIEW_PARAMETER } from '#shop/settings/preview-rules.ts'
import { readStaffSession } from '#shop/staff/gate.server.ts'
import { mayCall } from '#shop/staff/rights.ts'
import { createPreviewApi } from './api.server.ts'
import type { OpenShop } from './open-shop.server.ts'
import { type PagesOptions, renderPage } from './pages.server.ts'

/**
 * A page of the shop as it would be with what somebody of the staff is changing (`?staff-preview=home-page`), for the
 * frame beside their form. Null for everybody else, who gets the page as it is. It's never stored, and only the staff
 * site may frame it.
 */
export function createStaffPreview(open: OpenShop, options: PagesOptions) {
  return async (request: Request): Promise<Response | null> => {
    // First, because every page of the shop comes this way.
    if (!request.url.includes(PREVIEW_PARAMETER)) return null
    const { pathname, searchParams } = new URL(request.url)
    const subject = searchParams.get(PREVIEW_PARAMETER)
    const session = subject === null ? null : await readStaffSession(open.shop, request)
    if (!session || subject === null || !mayCall(session.role, 'GET /settings')) return null
    const settings = await draftSettings(open.shop, session.staffId, subject)
    const api = createPreviewApi(open, settings)
    const { body, headers, status } = await runInLanguage(splitLanguage(pathname).language, () =>
      renderPage(
        {
          ...options,
          callApi: (call, environment) => api.fetch(call, environment),
          policyFor: (path) => ({ ...options.policyFor(path), framed: true }),
        },
        pathname,
        '',
      ),
    )
    return new Response(new Uint8Array(Buffer.from(body)), {
      status,
      headers: { ...headers, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' },
    })
  }
}
