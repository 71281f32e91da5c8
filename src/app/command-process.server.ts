import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

/** How much of an error's text is kept. */
const MAX_ERROR = 2_000

/**
 * Runs an operator's command in a process of low priority, until it ends or the signal ends it.
 * @param env its environment, by default that of this process
 * @throws {Error} with its last lines, if it fails
 */
export async function runCommandProcess(
  root: string,
  args: readonly string[],
  { signal, env = process.env }: { signal: AbortSignal; env?: NodeJS.ProcessEnv },
): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'src/cli/main.ts'), ...args], {
    cwd: root,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const stop = () => void child.kill()
  signal.addEventListener('abort', stop, { once: true })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-MAX_ERROR)
  })
  try {
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
    const [code, killedBy] = await once(child, 'close')
    if (code !== 0 && !signal.aborted) throw new Error(errors.trim() || `The command ended with ${code ?? killedBy}.`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
