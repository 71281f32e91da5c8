import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createOrder, type Purchase, pursue } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentile } from './support/context.ts'
import { type Customer, describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { type Cluster, hasPatroni, patroniVersion, startCluster } from './support/patroni.ts'
import { ROOT } from './support/processes.ts'

const PER_SECOND = 20
/** Shoppers who wait while no server takes writes. */
const MAX_AT_ONCE = 100
const PICTURES = join(ROOT, 'catalogue/pictures')
const PICTURE = readdirSync(PICTURES, { recursive: true }).find((file) => /\.(?:jpe?g|png|webp)$/.test(String(file)))
const PAGES = ['/', '/product-details/boxy-tee', '/api/product/getProductDetail/boxy-tee', `/media/${PICTURE}?w=360`]

/** Shoppers who buy at a steady rate and press again when something fails, as people do. */
function startShoppers(environment: Environment, people: readonly Customer[]) {
  const purchases: Purchase[] = []
  const running = new Map<Customer, Promise<void>>()
  let isEnding = false
  const started = (async () => {
    for (let due = 0; !isEnding; due += 1) {
      await sleep(1000 / PER_SECOND)
      const who = people[due % people.length]
      // Two presses of one person are one order.
      if (!who || running.has(who) || running.size >= MAX_AT_ONCE) continue
      const { purchase, done } = pursue(environment, { who, productId: 'boxy-tee', closes: due % 10 === 9 })
      purchases.push(purchase)
      const ended = done.catch(() => undefined).finally(() => running.delete(who))
      running.set(who, ended)
    }
  })()
  return {
    purchases,
    async end() {
      isEnding = true
      await started
      await Promise.all(running.values())
    },
  }
}

/** Asks for pages and pictures all the time, of each instance in turn. */
async function startReaders({ origin }: Environment) {
  const results: { path: string; status: number; at: number; ms: number }[] = []
  let isEnding = false
  // A page that nobody has asked for isn't known.
  for (const page of PAGES) for (let index = 0; index < 3; index += 1) await call(origin(index), page)
  const ended = (async () => {
    for (let index = 0; !isEnding; index += 1) {
      const path = PAGES[index % PAGES.length] ?? '/'
      const at = performance.now()
      const { status, ms: tookMs } = await call(origin(index), path, { timeoutMs: 10_000 })
      results.push({ path, status, at, ms: tookMs })
      await sleep(50)
    }
  })()
  return {
    results,
    async end() {
      isEnding = true
      await ended
    },
  }
}

/** How long after `from` an order can be placed again, in milliseconds. */
async function writesBack({ origin }: Environment, who: Customer, from: number): Promise<number> {
  for (let index = 0; ; index += 1) {
    const { status } = await createOrder(origin(index), who, 'spare-tee')
    if (status === 201) return performance.now() - from
    if (performance.now() - from > 120_000) throw new Error(`no order could be placed (${status})`)
    await sleep(200)
  }
}

async function kills(
  context: FaultContext,
  cluster: Cluster,
  environment: Environment,
  people: readonly Customer[],
): Promise<CheckResult[]> {
  const count = context.pick(1, 20)
  const buyer = await environment.customer()
  const shoppers = startShoppers(environment, people)
  const readers = await startReaders(environment)
  const times: number[] = []
  const killedAt: number[] = []
  for (let kill = 0; kill < count; kill += 1) {
    await sleep(1_000 + Math.random() * 3_000)
    const name = (await cluster.leader()) ?? ''
    const from = performance.now()
    killedAt.push(from)
    await cluster.kill(name)
    const tookMs = await writesBack(environment, buyer, from)
    times.push(tookMs)
    context.log(`${kill + 1}: ${name} killed, writes back after ${ms(tookMs)}`)
    await cluster.revive(name)
  }
  await shoppers.end()
  await readers.end()
  const ledger = await environment.auditUntilClean(60_000)
  const { purchases } = shoppers
  const acknowledged = purchases.flatMap((purchase) => purchase.acknowledged)
  const { rows } = await sql<{ id: string }>`select id::text from orders where state = 'paid'`.execute(environment.db)
  const stored = new Set(rows.map(({ id }) => id))
  const lost = acknowledged.filter((id) => !stored.has(id)).length
  const unpaid = purchases.filter(({ outcome }) => outcome !== 'paid').length
  const middle = percentile(times, 0.5)
  const failed = readers.results.filter(({ status }) => status !== 200)
  for (const { path, status, at, ms: tookMs } of failed)
    context.log(
      `${path}: ${status} after ${ms(tookMs)}, ${ms(at - (killedAt.findLast((time) => time < at) ?? at))} after a kill`,
    )
  const isAlive = environment.shops.every((shop) => shop.isAlive())
  return [
    {
      promise: 'no confirmed order is lost, paid twice or oversold when the server that takes writes dies',
      requirement: `${count} kills at random under ${PER_SECOND} orders a second due, three instances: every confirmed order is stored, every shopper who presses again gets one, the ledger is clean against the provider’s records`,
      measured: `${patroniVersion()}: ${purchases.length} shoppers, ${acknowledged.length} confirmed orders, ${lost} lost, ${unpaid} shoppers without one; ${describeLedger(ledger)}; instances ${isAlive ? 'alive' : 'DIED'}`,
      ok: lost === 0 && unpaid === 0 && ledger.ok && isAlive && acknowledged.length > 0,
    },
    {
      promise: 'writes are back soon after the server that takes them died',
      requirement: 'median ≤ 15 s, with a ttl of 10 s',
      measured: `median ${ms(middle)}, slowest ${ms(Math.max(...times))}`,
      ok: context.inTime(middle, 15_000),
    },
    {
      promise: 'pages are served while no server takes writes',
      requirement: 'every page, call and picture responds all the time',
      measured: `${readers.results.length} requests, ${failed.length === 0 ? 'none failed' : `${formatCounts(failed.map(({ status }) => status))} failed`}`,
      ok: failed.length === 0,
    },
  ]
}

/** Another server takes the writes on purpose. */
async function switchOvers(
  context: FaultContext,
  cluster: Cluster,
  environment: Environment,
  people: readonly Customer[],
): Promise<CheckResult> {
  const count = context.pick(1, 5)
  const statuses: number[] = []
  const texts: string[] = []
  const waits: number[] = []
  let isEnding = false
  const callers = people.slice(0, 4).map(async (who, first) => {
    for (let index = first; !isEnding; index += 1) {
      const origin = environment.origin(index)
      const result =
        index % 2 === 0
          ? await createOrder(origin, who, 'spare-tee')
          : await call(origin, `/api/user/getCartProduct/${who.id}`, { token: who.token })
      statuses.push(result.status)
      waits.push(result.ms)
      if (result.status >= 400 || result.status === 0) texts.push(result.text.slice(0, 120))
      await sleep(100)
    }
  })
  for (let index = 0; index < count; index += 1) {
    await sleep(2_000)
    context.log(`switched over to ${await cluster.switchOver()}`)
  }
  isEnding = true
  await Promise.all(callers)
  const failed = statuses.filter((status) => status !== 200 && status !== 201)
  return {
    promise: 'a planned switch-over to another server fails no call',
    requirement: `${count} switch-overs under orders and reads of four shoppers: no call fails`,
    measured: `${statuses.length} calls, ${failed.length === 0 ? 'none failed' : `${formatCounts(failed)}: ${texts[0]}`}, slowest ${ms(Math.max(...waits))}`,
    ok: failed.length === 0,
  }
}

export const fault: Fault = {
  about: 'the database server that takes writes dies, or is replaced',
  isLong: true,
  async run(context) {
    if (!hasPatroni())
      return [
        {
          promise: 'no confirmed order is lost, paid twice or oversold when the server that takes writes dies',
          requirement: 'Patroni, etcd and PostgreSQL 15 of Debian',
          measured: 'they are not installed',
          ok: false,
          skipped: true,
        },
      ]
    const cluster = await startCluster(context)
    const environment = await openEnvironment(context, { database: 'external', instances: 3, postgres: cluster })
    const people = await environment.customers(200)
    const results = [
      await switchOvers(context, cluster, environment, people),
      ...(await kills(context, cluster, environment, people)),
    ]
    await environment.stop()
    return results
  },
}
