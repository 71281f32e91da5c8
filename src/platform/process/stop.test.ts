import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test, vi } from 'vitest'

vi.setConfig({ testTimeout: 30_000 })

const module = JSON.stringify(new URL('stop.server.ts', import.meta.url).href)

/** Runs a small server in a child process, acts on it, and returns how it ended. */
async function outcome(body: string, act: (child: ReturnType<typeof spawn>) => void) {
  const program = `
    const { stopInOrder } = await import(${module})
    const print = (text) => process.stdout.write(text + ' ')
    const log = { info: () => {}, warn: (_, message) => print('[' + message + ']'), fatal: (_, message) => print('[' + message + ']') }
    setInterval(() => {}, 1000)
    ${body}
    print('ready')`
  const env = { ...process.env, npm_lifecycle_event: undefined }
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (text.includes('ready')) act(child)
  })
  // Not `close`: that never comes for a child whose channel we closed ourselves.
  const [[code, signal]] = await Promise.all([once(child, 'exit'), child.stdout && once(child.stdout, 'end')])
  return { code, signal, output: output.trim() }
}

const two = `stopInOrder([async () => print('first'), async () => print('second')], { deadlineMs: 5000, log })`

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s runs the steps in order and ends with 0',
  { tags: 'C1.9' },
  async (signal) => {
    const ended = await outcome(two, (child) => child.kill(signal))
    expect(ended).toEqual({ code: 0, signal: null, output: 'ready first second' })
  },
)

test('a second signal changes nothing', async () => {
  // The first step lasts until the second signal.
  const slow = `stopInOrder([
    () => new Promise((done) => { process.once('SIGINT', done); process.kill(process.pid, 'SIGINT') }),
    async () => print('second'),
  ], { deadlineMs: 5000, log })`
  const ended = await outcome(slow, (child) => child.kill('SIGINT'))
  expect(ended).toEqual({ code: 0, signal: null, output: 'ready second' })
})

test('after a step that fails or hangs, the next one still runs', async () => {
  const bad = `stopInOrder([async () => { throw new Error('x') }, () => new Promise(() => {}), async () => print('third')], { deadlineMs: 2000, log })`
  const ended = await outcome(bad, (child) => child.kill('SIGTERM'))
  expect(ended.output).toBe('ready [a shutdown step failed] [a shutdown step timed out] third')
  expect(ended.code).toBe(0)
})

test.each([
  ['uncaughtException', `setTimeout(() => { throw new Error('x') }, 50)`],
  ['unhandledRejection', `setTimeout(() => { Promise.reject(new Error('x')) }, 50)`],
])('%s is logged, and the steps run and end with 1', async (name, body) => {
  const ended = await outcome(`${two}\n${body}`, () => {})
  expect(ended).toEqual({ code: 1, signal: null, output: `ready [${name}] first second` })
})

test('it stops when the parent script ends', async () => {
  const ended = await outcome(two, (child) => child.disconnect())
  expect(ended).toEqual({ code: 0, signal: null, output: 'ready first second' })
})
