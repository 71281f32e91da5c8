import { setTimeout as sleep } from 'node:timers/promises'
import { watchParents } from './parents.server.ts'

/** The part of a logger that an orderly stop needs. */
export type StopLog = {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  fatal(fields: object, message: string): void
}

export type StopOptions = {
  /** After this many milliseconds the process ends whatever is still under way. */
  deadlineMs: number
  log: StopLog
}

/** Kept for each step that is still to come, so that a hanging one cannot cost the others their turn. */
const SHARE_MS = 1_000

/**
 * From now on SIGTERM, SIGINT, SIGHUP and the end of the npm that started us run `steps` one after the other and end
 * the process with 0; so does an error that nobody caught, with 1. A failing or late step is logged, and the next one
 * still has its turn. Told twice, it still stops once: Ctrl-C reaches us both directly and by way of npm.
 */
export function stopInOrder(steps: readonly (() => Promise<unknown>)[], options: StopOptions): void {
  const { log, deadlineMs } = options
  let isStopping = false
  const stop = (exitCode: number) => {
    if (isStopping) {
      process.exitCode ||= exitCode
      return
    }
    isStopping = true
    process.exitCode = exitCode
    setTimeout(() => process.exit(), deadlineMs + 250)
    void takeSteps(steps, options).then(() => process.exit())
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!isStopping) log.info({ signal }, 'stopping')
      stop(0)
    })
  }
  watchParents(() => stop(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      stop(1)
    })
  }
  // A terminal that went away must not turn the stop itself into an error.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
}

async function takeSteps(steps: readonly (() => Promise<unknown>)[], { deadlineMs, log }: StopOptions): Promise<void> {
  const end = performance.now() + deadlineMs
  for (const [index, step] of steps.entries()) {
    const patienceMs = Math.max(SHARE_MS, end - performance.now() - SHARE_MS * (steps.length - index - 1))
    const late = Symbol('late')
    try {
      const outcome = await Promise.race([step(), sleep(patienceMs, late, { ref: false })])
      if (outcome === late) log.warn({ step: index, patienceMs }, 'a step of the stop took too long')
    } catch (error) {
      log.warn({ step: index, err: error }, 'a step of the stop failed')
    }
  }
}
