import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { Carriers } from '#platform/carriers/carrier.server.ts'
import type { Clock } from '#platform/clock.ts'
import type { KeptSettings, OnScreen } from '#platform/config/kept-settings.server.ts'
import type { NeededConnection } from '#platform/config.server.ts'
import type { Reads } from '#platform/db/reads.server.ts'
import type { FileStore } from '#platform/files/file-store.ts'
import type { Limits } from '#platform/limits/limits.server.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import type { PaymentProvider } from '#platform/payments/provider.server.ts'
import type { PictureStores } from '#platform/pictures/picture-stores.server.ts'
import type { UploadedPictures } from '#platform/pictures/uploads.server.ts'
import type { Job } from '#platform/process/jobs.server.ts'
import type { WebhookTarget } from './events/webhooks.server.ts'
import type { CatalogIndex } from './listing/index-types.server.ts'
import type { OffersInMemory } from './offers/offers-in-memory.server.ts'
import type { PersonHooks } from './person.server.ts'
import type { Settings } from './settings/rules.ts'
import type { Tables } from './tables.server.ts'

/** The dependencies of the shop's handlers; created by `openShop`. */
export interface Shop {
  db: Kysely<Tables>
  /** Runs what only reads, and takes long, on a replica that is as new as the database itself (`Reads`). */
  read: Reads<Tables>['run']
  clock: Clock
  log: Logger
  mail: Outbox
  limits: Limits
  payments: PaymentProvider
  /** The carriers whose keys the shop has. */
  carriers: Carriers
  /**
   * Runs a transaction of a checkout when fewer than eight run. A rush on one size queues here and not in the
   * connection pool, which rejects what waits too long as overload.
   */
  limitCheckout<T>(transaction: () => Promise<T>): Promise<T>
  /** Runs a quote when few others run. It's a read, so "sold out" is said without waiting for the transactions. */
  limitQuotes<T>(quote: () => Promise<T>): Promise<T>
  /** Where the pictures are. */
  pictures: PictureStores
  /**
   * The files in a folder or a bucket (`s3://…`), which no other user of the machine can read.
   * @throws {StoreError} if the address can't be used
   */
  openStore(address: string): FileStore
  /**
   * Runs an operator's command in a process of its own, until it ends or the shop stops; null if this process runs none.
   * @throws {Error} with its last lines, if it fails
   */
  runCommand: ((args: readonly string[]) => Promise<void>) | null
  /** What the features store of people, the last feature first. */
  people: readonly PersonHooks[]
  /** Photos of buyers. */
  photos: UploadedPictures
  /** The catalogue in memory: filters, sorting, paging, and cached products. Updated by notifications. */
  index: CatalogIndex
  /**
   * Invalidates this instance's caches at once, after a change by staff, who look at the shop next. All other instances, and
   * this one after a sale, are notified by the database.
   */
  productsChanged(ids: readonly string[] | 'all'): void
  /**
   * Invalidates other public responses, by cache tag (`reviews:ID`, `banner`, `stores`), and notifies the other
   * instances.
   */
  invalidateCacheTags(tags: readonly string[]): Promise<void>
  config: ShopConfig
  connections: Connections
  /** The running offers, from memory. */
  offers: Pick<OffersInMemory, 'current' | 'shown' | 'hasTurned'>
  /** Called after the commit of a change of offers, as `settingsChanged` is. */
  offersChanged(): Promise<void>
  /** The owner's settings, from memory, as of the last change this instance was notified of. */
  settings(): Settings
  /**
   * Called after the commit of a settings change. This instance has them when it resolves. Others are notified by the
   * database.
   */
  settingsChanged(): Promise<void>
}

/** Payments, mail and carriers as the owner enters them on the staff site. */
export interface Connections {
  /** What may be entered: not what the server's environment sets. */
  onScreen: OnScreen
  /** Tries them. @returns a sentence if they don't work */
  faultOf(values: KeptSettings): Promise<string | null>
  /** Keeps them outside the database. They count from the next start on. */
  keep(values: KeptSettings): void
  /** Starts the shop again, once the requests under way have their responses. */
  restart(): void
}

/** Background work of a feature, which `app/jobs.server.ts` lists. */
export type ShopJob = Job<Shop>

/** What the shop's handlers use of the environment's configuration. */
export interface ShopConfig {
  /** The origin that absolute links start with, without a trailing slash. */
  publicUrl: string
  /** The folder of pictures and other files (DATA_DIR). */
  dataDir: string
  /** Minutes for which an unpaid order holds its stock. */
  holdMinutes: number
  /** Minutes for which a login code is valid. */
  codeMinutes: number
  /** True for a shop of its owner’s (production without DEMO): its settings never fall back to the demonstration’s details. */
  real: boolean
  /** What the shop can't open without; empty if it has all. */
  missing: readonly NeededConnection[]
  /** True if mail leaves the shop (SMTP_URL), false if it's only stored. */
  sendsMail: boolean
  /** True if a paid order advances to its next status every few seconds (DEMO_FULFILMENT). */
  demoFulfilment: boolean
  /** Map tiles (MAP_TILE_URL), with the key filled in, or null for the built-in map. */
  map: { tileUrl: string; attribution: string } | null
  /** Where shop events are sent (WEBHOOKS_URL), or null. */
  webhooks: WebhookTarget | null
}
