import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Logger, pino } from 'pino'
import type { ServerBuild } from 'react-router'
import { makeDataDir } from '#platform/config/data-dir.server.ts'
import { type Config, ConfigError } from '#platform/config.server.ts'
import { startEmbedded } from '#platform/db/embedded.server.ts'
import { clientAddress } from '#platform/http/client-address.server.ts'
import { createListener, type Listener } from '#platform/http/listener.server.ts'
import { createMetrics, type Metrics } from '#platform/http/metrics.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import { createStaticFiles, type StaticFiles } from '#platform/http/static.server.ts'
import { createMailboxPage } from '#platform/mail/mailbox-page.server.ts'
import { stopInOrder } from '#platform/process/stop.server.ts'
import { shareConcurrent } from '#platform/share-concurrent.ts'
import { LANGUAGES, type Language } from '#platform/text/languages.ts'
import { alertLinks } from '#shop/alerts/link-page.server.ts'
import { handleWebhook } from '#shop/checkout/webhook.server.ts'
import { newsletterLinks } from '#shop/contact/newsletter-page.server.ts'
import { createMailLinkPages } from '#shop/mail-link-pages.server.ts'
import { MAX_PHOTO_BYTES } from '#shop/reviews/rules.ts'
import { createDevelopmentBuild, type DevelopmentBuild } from './development.server.ts'
import { type OpenShop, openShop } from './open-shop.server.ts'
import { pagePolicies } from './page-policies.server.ts'
import { type RunningProvider, startPaymentProvider } from './payment-provider.server.ts'
import { createShopPictures } from './shop-pictures.server.ts'
import { createWeb, type Web } from './web.server.ts'

interface RunOptions {
  root: string
  /** Pages come from Vite with hot reload in place of the build. */
  development: boolean
}

/** How many connections may wait to be accepted. The system drops the others, and their clients retry only after seconds. */
const BACKLOG = 4096
const PAYMENT = /^\/api\/(?:user\/(?:create-order|verify-payment)|webhooks\/)/
const UPLOAD = /^\/api\/user\/product\/[^/]+\/user\/[^/]+\/reviewPhoto(?:\?|$)/
/** Health checks, and pictures, which have a queue of their own. */
const UNLIMITED = /^\/(?:media\/|healthz|readyz|metrics)/

/** Runs the whole shop until it is stopped: database, payment provider, mail, pages, API. */
export async function runShop(config: Config, { root, development }: RunOptions): Promise<void> {
  const log = pino({
    level: config.logLevel,
    base: null,
    redact: ['req.headers.authorization', 'token', 'otp', 'code'],
  })
  const print = (line: string) => process.stdout.write(`${line}\n`)
  const embedded =
    config.database.kind === 'embedded' ? await startEmbedded({ dataDir: config.dataDir, log: print }) : null
  if (embedded?.note) print(embedded.note)
  if (!embedded && writesFiles(config)) makeDataDir(config.dataDir)
  const connection = embedded?.connection ?? {
    connectionString: config.database.kind === 'url' ? config.database.url : '',
  }
  const closers: (() => Promise<void>)[] = embedded ? [() => embedded.stop()] : []
  try {
    const provider = await startPaymentProvider(config, log, { webhookPath: '/api/webhooks/razorpay' }).catch(
      (error: Error) => {
        throw readListenError(error, config)
      },
    )
    closers.unshift(() => provider.stop())
    const open = await openShop({ config, log, root, connection, payments: provider.payments, progress: print })
    closers.unshift(() => open.stop())
    const { 'shop.name': shopName, 'shop.open': isOpened } = open.shop.settings()
    const { listener, dev } = await startListening({ shopName, config, log, root, development, open, provider })
    if (dev) closers.unshift(() => dev.close())
    open.jobs.start()
    stopInOrder([() => listener.close(), ...closers], { deadlineMs: 9_000, log })
    const isOpen = open.isOpen()
    print(`${shopName} is ${isOpened ? 'open' : 'running'}: ${config.publicUrl}`)
    if (!isOpen) print(isOpened ? EMPTY : CLOSED)
    print(describeMail(config))
    if (provider.sandboxOrigin)
      print(`Payments go to the built-in sandbox (${provider.sandboxOrigin}): no money moves.`)
  } catch (error) {
    for (const close of closers) await close().catch(() => {})
    throw error
  }
}

