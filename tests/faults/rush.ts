import { buyOnce } from './support/buying.ts'
import type { Fault, FaultContext, Figure } from './support/context.ts'
import { formatCounts, tally } from './support/context.ts'
import { type EnvironmentOptions, oneSize, openEnvironment } from './support/environment.ts'

interface Rush {
  buyers: number
  pieces: number
  runs: number
}

const PROMISE = 'the last pieces are sold once'

/** More buyers than pieces, all at once: each piece is sold once, and everybody else gets a clear no. */
export async function rush(
  context: FaultContext,
  where: EnvironmentOptions,
  { buyers, pieces, runs }: Rush,
): Promise<Figure> {
  const instances = where.instances ?? 1
  const range = Array.from({ length: runs }, (_, run) => oneSize(`rush-${run}`, pieces))
  const environment = await openEnvironment(context, { ...where, range })
  const people = await environment.customers(buyers)
  const seen: string[] = []
  let ok = true
  for (let run = 0; run < runs; run++) {
    const productId = `rush-${run}`
    const statuses = await Promise.all(
      people.map((who, index) => buyOnce(environment, environment.origin(index), who, productId)),
    )
    const counts = tally(statuses)
    const stock = await environment.stockOf(productId)
    const books = await environment.audit()
    const exact =
      counts[200] === pieces && counts[409] === buyers - pieces && stock.on_hand === 0 && stock.reserved === 0
    if (!exact || !books.ok)
      seen.push(
        `run ${run + 1}: ${formatCounts(statuses)}, stock ${JSON.stringify(stock)}, ${books.findings.length} findings`,
      )
    ok &&= exact && books.ok
    context.say(`run ${run + 1} of ${runs}: ${formatCounts(statuses)}`)
  }
  await environment.stop()
  const place = where.database === 'embedded' ? 'embedded database' : 'outside database'
  return {
    promise: `${PROMISE} (${place}, ${instances} instance${instances === 1 ? '' : 's'})`,
    asked: `${buyers} buyers of ${pieces}: ${pieces} paid, ${buyers - pieces} × 409, no 5xx, stock 0 and 0, every run`,
    seen: ok
      ? `${runs} of ${runs} runs: ${pieces} × 200, ${buyers - pieces} × 409, stock 0 and 0, ledger clean`
      : seen.join('; '),
    ok,
  }
}

export const fault: Fault = {
  about: 'a rush on the last pieces of one size',
  async run(context) {
    const size = context.pick({ buyers: 60, pieces: 5, runs: 1 }, { buyers: 500, pieces: 10, runs: 20 })
    const figures = [await rush(context, { database: 'outside' }, size)]
    figures.push(await rush(context, { database: 'outside', instances: 3 }, size))
    figures.push(await rush(context, { database: 'embedded' }, size))
    return figures
  },
}
