import type { FaultContext } from './context.ts'
import { runNode } from './processes.ts'

/** What a command printed on both outputs, and its exit code. */
export interface Printed {
  code: number | null
  text: string
}

/** The command line as a person uses it: each command is a process of its own, and is logged with what it printed. */
export function commandLine(context: FaultContext, env: Record<string, string>) {
  /** `npm run shop -- …words`. */
  return async (...words: string[]): Promise<Printed> => {
    const running = runNode(context, 'src/cli/main.ts', env, [], words)
    const { code } = await running.ended
    const text = running.output().trimEnd()
    context.log(`$ shop ${words.map((word) => (/[\s"]/.test(word) ? `'${word}'` : word)).join(' ')}`)
    const lines = words.includes('--json') || words.includes('export') ? [] : text.split('\n')
    for (const line of lines.slice(0, 40)) context.log(`  ${line}`)
    if (lines.length > 40) context.log(`  … ${lines.length - 40} more lines`)
    if (code !== 0) context.log(`  (exit ${code})`)
    return { code, text }
  }
}
