import { expect, test, vi } from 'vitest'
import { whenResolved } from './when-resolved.ts'

test('calls back until the cleanup, and a rejection is only logged', async () => {
  const log = vi.spyOn(console, 'info').mockImplementation(() => {})
  const onValue = vi.fn()
  whenResolved(Promise.resolve(1), onValue)
  whenResolved(Promise.resolve(2), onValue)()
  // Without a handler the rejection would fail the run.
  whenResolved(Promise.reject(new Error('offline')), onValue)
  await new Promise((done) => setTimeout(done))
  expect(onValue.mock.calls).toEqual([[1]])
  expect(log).toHaveBeenCalledOnce()
  log.mockRestore()
})
