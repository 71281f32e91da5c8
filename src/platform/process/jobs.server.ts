import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isUnavailable } from '../db/failures.server.ts'

/** Background work that is done again and again. It claims its rows, so any number of instances may run it. */
export interface Job<Context> {
  /** Names it in the log. */
  name: string
  /** From the end of a round to the start of the next one, in milliseconds. */
  everyMs: number
  /** Does what is due. A returned number says how much that was; while it isn't 0, `run` is repeated at once. */
  run(context: Context): Promise<unknown>
  /** Runs once before the first round: makes due at once what a fault had postponed while no instance ran. */
  wakeAll?(context: Context): Promise<unknown>
}

export interface Jobs {
  /** Starts a loop for each job; calling it again does nothing. */
  start(): void
  /** Waits at most 5 s for the rounds that are running; none follows. */
  stop(): Promise<void>
  /** Runs one round of each job, one job after the other in the order of the list; for tests. */
  tick(): Promise<void>
}

export const HOUR_MS = 60 * 60 * 1000
const STOP_TIMEOUT_MS = 5000

/** A failure of a job is logged; its next round comes as usual, and other jobs go on. */
export function createJobs<Context extends { log: Logger }>(context: Context, jobs: readonly Job<Context>[]): Jobs {
  const { log } = context
  const stopping = new AbortController()
  const { signal } = stopping
  let loops: Promise<void>[] | undefined

  async function attempt(job: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (isUnavailable(error)) log.warn({ job }, 'jobs: the database did not respond')
      else log.error({ err: error, job }, 'jobs: failed')
    }
  }

  const runRound = (job: Job<Context>) =>
    attempt(job.name, async () => {
      for (let done: unknown = 1; typeof done === 'number' && done > 0 && !signal.aborted; )
        done = await job.run(context)
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
