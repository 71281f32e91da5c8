import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUnavailable } from '../db/failures.server.ts'
import { StoreError } from '../files/store-error.ts'
import { type Tracer, tracedAs } from '../telemetry/spans.server.ts'

/** Recurring background work. It claims its rows, so any number of instances may run it. */
export interface Job<Context> {
  /** Its name in the log. */
  name: string
  /** From the end of a round to the start of the next one, in milliseconds. */
  everyMs: number
  /** Does the work that's due. A returned number says how much that was. Unless it's 0, `run` is repeated at once. */
  run(context: Context): Promise<unknown>
  /** Runs once before the first round. Work that a fault postponed while no instance ran becomes due at once. */
  wakeAll?(context: Context): Promise<unknown>
}

export interface Jobs {
  /** Starts a loop for each job. Calling it again does nothing. */
  start(): void
  /** Waits at most 5 s for running rounds. No more are started. */
  stop(): Promise<void>
  /** Runs one round of each job, one at a time in the order of the list. For tests. */
  tick(): Promise<void>
}

export const HOUR_MS = 60 * 60 * 1000
const STOP_TIMEOUT_MS = 5000

/** A job's failure is logged. Its next round runs as usual, and other jobs continue. */
export function createJobs<Context extends { log: Logger }>(
  context: Context,
  jobs: readonly Job<Context>[],
  tracer?: Tracer,
): Jobs {
  const { log } = context
  const stopping = new AbortController()
  const { signal } = stopping
  let loops: Promise<void>[] | undefined

  async function attempt(job: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (error instanceof StoreError) log.warn({ job, reason: error.code }, `jobs: ${error.message}`)
      else if (isUnavailable(error)) log.warn({ job }, 'jobs: the database did not respond')
      else log.error({ err: error, job }, 'jobs: failed')
    }
  }

  const runRound = (job: Job<Context>) =>
    attempt(job.name, async () => {
      for (let done: unknown = 1; typeof done === 'number' && done > 0 && !signal.aborted; )
        done = await tracedAs(tracer?.start(`job ${job.name}`, { kind: 'job' }), () => job.run(context))
    })

  async function repeat(job: Job<Context>): Promise<void> {
    await attempt(`${job.name}: start`, async () => job.wakeAll?.(context))
    while (!signal.aborted) {
      await runRound(job)
      await sleep(job.everyMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }

  return {
    start() {
      loops ??= jobs.map(repeat)
    },
    async stop() {
      stopping.abort()
      await Promise.race([Promise.all(loops ?? []), sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
    },
    async tick() {
      for (const job of jobs) await runRound(job)
    },
  }
}
