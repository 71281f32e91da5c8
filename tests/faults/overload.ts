import { setTimeout as sleep } from 'node:timers/promises'
import { createOrder } from './support/buying.ts'
import {
  type CheckResult,
  type Fault,
  type FaultContext,
  formatCounts,
  ms,
  percentile,
  percentileMs,
  tally,
} from './support/context.ts'
import { type Environment, openEnvironment } from './support/environment.ts'
import { type CallResult, call } from './support/http.ts'
import { pinShop, queries, sendLoad } from './support/send-load.ts'

interface Figures {
  megabytes: number
  /** The shop's own histogram: how many requests took at most that many seconds. */
  buckets: Map<number, number>
  timed: number
}

async function read(environment: Environment): Promise<Figures> {
  const { text } = await call(environment.origin(), '/metrics')
  const buckets = new Map<number, number>()
  for (const [, end, count] of text.matchAll(/^shop_request_seconds_bucket\{le="([\d.]+)",kind="api"\} (\d+)/gm))
    buckets.set(Number(end), Number(count))
  return {
    megabytes: Number(/^process_resident_memory_bytes (\S+)/m.exec(text)?.[1] ?? 0) / 1024 / 1024,
    buckets,
    timed: Number(/^shop_request_seconds_count\{kind="api"\} (\d+)/m.exec(text)?.[1] ?? 0),
  }
}

/** The p99 by the shop's own histogram, from the request's arrival to the last byte of the response. */
function ownP99(before: Figures, after: Figures): string {
  const all = after.timed - before.timed
  for (const [end, count] of after.buckets)
    if (count - (before.buckets.get(end) ?? 0) >= all * 0.99) return `≤ ${ms(end * 1000)}`
  return '> 5 s'
}

async function ordersMeanwhile(environment: Environment, forMs: number, count: number): Promise<CallResult[]> {
  const buyers = await environment.customers(count)
  const placed: Promise<CallResult>[] = []
  for (const buyer of buyers) {
    placed.push(createOrder(environment.origin(), buyer, 'boxy-tee'))
    await sleep(forMs / count)
  }
  return Promise.all(placed)
}

async function untilResponsive(environment: Environment): Promise<number> {
  const from = performance.now()
  for (;;) {
    queries.last += 1
    const path = `/api/user/filterProduct?limit=24&q=tee&maxPrice=${100_000 + queries.last}`
    const response = await call(environment.origin(), path)
    const passed = performance.now() - from
    if ((response.status === 200 && response.ms < 250) || passed > 10_000) return passed
    await sleep(100)
  }
}

/** Five times as many requests as the shop can handle, at a fixed rate (open loop). */
export async function overload(context: FaultContext, forMs: number): Promise<CheckResult> {
  const environment = await openEnvironment(context, { database: 'external' })
  const port = environment.shops[0]?.port ?? 0
  const isPinned = pinShop(environment)
  await sendLoad(context, { port, mode: 'closed', forMs: context.pick(1500, 8000) })
  const alone = await sendLoad(context, { port, mode: 'closed', forMs: 3000 })
  const limit = Math.round(alone.asked.length / 3)
  const atRest = await read(environment)
  const [burst, bought, soon] = await Promise.all([
    sendLoad(context, { port, mode: 'open', perSecond: limit * 5, forMs }),
    ordersMeanwhile(environment, forMs, 40),
    sleep(forMs / 3).then(() => read(environment)),
  ])
  const calm = await untilResponsive(environment)
  const after = await read(environment)
  const isAlive = environment.shops[0]?.isAlive() ?? false
  await environment.stop()
  const accepted = burst.asked.filter(({ status }) => status === 200)
  const shed = burst.asked.filter(({ status }) => status === 503)
  const others = burst.asked.filter(({ status }) => status !== 200 && status !== 503)
  const allRetryAfter = shed.every(({ retryAfter }) => retryAfter > 0)
  const p99 = percentileMs(accepted, 0.99)
  const median = percentileMs(shed, 0.5)
  const p99FromDue = percentile(
    accepted.map((one) => one.ms + one.lateMs),
    0.99,
  )
  const late = burst.asked.map(({ lateMs }) => lateMs)
  const measured = [
    `capacity ${limit}/s${isPinned ? ' on one processor, the load generator on the other' : ''}`,
    `of ${burst.asked.length} (${Math.round(burst.asked.length / (forMs / 1000))}/s): ${accepted.length} with 200 (${Math.round(accepted.length / (forMs / 1000))}/s, p99 ${ms(p99)} from the writing, ${ms(p99FromDue)} from when due, by the shop’s own clock ${ownP99(atRest, after)})`,
    `${shed.length} × 503 (median ${ms(median)}, p99 ${ms(percentileMs(shed, 0.99))}${allRetryAfter ? '' : ', Retry-After MISSING'})`,
    `${others.length} without a response${others[0] ? ` (${formatCounts(others.map(({ status }) => status))})` : ''}`,
    `load generator ${Math.round(burst.busy * 100)} % busy, late by p99 ${ms(percentile(late, 0.99))}, ${burst.unsent} not sent (1,000 connections in use)`,
    `orders ${JSON.stringify(tally(bought.map(({ status }) => status)))}, p99 ${ms(percentileMs(bought, 0.99))}`,
    `normal again after ${ms(calm)}`,
    `memory ${Math.round(atRest.megabytes)} MB before, ${Math.round(soon.megabytes)} MB after a third, ${Math.round(after.megabytes)} MB at the end`,
    `process ${isAlive ? 'alive' : 'DIED'}`,
  ].join('; ')
  context.log(measured)
  const isShed = allRetryAfter && shed.length > 0 && median <= 50 && others.length === 0
  const isFlat = after.megabytes < soon.megabytes * 1.15 + 32
  return {
    promise: 'excess requests are rejected, not piled up',
    requirement: `open loop at 5 × capacity for ${ms(forMs)}: excess 503 with Retry-After in ≤ 50 ms (median), accepted p99 ≤ 2 s, orders 201, memory flat (from a third of the time to its end), normal ≤ 10 s later`,
    measured,
    ok: isShed && isFlat && p99 <= 2000 && calm <= 10_000 && isAlive && bought.every(({ status }) => status === 201),
  }
}

export const fault: Fault = {
  about: 'five times the load that the shop can handle',
  run: async (context) => [await overload(context, context.pick(5000, 180_000))],
}
