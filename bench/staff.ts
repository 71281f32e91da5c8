import { type Kysely, sql } from 'kysely'
import type { StaffRole } from '#platform/api/identity.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { attachEmbedded, type EmbeddedConnection } from '#platform/db/embedded.server.ts'
import { createSession, findOrCreateCustomer } from '#shop/accounts/sql.server.ts'
import { createStaffSession, invitePerson } from '#shop/staff/sql.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { startCountingProxy } from './counting-proxy.ts'
import { newDataDir, removeDir, startShop } from './shop-process.ts'
import { customerCalls, fillCustomers } from './staff-customers.ts'
import { fillStaffOrders } from './staff-data.ts'
import { bulkLine, fillStaffProducts, productCallsOf } from './staff-products.ts'
import { fillToday, HOME_CALLS, todayCalls } from './staff-today.ts'
import { quantile } from './statistics.ts'

/** A kind of call of the staff site: milliseconds, the largest response in bytes, and the most queries of one. */
interface StaffFigures {
  call: string
  p50: number
  p95: number
  bytes: number
  /** How many weren't answered with what was asked for, such as "3 of 10 (503)"; empty if none. */
  failed: string
  queries: number
  /** Has the limits of Home. */
  isHome?: boolean
}

/** What the staff site's lists have to keep with 100,000 orders, and with more. */
const LIMITS = { p95: 100, p95OfMany: 150, bytes: 60 * 1024, queries: 4 }
const MANY = 100_000
/** With more orders than `MANY` only they are many: so many products, and ten times as many lines of the log. */
const OTHERS_OF_MANY = 5_000
/** Home's. */
const HOME_P95 = 50
/** A report's, over a year; it has as many rows as it has days. */
const REPORT_P95 = 500

/** Prints the figures of the staff site's calls, and returns what was found of each limit. */
export async function runStaff(
  dataDir: string,
  { quick, orders, rounds, print }: { quick: boolean; orders?: number; rounds?: number; print(line: string): void },
) {
  const size = quick ? { orders: 5_000, rounds: 20 } : { orders: orders ?? MANY, rounds: rounds ?? 100 }
  const figures = await benchStaff(dataDir, { ...size, print })
  process.stdout.write(`${staffTable(figures)}\n`)
  return judgeStaff(figures, size.orders > MANY)
}

/** How much the largest tables take, with their indexes. */
async function sizeOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string; size: string; whole: string }>`select relname as name,
      pg_size_pretty(pg_total_relation_size(oid)) as size, pg_size_pretty(pg_database_size(current_database())) as whole
    from pg_class where relkind = 'r' order by pg_total_relation_size(oid) desc limit 8`.execute(db)
  return `The database takes ${rows[0]?.whole}: ${rows.map(({ name, size }) => `${name} ${size}`).join(', ')}`
}

