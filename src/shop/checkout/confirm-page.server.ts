import { escapeHtml } from '#platform/html.server.ts'
import { localPath } from '#platform/text/local-path.ts'
import { languageOf, runInLanguage, withLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { plainPage } from '../plain-page.server.ts'
import type { Shop } from '../shop.server.ts'
import { confirmByLink } from './confirm.server.ts'

const TOKEN = /\/confirm\/([\w-]{22})$/

/**
 * The page behind the link in the mail about an order to confirm. `GET` only asks, and its button posts: scanners open the links of
 * a mail before its reader does.
 */
export function createConfirmPage(shop: Shop): (request: Request) => Promise<Response> {
  return (request) => runInLanguage(languageOf(request.url), () => respond(shop, request))
}

async function respond(shop: Shop, { url, method }: Request): Promise<Response> {
  const token = TOKEN.exec(new URL(url).pathname)?.[1] ?? ''
  const [status, title, text] =
    method === 'POST'
      ? await confirm(shop, token)
      : [200, t('Confirm your order'), t('You pay in cash when it arrives.')]
  const action = escapeHtml(withLanguage(`/confirm/${token}`))
  const form = `<form method="post" action="${action}"><button type="submit">${t('Yes, send it')}</button></form>`
  const home = `<p><a href="${localPath('/')}">${t('To the shop')}</a></p>`
  const body = `<p>${escapeHtml(text)}</p>${method === 'POST' ? '' : form}${home}`
  return plainPage(status, shop.settings()['shop.name'], { title, body })
}

async function confirm(shop: Shop, token: string): Promise<[number, string, string]> {
  const done = await confirmByLink(shop, token)
  if (done.ok) {
    const { orderNumber: order } = done.data
    return [200, t('Your order is confirmed'), t('Thank you. We’re packing order {order}.', { order })]
  }
  return [done.code === 'link_over' ? 410 : 404, t('This link doesn’t work'), t(done.message)]
}
