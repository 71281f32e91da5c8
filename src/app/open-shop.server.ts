import { join } from 'node:path'
import { bulkhead } from 'cockatiel'
import type { Logger } from 'pino'
import { loadLanguages } from '#languages/languages.server.ts'
import { createIdempotencyStore } from '#platform/api/idempotency.server.ts'
import { createResponseCache, type ResponseCache } from '#platform/cache/response-cache.server.ts'
import { createSharedCache, type SharedCache } from '#platform/cache/shared-cache.server.ts'
import { createCarriers } from '#platform/carriers/create-carriers.server.ts'
import { type Clock, systemClock } from '#platform/clock.ts'
import type { Config } from '#platform/config.server.ts'
import type { OpenDatabase } from '#platform/db/database.server.ts'
import { pendingMigrations } from '#platform/db/migrate.server.ts'
import { createReads, type Reads } from '#platform/db/reads.server.ts'
import { readDiskSpace } from '#platform/disk.server.ts'
import { openFileStore } from '#platform/files/open-store.server.ts'
import { createMetrics, type Metrics } from '#platform/http/metrics.server.ts'
import { createLimits } from '#platform/limits/limits.server.ts'
import { createMailbox } from '#platform/mail/mailbox.server.ts'
import { createOutbox, type RunningOutbox } from '#platform/mail/outbox.server.ts'
import type { MailSender, MailTransport } from '#platform/mail/transport.server.ts'
import { openPictureStores } from '#platform/pictures/picture-stores.server.ts'
import { createUploadedPictures } from '#platform/pictures/uploads.server.ts'
import { createJobs, HOUR_MS, type Jobs } from '#platform/process/jobs.server.ts'
import { shareConcurrent } from '#platform/share-concurrent.ts'
import type { Tracer } from '#platform/telemetry/spans.server.ts'
import { createAuthenticator } from '#shop/accounts/sessions.server.ts'
import { backupPlan } from '#shop/backups/make-backup.server.ts'
import { readBackupStatus } from '#shop/backups/status.server.ts'
import { updateTables } from '#shop/backups/update-tables.server.ts'
import { createViewCounter, type ViewCounter } from '#shop/catalog/views-sql.server.ts'
import { PEOPLE } from '#shop/handlers.server.ts'
import { fillEmptyShop } from '#shop/imports/demonstration.server.ts'
import { createMailFile } from '#shop/invoices/mails.server.ts'
import { createCatalogIndex } from '#shop/listing/catalog-index.server.ts'
import type { CatalogIndex } from '#shop/listing/index-types.server.ts'
import { createSearchCounter, type SearchCounter } from '#shop/listing/searches-sql.server.ts'
import { createOffersInMemory } from '#shop/offers/offers-in-memory.server.ts'
import { createLive, type Live } from '#shop/owner/live.server.ts'
import { countWrongStock, readWatched } from '#shop/owner/watch-sql.server.ts'
import { createSettingsInMemory } from '#shop/settings/settings-in-memory.server.ts'
import { settleShopKind } from '#shop/settings/sql.server.ts'
import type { Connections, Shop } from '#shop/shop.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { createConnections } from './connections.server.ts'
import { JOBS } from './jobs.server.ts'
import {
  CACHE_TAGS_CHANNEL,
  type InMemory,
  invalidateProducts,
  listenForChanges,
  refreshOffers,
  refreshSettings,
} from './notifications.server.ts'
import { type RunningProvider, startPaymentProvider } from './payment-provider.server.ts'

export interface OpenShopOptions {
  config: Config
  log: Logger
  /** The project's folder, with its migrations and the demonstration catalogue. */
  root: string
  /** The caller closes it, after `stop`. */
  database: OpenDatabase<Tables>
  /** Where long reads go, if it's as new as the database. The caller closes it. */
  replica?: OpenDatabase<Tables> | null
  /** By default the one named in the configuration. */
  provider?: RunningProvider
  /** Sends mail. By default as configured. */
  transport?: MailTransport | undefined
  clock?: Clock
  /** Without it nothing is traced. */
  tracer?: Tracer | undefined
  /** True to give an empty shop the demonstration catalogue. By default the setting DEMO decides. */
  demonstration?: boolean
  /** What the staff site may enter. By default what the environment doesn't set; nothing restarts by itself. */
  connections?: Connections
  progress?(line: string): void
  /** Runs an operator's command in a process of its own. Without it, no backups are made. */
  runCommand?(args: readonly string[], signal: AbortSignal): Promise<void>
}

/** A shop ready to run: `createWeb` is its HTTP side, and `jobs.start()` starts its background work. */
export interface OpenShop {
  config: Config
  /** The project's folder. */
  root: string
  shop: Shop
  provider: RunningProvider
  cache: ResponseCache
  metrics: Metrics
  idempotency: ReturnType<typeof createIdempotencyStore>
  authenticate: ReturnType<typeof createAuthenticator>
  outbox: RunningOutbox
  mailbox: ReturnType<typeof createMailbox> | null
  views: ViewCounter
  searches: SearchCounter
  tracer: Tracer | undefined
  jobs: Jobs
  /** What open staff sites are told as it happens. */
  live: Live
  /** True if the database responds and has all migrations. */
  isReady(): Promise<boolean>
  /** False while the owner keeps the shop closed (`shop.open`), and in a production shop with nothing to sell or without its details yet. */
  isOpen(): boolean
  stop(): Promise<void>
}

