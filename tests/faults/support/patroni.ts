import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unprivileged } from '../../support/external-postgres.ts'
import { freePort } from '../../support/processes.ts'
import { runOnServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'
import { ROOT } from './processes.ts'

const BIN = '/usr/lib/postgresql/15/bin'

/** Three PostgreSQL servers under Patroni, with deploy/patroni.yml. */
export interface Cluster {
  /** A new database; its address for DATABASE_URL, with all three servers. */
  createDatabase(): Promise<string>
  /** The name of the server that takes writes; null while none does. */
  leader(): Promise<string | null>
  /** Kills a server and its Patroni, as a power cut does. */
  kill(name: string): Promise<void>
  /** Starts a killed one again, and waits until it follows. */
  revive(name: string): Promise<void>
  /** Lets another server take the writes, as before maintenance. Returns its name. */
  switchOver(): Promise<string>
  /** Waits until one server takes writes, both others follow it, and one of them synchronously. */
  untilWhole(): Promise<void>
}

interface Node {
  name: string
  port: number
  rest: number
  folder: string
  child: ChildProcess | null
}

interface Member {
  name: string
  role: string
  state: string
}

export const hasPatroni = () =>
  ['patroni', 'etcd'].every((program) => !spawnSync(program, ['--version']).error) && existsSync(`${BIN}/postgres`)

/** Starts etcd and three servers on free ports of loopback. */
export async function startCluster(context: FaultContext): Promise<Cluster> {
  const user = unprivileged()
  const folder = await context.folder('patroni')
  if ('uid' in user) chownSync(folder, user.uid, user.gid)
  const [client, peer] = [await freePort(), await freePort()]
  const etcd = `http://127.0.0.1:${client}`
  const places = ['--listen-client-urls', etcd, '--advertise-client-urls', etcd]
  const peers = [
    '--listen-peer-urls',
    `http://127.0.0.1:${peer}`,
    '--initial-advertise-peer-urls',
    `http://127.0.0.1:${peer}`,
  ]
  const data = ['--data-dir', join(folder, 'etcd'), '--initial-cluster', `default=http://127.0.0.1:${peer}`]
  context.own(spawn('etcd', [...places, ...peers, ...data, '--unsafe-no-fsync'], { stdio: 'ignore', ...user }))
  await until('etcd responds', 20_000, async () => (await fetch(`${etcd}/health`).catch(() => null))?.ok)
  const nodes: Node[] = []
  for (const name of ['db1', 'db2', 'db3']) {
    const home = join(folder, name)
    mkdirSync(home, { mode: 0o700 })
    if ('uid' in user) chownSync(home, user.uid, user.gid)
    nodes.push({ name, port: await freePort(), rest: await freePort(), folder: home, child: null })
  }

  async function start(node: Node): Promise<void> {
    const template = await readFile(join(ROOT, 'deploy/patroni.yml'), 'utf8')
    const config = template
      .replace('name: db1', `name: ${node.name}`)
      .replace(/hosts: .*/, `hosts: 127.0.0.1:${client}`)
      .replaceAll('10.0.0.11:8008', `127.0.0.1:${node.rest}`)
      .replaceAll('10.0.0.11:5432', `127.0.0.1:${node.port}`)
      .replace(/data_dir: .*/, `data_dir: ${join(node.folder, 'data')}`)
      // The tests' own: a socket that they may write, and no waiting for a disk that others use.
      .replace(
        '        max_connections: 200',
        `        max_connections: 200\n        fsync: "off"\n        unix_socket_directories: ${node.folder}`,
      )
    const path = join(node.folder, 'patroni.yml')
    await writeFile(path, config)
    const child = spawn('/usr/bin/patroni', [path], {
      cwd: node.folder,
      stdio: 'ignore',
      env: { PATH: process.env.PATH, HOME: node.folder, PGPASSFILE: join(node.folder, '.pgpass') },
      ...user,
    })
    node.child = child
    context.own(child)
  }

  /** Patroni starts PostgreSQL apart from itself. */
  function killPostgres({ folder: home }: Node): void {
    const file = join(home, 'data/postmaster.pid')
    if (!existsSync(file)) return
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
    for (const one of [pid, ...children.map(Number)])
      try {
        process.kill(one, 'SIGKILL')
      } catch {}
  }

  function killNode(node: Node): void {
    node.child?.kill('SIGKILL')
    node.child = null
    killPostgres(node)
  }

  context.defer(async () => {
    for (const node of nodes) killNode(node)
  })

  async function members(): Promise<Member[]> {
    for (const { rest, child } of nodes) {
      if (!child) continue
      const response = await fetch(`http://127.0.0.1:${rest}/cluster`, { signal: AbortSignal.timeout(2000) }).catch(
        () => null,
      )
      if (!response?.ok) continue
      // Safe cast: Patroni's documented answer.
      return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }

  /** Asked of the servers themselves: what Patroni knows may be some seconds old. */
  async function leader(): Promise<string | null> {
    for (const { name, rest, child } of nodes) {
      const asked =
        child &&
        (await fetch(`http://127.0.0.1:${rest}/primary`, { signal: AbortSignal.timeout(2000) }).catch(() => null))
      if (asked?.ok) return name
    }
    return null
  }

  async function untilWhole(): Promise<void> {
    await until('all three servers follow one', 120_000, async () => {
      const found = await members()
      const follows = ({ role, state }: Member) => /replica|sync_standby/.test(role) && /running|streaming/.test(state)
      return (
        (await leader()) !== null &&
        found.filter(follows).length === 2 &&
        found.some(({ role }) => role === 'sync_standby')
      )
    })
  }

  const nodeOf = (name: string): Node => {
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`There is no server ${name}.`)
    return node
  }

  for (const node of nodes) await start(node)
  await untilWhole()
  const password = 'CHANGE-ME-1'
  const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
  let databases = 0
  return {
    leader,
    untilWhole,
    async createDatabase() {
      databases += 1
      const name = `faults_${databases}`
      const { port } = nodeOf((await leader()) ?? '')
      await runOnServer(
        { connectionString: `postgres://postgres:${password}@127.0.0.1:${port}/postgres` },
        `create database ${name}`,
      )
      return `postgres://postgres:${password}@${hosts}/${name}`
    },
    async kill(name) {
      killNode(nodeOf(name))
    },
    async revive(name) {
      await start(nodeOf(name))
      await untilWhole()
    },
    async switchOver() {
      const from = (await leader()) ?? ''
      const candidate = (await members()).find(({ role }) => role === 'sync_standby')?.name
      const response = await fetch(`http://127.0.0.1:${nodeOf(from).rest}/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: from, candidate }),
        signal: AbortSignal.timeout(60_000),
      })
      if (!response.ok) throw new Error(`Patroni: ${response.status} ${await response.text()}`)
      const now = await until('another server takes the writes', 60_000, async () => {
        const name = await leader()
        return name === from ? null : name
      })
      await untilWhole()
      return now
    },
  }
}

/** The version of Patroni, for reports. */
export const patroniVersion = () => execFileSync('/usr/bin/patroni', ['--version'], { encoding: 'utf8' }).trim()
