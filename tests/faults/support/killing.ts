import { setTimeout as sleep } from 'node:timers/promises'
import { type Purchase, pursue, type Wish } from './buying.ts'
import type { FaultContext } from './context.ts'
import type { Customer, Environment } from './environment.ts'
import { EndedAtStart, type ShopProcess } from './processes.ts'

/** The points K1 to K13 of docs/reliability.md. While the payment dialog is open the shop runs nothing, so the test itself kills it then. */
export const POINTS = [
  'hold:before-commit',
  'hold:after-commit',
  'provider-order:created',
  'provider-order:stored',
  'dialog:open',
  'verify:start',
  'settle:before-commit',
  'settle:after-commit',
  'webhook:stored',
  'webhook:received',
  'payment:captured',
  'refund:sent',
  'mail:sent',
] as const
export type Point = (typeof POINTS)[number]

/** When the shop is killed next: at a failpoint, or after that many milliseconds. */
export type Kill = { point: Point } | { afterMs: number }

/** The result of a series of kills. */
export interface KillResult {
  kills: number
  purchases: Purchase[]
  /** Failpoints that no request reached. */
  missed: string[]
  /** Findings in the shop's own ledger right after a restart. */
  findings: string[]
  /** Acknowledged orders that were not paid after a restart. */
  lost: string[]
  /** The longest time from a restart to the end of all that was under way when the shop died, in milliseconds. */
  slowestRepair: number
  /** The longest restart, in milliseconds. */
  slowestStart: number
}

const BUYERS_PER_KILL = 3
const POINT_WITHIN_MS = 25_000
/** All open purchases must end within this time of the last start. */
const REST_MS = 90_000

/**
 * Kills the shop repeatedly under a stream of orders, which are retried until they end; the sandbox keeps running. After each
 * start the ledger's invariants must hold at once, and no acknowledged order may be missing.
 */
export async function killRepeatedly(
  context: FaultContext,
  environment: Environment,
  kills: readonly Kill[],
): Promise<KillResult> {
  const none = { purchases: [], missed: [], findings: [], lost: [] }
  const result: KillResult = { kills: 0, ...none, slowestRepair: 0, slowestStart: 0 }
  const running: Promise<void>[] = []
  for (const [index, kill] of kills.entries()) {
    const failpoint = 'point' in kill && kill.point !== 'dialog:open' ? { FAILPOINT: kill.point } : {}
    const shop = await open(environment, result, failpoint)
    await checkAfterStart(environment, result)
    if (shop) {
      const people = await environment.customers(BUYERS_PER_KILL)
      running.push(...(await beginBatch(environment, result, kill, people)))
      await killShop(shop, kill, result)
    }
    if ((index + 1) % 10 === 0) context.log(`${index + 1} of ${kills.length} kills`)
  }
  await waitForAll(environment, result, running)
  return result
}

/** Starts the shop. Null if it was killed at once, while it repaired the effects of the last kill: that kill counts too. */
async function open(
  environment: Environment,
  result: KillResult,
  more: Record<string, string>,
): Promise<ShopProcess | null> {
  const from = performance.now()
  try {
    const shop = await environment.restart(0, more)
    result.slowestStart = Math.max(result.slowestStart, performance.now() - from)
    return shop
  } catch (error) {
    if (!(error instanceof EndedAtStart)) throw error
    const { signal } = await error.shop.ended
    if (signal !== 'SIGKILL') throw error
    result.kills += 1
    return null
  }
}

async function beginBatch(
  environment: Environment,
  result: KillResult,
  kill: Kill,
  people: readonly Customer[],
): Promise<Promise<void>[]> {
  const wishes = people.map((who, index): Wish => {
    const point = 'point' in kill ? kill.point : null
    // A refund is only sent where a payment cannot stand.
    const scenario = point === 'refund:sent' ? 'amount_less:1' : point === 'payment:captured' ? 'authorized_only' : null
    return { who, productId: 'boxy-tee', closes: index === 1 && scenario === null, ...(scenario ? { scenario } : {}) }
  })
  const begun: Promise<void>[] = []
  for (const wish of wishes) {
    // Longer than any series: only the time after the last kill is limited.
    const { purchase, done } = pursue(environment, wish, 3_600_000)
    result.purchases.push(purchase)
    begun.push(done)
    // Without a handler a rejection before waitForAll would end this process.
    done.catch(() => {})
    await sleep(Math.random() * 60)
  }
  return begun
}

async function killShop(shop: ShopProcess, kill: Kill, result: KillResult): Promise<void> {
  const killAfterMs = 'afterMs' in kill ? kill.afterMs : kill.point === 'dialog:open' ? 400 : null
  const name = 'point' in kill ? kill.point : 'random'
  if (killAfterMs !== null) {
    await Promise.race([sleep(killAfterMs), shop.ended])
    shop.child.kill('SIGKILL')
  }
  const ending = await Promise.race([shop.ended, sleep(POINT_WITHIN_MS, null, { ref: false })])
  if (ending?.signal === 'SIGKILL') {
    result.kills += 1
    return
  }
  result.missed.push(ending ? `${name}: ended with ${ending.code}` : name)
  shop.child.kill('SIGKILL')
  await shop.ended
}

/** Checks the ledger and the acknowledged orders right after a start. */
async function checkAfterStart(environment: Environment, result: KillResult): Promise<void> {
  const report = await environment.auditShop()
  result.findings.push(...report.findings.map((one) => `${one.invariant} ${one.subject}: ${one.message}`))
  const acknowledged = result.purchases.flatMap((one) => one.acknowledged)
  if (acknowledged.length === 0) return
  const paid = await environment.db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', acknowledged)
    .where('state', '=', 'paid')
    .execute()
  const found = new Set(paid.map(({ id }) => id))
  result.lost.push(...acknowledged.filter((id) => !found.has(id)))
}

async function waitForAll(
  environment: Environment,
  result: KillResult,
  running: readonly Promise<void>[],
): Promise<void> {
  await environment.restart(0)
  const from = performance.now()
  await Promise.race([Promise.allSettled(running), sleep(REST_MS, null, { ref: false })])
  result.slowestRepair = performance.now() - from
  await checkAfterStart(environment, result)
}