const migrationsOf = (root: string) => join(root, 'db/migrations')

const CACHE_BYTES = 96 * 1024 * 1024
/** Concurrent checkout transactions and quotes. Eight of the pool's twenty connections stay free for other requests. */
const CHECKOUTS = 8
const QUOTES = 4

/**
 * Migrates the database and assembles the shop on it: payment provider, catalogue index, mail, jobs, notifications
 * between instances. The server and the tests open it here. The command line only needs part of it (`cli/command.ts`).
 */
export async function openShop(options: OpenShopOptions): Promise<OpenShop> {
  const { config, log, root, database, progress = () => {} } = options
  loadLanguages()
  const provider = options.provider ?? (await startPaymentProvider(config, log))
  try {
    await updateTables(database, { config, root, print: progress })
    const kind = await settleShopKind(database.db, config)
    if (options.demonstration ?? (config.demo && !kind.real)) {
      const loaded = await fillEmptyShop(database.db, join(root, 'catalogue'))
      if (loaded)
        progress(
          `The demonstration catalogue was loaded: ${loaded.products} products, ${loaded.reviews} reviews, ${loaded.stores} stores.`,
        )
    }
    return await assemble(options, provider)
  } catch (error) {
    await provider.stop()
    throw error
  }
}

async function assemble(
  { config, log, root, database, clock = systemClock, tracer, ...options }: OpenShopOptions,
  provider: RunningProvider,
): Promise<OpenShop> {
  const { db } = database
  const reads = createReads(db, options.replica?.db ?? null, log)
  const shared = config.purge ? createSharedCache({ ...config.purge, log }) : undefined
  const cache = createResponseCache({ maxBytes: CACHE_BYTES, shared })
  // What was changed while the shop was stopped.
  cache.clear()
  const settings = createSettingsInMemory(db, config)
  const offers = createOffersInMemory(db, clock)
  const from: MailSender = async () => ({
    name: config.mail.from.name ?? settings.current()['shop.name'],
    address: config.mail.from.address,
  })
  const mailbox =
    config.mail.kind === 'mailbox' ? createMailbox({ folder: join(config.dataDir, 'mailbox'), from }) : null
  const transport = options.transport ?? mailbox ?? (await openMailServer(config, from))
  const outbox = createOutbox({
    db,
    transport,
    replyTo: () => settings.current()['shop.email'],
    files: (reference) => createMailFile({ db, settings: settings.current }, reference),
    log,
    tracer,
  })
  const inMemory: InMemory = { index: null, settings, offers, cache, log }
  const stopListening = await listenForChanges(inMemory, database.connection)
  const index = await buildIndex(inMemory, db, reads.run).catch(async (error: unknown) => {
    await stopListening()
    throw error
  })
  const pictures = openPictureStores(config)
  const checkouts = bulkhead(CHECKOUTS, Number.POSITIVE_INFINITY)
  const quotes = bulkhead(QUOTES, Number.POSITIVE_INFINITY)
  const stopping = new AbortController()
  const { runCommand } = options
  const shop: Shop = {
    db,
    read: reads.run,
    clock,
    log,
    mail: outbox,
    limits: createLimits(db),
    pictures,
    openStore: (address) => openFileStore(address, config.s3, { isPrivate: true }),
    runCommand: runCommand ? (args) => runCommand(args, stopping.signal) : null,
    people: PEOPLE,
    photos: createUploadedPictures(pictures),
    payments: provider.payments,
    carriers: createCarriers(config.carriers),
    limitCheckout: (transaction) => checkouts.execute(transaction),
    limitQuotes: (quote) => quotes.execute(quote),
    index,
    productsChanged(ids) {
      invalidateProducts(inMemory, ids)
    },
    async invalidateCacheTags(tags) {
      cache.invalidate(tags)
      await database.notify(CACHE_TAGS_CHANNEL, tags.join(' '))
    },
    connections: options.connections ?? createConnections({ config, root, restart() {} }),
    config: {
      publicUrl: config.publicUrl,
      holdMinutes: config.holdMinutes,
      codeMinutes: config.codeMinutes,
      get real() {
        return settings.kind().real
      },
      dataDir: config.dataDir,
      sendsMail: config.mail.kind === 'smtp',
      missing: config.missing,
      demoFulfilment: config.demoFulfilment,
      webhooks: config.webhooks,
      map: config.map && { tileUrl: config.map.tileUrl, attribution: config.map.attribution },
    },
    settings: settings.current,
    offers,
    offersChanged: () =>
      refreshOffers(inMemory).catch((error: unknown) => {
        // As of settings.
        log.warn({ err: error }, 'changed offers could not be read')
      }),
    settingsChanged: () =>
      refreshSettings(inMemory).catch((error: unknown) => {
        // The change is committed, and its notification makes this instance read it again.
        log.warn({ err: error }, 'changed settings could not be read')
      }),
  }
  const views = createViewCounter(db, log)
  const searches = createSearchCounter(db, { index, log })
  const live = createLive(shop)
  const jobs = createJobs(shop, [{ name: 'mail', everyMs: 1000, run: () => outbox.send() }, ...JOBS], tracer)
  return {
    config,
    root,
    shop,
    provider,
    cache,
    metrics: createMetrics(cache, {
      ...outboxGauges(outbox),
      ...diskGauges(config.dataDir),
      ...backupGauges(shop),
      ...purgeGauges(shared),
      ...moneyGauges(shop),
      ...(options.replica ? readGauges(reads) : {}),
    }),
    idempotency: createIdempotencyStore(db),
    authenticate: createAuthenticator(shop),
    outbox,
    mailbox,
    jobs,
    live,
    views,
    searches,
    tracer,
    isReady: shareConcurrent(
      async () => (await database.isReachable()) && (await pendingMigrations(db, migrationsOf(root))).length === 0,
    ),
    isOpen: () => settings.current()['shop.open'] && (!config.production || index.stats().products > 0),
    async stop() {
      stopping.abort()
      live.stop()
      await Promise.all([jobs.stop(), outbox.stop()])
      await Promise.all([views.stop(), searches.stop()])
      await stopListening()
      await shared?.stop()
      await provider.stop()
    },
  }
}

