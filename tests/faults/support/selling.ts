import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { createOrder, type Purchase, pursue } from './buying.ts'
import { type CheckResult, type FaultContext, formatCounts, ms } from './context.ts'
import { type Customer, describeLedger, type Environment } from './environment.ts'
import { call } from './http.ts'
import { missingForPatroni, patroniVersion } from './patroni.ts'
import { ROOT } from './processes.ts'

/** Orders that are begun each second, unless a fault says another number. */
const PER_SECOND = 20
/** A shopper who has closed the browser waits for the jobs that follow an outage. */
const PATIENCE_MS = 240_000
/** Shoppers who wait while no server takes writes. */
const MAX_AT_ONCE = 100
const PICTURES = join(ROOT, 'catalogue/pictures')
const PICTURE = readdirSync(PICTURES, { recursive: true }).find((file) => /\.(?:jpe?g|png|webp)$/.test(String(file)))
const PAGES = ['/', '/product-details/boxy-tee', '/api/product/getProductDetail/boxy-tee', `/media/${PICTURE}?w=360`]

interface Answered {
  at: number
  status: number
  ms: number
}

/** A shop that sells while something happens to its database. */
export interface Sale {
  /** What became of the orders and payments that were sent since `from`: each status with its count, and the slowest. */
  described(from: number): string
  /** How long after `from` an order can be placed again, in milliseconds. */
  untilWritesAreBack(from: number): Promise<number>
  /** Ends the sale, and checks what must hold whatever happened: `event` ends the sentences of the promises. */
  end(event: string): Promise<CheckResult[]>
}

/** Shoppers who buy at a steady rate and press again when something fails, as people do. */
function startShoppers(environment: Environment, people: readonly Customer[], perSecond: number) {
  const purchases: Purchase[] = []
  const running = new Map<Customer, Promise<void>>()
  let isEnding = false
  const started = (async () => {
    for (let due = 0; !isEnding; due += 1) {
      await sleep(1000 / perSecond)
      const who = people[due % people.length]
      // Two presses of one person are one order.
      if (!who || running.has(who) || running.size >= MAX_AT_ONCE) continue
      const wish = { who, productId: 'boxy-tee', closes: due % 10 === 9, isSpread: true }
      const { purchase, done } = pursue(environment, wish, PATIENCE_MS)
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
  const results: (Answered & { path: string })[] = []
  let isEnding = false
  // A page that nobody has asked for isn't known.
  for (const page of PAGES) for (let index = 0; index < 3; index += 1) await call(origin(index), page)
  const ended = (async () => {
    for (let index = 0; !isEnding; index += 1) {
      const path = PAGES[index % PAGES.length] ?? '/'
      const at = performance.now()
      const ask = () => call(origin(index), path, { timeoutMs: 15_000 })
      const first = await ask()
      // The shop closes a connection that wasn't used for a while; browsers ask again, too.
      const isClosed = first.status === 0 && first.ms < 1_000
      const { status, ms: tookMs } = isClosed ? await ask() : first
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

/** Opens the sale: shoppers and readers of pages. */
export async function startSale(
  context: FaultContext,
  environment: Environment,
  people: readonly Customer[],
  perSecond = PER_SECOND,
): Promise<Sale> {
  const buyers = await environment.customers(20)
  const shoppers = startShoppers(environment, people, perSecond)
  const readers = await startReaders(environment)
  return {
    described(from) {
      const calls = shoppers.purchases.flatMap((purchase) => purchase.calls).filter(({ at }) => at >= from)
      const slowest = Math.max(0, ...calls.map((one) => one.ms))
      return `${formatCounts(calls.map(({ status }) => status))}, slowest ${ms(slowest)}`
    },
    async untilWritesAreBack(from) {
      let isBack = false
      // Not one after the other: one that waits for a lost server says nothing about the next.
      for (let index = 0; !isBack; index += 1) {
        const who = buyers[index % buyers.length]
        if (who)
          void createOrder(environment.origin(index), who, 'spare-tee').then(({ status }) => {
            isBack ||= status === 201
          })
        if (performance.now() - from > 120_000) throw new Error('no order could be placed')
        await sleep(500)
      }
      return performance.now() - from
    },
    async end(event) {
      await shoppers.end()
      await readers.end()
      const ledger = await environment.auditUntilClean(60_000)
      const { purchases } = shoppers
      const acknowledged = purchases.flatMap((purchase) => purchase.acknowledged)
      const { rows } = await sql<{ id: string }>`select id::text from orders where state = 'paid'`.execute(
        environment.db,
      )
      const stored = new Set(rows.map(({ id }) => id))
      const lost = acknowledged.filter((id) => !stored.has(id)).length
      const unpaid = purchases.filter(({ outcome }) => outcome !== 'paid').length
      const slowest = Math.max(...readers.results.map((one) => one.ms))
      const failed = readers.results.filter(({ status }) => status !== 200)
      for (const { path, status, ms: tookMs } of failed) context.log(`${path}: ${status} after ${ms(tookMs)}`)
      const isAlive = environment.shops.every((shop) => shop.isAlive())
      return [
        {
          promise: `no confirmed order is lost, paid twice or oversold ${event}`,
          requirement: `${perSecond} orders a second due, three instances: every confirmed order is stored, every shopper who presses again gets one, the ledger is clean against the provider’s records`,
          measured: `${patroniVersion()}: ${purchases.length} shoppers, ${acknowledged.length} confirmed orders, ${lost} lost, ${unpaid} shoppers without one; ${describeLedger(ledger)}; instances ${isAlive ? 'alive' : 'DIED'}`,
          ok: lost === 0 && unpaid === 0 && ledger.ok && isAlive && acknowledged.length > 0,
        },
        {
          promise: `pages are served ${event}`,
          requirement: 'every page, call and picture responds all the time',
          measured: `${readers.results.length} requests, ${failed.length === 0 ? 'none failed' : `${formatCounts(failed.map(({ status }) => status))} failed`}, slowest ${ms(slowest)}`,
          ok: failed.length === 0,
        },
      ]
    },
  }
}

/** What a fault that needs a cluster reports if this machine can't have one; null if it can. */
export function withoutCluster(promise: string): CheckResult[] | null {
  const missing = missingForPatroni()
  if (missing === null) return null
  const requirement = 'Patroni, etcd and PostgreSQL 15 of Debian, and a network of its own (unshare, ip)'
  return [{ promise, requirement, measured: missing, ok: false, skipped: true }]
}
