import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { childrenOf, parentOf, processorTime } from '../support/processors.ts'
import sizes from './drop.json' with { type: 'json' }
import { createOrder, verify } from './support/buying.ts'
import {
  type CheckResult,
  type Fault,
  type FaultContext,
  formatCounts,
  ms,
  percentile,
  percentileMs,
} from './support/context.ts'
import { type Customer, type Environment, oneSize, openEnvironment } from './support/environment.ts'
import { type CallResult, call } from './support/http.ts'
import { profileParts } from './support/profile-parts.ts'
import { pinShop, sendLoad } from './support/send-load.ts'

const DROP = 'drop-tee'
const LINE = { productId: DROP, color: 'Black', size: 'M', quantity: 1 }

/** `drop.json`: views at a steady rate, and in their middle the shoppers, whose presses are evenly spread too. */
interface DropSize {
  views: number
  viewMs: number
  shoppers: number
  pressMs: number
  units: number
}

/** Every shopper has a client address, as behind a proxy. */
const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

/** How a press of a button was answered. */
type Answer = 'added' | 'ordered' | 'bought' | 'sold out' | 'told to wait' | 'other'

/** All responses of one shopper, and whether the piece was bought. */
interface Visit {
  responses: (CallResult & { answer: Answer })[]
  bought: boolean
}

/** Presses Add, then buys what is in the cart. A 503 is pressed again after its Retry-After. */
async function buyWithPatience(environment: Environment, who: Customer, index: number): Promise<Visit> {
  const origin = environment.origin()
  const headers = { 'x-forwarded-for': addressOf(index) }
  const responses: Visit['responses'] = []
  const press = async (wanted: Answer, send: () => Promise<CallResult>): Promise<CallResult> => {
    for (;;) {
      const response = await send()
      responses.push({ ...response, answer: answerOf(response, wanted) })
      if (response.status !== 503) return response
      await sleep(Number(response.headers.get('retry-after') ?? 1) * 1000)
    }
  }
  const body = { userId: who.id, ...LINE }
  const added = await press('added', () => call(origin, '/api/user/addToCart', { token: who.token, body, headers }))
  if (added.status !== 200) return { responses, bought: false }
  const open = await press('ordered', () => createOrder(origin, who, DROP))
  if (open.status !== 201) return { responses, bought: false }
  const paid = await environment.sandbox.pay(String(open.body.razorpayOrderId))
  const verified = await press('bought', () => verify(origin, who, String(open.body.orderId), paid))
  return { responses, bought: verified.status === 200 }
}

function answerOf({ status }: CallResult, wanted: Answer): Answer {
  if (status === 200 || status === 201) return wanted
  if (status === 409) return 'sold out'
  return status === 503 ? 'told to wait' : 'other'
}

/** The answers by kind, with how long they took: p50, p95 and p99. */
function describeAnswers(responses: Visit['responses']): string {
  return [...Map.groupBy(responses, ({ answer }) => answer)]
    .map(([answer, some]) => {
      const times = [0.5, 0.95, 0.99].map((share) => ms(percentileMs(some, share)))
      return `${some.length} × ${answer} (${times.join(', ')})`
    })
    .join(', ')
}

/** Seconds of processor time so far, and the responses that the shop has rendered. */
async function costs(environment: Environment) {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(environment.db)
  const shop = environment.shops[0]?.child.pid ?? 0
  const metrics = await fetch(`${environment.origin()}/metrics`).then((response) => response.text())
  return {
    shop: processorTime([shop]) / 1000,
    postgres: processorTime(childrenOf(parentOf(rows[0]?.pid ?? 0))) / 1000,
    generator: (process.cpuUsage().user + process.cpuUsage().system) / 1e6,
    renders: Number(/^shop_cache_renders (\d+)/m.exec(metrics)?.[1]),
  }
}

/** Shoppers who all want one of a few pieces within seconds, while others look at the product. */
async function sellOut(context: FaultContext, environment: Environment, size: DropSize): Promise<CheckResult> {
  const { views, viewMs, shoppers, pressMs, units } = size
  const people = await environment.customers(shoppers)
  const paths = [`/product-details/${DROP}`, `/api/product/getProductDetail/${DROP}`]
  const file = await writeRequests(
    context,
    Array.from({ length: 20_000 }, (_, index) => lookRequest(paths, index)),
  )
  const port = environment.shops[0]?.port ?? 0
  const before = await costs(environment)
  const [{ asked: seen, busy }, visits] = await Promise.all([
    sendLoad(context, { port, mode: 'open', perSecond: views / (viewMs / 1000), forMs: viewMs, file }),
    sleep((viewMs - pressMs) / 2).then(() =>
      Promise.all(
        people.map(async (who, index) => {
          await sleep((pressMs * index) / shoppers)
          return buyWithPatience(environment, who, index)
        }),
      ),
    ),
  ])
  const after = await costs(environment)
  const spent = (part: keyof typeof after) => after[part] - before[part]
  const responses = visits.flatMap((visit) => visit.responses)
  const answered = responses.filter(({ status }) => [200, 201, 409].includes(status))
  const waited = responses.filter(({ status, headers }) => status === 503 && headers.has('retry-after'))
  const bought = visits.filter((visit) => visit.bought).length
  const stock = await environment.stockOf(DROP)
  const ledger = await environment.auditUntilClean(30_000)
  const measured = [
    `${seen.length} views (${formatCounts(seen.map(({ status }) => status))}), p50 ${ms(percentileMs(seen, 0.5))}, p95 ${ms(percentileMs(seen, 0.95))}, p99 ${ms(percentileMs(seen, 0.99))}`,
    `calls of shoppers: ${describeAnswers(responses)}`,
    `processor time: shop ${spent('shop').toFixed(1)} s, PostgreSQL ${spent('postgres').toFixed(1)} s, generator ${(spent('generator') + busy * (viewMs / 1000)).toFixed(1)} s; ${spent('renders')} responses rendered`,
    `${bought} bought, stock ${stock.on_hand} and ${stock.reserved}, ledger ${ledger.ok ? 'clean' : 'NOT clean'}`,
  ].join('; ')
  context.log(measured)
  const isSold = bought === units && stock.on_hand === 0 && stock.reserved === 0 && ledger.ok
  const isAnswered = answered.length + waited.length === responses.length
  return {
    promise: `a drop: ${units} pieces, ${shoppers} shoppers within ${ms(pressMs)}, ${views} views`,
    requirement: 'none oversold, all sold; every call and view answered, or told to wait (503 with Retry-After)',
    measured,
    ok:
      isSold &&
      isAnswered &&
      seen.every(({ status, retryAfter }) => status === 200 || (status === 503 && retryAfter > 0)),
  }
}

