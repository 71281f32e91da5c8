import { buyOnce } from './support/buying.ts'
import type { CheckResult, Fault, FaultContext } from './support/context.ts'
import { formatCounts, tally } from './support/context.ts'
import { type EnvironmentOptions, oneSize, openEnvironment } from './support/environment.ts'

interface Rush {
  buyers: number
  units: number
  runs: number
}

const PROMISE = 'the last units are sold once'

/** More buyers than units, all at once: each unit is sold once, and every other buyer gets a clear error. */
export async function rush(
  context: FaultContext,
  where: EnvironmentOptions,
  { buyers, units, runs }: Rush,
): Promise<CheckResult> {
  const instances = where.instances ?? 1
  const products = Array.from({ length: runs }, (_, run) => oneSize(`rush-${run}`, units))
  const environment = await openEnvironment(context, { ...where, products })
  const people = await environment.customers(buyers)
  const measured: string[] = []
  let ok = true
  for (let run = 0; run < runs; run++) {
    const productId = `rush-${run}`
    const statuses = await Promise.all(
      people.map((who, index) => buyOnce(environment, environment.origin(index), who, productId)),
    )
    const counts = tally(statuses)
    const stock = await environment.stockOf(productId)
    const ledger = await environment.audit()
    const exact = counts[200] === units && counts[409] === buyers - units && stock.on_hand === 0 && stock.reserved === 0
    if (!exact || !ledger.ok)
      measured.push(
        `run ${run + 1}: ${formatCounts(statuses)}, stock ${JSON.stringify(stock)}, ${ledger.findings.length} findings`,
      )
    ok &&= exact && ledger.ok
    context.log(`run ${run + 1} of ${runs}: ${formatCounts(statuses)}`)
  }
  await environment.stop()
  const place = where.database === 'embedded' ? 'embedded database' : 'external database'
  return {
    promise: `${PROMISE} (${place}, ${instances} instance${instances === 1 ? '' : 's'})`,
    requirement: `${buyers} buyers of ${units}: ${units} paid, ${buyers - units} × 409, no 5xx, stock 0 and 0, every run`,
    measured: ok
      ? `${runs} of ${runs} runs: ${units} × 200, ${buyers - units} × 409, stock 0 and 0, ledger clean`
      : measured.join('; '),
    ok,
  }
}

export const fault: Fault = {
  about: 'many buyers of the last units of one size at once',
  async run(context) {
    const size = context.pick({ buyers: 60, units: 5, runs: 1 }, { buyers: 500, units: 10, runs: 20 })
    const results = [await rush(context, { database: 'external' }, size)]
    results.push(await rush(context, { database: 'external', instances: 3 }, size))
    results.push(await rush(context, { database: 'embedded' }, size))
    return results
  },
}
