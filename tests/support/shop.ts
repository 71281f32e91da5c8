import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Logger, pino } from 'pino'
import { runCommandProcess } from '#app/command-process.server.ts'
import { type OpenShop, openShop } from '#app/open-shop.server.ts'
import { createWeb, type Web } from '#app/web.server.ts'
import { type Api, createApi } from '#platform/api/client.ts'
import type { Actor } from '#platform/api/identity.ts'
import { readConfig } from '#platform/config.server.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import type { MailTransport } from '#platform/mail/transport.server.ts'
import type { Tracer } from '#platform/telemetry/spans.server.ts'
import { createSession, findOrCreateCustomer } from '#shop/accounts/sql.server.ts'
import type { ShopContract } from '#shop/contract.ts'
import { importCatalog } from '#shop/imports/import-catalog.server.ts'
import type { Connections } from '#shop/shop.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { type TestDatabase, testDatabase } from './database.ts'
import { type Garment, garmentLines } from './garments.ts'
import { cleanEnvironment } from './processes.ts'
import { controlSandbox, type SandboxControl } from './sandbox-control.ts'
import { databaseUrl } from './test-server.ts'
import { until } from './until.ts'

export const ORIGIN = 'http://shop.test'

/** The member of staff who makes changes in tests. */
export const STAFF: Actor = { kind: 'staff', name: 'tests', role: 'owner' }

export interface SignedIn {
  id: string
  token: string
  email: string
  api: Api<ShopContract>
}

const ANY_CONNECTIONS: Connections = {
  onScreen: { payments: true, mail: true, delhivery: true, shiprocket: true },
  faultOf: async () => null,
  keep() {},
  restart() {},
}

/** A whole shop in this process, with database, payment sandbox and mail files, but without the network. */
export interface TestShop extends OpenShop {
  /** A visitor's calls. */
  api: Api<ShopContract>
  apiWith(token: string | null, headers?: Record<string, string>): Api<ShopContract>
  /** A raw request to the shop, by path. */
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The shop's HTTP interface, for tests that serve it on a port. */
  web: Web
  /** A new customer with a live session, without a login by email. */
  signIn(name?: string): Promise<SignedIn>
  /** Waits for a mail to an address, with this subject if one is given; the newest if there are several. */
  mailTo(address: string, subject?: string): Promise<{ subject: string; text: string }>
  sandbox: SandboxControl
  database: TestDatabase
  close(): Promise<void>
}

/** Makes a shop its owner's own, or the demonstration. */
export async function setShopKind({ shop }: TestShop, { real }: { real: boolean }): Promise<void> {
  await shop.db.updateTable('shop_kind').set({ is_real: real }).execute()
  await shop.settingsChanged()
}

export interface TestShopOptions {
  /** The catalogue; a small fixed one by default. */
  products?: readonly Garment[]
  settings?: Record<string, string>
  /** Opens a second instance of this shop, on the same database. */
  beside?: TestShop
  /** An existing database with its products, which its owner drops. */
  database?: TestDatabase
  /** By default the staff site's own are tried by nobody, and kept nowhere. */
  connections?: Connections
  /** Runs an operator's command; 'process': in a process of its own, as a running shop does. By default none runs. */
  runCommand?: 'process' | (() => Promise<void>)
  /** Where long reads go. The caller closes it. */
  replica?: OpenDatabase<Tables>
  /** By default nothing is logged. */
  log?: Logger
  /** By default nothing is traced. */
  tracer?: Tracer
  /** By default mails become files. */
  transport?: MailTransport
}

const root = join(import.meta.dirname, '../..')

/** Opens a shop on a database of its own. Close it at the end of the file. */
export async function openTestShop(options: TestShopOptions = {}): Promise<TestShop> {
  const dataDir = await mkdtemp(join(tmpdir(), 'shop-test-'))
  const existing = options.beside?.database ?? options.database
  const database = existing ?? (await testDatabase())
  const log = options.log ?? pino({ level: 'silent' })
  const config = readConfig(
    { PORT: '0', PUBLIC_URL: 'http://localhost', DATA_DIR: dataDir, ...options.settings },
    { root: dataDir },
  )
  const pool = openDatabase<Tables>({ connection: database.connection, log })
  const { runCommand } = options
  const env = { ...cleanEnvironment(), DATABASE_URL: databaseUrl(database.connection), DATA_DIR: dataDir }
  const runProcess = (args: readonly string[], signal: AbortSignal) => runCommandProcess(root, args, { signal, env })
  const open = await openShop({
    config,
    log,
    root,
    database: pool,
    transport: options.transport,
    replica: options.replica ?? null,
    tracer: options.tracer,
    connections: options.connections ?? ANY_CONNECTIONS,
    demonstration: false,
    ...(runCommand === undefined ? {} : { runCommand: runCommand === 'process' ? runProcess : runCommand }),
  })
  if (!existing) await importCatalog(open.shop.db, garmentLines(options.products))
  await open.shop.index.refresh('all')
  const web = createWeb(open, null)
  const send = async (path: string, init?: RequestInit) => web.fetch(new Request(new URL(path, ORIGIN), init))
  const apiWith = (token: string | null, headers: Record<string, string> = {}) =>
    createApi<ShopContract>({
      base: '/api',
      token: () => token,
      fetch: (url, init) => {
        const all = new Headers(init.headers)
        for (const [name, value] of Object.entries(headers)) all.set(name, value)
        return send(url, { ...init, headers: all })
      },
    })
  return {
    ...open,
    api: apiWith(null),
    apiWith,
    fetch: send,
    web,
    async signIn(name = 'Asha Kale') {
      const email = `${randomUUID()}@example.test`
      const { id, token } = await open.shop.db.transaction().execute(async (tx) => {
        const customer = await findOrCreateCustomer(tx, email, name)
        return { id: customer.id, token: await createSession(tx, customer.id) }
      })
      return { id, token, email, api: apiWith(token) }
    },
    mailTo: (address, subject) =>
      until(`a mail ${subject ?? ''} for ${address}`, 60_000, async () => {
        await open.outbox.send()
        const mails = (await open.mailbox?.list({ to: address })) ?? []
        return mails.find((mail) => subject === undefined || mail.subject.startsWith(subject))
      }),
    sandbox: controlSandbox(open.provider),
    database,
    async close() {
      await open.stop()
      await pool.close()
      if (!existing) await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
