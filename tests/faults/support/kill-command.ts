import { setTimeout as sleep } from 'node:timers/promises'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'
import { runNode } from './processes.ts'

/** Runs a command and kills it after some time, counted from when `begun` is true. @returns whether it was killed before its end */
export async function killAfter(
  context: FaultContext,
  env: Record<string, string>,
  words: readonly string[],
  { begun, ms }: { begun: (() => Promise<boolean>) | null; ms: number },
): Promise<boolean> {
  const running = runNode(context, 'src/cli/main.ts', env, [], words)
  if (begun) await until('the command has begun', 60_000, async () => !running.isAlive() || (await begun()))
  await Promise.race([sleep(ms), running.ended])
  running.child.kill('SIGKILL')
  return (await running.ended).signal === 'SIGKILL'
}

/** Runs something, and says how long it took. */
export async function timed<T>(run: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const from = performance.now()
  const result = await run()
  return { result, ms: performance.now() - from }
}

/** Every other kill is at any moment of a command, the others are shortly after its work has begun. */
export const moment = (wholeMs: number, index: number, begun: () => Promise<boolean>) =>
  index % 2 === 0 ? { begun: null, ms: Math.random() * wholeMs } : { begun, ms: Math.random() * SHORTLY_MS }
const SHORTLY_MS = 800

/** The first problems, at the end of what was measured. */
export const describe = (problems: readonly string[]) =>
  problems.length > 0 ? `; ${problems.slice(0, 3).join('; ')}` : ''
