import type { Logger } from 'pino'
import { isUnavailable } from '../db/database.server.ts'

/** Background work that is done again and again. */
export interface Poller {
  /** Starts it: after `everyMs`, and `everyMs` after each round's end. */
  run(): void
  /** Ends it after the current round. */
  stop(): Promise<void>
  isStopped(): boolean
}

/** Runs a job and logs its failure, so that it stops no other one. */
export async function attempt(log: Logger, job: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (isUnavailable(error)) log.warn({ job }, 'jobs: the database did not respond')
    else log.error({ err: error, job }, 'jobs: failed')
  }
}

/** @param start runs once before the first round */
export function createPoller(tick: () => Promise<void>, everyMs: number, start?: () => Promise<void>): Poller {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> = Promise.resolve()

  function schedule(): void {
    if (stopped) return
    timer = setTimeout(() => {
      round = tick().finally(schedule)
    }, everyMs)
    timer.unref()
  }

  return {
    run() {
      if (timer || stopped) return
      if (start) round = start()
      schedule()
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await round
    },
    isStopped: () => stopped,
  }
}
