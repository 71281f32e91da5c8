import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Keeps a measured program and its load generator on different processors. Otherwise the scheduler moves both back and
 * forth, and that is measured too. Needs two processors and `taskset` (Linux).
 */
export function canPin(): boolean {
  if (process.platform !== 'linux' || availableParallelism() < 2) return false
  try {
    execFileSync('taskset', ['-p', String(process.pid)], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Puts a process with all its threads on the first processor; call only where `canPin`. */
export function pinToFirst(pid: number): void {
  execFileSync('taskset', ['-acp', '0', String(pid)], { stdio: 'ignore' })
}

/** Lets a process with all its threads run everywhere again. */
export function unpin(pid: number): void {
  execFileSync('taskset', ['-acp', `0-${availableParallelism() - 1}`, String(pid)], { stdio: 'ignore' })
}

/** The command line that starts a program on the second processor; call only where `canPin`. */
export function onSecond(command: readonly string[]): [string, ...string[]] {
  return ['taskset', '-c', '1', ...command]
}
