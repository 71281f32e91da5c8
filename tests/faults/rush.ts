import { buyOnce } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, tally } from './support/context.ts'
import { type Environment, type EnvironmentOptions, oneSize, openEnvironment } from './support/environment.ts'

interface RushSize {
  buyers: number
  units: number
  runs: number
}

/** The products of a rush, one for each run. */
export function rushProducts({ runs, units }: RushSize) {
  return Array.from({ length: runs }, (_, run) => oneSize(`rush-${run}`, units))
}

/** More buyers than units, all at once: each unit is sold once, and every other buyer gets a clear error. `place`: for the report. */
export async function rush(
  context: FaultContext,
  environment: Environment,
  { buyers, units, runs }: RushSize,
  place: string,
): Promise<CheckResult> {
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
  return {
    promise: `the last units are sold once (${place})`,
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
    const places: Record<string, EnvironmentOptions> = {
      'external database, 1 instance': { database: 'external' },
      'external database, 3 instances': { database: 'external', instances: 3 },
      'embedded database, 1 instance': { database: 'embedded' },
    }
    const results: CheckResult[] = []
    for (const [place, options] of Object.entries(places)) {
      const environment = await openEnvironment(context, { ...options, products: rushProducts(size) })
      results.push(await rush(context, environment, size, place))
      await environment.stop()
    }
    return results
  },
}
