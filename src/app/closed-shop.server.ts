import { readLimited } from '#platform/api/body.server.ts'
import { problem } from '#platform/api/problem.server.ts'
import { escapeHtml } from '#platform/html.server.ts'
import { readCookie, siteCookie } from '#platform/http/cookies.server.ts'
import { splitLanguage } from '#platform/text/languages.ts'
import { localPath } from '#platform/text/local-path.ts'
import { languageOf, runInLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { openingSoonPage, type Subscription } from '#shop/opening-soon-page.server.ts'
import { plainPage } from '#shop/plain-page.server.ts'
import { previewSeconds } from '#shop/settings/preview.server.ts'
import type { OpenShop } from './open-shop.server.ts'

const MAX_FORM_BYTES = 4096

/** What visitors get while the shop is closed, and the private links that show it before it opens. */
export interface ClosedShop {
  /** The page of `serve` for a visitor with a preview link, "Opening soon" for all others. */
  respond(request: Request, serve: () => Promise<Response>): Promise<Response>
  /** `GET /preview?token=`: puts the token into a cookie and redirects to the home page. */
  openPreview(request: Request): Promise<Response>
  /** `POST /newsletter/subscribe`, the form of "Opening soon": makes the call of the footer's form without a script. */
  subscribe(request: Request, callApi: (request: Request) => Promise<Response> | Response): Promise<Response>
}

export function createClosedShop({ config, shop, isOpen }: OpenShop): ClosedShop {
  const cookie = config.https ? '__Host-preview' : 'preview'
  const secondsOf = (token: string) => previewSeconds(shop.db, token, shop.clock.now())

  return {
    async respond(request, serve) {
      if ((await secondsOf(readCookie(request, cookie))) === 0) {
        const { language } = splitLanguage(new URL(request.url).pathname)
        return runInLanguage(language, () => openingSoonPage(shop.settings()))
      }
      const page = await serve()
      const headers = new Headers(page.headers)
      // No shared cache and no search engine may keep what only some people may see.
      headers.set('cache-control', 'no-store')
      headers.delete('cdn-cache-control')
      headers.set('x-robots-tag', 'noindex')
      return new Response(page.body, { status: page.status, headers })
    },

    async openPreview({ url }) {
      if (isOpen()) return toHome()
      const token = new URL(url).searchParams.get('token') ?? ''
      const maxAge = await secondsOf(token)
      if (maxAge === 0)
        return plainPage(404, shop.settings()['shop.name'], {
          title: t('This link doesn’t work'),
          header: '',
          body: `<p>${t('It may be incomplete or expired. Please ask the shop for a new one.')}</p>`,
        })
      return toHome({ 'set-cookie': siteCookie(cookie, token, { maxAge, secure: config.https }) })
    },

    async subscribe(request, callApi) {
      // Forms of other sites mustn't use a visitor's browser. Very old browsers don't send the header.
      const site = request.headers.get('sec-fetch-site')
      if (site !== null && site !== 'same-origin')
        return problem('forbidden', 'Send the form from the shop’s own page.')
      const form = await readLimited(request, MAX_FORM_BYTES)
      if (form === null) return problem('payload_too_large', 'The request is too large.')
      const email = (new URLSearchParams(new TextDecoder().decode(form)).get('email') ?? '').trim()
      return runInLanguage(languageOf(request.url), async () => {
        const response = await callApi(subscribeCall(request, email))
        return showSubscription({ ...(await readOutcome(response)), email })
      })
    },
  }

  function showSubscription(subscription: Subscription): Response {
    const settings = shop.settings()
    if (!isOpen()) return openingSoonPage(settings, subscription)
    // It has opened since the form was loaded.
    return plainPage(subscription.status, settings['shop.name'], {
      title: t('Newsletter'),
      body: `<p>${escapeHtml(subscription.message)}</p><p><a href="${localPath('/')}">${t('To the shop')}</a></p>`,
    })
  }
}

function toHome(headers: Record<string, string> = {}): Response {
  return new Response(null, { status: 303, headers: { location: '/', 'cache-control': 'no-store', ...headers } })
}

/** The call for a form's address, with the headers by which its client is known. */
function subscribeCall({ headers: sent, url }: Request, email: string): Request {
  const headers = new Headers({ 'content-type': 'application/json' })
  const forwarded = sent.get('x-forwarded-for')
  if (forwarded !== null) headers.set('x-forwarded-for', forwarded)
  const call = new URL(`/api/user/subscribe?language=${languageOf(url)}`, url)
  return new Request(call, { method: 'POST', headers, body: JSON.stringify({ email }) })
}

async function readOutcome(response: Response): Promise<Pick<Subscription, 'status' | 'message'>> {
  const { message }: { message?: unknown } = await response.json()
  const shown = typeof message === 'string' ? message : t('That didn’t work. Please try again.')
  return { status: response.ok ? 200 : response.status, message: shown }
}
