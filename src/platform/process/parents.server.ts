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

/**
 * Who stands between us and npm: the script that had to start us in a newer Node (we hold a channel to it), and the
 * shell by way of which npm starts scripts, where it stays.
 */
function linksUpToNpm(): Link[] {
  const links: Link[] = []
  let next = look(process.ppid)
  while (next && links.length < 6 && (SHELLS.test(next.name) || (process.connected && links.length === 0))) {
    links.push(next)
    next = look(next.parent)
  }
  return links
}

const isFromNpm = process.env.npm_lifecycle_event !== undefined && process.platform !== 'win32'
// Taken when the program begins: whoever is gone by the time that somebody watches was there now.
const parent = process.ppid
const links = isFromNpm ? linksUpToNpm() : []

/**
 * Calls `onGone` once when the npm that started this process is gone, however it went: a killed one can't say so, and
 * no server may outlive it. Does nothing for a process that a shell, systemd or a container started itself.
 */
export function watchParents(onGone: () => void): void {
  if (process.connected) process.once('disconnect', onGone)
  if (!isFromNpm) return
  const timer = setInterval(() => {
    if (process.ppid === parent && links.every(({ pid, parent: above }) => look(pid)?.parent === above)) return
    clearInterval(timer)
    onGone()
  }, 500)
  timer.unref()
}
