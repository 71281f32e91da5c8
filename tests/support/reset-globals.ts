import { afterEach, vi } from 'vitest'

// Test files share a worker, so that no stub and no fake timer may stay.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
