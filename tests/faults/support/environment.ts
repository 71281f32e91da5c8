import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { type Connection, connectionOf } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { attachEmbedded } from '#platform/db/embedded.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import { newId } from '#platform/ids.server.ts'
import { createSession, findOrCreateCustomer } from '#shop/accounts/sql.server.ts'
import { checkInvariants, type InvariantReport } from '#shop/checkout/invariants.server.ts'
import { importCatalog } from '#shop/imports/import-catalog.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { type Garment, garmentLines } from '../../support/garments.ts'
import { freePort } from '../../support/processes.ts'
import { recordsOf } from '../../support/sandbox-control.ts'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'
import { type MailServer, startMailServer } from './mail-server.ts'
import { type OwnPostgres, sharedPostgres } from './postgres.ts'
import { ROOT, runShop, type ShopProcess } from './processes.ts'
import { type SandboxProcess, startSandboxProcess } from './sandbox-process.ts'

export interface Customer {
  id: string
  token: string
  email: string
  addressId: string
}

/** Shops in processes of their own on one database, with a payment sandbox and a mail server. */
export interface Environment {
  shops: ShopProcess[]
  sandbox: SandboxProcess
  mail: MailServer
  /** The shop's database, read directly. */
  db: Kysely<Tables>
  /** The URL of an instance; the first where none is named. */
  origin(index?: number): string
  /** Starts an instance again; `more` adds settings. */
  restart(index: number, more?: Record<string, string>): Promise<ShopProcess>
  /** The settings that an instance is started with. */
  settingsOf(index: number): Record<string, string>
  customers(count: number): Promise<Customer[]>
  customer(): Promise<Customer>
  /** Checks the shop's ledger against the sandbox's records (I1 to I7). */
  audit(): Promise<InvariantReport>
  /** The first clean report, or the last one after a timeout in milliseconds. */
  auditUntilClean(timeoutMs: number): Promise<InvariantReport>
  /** Checks the shop's ledger alone: I1 to I7 without those that need the sandbox's records (I3, a part of I6). */
  auditShop(): Promise<InvariantReport>
  stockOf(productId: string): Promise<{ on_hand: number; reserved: number }>
  stop(): Promise<void>
}

export interface EnvironmentOptions {
  database: 'embedded' | 'external'
  instances?: number
  products?: readonly Garment[]
  /** Products as lines of the catalogue's own format, in place of garments. */
  lines?: readonly string[]
  settings?: Record<string, string>
  /** Where the external database is created; on one server for the whole context if left out. */
  postgres?: Pick<OwnPostgres, 'createDatabase'>
  /** An existing folder for the embedded database. */
  dataDir?: string
  /** `false` leaves the start of the shops to the test. */
  startShops?: boolean
}

/** The ledger in a result: clean, or its first findings. */
export function describeLedger({ ok, findings }: InvariantReport): string {
  return ok ? 'ledger clean' : `ledger NOT clean: ${JSON.stringify(findings.slice(0, 3))}`
}

/** A garment in one size with that many units. */
export function oneSize(id: string, units: number): Garment {
  return { id, price: 1299, stock: { Black: { M: units } }, rows: { latestArrivals: 1 } }
}

const PRODUCTS = [oneSize('boxy-tee', 100_000), oneSize('spare-tee', 100_000)]
const quiet = { warn: () => {} }

/** Creates and fills the database, and starts sandbox, mail server and shops. */
export async function openEnvironment(context: FaultContext, options: EnvironmentOptions): Promise<Environment> {
  const { instances = 1, products = PRODUCTS } = options
  const dataDir = options.dataDir ?? (await context.folder('shop'))
  const external =
    options.database === 'external'
      ? await (options.postgres ?? (await sharedPostgres(context))).createDatabase()
      : null
  const connection = await prepare(external, dataDir, options.lines ?? garmentLines(products))
  const [sandbox, mail] = await Promise.all([startSandboxProcess(context), startMailServer(context)])
  const ports: number[] = []
  while (ports.length < instances) ports.push(await freePort())
  const settingsOf = (index: number): Record<string, string> => ({
    ...sandbox.settings,
    SMTP_URL: mail.url,
    DATA_DIR: external ? join(dataDir, String(index)) : dataDir,
    ...(external ? { DATABASE_URL: external } : {}),
    ...options.settings,
  })
  await sandbox.sendEventsTo(`http://127.0.0.1:${ports[0]}/api/webhooks/razorpay`)
  const shops: ShopProcess[] = []
  const restart = async (index: number, more: Record<string, string> = {}) => {
    const shop = await runShop(context, ports[index] ?? 0, { ...settingsOf(index), ...more })
    shops[index] = shop
    return shop
  }
  if (options.startShops !== false) for (let index = 0; index < instances; index++) await restart(index)
  const database = openDatabase<Tables>({ connection, log: quiet, max: 10 })
  const { db } = database
  const stop = async () => {
    await database.close()
    await Promise.all(shops.map((shop) => shop.stop()))
    await sandbox.stop()
  }
  context.defer(stop)
  const audit = async () => checkInvariants(db, await recordsOf(sandbox))
  return {
    shops,
    sandbox,
    mail,
    db,
    origin: (index = 0) => `http://127.0.0.1:${ports[index % instances]}`,
    restart,
    settingsOf,
    customers: (count) => createCustomers(db, count),
    async customer() {
      const [customer] = await createCustomers(db, 1)
      if (!customer) throw new Error('no customer was created')
      return customer
    },
    audit,
    async auditUntilClean(timeoutMs) {
      await until('the ledger is clean', timeoutMs, async () => (await audit()).ok).catch(() => null)
      return audit()
    },
    auditShop: () => checkInvariants(db),
    stockOf: (productId) =>
      db
        .selectFrom('stock')
        .select(['on_hand', 'reserved'])
        .where('product_id', '=', productId)
        .executeTakeFirstOrThrow(),
    stop,
  }
}

/** Creates tables and catalogue before a shop starts; returns the connection to them. */
async function prepare(external: string | null, dataDir: string, lines: readonly string[]): Promise<Connection> {
  const embedded = external ? null : await attachEmbedded({ dataDir, log: () => {} })
  const connection = embedded?.connection ?? connectionOf(external ?? '')
  const database = openDatabase<Tables>({ connection, log: quiet, max: 2 })
  await migrate(database.db, join(ROOT, 'db/migrations'))
  const report = await importCatalog(database.db, lines)
  if (!report.ok) throw new Error(JSON.stringify(report.errors))
  await database.close()
  await embedded?.stop()
  return connection
}

/** Signed-in customers with an address, without a login by email. */
export async function createCustomers(db: Kysely<Tables>, count: number): Promise<Customer[]> {
  return db.transaction().execute(async (tx) => {
    const created: Customer[] = []
    while (created.length < count) {
      const email = `${randomUUID()}@example.test`
      const { id } = await findOrCreateCustomer(tx, email, 'Asha Kale')
      const token = await createSession(tx, id)
      const addressId = newId()
      await sql`insert into addresses (id, customer_id, first_name, phone_number, street_address, town_city, zip_code, is_default)
        values (${addressId}, ${id}, 'Asha', '98200 00028', '28, Cadell Road', 'Mumbai', '400028', true)`.execute(tx)
      created.push({ id, token, email, addressId })
    }
    return created
  })
}
