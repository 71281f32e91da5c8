import type { IncomingMessage, ServerResponse } from 'node:http'
import { type ErrorHandler, type Handler, Hono, type MiddlewareHandler } from 'hono'
import { compress } from 'hono/compress'
import { readLimited } from '#platform/api/body.server.ts'
import { apiDocs } from '#platform/api/docs.server.ts'
import { type CallEnvironment, type MountOptions, mountApi } from '#platform/api/mount.server.ts'
import { COOKIE_CHALLENGE, problem } from '#platform/api/problem.server.ts'
import { createResponseCache } from '#platform/cache/response-cache.server.ts'
import { API_CARRIERS, type ApiCarrier } from '#platform/carriers/names.ts'
import { clientAddress } from '#platform/http/client-address.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import { languageOf, runInLanguage } from '#platform/text/request-language.server.ts'
import { t } from '#platform/text/t.ts'
import { cacheTagsOf } from '#shop/cache-tags.server.ts'
import { handlePush } from '#shop/carriers/news.server.ts'
import { PUSH_PATHS } from '#shop/carriers/push-paths.ts'
import type { Product } from '#shop/catalog/contract.ts'
import { handleWebhook } from '#shop/checkout/webhook.server.ts'
import { contract } from '#shop/contract.ts'
import { createHandlers, createStaffSiteHandlers } from '#shop/handlers.server.ts'
import type { Settings } from '#shop/settings/rules.ts'
import type { Shop } from '#shop/shop.server.ts'
import { createStaffGate } from '#shop/staff/gate.server.ts'
import { staffContract } from '#shop/staff-contract.ts'
import { isAway } from './is-away.server.ts'
import type { OpenShop } from './open-shop.server.ts'
import { WEBHOOK_PATH } from './payment-provider.server.ts'
import { streamEvents } from './staff-events.server.ts'

export interface NodeEnvironment extends CallEnvironment {
  incoming?: IncomingMessage
  /** The response of a request that came over HTTP. */
  outgoing?: ServerResponse
}

export type App = Hono<{ Bindings: NodeEnvironment }>

const MAX_WEBHOOK_BYTES = 256 * 1024

/** The calls of the storefront and of the staff site, their documents, and the payment provider's webhook. */
export function createApiApp(open: OpenShop): App {
  const { config, shop } = open
  const app: App = new Hono()
  // Calls have these headers, and compress their own responses.
  for (const path of [
    '/api/openapi.json',
    '/api/admin/openapi.json',
    '/api/docs/*',
    WEBHOOK_PATH,
    ...Object.values(PUSH_PATHS),
  ])
    app.use(path, compress(), withHeaders(plainHeaders(config.https)))
  app.get(
    '/api/openapi.json',
    serveDocument(async () => (await importDocuments()).apiDocument()),
  )
  app.route('/api/docs', apiDocs('Storefront API', '/api/docs', plainHeaders(config.https)))
  app.post(WEBHOOK_PATH, (context) => receiveWebhook(shop, context.req.raw))
  app.all(WEBHOOK_PATH, () => problem('method_not_allowed', 'Method not allowed; use POST.', {}, { allow: 'POST' }))
  for (const name of API_CARRIERS) {
    app.post(PUSH_PATHS[name], (context) => receivePush(shop, name, context.req.raw))
    app.all(PUSH_PATHS[name], () =>
      problem('method_not_allowed', 'Method not allowed; use POST.', {}, { allow: 'POST' }),
    )
  }
  const options = mountOptions(open)
  app.get(
    '/api/admin/openapi.json',
    serveDocument(async () => (await importDocuments()).staffApiDocument()),
  )
  const admitStaff = createStaffGate(shop)
  const staff = { ...options, admitStaff, challenge: COOKIE_CHALLENGE }
  app.get('/api/admin/events', ({ req }) => streamEvents(open, admitStaff, req.raw))
  app.route('/api/admin', mountApi(staffContract, createStaffSiteHandlers(shop), staff))
  app.route('/api', mountApi(contract, createHandlers(shop), options))
  // This app needs its own handler: it's called by `fetch`, so its errors don't reach the outer app.
  app.onError(errorHandler(open))
  return app
}

