import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Whether a measured program and its load generator can have a processor each, so that they do not compete for one. This
 * needs `taskset` (Linux) and the right to use processors 0 and 1.
 */
export function canPin(): boolean {
  if (process.platform !== 'linux' || availableParallelism() < 2) return false
  try {
    for (const processor of ['0', '1']) execFileSync('taskset', ['-c', processor, 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Puts a process with all its threads on the first processor; call only where `canPin`. */
export function pinToFirst(pid: number): void {
  execFileSync('taskset', ['-acp', '0', String(pid)], { stdio: 'ignore' })
}

/** Lets a process with all its threads run on all processors again. */
export function unpin(pid: number): void {
  execFileSync('taskset', ['-acp', `0-${availableParallelism() - 1}`, String(pid)], { stdio: 'ignore' })
}

/** The command line that starts a program on the second processor; call only where `canPin`. */
export function onSecond(command: readonly string[]): [string, ...string[]] {
  return ['taskset', '-c', '1', ...command]
}
