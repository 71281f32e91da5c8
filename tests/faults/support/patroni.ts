import { type ChildProcess, execFileSync, spawnSync } from 'node:child_process'
import { chownSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { unprivileged } from '../../support/external-postgres.ts'
import { runOnServer } from '../../support/test-server.ts'
import { until } from '../../support/until.ts'
import type { FaultContext } from './context.ts'
import { canHaveNetwork, startNetwork } from './own-network.ts'
import { ROOT } from './processes.ts'

const BIN = '/usr/lib/postgresql/15/bin'

/** Three machines, each with etcd, Patroni and PostgreSQL, with deploy/patroni.yml. */
export interface Cluster {
  /** A new database; its address for DATABASE_URL, with all three servers. */
  createDatabase(): Promise<string>
  /** The name of the server that takes writes; null while none does. */
  leader(): Promise<string | null>
  /** The names by their roles. */
  roles(): Promise<{ leader: string; synchronous: string; other: string }>
  /** Whether a server itself says that it takes writes, or only reads. */
  serves(name: string, what: 'writes' | 'reads'): Promise<boolean>
  /** The address of the database on one server. */
  urlOf(name: string): string
  /** Cuts a machine off from both others, and drops their packets; this program still reaches it. */
  cutOff(name: string): void
  /** Lets all packets through again. */
  heal(): void
  /** Changes what Patroni keeps in etcd for all servers. */
  configure(settings: Record<string, unknown>): Promise<void>
  /** Kills a server and its Patroni, as a power cut does; its machine's etcd goes on. */
  kill(name: string): Promise<void>
  /** Starts a killed one again, and waits until it follows. */
  revive(name: string, options?: { isWaitedFor?: boolean }): Promise<void>
  /** PostgreSQL alone stops without a word, as with a disk that hangs; or goes on. */
  hang(name: string, isHanging: boolean): void
  killEtcd(name: string): void
  startEtcd(name: string): void
  /** The name of the machine whose etcd decides. */
  etcdLeader(): Promise<string>
  /** Lets another server take the writes, as before maintenance. Returns its name. */
  switchOver(): Promise<string>
  /** Waits until one server takes writes, both others follow it, and one of them synchronously. */
  untilWhole(): Promise<void>
}

interface Node {
  name: string
  address: string
  folder: string
  patroni: ChildProcess | null
  etcd: ChildProcess | null
}

interface Member {
  name: string
  role: string
  state: string
}

const PROGRAMS = ['patroni', 'etcd', 'unshare', 'nsenter', 'ip']

/** What is missing for these faults; null if nothing is. */
export function missingForPatroni(): string | null {
  const isThere = (program: string) => !spawnSync(program, ['-V']).error
  if (!existsSync(`${BIN}/postgres`) || !PROGRAMS.every(isThere)) return 'they are not installed'
  return canHaveNetwork() ? null : 'this user may not have a network of their own'
}

/** The addresses of deploy/patroni.yml. */
const ADDRESSES = ['10.0.0.11', '10.0.0.12', '10.0.0.13']
const PASSWORD = 'CHANGE-ME-1'

/** Starts three machines with etcd and a server each, in this program's own network. */
export async function startCluster(context: FaultContext): Promise<Cluster> {
  const user = unprivileged()
  const folder = await context.folder('patroni')
  const network = await startNetwork(context, ADDRESSES)
  const nodes = ADDRESSES.map((address, index): Node => {
    const name = `db${index + 1}`
    const home = join(folder, name)
    mkdirSync(home, { mode: 0o700 })
    if ('uid' in user) chownSync(home, user.uid, user.gid)
    return { name, address, folder: home, patroni: null, etcd: null }
  })
  const nodeOf = (name: string): Node => {
    const node = nodes.find((one) => one.name === name)
    if (!node) throw new Error(`There is no server ${name}.`)
    return node
  }
  const peers = nodes.map(({ name, address }) => `${name}=http://${address}:2380`).join(',')

  function run({ address, folder: home }: Node, command: readonly string[]): ChildProcess {
    const env = { PATH: process.env.PATH, HOME: home, PGPASSFILE: join(home, '.pgpass') }
    const child = network.spawn(address, command, { cwd: home, stdio: 'ignore', env, ...user })
    context.own(child)
    return child
  }

  function startEtcd(node: Node): void {
    const [client, peer] = [`http://${node.address}:2379`, `http://${node.address}:2380`]
    const words = [
      ...['--name', node.name, '--data-dir', join(node.folder, 'etcd'), '--initial-cluster', peers],
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--enable-v2', '--unsafe-no-fsync'],
    ]
    node.etcd = run(node, ['etcd', ...words])
  }

  async function start(node: Node): Promise<void> {
    const template = await readFile(join(ROOT, 'deploy/patroni.yml'), 'utf8')
    const config = template
      .replace('name: db1', `name: ${node.name}`)
      .replaceAll(/10\.0\.0\.11(?=:8008|:5432)/g, node.address)
      // The tests' own: a socket that they may write, and no waiting for a disk that others use.
      .replace(
        /data_dir: .*/,
        `data_dir: ${join(node.folder, 'data')}
  parameters:
    fsync: "off"
    unix_socket_directories: ${node.folder}`,
      )
    const path = join(node.folder, 'patroni.yml')
    await writeFile(path, config)
    node.patroni = run(node, ['/usr/bin/patroni', path])
  }

  /** Patroni starts PostgreSQL apart from itself. */
  function signalPostgres({ folder: home }: Node, signal: NodeJS.Signals): void {
    const file = join(home, 'data/postmaster.pid')
    if (!existsSync(file)) return
    const pid = Number(readFileSync(file, 'utf8').split('\n')[0])
    const children = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .stdout.split('\n')
      .filter(Boolean)
    for (const one of [pid, ...children.map(Number)])
      try {
        process.kill(one, signal)
      } catch {}
  }

  function killNode(node: Node): void {
    node.patroni?.kill('SIGKILL')
    node.patroni = null
    signalPostgres(node, 'SIGKILL')
  }

  context.defer(async () => {
    for (const node of nodes) killNode(node)
  })

  /** Asks a Patroni; null without a response. */
  const ask = async ({ address, patroni }: Node, path: string) =>
    patroni && (await fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(2000) }).catch(() => null))

  async function members(): Promise<Member[]> {
    for (const node of nodes) {
      const response = await ask(node, '/cluster')
      if (!response?.ok) continue
      // Safe cast: Patroni's documented answer.
      return ((await response.json()) as { members: Member[] }).members
    }
    return []
  }

  /** Asked of the servers themselves: what Patroni knows may be some seconds old. */
  async function leader(): Promise<string | null> {
    for (const node of nodes) if ((await ask(node, '/primary'))?.ok) return node.name
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

  async function configure(settings: Record<string, unknown>): Promise<void> {
    const body = JSON.stringify(settings)
    const response = await fetch(`http://${ADDRESSES[0]}:8008/config`, { method: 'PATCH', body })
    if (!response.ok) throw new Error(`Patroni: ${response.status} ${await response.text()}`)
  }

  for (const node of nodes) startEtcd(node)
  await until('etcd responds', 20_000, async () =>
    (await Promise.all(nodes.map(({ address }) => fetch(`http://${address}:2379/health`)))).every(({ ok }) => ok),
  )
  for (const node of nodes) await start(node)
  await untilWhole()
  const urlAt = (hosts: string) => `postgres://postgres:${PASSWORD}@${hosts}/shop`
  return {
    heal: network.heal,
    leader,
    untilWhole,
    configure,
    async serves(name, what) {
      const isSo = `pg_is_in_recovery() = ${what === 'reads'}`
      // An error if it isn't so.
      const asked = runOnServer({ connectionString: urlAt(nodeOf(name).address) }, `select 1 / (${isSo})::int`)
      return asked.then(
        () => true,
        () => false,
      )
    },
    urlOf: (name) => urlAt(nodeOf(name).address),
    async createDatabase() {
      const { address } = nodeOf((await leader()) ?? '')
      const connectionString = `postgres://postgres:${PASSWORD}@${address}/postgres`
      await runOnServer({ connectionString }, 'create database shop')
      return urlAt(ADDRESSES.join(','))
    },
    async roles() {
      const found = await members()
      const first = (await leader()) ?? ''
      const synchronous = found.find(({ role }) => role === 'sync_standby')?.name ?? ''
      const other = found.find(({ name }) => name !== first && name !== synchronous)?.name ?? ''
      return { leader: first, synchronous, other }
    },
    cutOff(name) {
      const { address } = nodeOf(name)
      for (const one of ADDRESSES) if (one !== address) network.cut(address, one)
    },
    async kill(name) {
      killNode(nodeOf(name))
    },
    async revive(name, { isWaitedFor = true } = {}) {
      await start(nodeOf(name))
      if (isWaitedFor) await untilWhole()
    },
    hang: (name, isHanging) => signalPostgres(nodeOf(name), isHanging ? 'SIGSTOP' : 'SIGCONT'),
    killEtcd(name) {
      nodeOf(name).etcd?.kill('SIGKILL')
    },
    startEtcd: (name) => startEtcd(nodeOf(name)),
    async etcdLeader() {
      for (const { name, address } of nodes) {
        const asked = { method: 'POST', body: '{}' }
        const response = await fetch(`http://${address}:2379/v3/maintenance/status`, asked).catch(() => null)
        // Safe cast: etcd's documented answer.
        const status = (await response?.json()) as { leader: string; header: { member_id: string } } | undefined
        if (status && status.leader === status.header.member_id) return name
      }
      throw new Error('no etcd leads')
    },
    async switchOver() {
      const from = (await leader()) ?? ''
      const candidate = (await members()).find(({ role }) => role === 'sync_standby')?.name
      const response = await fetch(`http://${nodeOf(from).address}:8008/switchover`, {
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
