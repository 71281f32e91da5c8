import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { ConfigError } from '#platform/config.server.ts'
import type { DatabasePaths } from './data-directory.server.ts'
import { majorOf } from './postgres-binaries.server.ts'

/** Lines 1, 4, 5 and 8 of `postmaster.pid`. */
export type PostmasterFile = { pid: number; port: number; socketDir: string; isReady: boolean }

/** A server that this process started. */
export type Postmaster = {
  pid: number
  /** Resolves when the process has ended, for whatever reason. */
  ended: Promise<unknown>
  /** PostgreSQL's fast shutdown: open transactions are rolled back, committed data is on disk. */
  stop(): Promise<void>
}

/** The server's settings, with reasons for those that aren't obvious. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '', // Only the private socket: no network, no password.
  unix_socket_permissions: '0700',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  max_connections: '100',
  shared_buffers: '128MB',
  max_wal_size: '256MB', // Bounds the time of crash recovery.
  jit: 'off', // Compiling costs more than any query of a shop saves.
  max_parallel_workers_per_gather: '0', // Needs shared memory that small containers lack.
  max_parallel_maintenance_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_checkpoints: 'off',
  log_min_messages: 'log', // Above `error`: callers get the errors, whose texts contain personal data.
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
}

/** Settings that older versions don't know, by the major version that brought them. */
const SINCE: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  18: { io_method: 'sync' }, // No extra worker processes for a database that fits in memory.
}

function settingsFor(major: number): Record<string, string> {
  const since = Object.entries(SINCE).filter(([first]) => Number(first) <= major)
  return Object.assign({}, SETTINGS, ...since.map(([, settings]) => settings))
}

/**
 * Runs the server, and shuts it down when the pipe on standard input closes, which happens even when the shop is
 * killed. Signals to the process group (Ctrl-C) are ignored: the shop handles them.
 */
const SUPERVISOR = `trap '' HUP INT TERM
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
const START_TIMEOUT_MS = 60_000

/** Reads a cluster's pid file. Null if no server is running, or it hasn't written the file yet. */
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

/** True if a process is the server of this data directory, and not another one that reuses its id. */
function isServing(pid: number, cluster: string): boolean {
  try {
    if (process.platform === 'linux') return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(cluster)
  } catch {
    return false
  }
}

/**
 * Stops a server that outlived its shop, and removes the pid and socket files of a killed one. Only the owner of the
 * data directory may call this.
 * @returns whether a server was running
 * @throws {ConfigError} if it can't be stopped, or runs in another container
 */
export async function stopOrphan(cluster: string): Promise<boolean> {
  const found = readPostmasterFile(cluster)
  if (!found) return false
  const wasRunning = isServing(found.pid, cluster)
  if (wasRunning && !(await terminate(found.pid, () => isServing(found.pid, cluster)))) {
    throw new ConfigError(`DATA_DIR: its database server (process id ${found.pid}) cannot be stopped.`)
  }
  const socket = join(found.socketDir, `.s.PGSQL.${found.port}`)
  if (!wasRunning && (await accepts(socket))) {
    throw new ConfigError('DATA_DIR: its database server runs in another container; stop that one first.')
  }
  for (const file of [join(cluster, 'postmaster.pid'), socket, `${socket}.lock`]) rmSync(file, { force: true })
  return wasRunning
}

async function accepts(socket: string): Promise<boolean> {
  const client = connect(socket)
  try {
    await once(client, 'connect')
    return true
  } catch {
    return false
  } finally {
    client.destroy()
  }
}

/** Sends PostgreSQL's fast, then its immediate shutdown, then a kill. @returns whether the process has ended */
async function terminate(pid: number, isAlive: () => boolean): Promise<boolean> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 6_000],
    ['SIGQUIT', 2_000],
    ['SIGKILL', 1_000],
  ] as const) {
    try {
      process.kill(pid, signal)
    } catch {
      // It has ended, or belongs to another user.
    }
    const deadline = performance.now() + timeoutMs
    while (isAlive() && performance.now() < deadline) await sleep(10)
    if (!isAlive()) return true
  }
  return false
}

/**
 * Starts the server and waits until it accepts connections.
 * @param extra additional server settings, for tests
 * @throws {Error} with the server's last error message, if it doesn't start
 */
export async function startPostmaster(
  paths: DatabasePaths,
  extra: Readonly<Record<string, string>> = {},
): Promise<Postmaster> {
  const { cluster, socketDir, binaries, user } = paths
  const settings = Object.entries({
    ...settingsFor(majorOf(binaries.version)),
    unix_socket_directories: socketDir,
    ...extra,
  })
  const args = ['-D', cluster, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])]
  const child = spawn('/bin/sh', ['-c', SUPERVISOR, 'sh', binaries.postgres, ...args], {
    cwd: dirname(cluster),
    detached: true,
    env: ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe'],
    ...user,
  })
  const lastError = collectErrors(child)
  // `once` of node:events would reject if /bin/sh can't be started. `waitReady` reports that.
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve))
  const pid = await waitReady(child, cluster, lastError)
  return { pid, ended, stop: () => stopChild(child, pid, ended) }
}

/** Collects the end of standard error. @returns a function that finds the most relevant line in it */
function collectErrors(child: ChildProcess): () => string {
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

async function waitReady(child: ChildProcess, cluster: string, lastError: () => string): Promise<number> {
  const deadline = performance.now() + START_TIMEOUT_MS
  let failure: Error | undefined
  child.once('error', (error) => {
    failure = error
  })
  while (child.exitCode === null && child.signalCode === null && !failure) {
    const found = readPostmasterFile(cluster)
    if (found?.isReady) return found.pid
    if (performance.now() > deadline) {
      child.stdin?.end()
      break
    }
    await sleep(5)
  }
  await sleep(20)
  throw new Error(`The embedded database does not start: ${failure?.message ?? (lastError() || 'it does not respond')}`)
}

async function stopChild(child: ChildProcess, pid: number, ended: Promise<unknown>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.ref()
  child.stdin?.end()
  await terminate(pid, () => child.exitCode === null && child.signalCode === null)
  await ended
}

/**
 * Runs a PostgreSQL program to completion as the given user.
 * @throws {Error} with its last error message
 */
export async function runProgram(
  program: string,
  args: string[],
  options: { cwd: string; uid?: number; gid?: number },
): Promise<void> {
  const child = spawn(program, args, { ...options, env: ENVIRONMENT, stdio: ['ignore', 'ignore', 'pipe'] })
  const lastError = collectErrors(child)
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`The embedded database cannot be created: ${lastError()}`)
}