/** The APIs are described when somebody first asks: that would be a fifth of a start. */
const importDocuments = () => import('./api-document.server.ts')

function serveDocument(describe: () => Promise<unknown>): Handler {
  let document: string | undefined
  return async (context) => {
    document ??= JSON.stringify(await describe())
    return context.body(document, 200, { 'content-type': 'application/json; charset=utf-8' })
  }
}

/** How calls are answered, those of the storefront and those of staff. */
function mountOptions({ config, shop, authenticate, idempotency, cache }: OpenShop): MountOptions {
  return {
    authenticate,
    clientOf({ env, req }) {
      // Safe cast: mountApi doesn't know that `fetch` below passes this app's bindings.
      const { incoming } = env as NodeEnvironment
      return clientAddress(incoming?.socket.remoteAddress, req.header('x-forwarded-for'), config.trustProxy)
    },
    idempotency,
    cache,
    isUnavailable: isAway,
    tagsOf: cacheTagsOf,
    report: (error, about) => shop.log.error({ err: error, ...about }, 'a call failed'),
    headers: plainHeaders(config.https),
    // Safe cast: as above.
    outgoingOf: ({ env }) => (env as NodeEnvironment).outgoing,
  }
}

/** What one preview shows in place of the shop's own. */
export interface PreviewParts {
  settings: Settings
  /** A product in any state. */
  product?: Product
}

/** The storefront's calls for one preview: it keeps nothing for anybody else. */
export function createPreviewApi(open: OpenShop, { settings, product }: PreviewParts): App {
  const app: App = new Hono()
  const cache = createResponseCache({ maxBytes: 1024 * 1024 })
  const { index } = open.shop
  const get = async (id: string) => (id === product?._id ? product : index.get(id))
  const handlers = createHandlers({ ...open.shop, index: { ...index, get }, settings: () => settings })
  app.route('/api', mountApi(contract, handlers, { ...mountOptions(open), cache }))
  return app
}

async function receiveWebhook(shop: Shop, request: Request): Promise<Response> {
  const raw = await readLimited(request, MAX_WEBHOOK_BYTES)
  if (!raw) return problem('payload_too_large', 'The request is too large.')
  const signature = request.headers.get('x-razorpay-signature') ?? ''
  const eventId = request.headers.get('x-razorpay-event-id') ?? ''
  const { status } = await handleWebhook(shop, { raw, signature, eventId })
  return status === 200
    ? Response.json({ received: true })
    : problem('invalid_signature', 'The signature doesn’t match.')
}

async function receivePush(shop: Shop, name: ApiCarrier, request: Request): Promise<Response> {
  const raw = await readLimited(request, MAX_WEBHOOK_BYTES)
  if (!raw) return problem('payload_too_large', 'The request is too large.')
  const { status } = await handlePush(shop, name, { headers: request.headers, body: Buffer.from(raw).toString('utf8') })
  return status === 200 ? Response.json({ received: true }) : problem('wrong_secret', 'The secret doesn’t match.')
}

/** Adds headers to responses that lack them. */
export function withHeaders(headers: Readonly<Record<string, string>>): MiddlewareHandler {
  return async (context, next) => {
    await next()
    for (const [name, value] of Object.entries(headers))
      if (!context.res.headers.has(name)) context.res.headers.set(name, value)
  }
}

/** Turns an error into a problem document: 503 if the database can't be reached, else 500, which is logged. */
export function errorHandler({ shop }: OpenShop): ErrorHandler {
  return (error, context) => {
    const isBusy = isAway(error)
    if (!isBusy) shop.log.error({ err: error }, 'a request failed')
    return runInLanguage(languageOf(context.req.url), () =>
      isBusy
        ? problem('shop_busy', t('The shop is busy. Please try again in a moment.'), {}, { 'retry-after': '2' })
        : problem('internal_error', t('An unexpected error occurred')),
    )
  }
}