/** Measures the staff site's calls at the server, one after the other, with so many orders. */
async function benchStaff(
  dataDir: string,
  { orders, rounds, print }: { orders: number; rounds: number; print(line: string): void },
): Promise<StaffFigures[]> {
  const shop = await startShop(dataDir)
  const embedded = await attachEmbedded({ dataDir, log: () => {} })
  const database = openDatabase<Tables>({ connection: embedded.connection, log: { warn: () => {} }, max: 4 })
  const proxy = await startCountingProxy(embedded.connection)
  const countedDir = await newDataDir()
  try {
    // A folder of `--data` keeps its orders.
    const { rows: orderOfBench } = await sql`select from orders where id = 'bench-order-1'`.execute(database.db)
    if (orderOfBench.length === 0) await fill(embedded.connection, database.db)
    print(await sizeOf(database.db))
    const { user, database: name } = embedded.connection
    const counted = await startShop(countedDir, { DATABASE_URL: `postgres://${user}@127.0.0.1:${proxy.port}/${name}` })
    try {
      const cookie = await signIn(database.db, 'owner')
      const figures: StaffFigures[] = []
      const add = (one: StaffFigures) => {
        figures.push(one)
        print(rowOf(one))
      }
      for (const role of ['owner', 'packer'] as const)
        for (const [name, path] of Object.entries(HOME_CALLS)) {
          const [own, paths] = [await signIn(database.db, role), Array.from({ length: rounds }, () => path)]
          add({
            call: `${name} (${role})`,
            isHome: true,
            ...(await measure(shop.origin, own, paths)),
            ...(await count(counted.origin, own, paths)),
          })
        }
      // Choosing samples of a million takes longer than the shop's statements may.
      const calls = await database.db.transaction().execute(async (tx) => {
        await sql`set local statement_timeout = 0`.execute(tx)
        return {
          ...(await callsOf(tx, rounds)),
          ...(await todayCalls(tx, rounds)),
          ...(await customerCalls(tx, rounds)),
          ...(await productCallsOf(tx, rounds)),
          ...faceCalls(rounds),
        }
      })
      const memory = async (when: string) => print(`The shop has ${(await shop.memoryMb()).toFixed(0)} MB ${when}`)
      for (const [call, paths] of Object.entries(calls))
        add({
          call,
          ...(await measure(shop.origin, cookie, paths)),
          ...(await count(counted.origin, cookie, paths)),
        })
      add({ call: 'a customer’s own orders', ...(await measureShopper(shop.origin, database.db, rounds)) })
      await memory('after these calls')
      for (const [call, path] of Object.entries(monthFiles())) {
        add({ call, ...(await measure(shop.origin, cookie, [path])), ...(await count(counted.origin, cookie, [path])) })
        await memory(`after this ${call}`)
      }
      process.stdout.write(`${await bulkLine((path, body) => change(shop.origin, cookie, path, body))}\n`)
      return figures
    } finally {
      await counted.stop()
    }
  } finally {
    proxy.stop()
    await database.close()
    await embedded.stop()
    await shop.stop()
    await removeDir(countedDir)
  }

  async function fill(connection: EmbeddedConnection, db: Kysely<Tables>): Promise<void> {
    const others = orders > MANY ? OTHERS_OF_MANY : orders
    print(`Writing ${others} products, ${orders} orders and ${others * 10} lines of the log`)
    await fillStaffProducts(db, others)
    const superuser = { ...connection, user: 'postgres' }
    const whole = openDatabase<Tables>({ connection: superuser, log: { warn: () => {} }, max: 1 })
    await fillStaffOrders(whole.db, orders, print).finally(() => whole.close())
    await fillToday(db)
    await fillCustomers(db, others)
  }

  async function count(origin: string, cookie: string, paths: readonly string[]): Promise<{ queries: number }> {
    let queries = 0
    for (const path of paths.slice(0, Math.ceil(paths.length / 10))) {
      const before = proxy.counts.statements
      await call(origin, cookie, path)
      queries = Math.max(queries, proxy.counts.statements - before)
    }
    return { queries }
  }
}

/** The status is 0 if the connection broke. */
async function call(origin: string, cookie: string, path: string) {
  const from = performance.now()
  let [bytes, status] = [0, 0]
  try {
    const response = await fetch(`${origin}/api/admin${path}`, { headers: { cookie, 'accept-encoding': 'identity' } })
    // A file of a month is read as it comes: it's larger than this process should keep.
    for await (const chunk of response.body ?? []) bytes += chunk.byteLength
    status = response.status
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  return { bytes, status, ms: performance.now() - from }
}

/** The last whole month's files. */
function monthFiles(): Record<string, string> {
  const month = new Date(Date.now() - 31 * 86_400_000).toISOString().slice(0, 7)
  const files = { 'GSTR-1': 'gstr-1.csv', Tally: 'tally.xml', 'Zoho Books': 'zoho-books.csv' }
  return Object.fromEntries(
    Object.entries(files).map(([name, file]) => [`file: ${name}`, `/reports/${file}?month=${month}`]),
  )
}

/** The orders of customers, by themselves. */
async function measureShopper(origin: string, db: Kysely<Tables>, rounds: number) {
  const { rows } = await sql<{ email: string; name: string }>`
    select email, name from customers where id like 'bench-customer-%' order by md5(id) limit ${rounds}`.execute(db)
  const times: number[] = []
  let bytes = 0
  for (const { email, name } of rows) {
    const { id, token } = await db.transaction().execute(async (tx) => {
      const customer = await findOrCreateCustomer(tx, email, name)
      return { id: customer.id, token: await createSession(tx, customer.id) }
    })
    const from = performance.now()
    const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'identity' }
    const response = await fetch(`${origin}/api/user/user-orders/${id}`, { headers })
    bytes = Math.max(bytes, (await response.arrayBuffer()).byteLength)
    if (!response.ok) throw new Error(`user-orders: ${response.status}`)
    times.push(performance.now() - from)
  }
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95), bytes, failed: '', queries: Number.NaN }
}

