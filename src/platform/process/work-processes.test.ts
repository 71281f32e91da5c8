import { expect, test, vi } from 'vitest'
import * as sample from '../../../tests/support/sample-work.ts'
import { createWorkProcesses, WorkKilled } from './work-processes.server.ts'

const MODULE = new URL('../../../tests/support/sample-work.ts', import.meta.url).href
const patient = { timeoutMs: 60_000 }

test('a function runs in another process, which serves the next one too', async () => {
  const { call } = createWorkProcesses({ atOnce: 1 })
  const first = await call(MODULE, sample.pid, [], patient)
  expect(first).not.toBe(process.pid)
  expect(await call(MODULE, sample.pid, [], patient)).toBe(first)
  expect(await call(MODULE, sample.repeated, [7, 3], patient)).toEqual(Buffer.from([7, 7, 7]))
})

test('as many run at once as were allowed', async () => {
  const { call } = createWorkProcesses({ atOnce: 2 })
  const pids = await Promise.all([1, 2, 3, 4].map(() => call(MODULE, sample.pidLater, [], patient)))
  expect(new Set(pids).size).toBe(2)
})

test('what a function throws is thrown, and its process goes on', async () => {
  const { call } = createWorkProcesses({ atOnce: 1 })
  const pid = await call(MODULE, sample.pid, [], patient)
  await expect(call(MODULE, sample.fail, ['no paper'], patient)).rejects.toThrow(/RangeError: no paper/)
  expect(await call(MODULE, sample.pid, [], patient)).toBe(pid)
})

test('a process that crashes or takes too long is replaced', async () => {
  const { call } = createWorkProcesses({ atOnce: 1 })
  await expect(call(MODULE, sample.crash, [], patient)).rejects.toThrow(WorkKilled)
  await expect(call(MODULE, sample.hang, [], { timeoutMs: 1 })).rejects.toThrow(WorkKilled)
  expect(await call(MODULE, sample.pid, [], patient)).not.toBe(process.pid)
})

test('the process knows none of the shop’s settings', async () => {
  vi.stubEnv('RAZORPAY_KEY_SECRET', 'a secret')
  const names = await createWorkProcesses({ atOnce: 1 }).call(MODULE, sample.settingNames, [], patient)
  expect(names).not.toContain('RAZORPAY_KEY_SECRET')
  vi.unstubAllEnvs()
})
