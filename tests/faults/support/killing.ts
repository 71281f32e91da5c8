import { setTimeout as sleep } from 'node:timers/promises'
import { type Purchase, type PurchaseRequest, purchase } from './buying.ts'
import { EndedAtStart, type ShopProcess } from './processes.ts'
import type { Stage } from './stage.ts'
import type { Customer, World } from './world.ts'

/** The moments of docs/reliability.md. K5 is the open dialog: nothing runs then, so the kill comes from outside. */
export const POINTS = ['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9', 'K10', 'K11', 'K12', 'K13'] as const
export type Point = (typeof POINTS)[number]

/** When the shop is killed: at a failpoint, or after so many milliseconds. */
export type Kill = { point: Point } | { afterMs: number }

/** The outcome of a series of kills. */
export interface KillReport {
  kills: number
  /** Kills at each point. */
  at: Record<string, number>
  purchases: Purchase[]
  /** Failpoints that were not reached. */
  missed: string[]
  /** Ledger findings right after a restart. */
  findings: string[]
  /** Acknowledged orders that were not paid after a restart. */
  lost: string[]
  /** The longest time from a restart until all interrupted purchases ended, in milliseconds. */
  slowestRepair: number
  /** The longest restart, in milliseconds. */
  slowestStart: number
}

const PEOPLE_AT_ONCE = 3
const POINT_WITHIN_MS = 25_000
/** All interrupted purchases have to end within this time of the last start. */
const REST_MS = 90_000

/**
 * Kills the shop again and again under a stream of orders that are retried; the bank keeps running. After each start the
 * ledger must be consistent at once, and no acknowledged order may be missing.
 */
export async function killRepeatedly(stage: Stage, world: World, schedule: readonly Kill[]): Promise<KillReport> {
  const report: KillReport = {
    kills: 0,
    at: {},
    purchases: [],
    missed: [],
    findings: [],
    lost: [],
    slowestRepair: 0,
    slowestStart: 0,
  }
  const running: Promise<void>[] = []
  for (const [index, kill] of schedule.entries()) {
    const shop = await open(world, report, failpointOf(kill))
    await checkLedgerAndOrders(world, report)
    if (shop) {
      const people = await world.customers(PEOPLE_AT_ONCE)
      running.push(...(await beginBatch(world, report, kill, people)))
      await awaitKill(shop, kill, report)
    }
    if ((index + 1) % 10 === 0) stage.say(`${index + 1} of ${schedule.length} kills`)
  }
  await finishPurchases(world, report, running)
  return report
}

function failpointOf(kill: Kill): Record<string, string> {
  return 'point' in kill && kill.point !== 'K5' ? { FAILPOINT: kill.point } : {}
}

/** Starts the shop; null where a failpoint killed it while it repaired the last kill. */
async function open(world: World, report: KillReport, more: Record<string, string>): Promise<ShopProcess | null> {
  const from = performance.now()
  try {
    const shop = await world.restart(0, more)
    report.slowestStart = Math.max(report.slowestStart, performance.now() - from)
    return shop
  } catch (error) {
    if (!(error instanceof EndedAtStart)) throw error
    const { signal } = await error.shop.ended
    if (signal !== 'SIGKILL') throw error
    count(report, more.FAILPOINT ?? 'start')
    return null
  }
}

function count(report: KillReport, point: string): void {
  report.kills += 1
  report.at[point] = (report.at[point] ?? 0) + 1
}

async function beginBatch(
  world: World,
  report: KillReport,
  kill: Kill,
  people: readonly Customer[],
): Promise<Promise<void>[]> {
  const requests = people.map((who, index): PurchaseRequest => {
    const point = 'point' in kill ? kill.point : null
    // A refund is only sent where a payment cannot stand.
    const scenario = point === 'K12' ? 'amount_less:1' : point === 'K11' ? 'authorized_only' : null
    return { who, productId: 'boxy-tee', closes: index === 1 && scenario === null, ...(scenario ? { scenario } : {}) }
  })
  const begun: Promise<void>[] = []
  for (const request of requests) {
    // Only the time after the last kill counts.
    const { purchase: made, done } = purchase(world, request, 3_600_000)
    report.purchases.push(made)
    begun.push(done)
    // Failures are reported when all purchases have ended.
    done.catch(() => {})
    await sleep(Math.random() * 60)
  }
  return begun
}

async function awaitKill(shop: ShopProcess, kill: Kill, report: KillReport): Promise<void> {
  const byHand = 'afterMs' in kill ? kill.afterMs : kill.point === 'K5' ? 400 : null
  const name = 'point' in kill ? kill.point : 'random'
  if (byHand !== null) {
    await Promise.race([sleep(byHand), shop.ended])
    shop.child.kill('SIGKILL')
  }
  const ending = await Promise.race([shop.ended, sleep(POINT_WITHIN_MS, null, { ref: false })])
  if (ending?.signal === 'SIGKILL') return count(report, name)
  report.missed.push(ending ? `${name}: ended with ${ending.code}` : name)
  shop.child.kill('SIGKILL')
  await shop.ended
}

/** Right after a start: the ledger, and the orders that the shop has acknowledged. */
async function checkLedgerAndOrders(world: World, report: KillReport): Promise<void> {
  const ledger = await world.auditShop()
  report.findings.push(...ledger.findings.map((one) => `${one.invariant} ${one.subject}: ${one.message}`))
  const acknowledged = report.purchases.flatMap((one) => one.acknowledged)
  if (acknowledged.length === 0) return
  const paid = await world.db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', acknowledged)
    .where('state', '=', 'paid')
    .execute()
  const found = new Set(paid.map(({ id }) => id))
  report.lost.push(...acknowledged.filter((id) => !found.has(id)))
}

async function finishPurchases(world: World, report: KillReport, running: readonly Promise<void>[]): Promise<void> {
  await world.restart(0)
  const from = performance.now()
  await Promise.race([Promise.allSettled(running), sleep(REST_MS, null, { ref: false })])
  report.slowestRepair = performance.now() - from
  await checkLedgerAndOrders(world, report)
}
