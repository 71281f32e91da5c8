import { setTimeout as sleep } from 'node:timers/promises'
import { atRate, generateProducts, randomPath } from './support/browsing.ts'
import { buyOnce } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentile } from './support/context.ts'
import { describeLedger, type Environment, openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { floors, type Sample, slope } from './support/memory.ts'

const PRODUCTS = 1000
const READS_PER_SECOND = 20
const ORDERS_PER_SECOND = 0.5
/** Two thirds of the warm-up run at this multiple of the rate, to fill caches and heap. */
const WARM_UP_SPEED = 8
/** Stretches of five minutes, of the 90 after the warm-up. */
const STRETCHES = 18

/** A sample with V8's own figures in MB: long-lived objects, code, and bytes outside of its heap. */
interface HeapSample extends Sample {
  parts: Record<'old' | 'code' | 'external', number>
}

async function read(environment: Environment, hours: number): Promise<HeapSample> {
  const { text } = await call(environment.origin(), '/metrics')
  const figure = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(text)?.[1] ?? Number.NaN)
  const megabytes = (name: string) => figure(name) / 1024 / 1024
  const space = (name: string) => megabytes(`nodejs_heap_space_size_used_bytes\\{space="${name}"\\}`)
  return {
    hours,
    megabytes: megabytes('process_resident_memory_bytes'),
    parts: {
      old: space('old'),
      code: space('code') + space('trusted'),
      external: megabytes('nodejs_external_memory_bytes'),
    },
    loopMs: figure('nodejs_eventloop_lag_p99_seconds') * 1000,
  }
}

const minuteOf = ({ hours }: Sample) => Math.round(hours * 60)

function format(sample: HeapSample): string {
  const { megabytes, parts, loopMs } = sample
  const known = Object.entries(parts).map(([name, size]) => `${name} ${size.toFixed(1)}`)
  return `${minuteOf(sample)} min: ${megabytes.toFixed(1)} MB (V8's ${known.join(', ')}), loop p99 ${ms(loopMs)}`
}

const slowestOf = (samples: HeapSample[]) => samples.reduce((worst, one) => (one.loopMs > worst.loopMs ? one : worst))

async function watch(
  context: FaultContext,
  environment: Environment,
  forMs: number,
  everyMs: number,
): Promise<HeapSample[]> {
  const from = performance.now()
  const samples: HeapSample[] = []
  for (let at = everyMs; at <= forMs; at += everyMs) {
    await sleep(Math.max(0, from + at - performance.now()))
    samples.push(await read(environment, (performance.now() - from) / 3_600_000))
    const last = samples.at(-1)
    if (samples.length % 30 === 0 && last)
      context.log(`${format(last)}, ${ms(slowestOf(samples.slice(-30)).loopMs)} in the worst since the line before`)
  }
  return samples
}

/** Mixed shopping for hours: the process's memory does not grow, and its event loop stays responsive. */
export async function soak(context: FaultContext, forMs: number, everyMs: number): Promise<CheckResult> {
  const { lines, ids } = await generateProducts(PRODUCTS)
  const environment = await openEnvironment(context, { database: 'embedded', lines })
  const buyers = await environment.customers(200)
  const shopping = (pace: number, time: number) =>
    Promise.all([
      atRate(pace * READS_PER_SECOND, time, async () => (await call(environment.origin(), randomPath(ids))).status),
      atRate(pace * ORDERS_PER_SECOND, time, async (index) => {
        const buyer = buyers[index % buyers.length]
        return buyer ? buyOnce(environment, environment.origin(), buyer, 'boxy-tee') : 0
      }),
    ])
  // A fresh process is slow and would reject part of the fast load, so the first minute runs at the normal rate. V8 returns
  // the memory of the fast part in the last third of the warm-up; a slope measured earlier would include that.
  const speed = context.pick(2, WARM_UP_SPEED)
  const firstMs = forMs / 120
  const fastMs = forMs / 6
  const shop = async () => [
    await shopping(1, firstMs),
    await shopping(speed, fastMs),
    await shopping(1, forMs - fastMs - firstMs),
  ]
  const [samples, stretches] = await Promise.all([watch(context, environment, forMs, everyMs), shop()])
  const reads = stretches.flatMap(([looked]) => looked)
  const orders = stretches.flatMap(([, bought]) => bought)
  const ledger = await environment.audit()
  await environment.stop()
  const warm = samples.slice(Math.floor(samples.length / 4))
  const lowest = floors(warm, STRETCHES)
  const growth = slope(lowest)
  const loops = warm.map(({ loopMs }) => loopMs)
  const slowest = slowestOf(warm)
  const measured = `${reads.length} reads (${formatCounts(reads)}), ${orders.length} orders (${formatCounts(orders)}); memory after the warm-up (a quarter of the time, most of it ${speed} times as fast) ${lowest[0]?.megabytes.toFixed(1)} MB, at the end ${lowest.at(-1)?.megabytes.toFixed(1)} MB, slope ${growth.toFixed(2)} MB an hour; event loop p99 ${ms(percentile(loops, 0.5))} in the median of ${loops.length} samples, ${ms(slowest.loopMs)} in the worst (minute ${minuteOf(slowest)}); ${describeLedger(ledger)}`
  context.log(measured)
  const isWell = ledger.ok && [...reads, ...orders].every((status) => status === 200)
  // What a few seconds show of memory is the warm-up, not a slope.
  const isFlat = context.size === 'quick' || growth < 1
  return {
    promise: `the process does not grow in ${ms(forMs)} of mixed shopping`,
    requirement: `${READS_PER_SECOND} reads and ${ORDERS_PER_SECOND} paid orders a second: 0 errors, slope of its memory < 1 MB an hour after the warm-up, event loop p99 < 100 ms in every sample`,
    measured,
    ok: isWell && isFlat && slowest.loopMs < 100,
  }
}

export const fault: Fault = {
  about: 'two hours of mixed shopping',
  isLong: true,
  run: async (context) => [await soak(context, context.pick(6000, 7_200_000), context.pick(500, 10_000))],
}
