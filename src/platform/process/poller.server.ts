import type { Logger } from 'pino'
import { isUnavailable } from '../db/failures.server.ts'

/** Background work that is done again and again. */
export interface Poller {
  /** Runs `onStart`, and from its end on a round `everyMs` after the end of the one before. */
  start(): void
  /** Waits for the round that is running; none follows. */
  stop(): Promise<void>
  /** Whether `stop` was called, for rounds that end early then. */
  isStopped(): boolean
}

interface PollerOptions {
  log: Logger
  /** Names the poller in the log. */
  name: string
  everyMs: number
  /** One round. A failure is logged, and the next round comes as usual. */
  tick: () => Promise<unknown>
  /** Runs once before the first round, which comes even if this fails. */
  onStart?: () => Promise<unknown>
}

/** Runs a job and logs its failure, so that other jobs go on. */
export async function attempt(log: Logger, job: string, run: () => Promise<unknown>): Promise<void> {
  try {
    await run()
  } catch (error) {
    if (isUnavailable(error)) log.warn({ job }, 'jobs: the database did not respond')
    else log.error({ err: error, job }, 'jobs: failed')
  }
}

export function createPoller({ log, name, everyMs, tick, onStart = async () => undefined }: PollerOptions): Poller {
  let stopped = false
  let started = false
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> = Promise.resolve()

  function run(job: string, work: () => Promise<unknown>): void {
    running = attempt(log, job, work).then(() => {
      if (!stopped) timer = setTimeout(run, everyMs, name, tick).unref()
    })
  }

  return {
    start() {
      if (started || stopped) return
      started = true
      run(`${name}: start`, onStart)
    },
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
    isStopped: () => stopped,
  }
}
