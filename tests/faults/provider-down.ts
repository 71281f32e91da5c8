import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../support/until.ts'
import { createOrder } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentileMs } from './support/context.ts'
import { type Environment, openEnvironment } from './support/environment.ts'
import { type CallResult, call } from './support/http.ts'

const SENTENCE = 'Failed to create an order. Please try again.'
/** A way to fail that is no scenario of the sandbox: the host name of the provider is not found. */
const NO_NAME = 'not found by name'
const BROWSED = [
  '/',
  '/categories',
  '/api/home/latestArrivals',
  '/api/user/filterProduct?limit=12',
  '/api/product/getProductDetail/boxy-tee',
]

/** The payment provider fails in one way: shoppers get a clear error in time, and browsing goes on. */
async function failure(
  context: FaultContext,
  environment: Environment,
  how: string,
  shoppers: number,
): Promise<CheckResult> {
  const calm = await browse(environment, 2)
  await breakProvider(environment, how)
  const people = await environment.customers(shoppers)
  const [responses, busy] = await Promise.all([
    Promise.all(people.map((who) => createOrder(environment.origin(), who, 'boxy-tee'))),
    browse(environment, 6),
  ])
  const later = await environment.customers(3)
  const open = await Promise.all(later.map((who) => createOrder(environment.origin(), who, 'boxy-tee')))
  const leaked = (await environment.stockOf('boxy-tee')).reserved
  await repairProvider(environment, how)
  const from = performance.now()
  const last = await environment.customer()
  await until('orders go through again', 20_000, async () => {
    const response = await createOrder(environment.origin(), last, 'boxy-tee')
    return response.status === 201 || sleep(200, false)
  })
  const back = performance.now() - from
  const slowest = Math.max(...responses.map((one) => one.ms))
  const breaker = Math.max(...open.map((one) => one.ms))
  const clear = [...responses, ...open].every((one) => one.status === 502 && one.body.message === SENTENCE)
  await releaseStock(environment)
  const pages = percentileMs(busy, 0.95)
  const measured = `${formatCounts(responses.map((one) => one.status))}, slowest ${ms(slowest)}, then ${ms(breaker)} each (breaker); browsing ${formatCounts(busy.map((one) => one.status))}, p95 ${ms(pages)} (before: ${ms(
    percentileMs(calm, 0.95),
  )}); ${leaked} units still held; back ${ms(back)} after the provider`
  context.log(`${how}: ${measured}`)
  return {
    promise: `a failing payment provider harms nothing else (${how})`,
    requirement: `create-order ≤ 10 s: 502 “${SENTENCE}”; browsing unaffected; no stock held; orders again when it is back`,
    measured: clear ? measured : `${measured}; ${responses.find((one) => one.status !== 502)?.text.slice(0, 120)}`,
    ok: clear && slowest <= 10_000 && leaked === 0 && busy.every((one) => one.status === 200) && pages < 1000,
  }
}

async function browse(environment: Environment, rounds: number): Promise<CallResult[]> {
  const responses: CallResult[] = []
  for (let round = 0; round < rounds; round++) {
    for (const path of BROWSED) responses.push(await call(environment.origin(), path))
    await sleep(50)
  }
  return responses
}

async function breakProvider(environment: Environment, how: string): Promise<void> {
  // A host name that never resolves (RFC 2606).
  if (how === NO_NAME) await restartWith(environment, { RAZORPAY_API_URL: 'https://payments.invalid' })
  else if (how === 'gone') await environment.sandbox.stop()
  else await environment.sandbox.scenario({ scenario: how, all: true })
}

async function repairProvider(environment: Environment, how: string): Promise<void> {
  if (how === NO_NAME) await restartWith(environment, {})
  else if (how === 'gone') await environment.sandbox.start()
  else await environment.sandbox.scenario({ scenario: 'ok', all: true })
}

/** A provider with a wrong host name is a setting, which needs another shop process. */
async function restartWith(environment: Environment, settings: Record<string, string>): Promise<void> {
  await environment.shops[0]?.stop()
  await environment.restart(0, settings)
  for (const path of BROWSED) await call(environment.origin(), path)
}

/** Releases the stock of the last order for the next round. */
async function releaseStock(environment: Environment): Promise<void> {
  await environment.db.transaction().execute(async (tx) => {
    await tx.updateTable('orders').set({ state: 'expired' }).where('state', '=', 'awaiting_payment').execute()
    await tx.updateTable('stock').set({ reserved: 0 }).execute()
  })
}

export async function providerDown(
  context: FaultContext,
  ways: readonly string[],
  shoppers: number,
): Promise<CheckResult[]> {
  const environment = await openEnvironment(context, { database: 'external' })
  for (const path of BROWSED) await call(environment.origin(), path)
  const results: CheckResult[] = []
  for (const how of ways) results.push(await failure(context, environment, how, shoppers))
  await environment.stop()
  return results
}

export const fault: Fault = {
  about: 'the payment provider hangs, fails, resets, is down, or cannot be resolved',
  run: (context) =>
    providerDown(
      context,
      context.pick(
        ['rest_502_html', 'gone', NO_NAME],
        ['rest_hang', 'rest_500', 'rest_502_html', 'rest_429', 'rest_reset', 'gone', NO_NAME],
      ),
      context.pick(4, 20),
    ),
}