/** All metrics are read together, so the outbox's rows are only counted once. */
function outboxGauges(outbox: RunningOutbox): Record<string, () => Promise<number>> {
  const stats = shareConcurrent(() => outbox.stats())
  return {
    shop_outbox_waiting: async () => (await stats()).waiting,
    shop_outbox_oldest_seconds: async () => (await stats()).oldestSeconds,
    shop_outbox_sent: async () => (await stats()).sent,
    shop_outbox_failed: async () => (await stats()).failed,
    shop_outbox_expired: async () => (await stats()).expired,
  }
}

/** The space where the database and the pictures are; a full disk takes no orders. */
function diskGauges(dataDir: string): Record<string, () => Promise<number>> {
  const space = shareConcurrent(() => readDiskSpace(dataDir))
  return {
    shop_disk_free_bytes: async () => (await space()).free,
    shop_disk_total_bytes: async () => (await space()).total,
  }
}

/** How many long reads the replica served, and how many the database itself. */
function readGauges({ counts }: Reads<Tables>): Record<string, () => number> {
  return { shop_reads_replica: () => counts.replica, shop_reads_writer: () => counts.writer }
}

function purgeGauges(shared: SharedCache | undefined): Record<string, () => number> {
  return shared ? { shop_purge_oldest_seconds: () => shared.oldestMs() / 1000 } : {}
}

/** What costs money if nobody sees it (deploy/alerts.yml). */
function moneyGauges({ db }: Shop): Record<string, () => Promise<number>> {
  const watched = shareConcurrent(() => readWatched(db))
  let wrongStock: Promise<number> | null = null
  let readAt = 0
  return {
    shop_payments_in_doubt: async () => (await watched()).paymentsInDoubt,
    shop_refunds_stuck: async () => (await watched()).refundsStuck,
    shop_replica_lag_bytes: async () => (await watched()).replicaLag,
    // Once an hour: it reads the whole ledger.
    async shop_wrong_stock() {
      if (wrongStock === null || performance.now() - readAt > HOUR_MS) {
        readAt = performance.now()
        wrongStock = countWrongStock(db)
        wrongStock.catch(() => {
          wrongStock = null
        })
      }
      return wrongStock
    },
  }
}

/** The age of the last good backup, or of the shop if there is none. */
function backupGauges(shop: Shop): Record<string, () => Promise<number>> {
  const status = shareConcurrent(() =>
    readBackupStatus(shop.db, backupPlan(shop.settings(), shop.config), shop.clock.now()),
  )
  return {
    shop_backup_age_seconds: async () => Math.floor((await status()).ageMs / 1000),
    shop_backup_bytes: async () => (await status()).last?.bytes ?? 0,
  }
}

/**
 * Reads settings and offers and builds the catalogue index. Notifications must already be arriving, so that neither misses a
 * change.
 */
async function buildIndex(
  inMemory: InMemory,
  db: OpenDatabase<Tables>['db'],
  read: Reads<Tables>['run'],
): Promise<CatalogIndex> {
  await Promise.all([inMemory.settings.refresh(), inMemory.offers.refresh()])
  const index = createCatalogIndex(db, inMemory.settings.current, read)
  inMemory.index = index
  await index.ready
  return index
}

/** The mail server, or null without one: mail waits. Loads the mail library only if it's used, for a faster start. */
async function openMailServer({ mail }: Config, from: MailSender): Promise<MailTransport | null> {
  if (mail.kind !== 'smtp') return null
  const { createSmtpTransport } = await import('#platform/mail/smtp.server.ts')
  return createSmtpTransport({ url: mail.url, from })
}
