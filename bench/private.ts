import { spawn } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { openDatabase } from '#platform/db/database.server.ts'
import { attachEmbedded, type EmbeddedConnection } from '#platform/db/embedded.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { createCustomers } from '../tests/faults/support/environment.ts'
import { openLoop } from '../tests/faults/support/open-loop.ts'
import { endProcess, freePort } from '../tests/support/processes.ts'
import { childrenOf, parentOf, pinToFirst, processorTime } from '../tests/support/processors.ts'
import { KEYS, startStandIn } from '../tests/support/quick-provider.ts'
import { until } from '../tests/support/until.ts'
import { type Counts, startCountingProxy } from './counting-proxy.ts'
import { load, loader } from './load.ts'
import {
  fillAccounts,
  listItems,
  PER_ROUND,
  REGULARS,
  type Requests,
  requestsOf,
  type Target,
} from './private-requests.ts'
import { type BenchShop, newDataDir, removeDir, startShop } from './shop-process.ts'
import { canPinLoad } from './side-by-side.ts'
import { medians, quantile } from './statistics.ts'

/** What the bare server is started with. */
export interface BareSettings {
  connection: EmbeddedConnection
  port: number
  providerPort: number
  keySecret: string
}

type Figures = {
  requestsPerSecond: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** Processor time of Node per call, in milliseconds. */
  nodeMs: number
  /** Processor time of PostgreSQL per call, in milliseconds. */
  postgresMs: number
}

/** One call with a number of callers: the medians of the turns of the shop and of the bare server. */
export interface PrivateFigures {
  call: string
  callers: number
  shop: Figures
  bare: Figures
  errors: number
  /** Of one call: the median of some. */
  counts: { shop: Counts; bare: Counts }
}

/**
 * The calls of signed-in shoppers beside a bare server that does the least that they mean, on the same database, in
 * turns.
 * @throws {Error} without wrk, which makes the requests
 */
export async function benchPrivate(options: {
  folder: string
  dataDir: string
  callers: readonly number[]
  /** Names of calls; all without it. */
  only?: readonly string[]
  seconds: number
  rounds: number
  progressOf(steps: number): () => void
}): Promise<PrivateFigures[]> {
  if (loader !== 'wrk') throw new Error('--private needs wrk (apt-get install wrk).')
  const provider = await startStandIn()
  const shop = await startShop(options.dataDir, shopSettings(provider))
  const embedded = await attachEmbedded({ dataDir: options.dataDir, log: () => {} })
  const database = openDatabase<Tables>({ connection: embedded.connection, log: { warn: () => {} }, max: 4 })
  const bare = await startBare(embedded.connection, provider.port)
  try {
    return await compare(options, { db: database.db, shop, bare, connection: embedded.connection, provider })
  } finally {
    await bare.stop()
    await database.close()
    await embedded.stop()
    await shop.stop()
    await provider.stop()
  }
}

type StandIn = Awaited<ReturnType<typeof startStandIn>>

const shopSettings = ({ port }: StandIn) => ({
  RAZORPAY_KEY_ID: KEYS.keyId,
  RAZORPAY_KEY_SECRET: KEYS.keySecret,
  RAZORPAY_WEBHOOK_SECRET: KEYS.webhookSecret,
  RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
  HOLD_MINUTES: '60',
})

async function startBare(connection: EmbeddedConnection, providerPort: number) {
  const port = await freePort()
  const settings: BareSettings = { connection, port, providerPort, keySecret: KEYS.keySecret }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-private.ts'), JSON.stringify(settings)], {
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const origin = `http://127.0.0.1:${port}`
  await until('the bare server starts', 10_000, async () => Boolean(await fetch(origin)))
  return { origin, pid: child.pid ?? 0, stop: () => endProcess(child) }
}

type Options = Parameters<typeof benchPrivate>[0]
type Servers = {
  db: Kysely<Tables>
  shop: BenchShop
  bare: { origin: string; pid: number }
  connection: EmbeddedConnection
  provider: StandIn
}

