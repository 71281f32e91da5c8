import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** A process and the one that started it. */
type Link = { pid: number; parent: number; name: string }

const SHELLS = /(?:^|\/)-?(?:sh|dash|bash|ash|zsh|ksh|busybox)$/

function look(pid: number): Link | undefined {
  try {
    if (process.platform === 'linux') {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const end = stat.lastIndexOf(')')
      return { pid, parent: Number(stat.slice(end + 2).split(' ')[1]), name: stat.slice(stat.indexOf('(') + 1, end) }
    }
    const [parent, name] = execFileSync('ps', ['-o', 'ppid=,comm=', '-p', String(pid)], { encoding: 'utf8' })
      .trim()
      .split(/\s+/, 2)
    return { pid, parent: Number(parent), name: name ?? '' }
  } catch {
    return undefined
  }
}

/** npm starts scripts by way of a shell, which some shells leave in between: npm is the first that is none. */
function shellsUpToNpm(): Link[] {
  const shells: Link[] = []
  let next = look(process.ppid)
  while (next && SHELLS.test(next.name) && shells.length < 4) {
    shells.push(next)
    next = look(next.parent)
  }
  return shells
}

const isFromNpm = process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32'
// Taken when the program begins: whoever is gone by the time that somebody watches was there now.
const parent = process.ppid
const shells = isFromNpm ? shellsUpToNpm() : []

/**
 * Calls `onGone` once when the npm that started this process is gone, however it went: a killed one can't say so, and
 * no server may outlive it. Does nothing for a process that a shell, systemd or a container started itself.
 */
export function watchParents(onGone: () => void): void {
  if (process.connected) process.once('disconnect', onGone)
  if (!isFromNpm) return
  const timer = setInterval(() => {
    if (process.ppid === parent && shells.every(({ pid, parent: above }) => look(pid)?.parent === above)) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
}
