import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'

type StopOptions = {
  /** The process ends after this many milliseconds, even if something is still running. */
  deadlineMs: number
  log: Pick<Logger, 'info' | 'warn' | 'fatal'>
}

/** The parent script starts a shop that ends with this code again (scripts/run-with-node.mjs). */
const RESTART_CODE = 75

export interface RunningStop {
  /** Runs the steps, then starts the same program again with the same process id, or through the script that started it. */
  restart(): void
}

/** Reserved for each following step, so that a hanging step doesn't use up their time. */
const MIN_STEP_MS = 1_000

// Read at start, because npm may have ended before the first check.
const parent = process.ppid

/**
 * Graceful shutdown: SIGTERM, SIGINT, SIGHUP and the end of the npm that started this process run `steps` one after the
 * other and end the process with 0; an uncaught error does the same with 1. A failing or late step is logged, and the
 * next one still runs. Further signals are ignored: Ctrl-C arrives both directly and from npm.
 */
export function stopInOrder(steps: readonly (() => Promise<unknown>)[], options: StopOptions): RunningStop {
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
    void runSteps(steps, options).then(() => process.exit())
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (!isStopping) log.info({ signal }, 'stopping')
      stop(0)
    })
  }
  onParentExit(() => stop(0))
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, event)
      stop(1)
    })
  }
  // A closed terminal mustn't make the shutdown fail.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return {
    restart() {
      if (isStopping) return
      log.info('starting again')
      isStopping = true
      setTimeout(startAgain, deadlineMs + 250)
      void runSteps(steps, options).then(startAgain)
    },
  }
}

function startAgain(): void {
  if (process.connected || process.execve === undefined || process.platform === 'win32') process.exit(RESTART_CODE)
  process.execve(process.execPath, [process.execPath, ...process.execArgv, ...process.argv.slice(1)], process.env)
}

/**
 * A killed npm can't forward a signal, and no server may outlive it. Then the IPC channel to a parent script closes, or
 * the parent process id changes. A shell, systemd or a container as the parent isn't watched.
 */
function onParentExit(onExit: () => void): void {
  if (process.connected) process.once('disconnect', onExit)
  if (process.env.npm_lifecycle_event === undefined || process.platform === 'win32') return
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    onExit()
  }, 500)
  timer.unref()
}

async function runSteps(steps: readonly (() => Promise<unknown>)[], { deadlineMs, log }: StopOptions): Promise<void> {
  const end = performance.now() + deadlineMs
  for (const [index, step] of steps.entries()) {
    const timeoutMs = Math.max(MIN_STEP_MS, end - performance.now() - MIN_STEP_MS * (steps.length - index - 1))
    const late = Symbol('late')
    try {
      const outcome = await Promise.race([step(), sleep(timeoutMs, late, { ref: false })])
      if (outcome === late) log.warn({ step: index, timeoutMs }, 'a shutdown step timed out')
    } catch (error) {
      log.warn({ step: index, err: error }, 'a shutdown step failed')
    }
  }
}
