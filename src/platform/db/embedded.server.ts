import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lchownSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeDataDir } from '#platform/config/data-dir.server.ts'
import { refuseOtherMajor } from './cluster-version.server.ts'
import { changeOwner, type DatabasePaths, initdbUser, preparePaths, removeDrafts } from './data-directory.server.ts'
import { DataDirBusyError, lockDirectory, type Owner } from './directory-lock.server.ts'
import type { PostgresBinaries } from './postgres-binaries.server.ts'
import { type Postmaster, readPostmasterFile, runProgram, startPostmaster, stopOrphan } from './postmaster.server.ts'
import { completeSwitch, removeUpgradeFiles } from './switch-clusters.server.ts'
import { refuseUnfinishedRestore } from './unfinished-restore.server.ts'

/** Options of `pg` for the embedded database: a private socket, no password. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string }

export type EmbeddedDatabase = {
  connection: EmbeddedConnection
  /** Shuts the server down and releases the data directory. Idempotent. */
  stop(): Promise<void>
  /** One line for the operator, if the database or PostgreSQL isn't in its usual folder. */
  note?: string | null
}

export type EmbeddedOptions = {
  /** An absolute path. Created if missing. */
  dataDir: string
  /** Prints one line for the operator. */
  log: (line: string) => void
  /** `command` for an operator's command, which a shop waits for. */
  kind?: Owner['kind']
  /** True for the command that restores a backup into the folder. */
  isRestore?: boolean
  /** For an upgrade: the programs of the database's own version, and locks that outlast the server. */
  binaries?: PostgresBinaries
  locks?: DataDirLocks
  /** Called once the server's process runs: what can be done until it accepts connections. */
  meanwhile?(): void
  /** Extra PostgreSQL settings, for tests and scratch databases. */
  settings?: Readonly<Record<string, string>>
}

/** The locks of a data folder, and of a folder elsewhere that its database is in. */
export interface DataDirLocks {
  lock(folder: string): Promise<void>
  unlock(): void
}

const SUPERUSER = 'postgres'
/** The name of the role and its database. */
const SHOP = 'shop'
/** How long a shop waits for an operator's command that has locked the data directory. */
const WAIT_FOR_COMMAND_MS = 20_000
const ATTACH_TIMEOUT_MS = 30_000
const WAIT_FOR_CLIENTS_MS = 60_000

/**
 * Locks a data folder until `unlock`.
 * @throws {DataDirBusyError} if another process has the lock
 */
export async function lockDataDir(
  dataDir: string,
  { kind = 'shop', log }: Pick<EmbeddedOptions, 'kind' | 'log'>,
): Promise<DataDirLocks> {
  const held = new Map<string, () => void>()
  const locks: DataDirLocks = {
    async lock(folder) {
      const real = realpathSync(folder)
      const waitMs = kind === 'shop' ? WAIT_FOR_COMMAND_MS : 0
      if (!held.has(real)) held.set(real, await lockDirectory(real, { kind, log, waitMs }))
    },
    unlock() {
      for (const release of held.values()) release()
    },
  }
  await locks.lock(dataDir)
  return locks
}

/**
 * Starts the shop's own PostgreSQL in `dataDir`, with `initdb` on first use, and locks the directory until `stop`. A
 * server that dies is restarted.
 * @throws {DataDirBusyError} if another process has the lock
 * @throws {ConfigError} with one clear line, if the directory or this machine can't run a database
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options
  makeDataDir(dataDir)
  const { lock, unlock } = options.locks ? { ...options.locks, unlock: () => {} } : await lockDataDir(dataDir, options)
  try {
    if (!options.isRestore) refuseUnfinishedRestore(dataDir)
    completeSwitch(dataDir, log)
    const link = join(dataDir, 'postgres')
    // A copied data folder may link to the same database elsewhere, which is locked too.
    if (existsSync(link)) await lock(dirname(realpathSync(link)))
    if (await stopOrphan(link)) log('A database server left over from a killed shop was stopped.')
    const paths = preparePaths(dataDir, options.binaries)
    await lock(dirname(paths.cluster))
    removeDrafts(paths.cluster)
    if (!options.binaries) {
      refuseOtherMajor(dataDir)
      await removeUpgradeFiles(dataDir)
    }
    if (!existsSync(join(paths.cluster, 'PG_VERSION'))) await makeCluster(paths, options.settings?.fsync !== 'off')
    const stopServer = await keepRunning(paths, options)
    const connection = { host: paths.socketDir, port: 5432, user: SHOP, database: SHOP }
    await ensureDatabase(connection).catch(async (error) => {
      await stopServer()
      throw error
    })
    const stop = async () => {
      await stopServer()
      if (dirname(paths.socketDir) !== dirname(paths.cluster)) rmSync(paths.socketDir, { recursive: true, force: true })
      unlock()
    }
    return { connection, stop, note: paths.note }
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Connects an operator's command: to the server of the shop running on `dataDir`, or else to its own server for as
 * long as the command runs. `stop` waits for other commands that connected meanwhile.
 */
