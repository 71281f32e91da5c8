import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'

/**
 * Which processor does what, where a program is measured and another one asks it: left to itself the system puts both on one
 * processor and takes them apart again, thousands of times a second, and that is what would be measured.
 */

/** Two processors or more, and a system that can give them away one by one (`taskset`, Linux). */
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

/** The words that start a program on the second processor; call only where `canPin`. */
export function onSecond(words: readonly string[]): [string, ...string[]] {
  return ['taskset', '-c', '1', ...words]
}
