/**
 * The process of command-line.ts: runs each command that it receives, one at a time, and sends the exit code and what
 * each printed.
 */
import { runCommand } from '../../src/cli/main.ts'

process.on('message', async (args: string[]) => process.send?.(await run(args)))

async function run(args: string[]): Promise<{ code: number; out: string; errors: string }> {
  const printed = { out: '', errors: '' }
  process.stdout.write = (text) => {
    printed.out += text
    return true
  }
  process.stderr.write = (text) => {
    printed.errors += text
    return true
  }
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  process.exitCode = 0
  await runCommand()
  return { code: Number(process.exitCode), ...printed }
}
