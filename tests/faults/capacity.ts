import { atRate, generateProducts, randomPath } from './support/browsing.ts'
import { createOrder } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentileMs } from './support/context.ts'
import { openEnvironment } from './support/environment.ts'
import { type CallResult, call } from './support/http.ts'

const BROWSED_PER_SECOND = 200
const ORDERS_PER_SECOND = 5

/** A large catalogue on an ordinary day: browsing and buying at a fixed rate. */
export async function capacity(context: FaultContext, products: number, forMs: number): Promise<CheckResult> {
  const { lines, ids } = await generateProducts(products)
  const environment = await openEnvironment(context, { database: 'external', lines })
  const buyers = await environment.customers(Math.ceil((forMs / 1000) * ORDERS_PER_SECOND) + 1)
  const origin = environment.origin()
  await atRate(BROWSED_PER_SECOND / 4, Math.min(forMs * 2, 20_000), () => call(origin, randomPath(ids)))
  const [browsed, orders] = await Promise.all([
    atRate(BROWSED_PER_SECOND, forMs, () => call(origin, randomPath(ids))),
    atRate(ORDERS_PER_SECOND, forMs, async (index): Promise<CallResult | null> => {
      const who = buyers[index]
      return who ? createOrder(origin, who, 'boxy-tee') : null
    }),
  ])
  const bought = orders.filter((one) => one !== null)
  await environment.stop()
  const p95 = (responses: readonly CallResult[]) => percentileMs(responses, 0.95)
  const errors = [...browsed.filter(({ status }) => status !== 200), ...bought.filter(({ status }) => status !== 201)]
  const measured = `${browsed.length} reads (${formatCounts(browsed.map(({ status }) => status))}), p95 ${ms(p95(browsed))}; ${bought.length} orders (${formatCounts(bought.map(({ status }) => status))}), p95 ${ms(p95(bought))}; ${errors.length} errors${errors[0] ? `: ${errors[0].text.slice(0, 100)}` : ''}`
  context.log(measured)
  return {
    promise: `${products} products, ${BROWSED_PER_SECOND} reads and ${ORDERS_PER_SECOND} orders a second for ${ms(forMs)}`,
    requirement:
      'p95 ≤ 150 ms for reads (products as popular as Zipf’s law has it), ≤ 400 ms for create-order, 0 errors; measured from the same machine',
    measured,
    ok: errors.length === 0 && p95(browsed) <= 150 && p95(bought) <= 400,
  }
}

export const fault: Fault = {
  about: 'a large catalogue on an ordinary day',
  run: async (context) => [await capacity(context, context.pick(1000, 10_000), context.pick(5000, 60_000))],
}