/** What an owner reads at the start of a shop that has nothing to sell. */
const EMPTY =
  'Nothing is on sale yet, so visitors read "Opening soon". Set the shop up with `npm run shop -- init`, bring your products with `npm run shop -- catalog import FILE`, or look around with `npm run shop -- demo load`.'

/** What an owner reads at the start of a shop that they keep closed. */
const CLOSED =
  'The shop is closed, so visitors read "Opening soon". `npm run shop -- doctor` says what it lacks; `npm run shop -- settings set shop.open yes` opens it.'

/** Whether the shop writes into its data folder even with an external database. */
function writesFiles({ payments, mail }: Config): boolean {
  return payments.kind === 'sandbox' || mail.kind === 'mailbox'
}

function describeMail(config: Config): string {
  if (config.mail.kind === 'mailbox') return `Mail is stored, not sent: ${config.publicUrl}/dev/mailbox`
  return `Mail goes to ${new URL(config.mail.url).host}.`
}

interface ServerOptions {
  /** The shop's name at the start, for the development mailbox. */
  shopName: string
  config: Config
  log: Logger
  root: string
  development: boolean
  open: OpenShop
  provider: RunningProvider
}

async function startListening(options: ServerOptions): Promise<{ listener: Listener; dev: DevelopmentBuild | null }> {
  const { config, root, development, open } = options
  const https = config.publicUrl.startsWith('https:')
  // The metrics are read all at once, so the rows of the outbox are counted once for all of them.
  const outbox = shareConcurrent(() => open.outbox.stats())
  const metrics = createMetrics(
    // A label of published metrics: the cached responses.
    { answers: open.cache },
    {
      shop_outbox_waiting: async () => (await outbox()).waiting,
      shop_outbox_oldest_seconds: async () => (await outbox()).oldestSeconds,
      shop_outbox_sent: async () => (await outbox()).sent,
      shop_outbox_failed: async () => (await outbox()).failed,
      shop_outbox_expired: async () => (await outbox()).expired,
    },
  )
  const dev = development ? await createDevelopmentBuild(root) : null
  const staticFiles = dev
    ? null
    : await createStaticFiles(
        Object.keys(LANGUAGES).map((language) => join(root, `build/${language}/client`)),
        plainHeaders(https),
      )
  const web = openWeb(options, { metrics, dev, staticFiles, https })
  const listener = createListener({
    fetch: (request, environment) => web.fetch(request, environment),
    getCached: (url) => open.cache.get(url) ?? staticFiles?.getCached(url),
    metrics,
    headers: plainHeaders(https),
    middleware: dev?.middleware,
    isPriority: ({ url = '' }) => PAYMENT.test(url),
    isUnlimited: ({ url = '' }) => UNLIMITED.test(url),
    uploadBytes: ({ url = '' }) => (UPLOAD.test(url) ? MAX_PHOTO_BYTES : null),
    clientOf: (request) => clientOf(request, config.trustProxy),
    // All connections come from the proxy.
    limits: config.trustProxy > 0 ? { connectionsPerClient: Number.POSITIVE_INFINITY } : {},
    onRequest: (request) => countView(open, request, config.trustProxy),
    onFinished: (request, status, milliseconds) => logRequest(options, request, { status, milliseconds }),
  })
  await listener.listen({ port: config.port, host: config.host, backlog: BACKLOG }).catch((error: Error) => {
    throw readListenError(error, config)
  })
  // Safe cast: it listens on a port, not on a pipe.
  options.log.debug({ address: listener.server.address() as AddressInfo }, 'listening')
  return { listener, dev }
}

const NO_PORT: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already',
  EACCES: 'this user may not listen there',
}

const NO_HOST: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'this machine has no such address',
  EAFNOSUPPORT: 'this machine has no addresses of that kind',
  EINVAL: 'this machine has no such address',
  ENOTFOUND: 'this host name is unknown',
  EAI_AGAIN: 'this host name is unknown',
}

