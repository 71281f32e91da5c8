import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '#platform/config.server.ts'
import { isRunning } from '#platform/process/identity.server.ts'
import type { ClusterPlace } from './cluster-place.server.ts'

/** What `postmaster.pid` says of a running server (its lines 1, 4, 5 and 8). */
export type PostmasterFile = { pid: number; port: number; socketDir: string; isReady: boolean }

/** A server that this process has started. */
export type Postmaster = {
  pid: number
  /** Resolves when it has ended, wanted or not. */
  ended: Promise<unknown>
  /** Ends it in order: open transactions are rolled back, everything acknowledged is on disk. */
  stop(): Promise<void>
}

/** Settings of the server, each with the reason it differs from PostgreSQL's own. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '', // Only the private socket: nobody on the network, no password to keep.
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '256MB', // Bounds the time that recovery after a crash takes.
  jit: 'off', // Compiling costs more than any query of a shop saves.
  io_method: 'sync', // No extra worker processes for a database that fits in memory.
  max_parallel_workers_per_gather: '0', // Needs shared memory that small containers lack.
  max_parallel_maintenance_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  log_min_messages: 'log', // Above `error`: those reach the caller, and their texts hold shoppers' data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/**
 * Runs the server and ends it in order as soon as the pipe on standard input closes, which the system does for a
 * parent that was killed: no server outlives the shop. Signals to the whole group are left to the shop.
 */
const KEEPER = `trap '' HUP INT TERM
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
( read -r _ <&3; kill -INT "$server" ) >/dev/null 2>&1 &
watch=$!
exec 3<&- 2>/dev/null
wait "$server"
code=$?
kill -KILL "$watch"
exit "$code"`

const ENVIRONMENT = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' }
const READY_MS = 60_000
const ORDERLY_MS = 6_000

/** Reads a cluster's pid file; `null`: no server, or one that is only just beginning. */
export function readPostmasterFile(cluster: string): PostmasterFile | null {
  let lines: string[]
  try {
    lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
  } catch {
    return null
  }
  const pid = Number(lines[0])
  if (!Number.isInteger(pid) || pid === 0) return null
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

/** Whether a process is the server of this very cluster, and not one that got its number later. */
function serves(pid: number, cluster: string): boolean {
  if (!isRunning(pid)) return false
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

/**
 * Ends a server that outlived its shop, and clears away what a killed one left behind. Only the owner of the data
 * folder may call this.
 * @throws {Error} naming the process, when it cannot be ended
 */
export async function endOrphan(cluster: string): Promise<boolean> {
  const found = readPostmasterFile(cluster)
  if (!found) return false
  const wasServing = serves(found.pid, cluster)
  if (wasServing) {
    await end(found.pid, () => serves(found.pid, cluster))
    if (serves(found.pid, cluster)) {
      throw new ConfigError(`DATA_DIR: its database server (process id ${found.pid}) cannot be stopped.`)
    }
  }
  const socket = join(found.socketDir, `.s.PGSQL.${found.port}`)
  for (const file of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`]) rmSync(file, { force: true })
  return wasServing
}

/** Asks a server to end, ever less politely, until `isThere` says that it is gone. */
async function end(pid: number, isThere: () => boolean): Promise<void> {
  for (const [signal, patienceMs] of [
    ['SIGINT', ORDERLY_MS],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      // Gone already, or somebody else's: the caller looks.
    }
    const until = performance.now() + patienceMs
    while (isThere() && performance.now() < until) await sleep(10)
    if (!isThere()) return
  }
}

/**
 * Starts the server and waits until it takes connections.
 * @param extra further server settings, for tests
 * @throws {Error} with the server's own last words, when it does not come up
 */
export async function startPostmaster(
  place: ClusterPlace,
  extra: Readonly<Record<string, string>> = {},
): Promise<Postmaster> {
  const { cluster, socketDir, files, user } = place
  const settings = Object.entries({ ...SETTINGS, unix_socket_directories: socketDir, ...extra })
  const args = ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = spawn('/bin/sh', ['-c', KEEPER, 'sh', files.postgres, ...args], {
    cwd: dirname(cluster),
    detached: true,
    env: ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...user,
  })
  const words = collectWords(child)
  const ended = once(child, 'exit')
  const pid = await waitReady(child, cluster, words)
  return { pid, ended, stop: () => stopChild(child, pid, ended) }
}

/** The last lines of what a child writes on standard error. */
function collectWords(child: ChildProcess): () => string {
  let tail = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4_000)
  })
  child.stdin?.on('error', () => {})
  return () => {
    const lines = tail.trim().split('\n')
    return lines.filter((line) => /FATAL|PANIC|ERROR|rror while|HINT/.test(line)).at(-1) ?? lines.at(-1) ?? ''
  }
}

async function waitReady(child: ChildProcess, cluster: string, words: () => string): Promise<number> {
  const until = performance.now() + READY_MS
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  while (child.exitCode === null && child.signalCode === null && !failure) {
    const found = readPostmasterFile(cluster)
    if (found?.isReady) return found.pid
    if (performance.now() > until) {
      child.stdin?.end()
      break
    }
    await sleep(5)
  }
  await sleep(20)
  throw new Error(`The embedded database does not start: ${failure?.message ?? (words() || 'no answer')}`)
}

async function stopChild(child: ChildProcess, pid: number, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  child.stdin?.end()
  await end(pid, () => child.exitCode === null && child.signalCode === null)
  await ended
}

/**
 * Runs a program of PostgreSQL to its end as the given user.
 * @throws {Error} with its last words
 */
export async function runProgram(
  program: string,
  args: string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<void> {
  const child = spawn(program, args, { ...options, env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] })
  const words = collectWords(child)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The embedded database cannot be made: ${words()}`)
}
