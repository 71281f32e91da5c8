import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'

/** How much of an error's text is kept. */
const MAX_ERROR = 2_000

/**
 * Runs an operator's command in a process of low priority, with this process's environment, until it ends or the signal
 * ends it.
 * @throws {Error} with its last lines, if it fails
 */
export async function runCommandProcess(root: string, args: readonly string[], signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [join(root, 'src/cli/main.ts'), ...args], {
    cwd: root,
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
    const [code] = await once(child, 'close')
    if (code !== 0 && !signal.aborted) throw new Error(errors.trim() || `The command ended with ${code}.`)
  } finally {
    signal.removeEventListener('abort', stop)
  }
}
