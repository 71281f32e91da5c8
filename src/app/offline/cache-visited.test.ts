// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest'
import { registerWorker } from './cache-visited.ts'

function stubWorkers(controller: string | null) {
  const workers = Object.assign(new EventTarget(), {
    register: async () => {},
    ready: Promise.resolve({ active: 'active' }),
    controller,
  })
  vi.stubGlobal('navigator', { serviceWorker: workers })
  return workers
}

test('a page that no worker takes over, as after a hard reload, uses the active worker', async () => {
  vi.useFakeTimers()
  stubWorkers(null)
  const worker = registerWorker()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await worker).toBe('active')
})

test('after the first visit the worker is the one that takes over', async () => {
  vi.useFakeTimers()
  const workers = stubWorkers(null)
  const worker = registerWorker()
  await vi.advanceTimersByTimeAsync(100)
  workers.controller = 'controlling'
  workers.dispatchEvent(new Event('controllerchange'))
  expect(await worker).toBe('controlling')
})
