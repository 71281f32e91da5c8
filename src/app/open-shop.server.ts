import { join } from 'node:path'
import type { Logger } from 'pino'
import { createIdempotencyStore } from '#platform/api/idempotency-store.server.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.server.ts'
import { listen, type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import { createLimits } from '#platform/limits/limits.server.ts'
import { createMailbox } from '#platform/mail/mailbox.server.ts'
import { createOutbox, type RunningOutbox } from '#platform/mail/outbox.server.ts'
import { createSmtpTransport } from '#platform/mail/smtp.server.ts'
import { type ByteCache, createByteCache } from '#platform/pages/byte-cache.server.ts'
import type { PaymentProvider } from '#platform/payments/provider.server.ts'
import { createAuthenticator } from '#shop/accounts/sessions.server.ts'
import { createCatalogIndex } from '#shop/catalog/catalog-index.server.ts'
import { loadDemonstration } from '#shop/catalog/demonstration.server.ts'
import { createCheckoutJobs } from '#shop/checkout/jobs.server.ts'
import type { Shop } from '#shop/shop.server.ts'
import type { Tables } from '#shop/tables.server.ts'

export interface OpenShopOptions {
  config: Config
  log: Logger
  /** The folder of the project: where migrations and the demonstration range lie. */
  root: string
  /** Connection options of `pg`, from the embedded server or the setting DATABASE_URL. */
  connection: Parameters<typeof openDatabase>[0]['connection']
  payments: PaymentProvider
  clock?: Clock
  /** Tests start with an empty range. */
  demonstration?: boolean
  progress?(line: string): void
}

/** A shop with everything it stands on, ready to answer calls; `web.server.ts` puts it on the network. */
export interface OpenShop {
  shop: Shop
  cache: ByteCache
  idempotency: ReturnType<typeof createIdempotencyStore>
  authenticate: ReturnType<typeof createAuthenticator>
  outbox: RunningOutbox
  mailbox: ReturnType<typeof createMailbox> | null
  /** Sweeper, reconciler, refunds: what the till does by itself. */
  jobs: ReturnType<typeof createCheckoutJobs>
  isReady(): Promise<boolean>
  stop(): Promise<void>
}

const CACHE_BYTES = 96 * 1024 * 1024
const PRODUCTS_CHANGED = 'products_changed'
const PUBLIC_CHANGED = 'public_changed'

/** Puts the shop together on an open database: tables, range in memory, mail, payment, and the notices between instances. */
export async function openShop(options: OpenShopOptions): Promise<OpenShop> {
  const { config, log, root, clock = systemClock, progress = () => {} } = options
  const database = openDatabase<Tables>({ connection: options.connection, log })
  try {
    await migrate(database.db, join(root, 'db/migrations'))
    if (options.demonstration !== false) await loadDemonstration(database.db, join(root, 'catalogue'), { progress })
    return await assemble(database, { ...options, clock, progress, config, log })
  } catch (error) {
    await database.close()
    throw error
  }
}

async function assemble(
  database: OpenDatabase<Tables>,
  { config, log, payments, clock, connection }: OpenShopOptions & { clock: Clock },
): Promise<OpenShop> {
  const { db } = database
  const cache = createByteCache({ maxBytes: CACHE_BYTES })
  const mailbox = config.mail.kind === 'mailbox' ? createMailbox({ folder: join(config.dataDir, 'mailbox'), from: config.mail.from }) : null
  const transport = config.mail.kind === 'smtp' ? createSmtpTransport(config.mail) : mailbox
  if (!transport) throw new Error('No way to send mail was set up.')
  const outbox = createOutbox({ db, transport, clock, log })
  const index = createCatalogIndex(db, { log })
  const shop: Shop = {
    db,
    clock,
    log,
    mail: outbox,
    limits: createLimits(db),
    payments,
    index,
    productsChanged(ids) {
      forgetProducts({ shop, cache }, ids)
    },
    async publicChanged(tags) {
      cache.clear(tags)
      await database.notify(PUBLIC_CHANGED, tags.join(' '))
    },
    settings: {
      publicUrl: config.publicUrl,
      holdMinutes: config.holdMinutes,
      codeMinutes: config.codeMinutes,
      demoFulfilment: config.demoFulfilment,
    },
  }
  await index.ready
  const stopListening = await hearNotices({ shop, cache, connection })
  const jobs = createCheckoutJobs(shop)
  return {
    shop,
    cache,
    idempotency: createIdempotencyStore(db),
    authenticate: createAuthenticator(shop),
    outbox,
    mailbox,
    jobs,
    isReady: () => database.isReachable(),
    async stop() {
      await jobs.stop()
      await outbox.stop()
      await stopListening()
      await database.close()
    },
  }
}

/** What a write to products makes stale: those products at once, and what the index says moved once it has read them. */
function forgetProducts({ shop, cache }: { shop: Shop; cache: ByteCache }, ids: readonly string[] | 'all'): void {
  if (ids === 'all') cache.clearAll()
  else cache.clear(ids.map((id) => `product:${id}`))
  shop.index.refresh(ids).then(
    (tags) => (ids === 'all' ? cache.clearAll() : cache.clear(tags)),
    (error: unknown) => {
      shop.log.error({ err: error }, 'the range in memory could not be brought up to date')
      cache.clearAll()
    },
  )
}

/**
 * Hears what any instance or command wrote. While the line is down nothing is kept in memory; when it is back, the
 * range is read anew before anything is kept again.
 */
async function hearNotices(parts: { shop: Shop; cache: ByteCache; connection: OpenShopOptions['connection'] }): Promise<() => Promise<void>> {
  const { shop, cache } = parts
  return listen({
    connection: parts.connection,
    channels: [PRODUCTS_CHANGED, PUBLIC_CHANGED],
    log: shop.log,
    onMessage(channel, payload) {
      if (channel === PUBLIC_CHANGED) cache.clear(payload.split(' '))
      else forgetProducts(parts, payload === '*' ? 'all' : payload.split(' '))
    },
    onLost() {
      cache.suspend()
    },
    async onBack() {
      await shop.index.refresh('all')
      cache.resume()
    },
  })
}
