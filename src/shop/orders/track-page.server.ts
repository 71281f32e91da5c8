import { escapeHtml } from '#platform/html.server.ts'
import { fullDay, weekDay } from '#platform/text/dates.ts'
import { localPath } from '#platform/text/local-path.ts'
import { languageOf, runInLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { plainPage } from '../plain-page.server.ts'
import { checkRateLimits } from '../rate-limits.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Order, Tracking } from './contract.ts'
import { stageIndex, stagesOf } from './progress.ts'
import { findAnyPaidOrder } from './sql.server.ts'
import { readTracking } from './track-link.server.ts'

const LIMITS = [{ max: 120, seconds: 600 }]

const STYLE = `
h1{font-size:1.6rem}
h2{font-size:1.2rem}
ol{list-style:none;padding:0;margin:1.5rem 0}
li{display:flex;justify-content:space-between;gap:1rem;padding:.5rem 0 .5rem 1rem;border-left:3px solid;opacity:.65}
li.reached{opacity:1}
li[aria-current]{font-weight:700}
section{border-top:1px solid;padding:1rem 0}
section p{margin:.25rem 0;overflow-wrap:anywhere}
section .button{margin-top:.5rem}`

interface Page {
  status: number
  title: string
  body: string
}

/**
 * The page behind a mail's link for whoever isn't signed in: `/track?order=ID&track=TOKEN` shows an order's state, its
 * parcels and the carriers' pages about them, but no name, address, piece or price. `client`: who asks.
 */
export function createTrackPage(shop: Shop): (request: Request, client: string) => Promise<Response> {
  return (request, client) => runInLanguage(languageOf(request.url), () => respond(shop, request, client))
}

async function respond(shop: Shop, { url }: Request, client: string): Promise<Response> {
  const { status, title, body } = await pageOf(shop, new URL(url).searchParams, client)
  return plainPage(status, shop.settings()['shop.name'], { title, body, style: STYLE })
}

async function pageOf(shop: Shop, query: URLSearchParams, client: string): Promise<Page> {
  const { db, clock } = shop
  const settings = shop.settings()
  const refusal = await checkRateLimits(shop, [[`track ${client}`, LIMITS]])
  if (refusal) return { status: 429, title: t('Too many attempts'), body: `<p>${escapeHtml(refusal.message)}</p>` }
  const orderId = query.get('order') ?? ''
  const link = settings['order.trackLinks']
    ? await readTracking(db, { orderId, token: query.get('track') ?? '' }, clock.now())
    : null
  const whole = wayToOrder(orderId)
  if (!link)
    return { status: 404, title: t('This link doesn’t work'), body: `<p>${t('It may be incomplete.')}</p>${whole}` }
  if (link.isOver)
    return {
      status: 410,
      title: t('This link has ended'),
      body: `<p>${t('Please sign in to see your order.')}</p>${whole}`,
    }
  const order = await findAnyPaidOrder(db, orderId, settings)
  if (!order) return { status: 404, title: t('This link doesn’t work'), body: whole }
  const ends = t('Without signing in, this page can be seen until {day}.', { day: fullDay(link.until) ?? '' })
  return {
    status: 200,
    title: escapeHtml(t('Order {number}', { number: order.orderNumber })),
    body: `${stateOf(order)}${parcelsOf(order)}${whole}<p>${escapeHtml(ends)}</p>`,
  }
}

const wayToOrder = (orderId: string) =>
  `<p><a href="${escapeHtml(`${localPath('/my-orders')}?order=${encodeURIComponent(orderId)}`)}">${t('Sign in to see your whole order')}</a></p>`

function stateOf({ orderStatus, statusDates, estimatedDate, deliveredDate }: Order): string {
  if (orderStatus === 'cancelled') return `<p>${t('This order was cancelled.')}</p>`
  const current = stageIndex(orderStatus)
  const day = weekDay(estimatedDate)
  const expected =
    deliveredDate !== null || day === null ? '' : `<p>${escapeHtml(t('Expected by {day}.', { day }))}</p>`
  const stages = stagesOf(statusDates).map(
    ({ label, detail }, index) =>
      `<li${index <= current ? ' class="reached"' : ''}${index === current ? ' aria-current="step"' : ''}><span>${escapeHtml(label)}</span><span>${index <= current ? escapeHtml(detail ?? '') : ''}</span></li>`,
  )
  return `${expected}<ol>${stages.join('')}</ol>`
}

function parcelsOf({ orderStatus, shipments, exchanges }: Order): string {
  const parcels = shipments.map((one) => ({
    ...one,
    count: one.pieces.reduce((sum, { quantity }) => sum + quantity, 0),
  }))
  const replacements = exchanges.flatMap(({ tracking, isCancelled, pieces }) =>
    tracking === null || isCancelled
      ? []
      : [{ ...tracking, count: pieces.reduce((sum, { quantity }) => sum + quantity, 0) }],
  )
  if (parcels.length === 0 && replacements.length === 0)
    return orderStatus === 'cancelled' ? '' : `<p>${t('You’ll get a mail when it leaves.')}</p>`
  return [
    ...parcels.map((one) => parcel(t('Parcel'), one)),
    ...replacements.map((one) => parcel(t('Your exchange'), one)),
  ].join('')
}

function parcel(title: string, { carrier, number, url, count }: Tracking & { count: number }): string {
  const link =
    url === null
      ? ''
      : `<p><a class="button" rel="noreferrer" href="${escapeHtml(url)}">${t('Track your parcel')}</a></p>`
  const pieces = t('{count, plural, one {# piece} other {# pieces}}', { count })
  return `<section><h2>${title}</h2><p>${escapeHtml(pieces)}</p><p>${escapeHtml(`${carrier}, ${number}`)}</p>${link}</section>`
}