async function change(
  origin: string,
  cookie: string,
  path: string,
  body: unknown,
): Promise<{ count: number; undo: string }> {
  const headers = { cookie, origin, ...(body === undefined ? {} : { 'content-type': 'application/json' }) }
  const sent = body === undefined ? {} : { body: JSON.stringify(body) }
  const response = await fetch(`${origin}/api/admin${path}`, { method: 'POST', headers, ...sent })
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return (await response.json()) as { count: number; undo: string }
}

async function measure(origin: string, cookie: string, paths: readonly string[]) {
  // Of a hundred calls five warm up; of ten none does.
  for (const path of paths.slice(0, Math.floor(paths.length / 20))) await call(origin, cookie, path)
  const all: Awaited<ReturnType<typeof call>>[] = []
  for (const path of paths) all.push(await call(origin, cookie, path))
  const failed = all.filter(({ status }) => status !== 200)
  const times = all.map(({ ms }) => ms)
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    bytes: Math.max(...all.map(({ bytes }) => bytes)),
    failed: failed[0] ? `${failed.length} of ${all.length} (${failed[0].status})` : '',
  }
}

let people = 0

/** Signs an owner in at the shop that runs on this folder. @returns the session's cookie */
export async function ownerCookie(dataDir: string): Promise<string> {
  const embedded = await attachEmbedded({ dataDir, log: () => {} })
  const database = openDatabase<Tables>({ connection: embedded.connection, log: { warn: () => {} }, max: 1 })
  try {
    return await signIn(database.db, 'owner')
  } finally {
    await database.close()
    await embedded.stop()
  }
}

/** Signs a new person in. @returns the session's cookie */
async function signIn(db: Kysely<Tables>, role: StaffRole): Promise<string> {
  people += 1
  return db.transaction().execute(async (tx) => {
    const staffId = await invitePerson(tx, { email: `bench-${people}@staff.test`, name: 'Bench', role })
    const { token } = await createStaffSession(tx, { staffId: staffId ?? '', device: 'bench', isFull: true })
    return `staff=${token}`
  })
}

const STAGES = ['to-pack', 'shipped', 'out-for-delivery', 'delivered', 'cancelled', 'problems']

/** The addresses of each kind of call, `rounds` of each. */
/** Settings, home page, and reports over a year beside the year before. */
function faceCalls(rounds: number): Record<string, string[]> {
  const year = new Date(Date.now() - 364 * 86_400_000).toISOString().slice(0, 10)
  const same = (path: string) => Array.from({ length: rounds }, () => path)
  const reports = ['sales', 'products', 'sizes', 'colours', 'places', 'exchanges', 'stock', 'funnel', 'tax']
  return {
    'all settings': same('/settings'),
    'the home page': same('/home-page'),
    ...Object.fromEntries(reports.map((name) => [`report: ${name}`, same(`/reports/${name}?from=${year}`)])),
  }
}

