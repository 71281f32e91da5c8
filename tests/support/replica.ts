import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { appendFileSync, chownSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '#platform/db/connection.server.ts'
import { embeddedPostgres, unprivileged } from './external-postgres.ts'
import { freePort } from './processes.ts'
import { runOnServer } from './test-server.ts'
import { until } from './until.ts'

/** A PostgreSQL that takes writes and one that follows it by streaming, on loopback. */
export interface ReplicatedPostgres {
  writer: Connection & { connectionString: string }
  replica: Connection & { connectionString: string }
  /** Stops or goes on with what the replica replays; what arrives waits. */
  pause(): Promise<void>
  resume(): Promise<void>
  stopReplica(): Promise<void>
  startReplica(): Promise<void>
  /** A replica that was stopped takes the writes. The former writer goes on as a standby that follows nobody, with all that it wrote alone. */
  changePlaces(): Promise<void>
  close(): Promise<void>
}

/** Starts both, of the PostgreSQL that the shop brings: the replica begins as a copy of the writer's folder. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const { bin } = embeddedPostgres()
  const user = unprivileged()
  const home = mkdtempSync(join(tmpdir(), 'shop-replica-'))
  const [data, copy] = [join(home, 'writer'), join(home, 'replica')]
  mkdirSync(data, { mode: 0o700 })
  if ('uid' in user) for (const path of [home, data]) chownSync(path, user.uid, user.gid)
  const make = ['-D', data, '-U', 'shop', '--auth=trust', '--encoding=UTF8', '--locale=C', '--no-sync']
  execFileSync(join(bin, 'initdb'), make, { stdio: 'ignore', cwd: home, ...user })
  cpSync(data, copy, { recursive: true, preserveTimestamps: true })
  const [port, replicaPort] = [await freePort(), await freePort()]
  const connectionOf = (at: number) => ({ connectionString: `postgres://shop@127.0.0.1:${at}/postgres` })
  const [writer, replica] = [connectionOf(port), connectionOf(replicaPort)]
  writeFileSync(join(copy, 'standby.signal'), '')
  appendFileSync(join(copy, 'postgresql.auto.conf'), `primary_conninfo = 'host=127.0.0.1 port=${port} user=shop'\n`)
  if ('uid' in user) execFileSync('chown', ['-R', `${user.uid}:${user.gid}`, copy])
  execFileSync('chmod', ['700', copy])

  async function start(folder: string, at: number): Promise<ChildProcess> {
    const settings = ['fsync=off', `unix_socket_directories=${home}`, 'shared_buffers=32MB']
    const args = ['-D', folder, '-p', String(at), '-h', '127.0.0.1', ...settings.flatMap((one) => ['-c', one])]
    const child = spawn(join(bin, 'postgres'), args, { cwd: home, stdio: 'ignore', ...user })
    await until('PostgreSQL accepts connections', 60_000, () =>
      runOnServer(connectionOf(at), 'select 1').then(() => true),
    )
    return child
  }
  async function stop(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = new Promise((done) => child.once('exit', done))
    child.kill('SIGQUIT')
    await ended
  }

  let first = await start(data, port)
  let second = await start(copy, replicaPort)
  return {
    writer,
    replica,
    pause: () => runOnServer(replica, 'select pg_wal_replay_pause()'),
    resume: () => runOnServer(replica, 'select pg_wal_replay_resume()'),
    stopReplica: () => stop(second),
    async startReplica() {
      second = await start(copy, replicaPort)
    },
    async changePlaces() {
      await stop(first)
      second = await start(copy, replicaPort)
      await runOnServer(replica, 'select pg_promote()')
      writeFileSync(join(data, 'standby.signal'), '')
      first = await start(data, port)
    },
    async close() {
      await stop(second)
      await stop(first)
      rmSync(home, { recursive: true, force: true })
    },
  }
}
