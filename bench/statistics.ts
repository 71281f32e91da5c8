import { performance } from 'node:perf_hooks'

const SECONDS = 4

/** Runs queries for some seconds with concurrent callers. Each waits for its result before its next query. */
export async function runConcurrently<Q>(queries: readonly Q[], run: (query: Q) => Promise<unknown>, callers = 16) {
  const times: number[] = []
  const started = performance.now()
  let next = 0
  const caller = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      const query = queries[next++ % queries.length]
      const from = performance.now()
      if (query) await run(query)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  return { times, perSecond: (times.length * 1000) / (performance.now() - started) }
}

/** The process's processor time in milliseconds. Other work on the machine hardly affects it. */
export async function cpuTimeOf(run: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await run()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}

export function quantile(times: readonly number[], share: number): number {
  return times.toSorted((x, y) => x - y)[Math.floor((times.length - 1) * share)] ?? 0
}

/** The median of each figure of several runs. */
export function medians<Name extends string>(runs: readonly Record<Name, number>[]): Record<Name, number> {
  // Safe cast: all runs have the same figures.
  const names = Object.keys(runs[0] ?? {}) as Name[]
  const figures = names.map((name) => [
    name,
    quantile(
      runs.map((one) => one[name]),
      0.5,
    ),
  ])
  return Object.fromEntries(figures)
}