async function callsOf(db: Kysely<Tables>, rounds: number): Promise<Record<string, string[]>> {
  const { rows } = await sql<Sample>`
    select o.id, o.number, o.address ->> 'phoneNumber' as phone, o.address ->> 'zipCode' as pin, o.address ->> 'firstName' as first,
      o.address ->> 'lastName' as last, c.email, (select tracking_number from shipments where order_id = o.id limit 1) as tracking,
      (select sku from order_lines where order_id = o.id limit 1) as sku,
      (extract(epoch from o.created_at) * 1000000)::float8 as key
    from orders o join customers c on c.id = o.customer_id where o.id like 'bench-order-%' and o.status = 'delivered'
    order by md5(o.id) limit ${rounds}`.execute(db)
  const { rows: waiting } = await sql<{ id: string; key: number }>`
    select o.id, (extract(epoch from o.paid_at) * 1000000)::float8 as key from orders o
    where o.id in (select order_id from orders_to_pack) order by o.paid_at, o.id limit ${rounds}`.execute(db)
  const run = waiting.slice(0, 50).map(({ id }) => id)
  const search = (textOf: (sample: Sample) => string) =>
    rows.map((sample) => `/orders?${new URLSearchParams({ q: textOf(sample) })}`)
  const same = (path: string) => rows.map(() => path)
  return {
    'all orders': same('/orders'),
    ...Object.fromEntries(STAGES.map((stage) => [`stage ${stage}`, same(`/orders?stage=${stage}`)])),
    'deep pages': rows.map(({ key, id }) => `/orders?stage=delivered&cursor=${cursorOf([0, key, id])}`),
    'search: number': search(({ number }) => `FS-${number}`),
    'search: last four digits': search(({ number }) => String(number).slice(-4)),
    'search: name': search(({ first, last }) => `${first} ${last}`),
    'search: half a name': search(({ last }) => last.slice(0, 3)),
    'search: phone': search(({ phone }) => phone.replace('+91 ', '0')),
    'search: PIN': search(({ pin }) => pin),
    'search: SKU': search(({ sku }) => sku ?? ''),
    'search: tracking number': search(({ tracking }) => tracking ?? ''),
    'search: e-mail': search(({ email }) => email ?? ''),
    'search: nothing found': search(({ id }) => `nobody ${id.slice(-5)}`),
    'search at a stage': rows.map(({ last }) => `/orders?stage=to-pack&q=${last}`),
    counts: same('/orders/counts'),
    views: same('/orders/views'),
    'one order': rows.map(({ id }) => `/orders/${id}`),
    'what is to pack': same('/pack'),
    'what is to pack, later pages': waiting.map(({ key, id }) => `/pack?cursor=${cursorOf([key, id])}`),
    'a run of 50': same(`/pack?limit=100&orders=${run}`),
    'pick list of a run of 50': same(`/pick-list?orders=${run}`),
    'ticks of the last seconds': same(`/pack/ticks?since=${new Date().toISOString()}`),
  }
}

interface Sample {
  id: string
  number: number
  phone: string
  pin: string
  first: string
  last: string
  email: string | null
  tracking: string | null
  sku: string | null
  key: number
}

const cursorOf = (key: readonly unknown[]) => Buffer.from(JSON.stringify(key)).toString('base64url')

function staffTable(figures: readonly StaffFigures[]): string {
  return [
    '| call | p50 | p95 | response | queries | failed |',
    '|---|---|---|---|---|---|',
    ...figures.map(rowOf),
  ].join('\n')
}

const rowOf = ({ call, p50, p95, bytes, queries, failed }: StaffFigures) =>
  `| ${call} | ${p50.toFixed(1)} ms | ${p95.toFixed(1)} ms | ${(bytes / 1024).toFixed(1)} KB | ${queries} | ${failed} |`

/** What was found of each limit; files have none. */
function judgeStaff(figures: readonly StaffFigures[], isMany: boolean) {
  const limited = figures.filter(({ call }) => !call.startsWith('file: '))
  const failures = figures.filter(({ failed }) => failed !== '')
  const found = limited.flatMap(({ call, p95, bytes, queries, isHome = false }) => {
    const isReport = call.startsWith('report: ')
    const most = isHome ? HOME_P95 : isReport ? REPORT_P95 : isMany ? LIMITS.p95OfMany : LIMITS.p95
    return [
      { what: `${call}: p95 below ${most} ms`, found: `${p95.toFixed(1)} ms`, held: p95 < most },
      { what: `${call}: at most 60 KB`, found: `${(bytes / 1024).toFixed(1)} KB`, held: bytes <= LIMITS.bytes },
      // Home reads many lists; that it's quick is its own limit.
      ...(isHome || isReport || Number.isNaN(queries)
        ? []
        : [
            {
              what: `${call}: at most ${LIMITS.queries} queries`,
              found: String(queries),
              held: queries <= LIMITS.queries,
            },
          ]),
    ]
  })
  return [
    ...found,
    ...failures.map(({ call, failed }) => ({ what: `${call}: none fails`, found: failed, held: false })),
  ]
}
