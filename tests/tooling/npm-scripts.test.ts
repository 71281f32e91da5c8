import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { cleanEnvironment, endProcess, freePort } from '../support/processes.ts'

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
  await expect.poll(() => printed).toContain(`Fourth Seat is open: ${origin}\n`)
  return { origin, lines: () => printed.trim().split('\n') }
}

test('npm start serves pages and API on one port, says where mail goes, logs JSON, and ends at SIGTERM', {
  tags: ['C1.9', 'C2.12'],
}, async () => {
  const { origin, lines } = await runScript('start')
  expect((await fetch(`${origin}/readyz`)).status).toBe(200)
  expect(await (await fetch(origin)).text()).toContain('Popular This Week')
  expect(await (await fetch(`${origin}/api/home/latestArrivals`)).json()).toMatchObject({ status: 200 })
  expect(lines()).toContain(`Mail is stored, not sent: ${origin}/dev/mailbox`)
  await expect.poll(() => lines().join(' ')).toMatch(/become its owner .*\/admin\/join[/#]/)
  const logged = () =>
    lines()
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line))
  const request = { level: 30, time: expect.any(Number), msg: 'request', method: 'GET', path: '/readyz', status: 200 }
  await expect.poll(logged).toContainEqual(expect.objectContaining(request))
  const exited = once(child, 'exit')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  await expect(fetch(origin)).rejects.toThrow('fetch failed')
})

test('npm run dev serves the same with hot reload', { tags: 'C1.3' }, async () => {
  const { origin } = await runScript('dev')
  const html = await (await fetch(origin)).text()
  expect(html).toContain('Popular This Week')
  expect(html).toContain('react-router/inject-hmr-runtime')
  expect((await fetch(`${origin}/@vite/client`)).status).toBe(200)
  expect((await fetch(`${origin}/api/home/latestArrivals`)).status).toBe(200)
})
