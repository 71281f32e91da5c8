import { execFileSync } from 'node:child_process'
import { readFileSync, readlinkSync } from 'node:fs'

/**
 * A process that can be recognised later: a bare process id is used again after a crash or a restart of the machine,
 * so the moment of birth goes with it.
 */
export type ProcessIdentity = { pid: number; birth: string; realm: string }

/** `elsewhere`: it ran in another container (another table of process ids), so nothing can be said from here. */
export type Liveness = 'alive' | 'dead' | 'elsewhere'

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** One boot of one table of process ids; on other systems than Linux there is just one. */
function readRealm(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? ''
  const table = attempt(() => readlinkSync('/proc/self/ns/pid')) ?? ''
  return `${boot} ${table}`.trim()
}

/** When a living process began, in words only fit for comparing; `undefined`: there is no such process. */
function readBirth(pid: number): string | undefined {
  if (process.platform === 'linux') {
    const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
    // The name in brackets may hold spaces and brackets itself: fields count from the last one. proc_pid_stat(5).
    const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields === undefined || fields[0] === 'Z' || fields[0] === 'X' ? undefined : fields[19]
  }
  if (process.platform === 'win32') return isRunning(pid) ? '' : undefined
  return attempt(() => execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim())
}

/** Whether some process has this id now; one of another user counts. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

/** The identity of this very process. */
export function ownIdentity(): ProcessIdentity {
  return { pid: process.pid, birth: readBirth(process.pid) ?? '', realm: readRealm() }
}

/** Whether the process of an identity that was written down earlier still lives. */
export function livenessOf({ pid, birth, realm }: ProcessIdentity): Liveness {
  const here = readRealm()
  if (realm !== here) return realm.split(' ')[0] === here.split(' ')[0] ? 'elsewhere' : 'dead'
  return readBirth(pid) === birth ? 'alive' : 'dead'
}
