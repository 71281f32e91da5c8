import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
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

/** Milliseconds of processor time that these processes have used so far; NaN if the system has no /proc. */
export function processorTime(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const fields = statOf(pid)
    return sum + (Number(fields[11]) + Number(fields[12])) * 10
  }, 0)
}

/** The fields of /proc/PID/stat from the third on (proc(5)). Empty if the file doesn't exist. */
function statOf(pid: number | string): string[] {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
  } catch {
    return []
  }
}

export function childrenOf(parent: number): number[] {
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  return all.filter((pid) => Number(statOf(pid)[1]) === parent).map(Number)
}

export function parentOf(pid: number): number {
  return Number(statOf(pid)[1])
}