/** Why the shop or the payment sandbox cannot listen, as a `ConfigError` that names the setting. */
function readListenError(error: NodeJS.ErrnoException & { port?: number }, { host, port }: Config): Error {
  const { code = '', syscall = '' } = error
  if (code === 'ERR_SOCKET_BAD_PORT')
    return new ConfigError(`PORT: ${port} leaves no port after it for the payment sandbox; set a smaller one.`)
  // Opening a file can fail with the same codes.
  if (!/^(?:listen|bind|getaddrinfo)/.test(syscall)) return error
  if (NO_HOST[code])
    return new ConfigError(`HOST: ${host} cannot be used, ${NO_HOST[code]}; set an address of this machine.`)
  const why = NO_PORT[code]
  if (!why) return error
  return new ConfigError(`PORT: ${error.port ?? port} on ${host} cannot be used, ${why}; set another PORT or HOST.`)
}

interface WebResources {
  metrics: Metrics
  dev: DevelopmentBuild | null
  staticFiles: StaticFiles | null
  https: boolean
}

function openWeb({ shopName, config, log, root, open, provider }: ServerOptions, resources: WebResources): Web {
  const { metrics, dev, staticFiles, https } = resources
  return createWeb({
    ...open,
    metrics,
    handleWebhook: (raw, signature, eventId) => handleWebhook(open.shop, { raw, signature, eventId }),
    handleMailLink: createMailLinkPages(open.shop, { newsletter: newsletterLinks, alerts: alertLinks }),
    build: dev ? () => dev.build() : readBuilds(root),
    mode: dev ? 'development' : 'production',
    staticFiles,
    servePicture: createShopPictures({ db: open.shop.db, dataDir: config.dataDir, root, log }),
    showMailbox: open.mailbox
      ? createMailboxPage({ mailbox: open.mailbox, shopName, publicUrl: config.publicUrl })
      : null,
    policyFor: pagePolicies({ config, provider, https, imageHosts: () => open.shop.index.imageHosts() }),
    https,
    trustProxy: config.trustProxy,
    metricsToken: config.metricsToken,
    serviceWorker: config.serviceWorker,
  })
}

/** Starts to load the builds of the pages, one for each language, so that the first request does not wait for them. */
function readBuilds(root: string): (language: Language) => Promise<ServerBuild> {
  const read = (language: Language): Promise<ServerBuild> =>
    import(pathToFileURL(join(root, `build/${language}/server/index.js`)).href)
  const builds = { en: read('en'), hi: read('hi') }
  return (language) => builds[language]
}

/** For these statuses the client's address is logged, because they may be part of an attack. */
const SUSPICIOUS: ReadonlySet<number> = new Set([401, 403, 429])

function logRequest(
  { config, log }: ServerOptions,
  request: IncomingMessage,
  { status, milliseconds }: { status: number; milliseconds: number },
): void {
  const path = (request.url ?? '').split('?', 1)[0]
  const client = SUSPICIOUS.has(status) ? clientOf(request, config.trustProxy) : undefined
  const level = status >= 500 ? 'error' : 'info'
  log[level]({ method: request.method, path, status, ms: Math.round(milliseconds * 10) / 10, client }, 'request')
}

const VIEWED = /^\/api\/product\/getProductDetail\/([a-z0-9-]{1,100})\?(?:.*&)?viewProduct=true(?:&|$)/

/** Counts a view of a product's page (SPEC 7, viewProduct), whether or not its response is cached. */
function countView({ views }: OpenShop, request: IncomingMessage, trustProxy: number): void {
  const id = VIEWED.exec(request.url ?? '')?.[1]
  if (id && request.method === 'GET') views.record(id, clientOf(request, trustProxy))
}

function clientOf({ headers, socket }: IncomingMessage, trustProxy: number): string {
  const forwarded = headers['x-forwarded-for']
  return clientAddress(socket.remoteAddress, Array.isArray(forwarded) ? forwarded.join() : forwarded, trustProxy)
}
