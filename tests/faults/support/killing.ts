import { setTimeout as sleep } from 'node:timers/promises'
import { type Intention, pursue, type Wish } from './buying.ts'
import type { FaultContext } from './context.ts'
import type { Customer, Environment } from './environment.ts'
import { EndedAtStart, type ShopProcess } from './processes.ts'

/** The moments of docs/reliability.md. K5 is the open dialog: nothing runs then, so the kill comes from outside. */
export const POINTS = ['K1', 'K2', 'K3', 'K4', 'K5', 'K6', 'K7', 'K8', 'K9', 'K10', 'K11', 'K12', 'K13'] as const
export type Point = (typeof POINTS)[number]

/** When the shop dies next: at a point in its program, or after so many milliseconds. */
export type Death = { point: Point } | { afterMs: number }

/** What came of a row of deaths. */
export interface Toll {
  kills: number
  /** Kills at each point. */
  at: Record<string, number>
  intentions: Intention[]
  /** Points that nothing came by. */
  missed: string[]
  /** Findings in the shop's own books right after a restart. */
  findings: string[]
  /** Acknowledged orders that were not paid after a restart. */
  lost: string[]
  /** The longest time from a restart to the end of all that was under way when the shop died, in milliseconds. */
  slowestRepair: number
  /** The longest restart, in milliseconds. */
  slowestStart: number
}

const PEOPLE_AT_ONCE = 3
const POINT_WITHIN_MS = 25_000
/** All that was under way has to come to an end within this time of the last start. */
const REST_MS = 90_000

/**
 * Kills the shop again and again under a stream of orders. Everybody in the stream insists, as people do; the bank
 * lives on. After each start the books must add up at once, and no acknowledged order may be missing.
 */
export async function killAgainAndAgain(
  context: FaultContext,
  environment: Environment,
  deaths: readonly Death[],
): Promise<Toll> {
  const toll: Toll = {
    kills: 0,
    at: {},
    intentions: [],
    missed: [],
    findings: [],
    lost: [],
    slowestRepair: 0,
    slowestStart: 0,
  }
  const running: Promise<void>[] = []
  for (const [index, death] of deaths.entries()) {
    const shop = await open(environment, toll, armed(death))
    await lookAfter(environment, toll)
    if (shop) {
      const people = await environment.customers(PEOPLE_AT_ONCE)
      running.push(...(await beginBatch(environment, toll, death, people)))
      await die(shop, death, toll)
    }
    if ((index + 1) % 10 === 0) context.say(`${index + 1} of ${deaths.length} kills`)
  }
  await comeToRest(environment, toll, running)
  return toll
}

function armed(death: Death): Record<string, string> {
  return 'point' in death && death.point !== 'K5' ? { FAILPOINT: death.point } : {}
}

/** Starts the shop; null where it died while it repaired what the last death had left, which is a kill too. */
async function open(environment: Environment, toll: Toll, more: Record<string, string>): Promise<ShopProcess | null> {
  const from = performance.now()
  try {
    const shop = await environment.restart(0, more)
    toll.slowestStart = Math.max(toll.slowestStart, performance.now() - from)
    return shop
  } catch (error) {
    if (!(error instanceof EndedAtStart)) throw error
    const { signal } = await error.shop.ended
    if (signal !== 'SIGKILL') throw error
    count(toll, more.FAILPOINT ?? 'start')
    return null
  }
}

function count(toll: Toll, point: string): void {
  toll.kills += 1
  toll.at[point] = (toll.at[point] ?? 0) + 1
}

async function beginBatch(
  environment: Environment,
  toll: Toll,
  death: Death,
  people: readonly Customer[],
): Promise<Promise<void>[]> {
  const wishes = people.map((who, index): Wish => {
    const point = 'point' in death ? death.point : null
    // A refund is only sent where a payment cannot stand.
    const scenario = point === 'K12' ? 'amount_less:1' : point === 'K11' ? 'authorized_only' : null
    return { who, productId: 'boxy-tee', closes: index === 1 && scenario === null, ...(scenario ? { scenario } : {}) }
  })
  const begun: Promise<void>[] = []
  for (const wish of wishes) {
    // However long the row of deaths is: what counts is the time after the last one.
    const { intention, done } = pursue(environment, wish, 3_600_000)
    toll.intentions.push(intention)
    begun.push(done)
    // Its failure is looked at when all come to rest.
    done.catch(() => {})
    await sleep(Math.random() * 60)
  }
  return begun
}

async function die(shop: ShopProcess, death: Death, toll: Toll): Promise<void> {
  const byHand = 'afterMs' in death ? death.afterMs : death.point === 'K5' ? 400 : null
  const name = 'point' in death ? death.point : 'random'
  if (byHand !== null) {
    await Promise.race([sleep(byHand), shop.ended])
    shop.child.kill('SIGKILL')
  }
  const ending = await Promise.race([shop.ended, sleep(POINT_WITHIN_MS, null, { ref: false })])
  if (ending?.signal === 'SIGKILL') return count(toll, name)
  toll.missed.push(ending ? `${name}: ended with ${ending.code}` : name)
  shop.child.kill('SIGKILL')
  await shop.ended
}

/** Right after a start: the shop's own books, and the orders that it has acknowledged. */
async function lookAfter(environment: Environment, toll: Toll): Promise<void> {
  const report = await environment.auditShop()
  toll.findings.push(...report.findings.map((one) => `${one.invariant} ${one.subject}: ${one.message}`))
  const acknowledged = toll.intentions.flatMap((one) => one.acknowledged)
  if (acknowledged.length === 0) return
  const paid = await environment.db
    .selectFrom('orders')
    .select('id')
    .where('id', 'in', acknowledged)
    .where('state', '=', 'paid')
    .execute()
  const found = new Set(paid.map(({ id }) => id))
  toll.lost.push(...acknowledged.filter((id) => !found.has(id)))
}

async function comeToRest(environment: Environment, toll: Toll, running: readonly Promise<void>[]): Promise<void> {
  await environment.restart(0)
  const from = performance.now()
  await Promise.race([Promise.allSettled(running), sleep(REST_MS, null, { ref: false })])
  toll.slowestRepair = performance.now() - from
  await lookAfter(environment, toll)
}
