import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { cleanEnvironment, endProcess, freePort } from '../support/processes.ts'
import { startShop } from '../support/running-shop.ts'

test('a port that is taken ends the start with one line that names the setting [C2.1 C2.14]', async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((listening) => other.listen(port, '127.0.0.1', listening))
  try {
    await expect(startShop({ settings: { PORT: String(port), DEMO: 'off' } })).rejects.toThrow(
      new RegExp(`\\nPORT: ${port} on 127\\.0\\.0\\.1 cannot be used, another program listens there already; .*\\n$`),
    )
  } finally {
    other.close()
  }
})

test.each([
  [
    { DATABASE_URL: 'postgres://shop:hunter2@127.0.0.1:1/x' },
    'DATABASE_URL: the database at 127.0.0.1:1 cannot be used, nothing listens there.',
  ],
  [
    { HOST: '192.0.2.1', ALLOW_SANDBOX: 'yes', DEMO: 'off' },
    'HOST: 192.0.2.1 cannot be used, this machine has no such address; set an address of',
  ],
  [
    { DATA_DIR: '/dev/null/nope' },
    'DATA_DIR: /dev/null/nope cannot be used, a part of its path is a file; name another',
  ],
])('the setting %j ends the start with one line that names it [C2.1 C2.3 C2.4 C2.14]', async (settings, line) => {
  const lines = await startShop({ settings }).then(
    () => ['it started'],
    (error: Error) => error.message.split('\n'),
  )
  // A folder that PostgreSQL's own user cannot reach is noted first.
  const relevant = lines.filter((one) => !/PostgreSQL cannot access /.test(one))
  expect(relevant).toEqual(['The shop ended at its start:', expect.stringContaining(line), ''])
})

test.runIf(process.platform === 'linux')('a data folder in /proc ends the start with one line, and soon', async () => {
  await expect(startShop({ settings: { DATA_DIR: '/proc/nope' } })).rejects.toThrow(
    /:\nDATA_DIR: \/proc\/nope cannot be used, no folder can be created there; name another folder\.\n$/,
  )
})

describe('npm’s scripts on a data folder of their own', () => {
  const root = join(import.meta.dirname, '../..')
  let dataDir: string
  let child: ChildProcess

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'shop-npm-'))
  })
  afterEach(() => endProcess(child))
  afterAll(() => rm(dataDir, { recursive: true, force: true }))

  /** Runs a script on a free port, and waits until it prints that the shop is open. */
  async function runScript(script: string) {
    const origin = `http://localhost:${await freePort()}`
    const env = { ...cleanEnvironment(), PORT: new URL(origin).port, DATA_DIR: dataDir }
    child = spawn('npm', ['run', '--silent', script], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] })
    let printed = ''
    child.stdout?.on('data', (text: Buffer) => (printed += text.toString()))
    await expect.poll(() => printed, { timeout: 60_000 }).toContain(`Fourth Seat is open: ${origin}\n`)
    return { origin, lines: () => printed.trim().split('\n') }
  }

  test('npm start serves pages and API on one port, says where mail goes, logs JSON, and ends at SIGTERM [C1.9 C2.12]', async () => {
    const { origin, lines } = await runScript('start')
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    expect(await (await fetch(origin)).text()).toContain('Popular This Week')
    expect(await (await fetch(`${origin}/api/home/latestArrivals`)).json()).toMatchObject({ status: 200 })
    expect(lines()).toContain(`Mail is stored, not sent: ${origin}/dev/mailbox`)
    const logged = () =>
      lines()
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line))
    await expect.poll(logged).toContainEqual(
      expect.objectContaining({
        level: 30,
        time: expect.any(Number),
        msg: 'request',
        method: 'GET',
        path: '/readyz',
        status: 200,
      }),
    )
    const exited = once(child, 'exit')
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
    await expect(fetch(origin)).rejects.toThrow('fetch failed')
  })

  test('npm run dev serves the same with hot reload [C1.3]', async () => {
    const { origin } = await runScript('dev')
    const html = await (await fetch(origin)).text()
    expect(html).toContain('Popular This Week')
    expect(html).toContain('react-router/inject-hmr-runtime')
    expect((await fetch(`${origin}/@vite/client`)).status).toBe(200)
    expect((await fetch(`${origin}/api/home/latestArrivals`)).status).toBe(200)
  })
})