async function compare(options: Options, { db, shop, bare, connection, provider }: Servers): Promise<PrivateFigures[]> {
  const { callers, rounds } = options
  await sql`update stock set on_hand = 1000000`.execute(db)
  await fetch(`${shop.origin}/api/user/filterProduct`)
  await sql`insert into settings_versions (actor, values) values ('bench', '{"cart.guests": true}')`.execute(db)
  const items = await listItems(shop.origin)
  // One share is for counting.
  const count = REGULARS + PER_ROUND * (rounds + 1)
  const targets: Target[] = [
    { name: 'shop', ...shop, customers: await createCustomers(db, count), used: REGULARS },
    { name: 'bare', ...bare, customers: await createCustomers(db, count), used: REGULARS },
  ]
  for (const target of targets) await fillAccounts(db, target, items)
  await sql`analyze`.execute(db)
  if (canPinLoad()) for (const { pid } of targets) pinToFirst(pid)
  const calls = Object.fromEntries(
    Object.entries(requestsOf(db, items)).filter(([call]) => options.only?.includes(call) ?? true),
  )
  const progress = options.progressOf(
    Object.keys(calls).reduce((sum, call) => sum + (isOnce(call) ? 1 : callers.length), 0) * rounds,
  )
  // Before the load, whose mails would be counted too.
  const counts: Partial<Record<Target['name'], Record<string, Counts>>> = {}
  for (const target of targets) counts[target.name] = await countCalls(target, calls, connection, provider)
  const { rows: backends } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)
  const postmaster = parentOf(backends[0]?.pid ?? 0)
  const found: Omit<PrivateFigures, 'counts'>[] = []
  for (const [call, requests] of Object.entries(calls))
    for (const connections of isOnce(call) ? [16] : callers)
      found.push(await compareCall({ ...options, call, connections, requests, targets, postmaster, progress }))
  const none = { statements: Number.NaN, trips: Number.NaN }
  return found.map((one) => ({
    ...one,
    counts: { shop: counts.shop?.[one.call] ?? none, bare: counts.bare?.[one.call] ?? none },
  }))
}

/** Calls that change their order, and so can be made only once for it. */
const isOnce = (call: string) => call === 'create-order' || call === 'verify-payment'

async function compareCall(options: {
  call: string
  connections: number
  requests: Requests
  targets: Target[]
  postmaster: number
  folder: string
  seconds: number
  rounds: number
  progress(): void
}): Promise<Omit<PrivateFigures, 'counts'>> {
  const { call, connections, requests, targets, postmaster, folder, rounds } = options
  const seconds = isOnce(call) ? 1 : options.seconds
  const turns = { shop: [] as Figures[], bare: [] as Figures[] }
  let errors = 0
  const script = join(folder, 'requests.lua')
  for (let round = 0; round < rounds; round++) {
    for (const target of round % 2 ? targets.toReversed() : targets) {
      await writeFile(script, toLua(await requests(target)))
      const before = processorTimes(target, postmaster)
      const url = target.origin.replace('localhost', '127.0.0.1')
      const one = await load({ url, connections, seconds, pinned: canPinLoad(), script })
      const after = processorTimes(target, postmaster)
      const made = one.requestsPerSecond * seconds
      errors += one.errors
      turns[target.name].push({
        requestsPerSecond: one.requestsPerSecond,
        p50: one.p50,
        p99: one.p99,
        nodeMs: (after.node - before.node) / made,
        postgresMs: (after.postgres - before.postgres) / made,
      })
    }
    options.progress()
  }
  return { call, callers: connections, shop: medians(turns.shop), bare: medians(turns.bare), errors }
}

/** What each call asks of PostgreSQL, read off a server of its own behind a counting proxy. */
async function countCalls(
  target: Target,
  calls: Record<string, Requests>,
  connection: EmbeddedConnection,
  provider: StandIn,
): Promise<Record<string, Counts>> {
  const proxy = await startCountingProxy(connection)
  const { user, database } = connection
  const dataDir = await newDataDir()
  const url = `postgres://${user}@127.0.0.1:${proxy.port}/${database}`
  const server =
    target.name === 'shop'
      ? await startShop(dataDir, { ...shopSettings(provider), DATABASE_URL: url })
      : await startBare({ ...connection, host: '127.0.0.1', port: proxy.port }, provider.port)
  const counted = { ...target, origin: server.origin, pid: server.pid }
  const found: Record<string, Counts> = {}
  try {
    for (const [call, requests] of Object.entries(calls)) {
      const texts = await requests(counted)
      found[call] = await countOne(Number(new URL(server.origin).port), texts.slice(-COUNTED), proxy.counts)
    }
  } finally {
    await server.stop()
    proxy.stop()
    await removeDir(dataDir)
  }
  target.used = counted.used
  return found
}

const COUNTED = 31

async function countOne(port: number, requests: readonly string[], counts: Counts): Promise<Counts> {
  const loop = openLoop(port)
  const seen: Counts[] = []
  for (const request of requests) {
    const { statements, trips } = counts
    await loop.send(request, performance.now())
    seen.push({ statements: counts.statements - statements, trips: counts.trips - trips })
  }
  loop.end()
  // The median leaves out the background's statements and the first calls, which prepare theirs.
  const middle = (pick: (one: Counts) => number) => quantile(seen.map(pick), 0.5)
  return { statements: middle((one) => one.statements), trips: middle((one) => one.trips) }
}

/** Processor time so far. PostgreSQL's is that of all its processes, because each server has connections of its own. */
function processorTimes({ pid }: Target, postmaster: number) {
  return { node: processorTime([pid]), postgres: processorTime(childrenOf(postmaster)) }
}

/** wrk's requests one after the other, whichever connection sends them. */
function toLua(requests: readonly string[]): string {
  const list = requests.map((request) => JSON.stringify(request).replaceAll('\\/', '/'))
  return `local list = {${list.join(',\n')}}
local at = 0
request = function()
  at = at % #list + 1
  return list[at]
end
`
}