/** Ten times as many presses of Add as the shop can do: who is told to wait, and how long. */
async function tenTimes(context: FaultContext, environment: Environment, forMs: number): Promise<CheckResult> {
  const people = await environment.customers(context.pick(200, 2000))
  const file = await writeRequests(context, people.map(addRequest))
  pinShop(environment)
  const port = environment.shops[0]?.port ?? 0
  const alone = await sendLoad(context, { port, mode: 'closed', forMs: 3000, file })
  const capacity = Math.round(alone.asked.length / 3)
  const burst = await sendLoad(context, { port, mode: 'open', perSecond: capacity * 10, forMs, file })
  const soon = await call(environment.origin(), '/readyz')
  const accepted = burst.asked.filter(({ status }) => status === 200)
  const shed = burst.asked.filter(({ status }) => status === 503)
  const waits = shed.map(({ retryAfter }) => retryAfter)
  const measured = [
    `capacity ${capacity}/s`,
    `of ${burst.asked.length} (${Math.round(burst.asked.length / (forMs / 1000))}/s): ${formatCounts(burst.asked.map(({ status }) => status))}`,
    `accepted ${Math.round(accepted.length / (forMs / 1000))}/s, p50 ${ms(percentileMs(accepted, 0.5))}, p99 ${ms(percentileMs(accepted, 0.99))}`,
    `told to wait after ${ms(percentileMs(shed, 0.5))} (median), for ${percentile(waits, 0)} to ${percentile(waits, 1)} s`,
    `${burst.unsent} not sent (1,000 connections in use)`,
    `afterwards /readyz ${soon.status}`,
  ].join('; ')
  context.log(measured)
  return {
    promise: 'ten times as many presses of Add as the shop can do',
    requirement: 'each is answered: 200, or 503 with Retry-After; accepted p99 ≤ 2 s; ready afterwards',
    measured,
    ok:
      accepted.length + shed.length === burst.asked.length &&
      waits.every((seconds) => seconds > 0) &&
      context.inTime(percentileMs(accepted, 0.99), 2000) &&
      soon.status === 200,
  }
}

function describeParts(parts: Map<string, number>): string {
  return `the shop's seconds: ${[...parts].map(([part, seconds]) => `${part} ${seconds.toFixed(1)}`).join(', ')}`
}

async function writeRequests(context: FaultContext, requests: readonly string[]): Promise<string> {
  const file = join(await context.folder('drop'), 'requests.json')
  await writeFile(file, JSON.stringify(requests))
  return file
}

function lookRequest(paths: readonly string[], index: number): string {
  const from = addressOf(100_000 + index)
  return `GET ${paths[index % paths.length]} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${from}\r\nAccept-Encoding: gzip\r\n\r\n`
}

function addRequest({ id, token }: Customer, index: number): string {
  const json = JSON.stringify({ userId: id, productId: 'boxy-tee', color: 'Black', size: 'M', quantity: 1 })
  const head = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nX-Forwarded-For: ${addressOf(index)}\r\nAccept-Encoding: identity\r\n`
  return `POST /api/user/addToCart HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${json.length}\r\n\r\n${json}`
}

export const fault: Fault = {
  about: 'a drop: far more shoppers than pieces, within seconds',
  async run(context) {
    const size: DropSize = context.pick(sizes.quick, sizes.full)
    const results: CheckResult[] = []
    for (const check of [
      (environment: Environment) => sellOut(context, environment, size),
      (environment: Environment) => tenTimes(context, environment, context.pick(2000, 10_000)),
    ]) {
      const profiles = await context.folder('profile')
      const environment = await openEnvironment(context, {
        database: 'embedded',
        products: [oneSize(DROP, size.units), oneSize('boxy-tee', 1_000_000)],
        settings: {
          TRUST_PROXY: '1',
          ...(context.isProfiled ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${profiles}` } : {}),
        },
      })
      const from = process.hrtime.bigint()
      results.push(await check(environment))
      const to = process.hrtime.bigint()
      await environment.stop()
      if (context.isProfiled) context.log(describeParts(await profileParts(profiles, from, to)))
    }
    return results
  },
}
