import { randomBytes } from 'node:crypto'
import {
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
import { connect } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { makeDataDir } from '#platform/config/data-dir.server.ts'
import { ConfigError } from '#platform/config.server.ts'
import { type ClusterPlace, clearDrafts, settlePlace } from './cluster-place.server.ts'
import { claimDataDir, isLiving, type Owner, readOwner } from './owner-lock.server.ts'
import { chooseMaker, giveTo } from './postgres-user.server.ts'
import { endOrphan, type Postmaster, readPostmasterFile, runProgram, startPostmaster } from './postmaster.server.ts'

/** How to reach the embedded database, as options of `pg`: a private socket, no password. */
export type EmbeddedConnection = { host: string; port: number; user: string; database: string }

export type EmbeddedDatabase = {
  connection: EmbeddedConnection
  /** Ends the server in order and gives the data folder back. Twice is the same as once. */
  stop(): Promise<void>
  /** One line for the operator, when something lies elsewhere than expected. */
  note?: string
}

export type EmbeddedOptions = {
  /** An absolute path; made when it is missing. */
  dataDir: string
  /** Takes one line for the operator. */
  log: (line: string) => void
  /** `command` for an operator's command, for which a shop waits a while. */
  kind?: Owner['kind']
  /** Further settings of PostgreSQL, for tests. */
  settings?: Readonly<Record<string, string>>
}

const SUPERUSER = 'postgres'
const SHOP = 'shop'
const COMMAND_PATIENCE_MS = 20_000

/**
 * Starts the shop's own PostgreSQL in `dataDir`, making the cluster on first use. The folder belongs to this process
 * alone until `stop`. A server that dies is started again.
 * @throws {DataDirBusyError} when another living process has the folder
 * @throws {ConfigError} with one clear line, when the folder or this machine cannot hold a database
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { dataDir, log, kind = 'shop' } = options
  makeDataDir(dataDir)
  const claim = { kind, log, answers: () => answers(dataDir), patienceMs: kind === 'shop' ? COMMAND_PATIENCE_MS : 0 }
  const releases = new Map<string, () => void>()
  const own = async (folder: string) => {
    const real = realpathSync(folder)
    if (!releases.has(real)) releases.set(real, await claimDataDir({ ...claim, dataDir: real }))
  }
  const release = () => {
    for (const giveBack of releases.values()) giveBack()
    releases.clear()
  }
  try {
    await own(dataDir)
    const found = join(dataDir, 'postgres')
    // A copied data folder may lead to the same database elsewhere: that has one owner too.
    if (existsSync(found)) await own(dirname(realpathSync(found)))
    if (await endOrphan(found)) log('A database server left over from a killed shop was stopped.')
    const place = settlePlace(dataDir)
    await own(dirname(place.cluster))
    clearDrafts(place.cluster)
    if (!existsSync(join(place.cluster, 'PG_VERSION'))) await makeCluster(place, options.settings?.fsync !== 'off')
    const stopServer = await keepRunning(place, options)
    const connection = { host: place.socketDir, port: 5432, user: SHOP, database: SHOP }
    await ensureDatabase(connection).catch(async (error) => {
      await stopServer()
      throw error
    })
    const stop = async () => {
      await stopServer()
      if (dirname(place.socketDir) !== dirname(place.cluster)) rmSync(place.socketDir, { recursive: true, force: true })
      release()
    }
    return place.note === undefined ? { connection, stop } : { connection, stop, note: place.note }
  } catch (error) {
    release()
    throw error
  }
}

/**
 * Gives an operator's command the database: that of the shop running on `dataDir` when there is one, else an own
 * server for as long as the command runs. `stop` lets other commands finish that came in meanwhile.
 */
export async function attachEmbedded(options: Omit<EmbeddedOptions, 'kind'>): Promise<EmbeddedDatabase> {
  const { dataDir } = options
  const until = performance.now() + 30_000
  for (;;) {
    const owner = existsSync(dataDir) ? readOwner(dataDir) : null
    if (!owner || !(await isLiving(owner, { answers: () => answers(dataDir) }))) {
      const own = await startEmbedded({ ...options, kind: 'command' }).catch((error) => {
        if (performance.now() > until || error?.name !== 'DataDirBusyError') throw error
        return null
      })
      if (own) return { ...own, stop: () => lastOneOut(own) }
    } else if (await answers(dataDir)) {
      const file = readPostmasterFile(join(dataDir, 'postgres'))
      if (file?.isReady) {
        return {
          connection: { host: file.socketDir, port: file.port, user: SHOP, database: SHOP },
          stop: async () => {},
        }
      }
    }
    if (performance.now() > until)
      throw new ConfigError(`DATA_DIR: the shop with process id ${owner?.pid} does not open its database.`)
    await sleep(50)
  }
}

/** Stops a command's server once the other commands that attached to it are through (at most a minute). */
async function lastOneOut(own: EmbeddedDatabase): Promise<void> {
  const until = performance.now() + 60_000
  while (performance.now() < until && (await countClients(own.connection)) > 0) await sleep(100)
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

/** Whether a server answers on the socket that the cluster's pid file names; works across containers. */
async function answers(dataDir: string): Promise<boolean> {
  const file = readPostmasterFile(join(dataDir, 'postgres'))
  if (!file) return false
  return new Promise((resolve) => {
    const socket = connect(join(file.socketDir, `.s.PGSQL.${file.port}`))
    const settle = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket
      .setTimeout(1_000, () => settle(false))
      .once('connect', () => settle(true))
      .once('error', () => settle(false))
  })
}

/** Makes the cluster beside its place and moves it there when it is whole: a first start cut short leaves a draft. */
async function makeCluster({ cluster, files, user }: ClusterPlace, isSafe: boolean): Promise<void> {
  const draft = `${cluster}.new-${randomBytes(4).toString('hex')}`
  mkdirSync(draft, { mode: 0o700 })
  const maker = user && chooseMaker(user)
  if (maker) lchownSync(draft, maker.uid, maker.gid)
  const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
  const access = [`--username=${SUPERUSER}`, '--auth-local=trust', '--auth-host=reject']
  const haste = isSafe ? [] : ['--no-sync']
  await runProgram(files.initdb, ['-D', draft, ...locale, ...access, ...haste, '--no-instructions'], {
    cwd: dirname(cluster),
    ...maker,
  })
  if (user) giveTo(user, draft)
  renameSync(draft, cluster)
  const parent = openSync(dirname(cluster), 'r')
  fsyncSync(parent)
  closeSync(parent)
}

/** Starts the server and, whenever it dies unasked, starts it again. Gives the function that ends both. */
async function keepRunning(place: ClusterPlace, { log, settings }: EmbeddedOptions): Promise<() => Promise<void>> {
  const { user, cluster } = place
  if (user && statSync(cluster).uid !== user.uid) giveTo(user, cluster)
  let server: Postmaster = await startPostmaster(place, settings)
  let isStopping = false
  const watch = async () => {
    await server.ended
    for (let pauseMs = 100; !isStopping; pauseMs = Math.min(pauseMs * 2, 5_000)) {
      log('The database server ended unexpectedly; starting it again.')
      await sleep(pauseMs)
      try {
        await endOrphan(cluster)
        if (isStopping) return
        server = await startPostmaster(place, settings)
        return void watch()
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
      }
    }
  }
  void watch()
  return async () => {
    isStopping = true
    await server.stop()
  }
}

/** The shop's own role, which is no superuser, and its database: made once, looked for at every start. */
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
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}
