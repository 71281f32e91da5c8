import { join } from 'node:path'
import type { Logger } from 'pino'
import { createIdempotencyStore } from '#platform/api/idempotency.server.ts'
import { type ByteCache, createByteCache } from '#platform/cache/response-cache.server.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.server.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import { askFirst } from '#platform/db/first-question.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import { createLimits } from '#platform/limits/limits.server.ts'
import { createMailbox } from '#platform/mail/mailbox.server.ts'
import { createOutbox, type RunningOutbox } from '#platform/mail/outbox.server.ts'
import type { PaymentProvider } from '#platform/payments/provider.server.ts'
import { createAuthenticator } from '#shop/accounts/sessions.server.ts'
import { createViewCounter, type ViewCounter } from '#shop/catalog/views-store.server.ts'
import { createCheckoutJobs } from '#shop/checkout/jobs.server.ts'
import { loadDemonstration } from '#shop/imports/demonstration.server.ts'
import { createCatalogIndex } from '#shop/listing/catalog-index.server.ts'
import type { CatalogIndex } from '#shop/listing/index-types.server.ts'
import type { Shop } from '#shop/shop.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { HOUSEKEEPING } from './housekeeping.server.ts'
import { forgetProducts, hearNotices, type Kept, PUBLIC_CHANGED } from './notices.server.ts'

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
  views: ViewCounter
  /** Sweeper, reconciler, refunds: what the till does by itself. */
  jobs: ReturnType<typeof createCheckoutJobs>
  isReady(): Promise<boolean>
  stop(): Promise<void>
}

const CACHE_BYTES = 96 * 1024 * 1024

/** Puts the shop together on an open database: tables, range in memory, mail, payment, and the notices between instances. */
export async function openShop(options: OpenShopOptions): Promise<OpenShop> {
  const { config, log, root, clock = systemClock, progress = () => {} } = options
  const database = openDatabase<Tables>({ connection: options.connection, log })
  try {
    await askFirst(database.db, options.connection)
    await migrate(database.db, join(root, 'db/migrations'))
    if (options.demonstration !== false) {
      const loaded = await loadDemonstration(database.db, join(root, 'catalogue'))
      if (loaded)
        progress(
          `The demonstration range was loaded: ${loaded.products} products, ${loaded.reviews} reviews, ${loaded.stores} stores.`,
        )
    }
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
  const mailbox =
    config.mail.kind === 'mailbox'
      ? createMailbox({ folder: join(config.dataDir, 'mailbox'), from: config.mail.from })
      : null
  const transport = mailbox ?? (await openSmtp(config))
  const outbox = createOutbox({ db, transport, clock, log })
  const kept: Kept = { index: null, cache, log }
  const stopListening = await hearNotices(kept, connection)
  const index = await buildIndex(kept, db).catch(async (error: unknown) => {
    await stopListening()
    throw error
  })
  const shop: Shop = {
    db,
    clock,
    log,
    mail: outbox,
    limits: createLimits(db),
    payments,
    index,
    productsChanged(ids) {
      forgetProducts(kept, ids)
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
      map: config.map && { tileUrl: config.map.tileUrl, attribution: config.map.attribution },
    },
  }
  const views = createViewCounter(db, log)
  const jobs = createCheckoutJobs(shop, HOUSEKEEPING)
  return {
    shop,
    cache,
    idempotency: createIdempotencyStore(db),
    authenticate: createAuthenticator(shop),
    outbox,
    mailbox,
    jobs,
    views,
    isReady: () => database.isReachable(),
    async stop() {
      await jobs.stop()
      await outbox.stop()
      await views.stop()
      await stopListening()
      await database.close()
    },
  }
}

/** The line that tells of changes stands by now, so the index misses none from here on. */
async function buildIndex(kept: Kept, db: OpenDatabase<Tables>['db']): Promise<CatalogIndex> {
  const index = createCatalogIndex(db)
  kept.index = index
  await index.ready
  return index
}

/** The mail library is loaded where mail is really sent: every start without it is faster. */
async function openSmtp({ mail }: Config) {
  if (mail.kind !== 'smtp') throw new Error('No way to send mail was set up.')
  const { createSmtpTransport } = await import('#platform/mail/smtp.server.ts')
  return createSmtpTransport(mail)
}
