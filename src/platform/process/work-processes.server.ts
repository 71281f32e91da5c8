import { type ChildProcess, fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { bulkhead } from 'cockatiel'

/** What a process is asked for: an exported function, by its module's URL and its name. */
export interface Task {
  module: string
  name: string
  args: unknown[]
}

/** What it sends back. `error`: what the function threw. */
export type Reply = { result: unknown } | { error: string }

/** A task's process was killed: it took too long, or crashed. */
export class WorkKilled extends Error {}

/** Runs work that would keep shoppers waiting in processes of their own. */
export interface WorkProcesses {
  /**
   * Calls an exported function in another process. Arguments and result are copied, as by `structuredClone`.
   * @param module The URL of the function's module.
   * @throws {WorkKilled} if it takes longer than `timeoutMs`, or its process crashes
   * @throws {Error} what the function throws, or if no process can be started
   */
  call<A extends unknown[], R>(
    module: string,
    work: (...args: A) => R,
    args: A,
    options: { timeoutMs: number },
  ): Promise<Awaited<R>>
}

/** How long an unused process waits for its next task: it uses about 60 MB. */
const IDLE_MS = 10_000
/** All of it is less urgent than shoppers' requests. */
const NICE = 10

/** `atOnce` tasks run at once, whoever asks; others wait. The processes get no secrets of the shop. */
export function createWorkProcesses({ atOnce }: { atOnce: number }): WorkProcesses {
  const places = bulkhead(atOnce, Number.POSITIVE_INFINITY)
  /** Processes that wait for a task, with the timers that end them. */
  const idle = new Map<ChildProcess, NodeJS.Timeout>()

  async function run(task: Task, timeoutMs: number): Promise<Reply> {
    const child = takeIdle() ?? start()
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    const reply = nextReply(child)
    child.send(task)
    const result = await reply.finally(() => clearTimeout(timer))
    if (child.connected && child.exitCode === null && child.signalCode === null) rest(child)
    return result
  }

  function start(): ChildProcess {
    const child = fork(join(import.meta.dirname, 'work-process.ts'), {
      env: {},
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    child.on('error', () => {}).on('exit', () => idle.delete(child))
    try {
      if (child.pid) setPriority(child.pid, NICE)
    } catch {
      // It ended already, or the system doesn't allow it.
    }
    return child
  }

  function takeIdle(): ChildProcess | undefined {
    for (const [child, timer] of idle) {
      clearTimeout(timer)
      idle.delete(child)
      child.ref()
      child.channel?.ref()
      return child
    }
    return undefined
  }

  /** Keeps a process for the next task, without keeping this one alive. */
  function rest(child: ChildProcess): void {
    child.unref()
    child.channel?.unref()
    const end = () => {
      idle.delete(child)
      child.kill()
    }
    idle.set(child, setTimeout(end, IDLE_MS).unref())
  }

  return {
    async call<A extends unknown[], R>(
      module: string,
      work: (...args: A) => R,
      args: A,
      { timeoutMs }: { timeoutMs: number },
    ): Promise<Awaited<R>> {
      const reply = await places.execute(() => run({ module, name: work.name, args }, timeoutMs))
      if ('error' in reply) throw new Error(`${work.name} failed: ${reply.error}`)
      // Safe cast: what the function of that name returned.
      return reply.result as Awaited<R>
    },
  }
}

/** What the process sends next. */
function nextReply(child: ChildProcess): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const onMessage = (reply: Reply) => end(() => resolve(reply))
    const onError = (error: Error) => end(() => reject(error))
    const onExit = (code: number | null, signal: NodeJS.Signals | null) =>
      end(() =>
        reject(signal ? new WorkKilled(`killed by ${signal}`) : new Error(`A work process ended with ${code}.`)),
      )
    const end = (settle: () => void) => {
      child.off('message', onMessage).off('error', onError).off('exit', onExit)
      settle()
    }
    child.on('message', onMessage).on('error', onError).on('exit', onExit)
  })
}
