import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { attachEmbedded, type EmbeddedDatabase, startEmbedded } from './embedded.server.ts'
import { readPostmasterFile } from './postmaster.server.ts'

const home = mkdtempSync(join(tmpdir(), 'embedded-'))
// Under root PostgreSQL runs as another user, which needs access.
chmodSync(home, 0o711)
let count = 0
let dataDir = ''
const toStop: EmbeddedDatabase[] = []
const toKill: ChildProcess[] = []
const logged: string[] = []
const log = (line: string): void => void logged.push(line)

beforeEach(() => {
  count += 1
  dataDir = join(home, `data-${count}`)
  logged.length = 0
})

afterEach(async () => {
  for (const child of toKill.splice(0)) child.kill('SIGKILL')
  for (const database of toStop.splice(0)) await database.stop()
})

afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Most tests don't wait for the disk, which is slow on a busy machine. */
const withoutSync = { fsync: 'off' }

async function start(settings: Record<string, string> = withoutSync): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir, log, settings })
  toStop.push(database)
  return database
}

async function query({ connection }: EmbeddedDatabase, text: string): Promise<unknown[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const { rows } = await client.query({ text, rowMode: 'array' })
    return rows.flat()
  } finally {
    await client.end()
  }
}

/** Opens the database in a child process, which can be killed. */
async function startElsewhere(settings: Record<string, string> = withoutSync): Promise<ChildProcess> {
  const program = `
    const { startEmbedded } = await import(${JSON.stringify(new URL('embedded.server.ts', import.meta.url).href)})
    try {
      await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log: () => {}, settings: ${JSON.stringify(settings)} })
      process.stdout.write('open')
      setInterval(() => {}, 1000)
    } catch (error) {
      process.stderr.write(error.name + ' ' + error.message)
      process.exit(1)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'pipe'] })
  toKill.push(child)
  await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])
  return child
}

function serverPid(): number {
  return readPostmasterFile(join(dataDir, 'postgres'))?.pid ?? 0
}

/** True if a process is running. A zombie isn't. */
const isRunning = (pid: number): boolean => existsSync(`/proc/${pid}/cwd`)

test('creates a cluster, keeps its rows after a restart, and shuts down cleanly', { tags: 'C2.3' }, async () => {
  const first = await start({})
  expect(
    await query(first, 'select current_user, usesuper, usecreatedb from pg_user where usename = current_user'),
  ).toEqual(['shop', false, true])
  await query(first, 'create table stored (id integer)')
  await first.stop()
  await first.stop()
  expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  expect(existsSync(join(dataDir, 'owner.json'))).toBe(false)
  const second = await start({})
  expect(await query(second, "select count(*)::int from pg_class where relname = 'stored'")).toEqual([1])
  expect(
    await query(second, "select current_setting('fsync'), current_setting('listen_addresses'), lower('ÄÉ')"),
  ).toEqual(['on', '', 'äé'])
})

test('an interrupted first start does not disturb the next one', async () => {
  mkdirSync(join(dataDir, 'postgres.new-dead'), { recursive: true })
  writeFileSync(join(dataDir, 'postgres.new-dead/PG_VERSION'), '18\n')
  const database = await start()
  expect(await query(database, 'select 1')).toEqual([1])
  expect(existsSync(join(dataDir, 'postgres.new-dead'))).toBe(false)
})

test.runIf(process.geteuid?.() === 0)('a private folder of a user without a name gets a database', async () => {
  mkdirSync(dataDir, { mode: 0o700 })
  chownSync(dataDir, 54_321, 54_321)
  expect(await query(await start(), 'select 1')).toEqual([1])
  expect(statSync(join(dataDir, 'postgres')).uid).toBe(54_321)
  expect(statSync(dataDir).mode & 0o777).toBe(0o700)
})

test('a second shop on the same folder fails with the process id of the first', async () => {
  const child = await startElsewhere()
  await expect(start()).rejects.toThrow(`in use by a running shop with process id ${child.pid}`)
})

test('of several shops that start at once exactly one gets the lock', async () => {
  const children = await Promise.all([1, 2, 3, 4].map(() => startElsewhere()))
  await expect.poll(() => children.filter(({ exitCode }) => exitCode === 1)).toHaveLength(3)
})

test('the lock of a killed process is free, whatever its file contains', async () => {
  await (await start()).stop()
  writeFileSync(join(dataDir, 'owner.json'), '')
  await (await start()).stop()
  writeFileSync(join(dataDir, 'owner.json'), JSON.stringify({ pid: process.pid, kind: 'shop' }))
  expect(await query(await start(), 'select 1')).toEqual([1])
})

test('the database server of a killed shop ends too, and after a restart no commit is lost', async () => {
  const child = await startElsewhere({})
  const client = await attachEmbedded({ dataDir, log })
  await query(client, 'create table stored as select generate_series(1, 1000) as id')
  const pid = serverPid()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await client.stop()
  const again = await start({})
  expect(await query(again, 'select count(*)::int from stored')).toEqual([1000])
  expect(serverPid()).not.toBe(pid)
})

test.runIf(process.platform === 'linux')(
  'a server that outlived even its supervisor is found and stopped before another starts',
  async () => {
    const shop = await startElsewhere()
    const pid = serverPid()
    const supervisor = Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/^PPid:\s+(\d+)$/m)?.[1])
    const children = readFileSync(`/proc/${supervisor}/task/${supervisor}/children`, 'utf8')
      .trim()
      .split(' ')
      .map(Number)
    for (const child of children.filter((one) => one !== pid)) process.kill(child, 'SIGKILL')
    process.kill(supervisor, 'SIGKILL')
    shop.kill('SIGKILL')
    await once(shop, 'exit')
    expect(isRunning(pid)).toBe(true)
    expect(await query(await start(), 'select 1')).toEqual([1])
    expect(logged.join()).toContain('left over from a killed shop')
    expect(isRunning(pid)).toBe(false)
  },
)

test('no second server is started beside one in another container', async () => {
  const server = createServer()
  mkdirSync(join(dataDir, 'postgres'), { recursive: true })
  await once(server.listen(join(dataDir, '.s.PGSQL.5432')), 'listening')
  const file = [process.pid, join(dataDir, 'postgres'), 0, 5432, dataDir, '', '', 'ready']
  writeFileSync(join(dataDir, 'postgres/postmaster.pid'), file.join('\n'))
  await expect(start()).rejects.toThrow('runs in another container')
  server.close()
})

test('a server that dies under a running shop is started again', async () => {
  const database = await start()
  const pid = serverPid()
  process.kill(pid, 'SIGKILL')
  await expect.poll(() => query(database, 'select 1')).toEqual([1])
  expect(serverPid()).not.toBe(pid)
})

test('a stop while a dead server is being started again leaves none running', async () => {
  const database = await start()
  const pid = serverPid()
  process.kill(pid, 'SIGKILL')
  // The new server has written its file and is recovering. It isn't ready yet.
  await expect.poll(() => [0, pid].includes(serverPid()), { interval: 1 }).toBe(false)
  const next = serverPid()
  await database.stop()
  expect(isRunning(next)).toBe(false)
})

test("an operator's command uses the running shop's server, and leaves it running", { tags: 'C4.3' }, async () => {
  const shop = await start()
  const command = await attachEmbedded({ dataDir, log })
  expect(await query(command, 'select 1')).toEqual([1])
  await command.stop()
  expect(await query(shop, 'select 1')).toEqual([1])
})

test("an operator's command without a running shop starts its own server, and a shop waits for it", async () => {
  const command = await attachEmbedded({ dataDir, log, settings: withoutSync })
  toStop.push(command)
  const starting = start()
  await expect.poll(() => logged.join()).toContain(`Waiting for the operator's command with process id ${process.pid}`)
  await command.stop()
  expect(await query(await starting, 'select 1')).toEqual([1])
})

test("a command's server runs on while another command uses it, even one without an open query", async () => {
  const first = await attachEmbedded({ dataDir, log, settings: withoutSync })
  const second = await attachEmbedded({ dataDir, log })
  const stopping = first.stop()
  for (let round = 0; round < 20; round++) expect(await query(second, 'select 1')).toEqual([1])
  await second.stop()
  await stopping
  expect(serverPid()).toBe(0)
})

test('a path too long for a socket gets its socket elsewhere', { tags: 'nightly' }, async () => {
  dataDir = join(dataDir, 'deep'.repeat(30))
  const database = await start()
  expect(database.connection.host.length).toBeLessThan(90)
  expect(await query(database, 'select 1')).toEqual([1])
})

test('several databases can run side by side', { tags: 'nightly' }, async () => {
  const folders = [1, 2, 3].map((number) => join(dataDir, String(number)))
  const opened = await Promise.all(
    folders.map((folder) => startEmbedded({ dataDir: folder, log, settings: withoutSync })),
  )
  toStop.push(...opened)
  for (const database of opened) expect(await query(database, 'select 1')).toEqual([1])
})