export async function attachEmbedded(options: Omit<EmbeddedOptions, 'kind'>): Promise<EmbeddedDatabase> {
  const deadline = performance.now() + ATTACH_TIMEOUT_MS
  for (;;) {
    try {
      const own = await startEmbedded({ ...options, kind: 'command' })
      return { ...own, stop: () => stopWhenUnused(own) }
    } catch (error) {
      if (!(error instanceof DataDirBusyError)) throw error
      const running = await connectToRunning(options.dataDir)
      if (running) return running
      if (performance.now() > deadline) throw error
    }
    await sleep(50)
  }
}

/**
 * The running server of a data directory, once it accepts connections. One connection is open until `stop`, so that
 * another command's server waits for this one even while its pool has none.
 */
async function connectToRunning(dataDir: string): Promise<EmbeddedDatabase | null> {
  const file = readPostmasterFile(join(dataDir, 'postgres'))
  if (!file?.isReady) return null
  const connection = { host: file.socketDir, port: file.port, user: SHOP, database: SHOP }
  const client = await openClient(connection).catch(() => null)
  return client && { connection, stop: () => client.end() }
}

/** Stops a command's server once no other command uses it, or after a minute at the latest. */
async function stopWhenUnused(own: EmbeddedDatabase): Promise<void> {
  const deadline = performance.now() + WAIT_FOR_CLIENTS_MS
  while (performance.now() < deadline && (await countClients(own.connection)) > 0) await sleep(100)
  await own.stop()
}

async function countClients(connection: EmbeddedConnection): Promise<number> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query(
      "select count(*)::int as others from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()",
    )
    return Number(rows[0]?.others)
  }).catch(() => 0)
}

/** Runs `initdb` in a draft folder and renames it when complete, so that an interrupted first start does no harm. */
async function makeCluster({ cluster, binaries, user }: DatabasePaths, withSync: boolean): Promise<void> {
  const parent = dirname(cluster)
  const draft = `${cluster}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(draft, { mode: 0o700 })
  const initUser = user && initdbUser(user)
  if (initUser) lchownSync(draft, initUser.uid, initUser.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${SUPERUSER}`, '--auth-local=trust', '--auth-host=reject']
  const sync = withSync ? [] : ['--no-sync']
  const parentMode = statSync(parent).mode & 0o7777
  // A private folder of PostgreSQL's user: `initdb` runs as another user of the same group.
  const isClosed = user && initUser?.uid !== user.uid && statSync(parent).uid === user.uid
  if (isClosed) chmodSync(parent, parentMode | 0o010)
  try {
    await runProgram(binaries.initdb, ['-D', draft, ...locale, ...access, ...sync, '--no-instructions'], {
      cwd: parent,
      ...initUser,
    })
  } finally {
    if (isClosed) chmodSync(parent, parentMode)
  }
  if (user) changeOwner(user, draft)
  renameSync(draft, cluster)
  const descriptor = openSync(parent, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}

/** Starts the server. That of a shop which was killed a moment ago may write its file only after `stopOrphan` looked. */
async function startFirst(paths: DatabasePaths, settings: EmbeddedOptions['settings']): Promise<Postmaster> {
  for (let left = 3; ; left -= 1) {
    try {
      return await startPostmaster(paths, settings)
    } catch (error) {
      const isEarlier = error instanceof Error && /lock file .* already exists/.test(error.message)
      if (!isEarlier || left === 0) throw error
      await stopOrphan(paths.cluster)
    }
  }
}

/** Starts the server, and restarts it whenever it dies. @returns the function that stops it */
async function keepRunning(
  paths: DatabasePaths,
  { log, settings, meanwhile }: EmbeddedOptions,
): Promise<() => Promise<void>> {
  const { user, cluster } = paths
  if (user && statSync(cluster).uid !== user.uid) changeOwner(user, cluster)
  const starting = startFirst(paths, settings)
  meanwhile?.()
  let server: Postmaster = await starting
  const stopping = new AbortController()
  const { signal } = stopping
  const restart = async () => {
    for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, 5_000)) {
      log('The database server ended unexpectedly; restarting it.')
      await sleep(delayMs, undefined, { signal }).catch(() => {})
      try {
        await stopOrphan(cluster)
        if (signal.aborted) return
        server = await startPostmaster(paths, settings)
        return
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  }
  const watch = async () => {
    for (;;) {
      await server.ended
      if (signal.aborted) return
      await restart()
      // The stop began during the restart, and stopped only the old server.
      if (signal.aborted) return server.stop()
    }
  }
  const watching = watch()
  return async () => {
    stopping.abort()
    await server.stop()
    await watching
  }
}

/** Creates the shop's role (not a superuser) and its database if they are missing. */
async function ensureDatabase(connection: EmbeddedConnection): Promise<void> {
  await withClient({ ...connection, user: SUPERUSER, database: 'postgres' }, async (client) => {
    const { rows } = await client.query(
      'select (select count(*) from pg_roles where rolname = $1)::int as roles, (select count(*) from pg_database where datname = $1)::int as databases',
      [SHOP],
    )
    if (rows[0]?.roles === 0) await client.query(`create role ${SHOP} login createdb`)
    if (rows[0]?.databases === 0) await client.query(`create database ${SHOP} owner ${SHOP}`)
  })
}

async function withClient<T>(connection: EmbeddedConnection, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openClient(connection)
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

async function openClient(connection: EmbeddedConnection): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}
