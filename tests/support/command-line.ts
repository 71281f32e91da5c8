import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { endProcess } from './processes.ts'

export interface CommandResult {
  code: number
  out: string
  errors: string
}

/** The operator's command line on one shop. */
export interface CommandLine {
  run(args: readonly string[]): Promise<CommandResult>
  stop(): Promise<void>
}

const root = join(import.meta.dirname, '../..')

/**
 * Opens the operator's command line: one process for all commands, since to start one for each takes half a second of
 * processor time. What a start itself does is tested in src/cli.
 * @param env all environment variables of the commands
 */
export function openCommandLine(env: NodeJS.ProcessEnv): CommandLine {
  let child: ReturnType<typeof fork> | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function send(args: readonly string[]): Promise<CommandResult> {
    child ??= fork(join(import.meta.dirname, 'command-process.ts'), {
      cwd: root,
      env,
      execPath: process.execPath,
      execArgv: [],
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    })
    const ended = new AbortController()
    const result = once(child, 'message', { signal: ended.signal })
    const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
      throw new Error(`shop ${args.join(' ')}: the process of the commands ended`)
    })
    child.send(args)
    try {
      const [message] = await Promise.race([result, exit])
      return message
    } finally {
      ended.abort()
    }
  }

  return {
    run(args) {
      const result = last.then(() => send(args))
      last = result.catch(() => {})
      return result
    },
    stop: async () => (child ? endProcess(child) : undefined),
  }
}
