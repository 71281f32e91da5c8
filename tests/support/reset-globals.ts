import { afterAll, afterEach, vi } from 'vitest'

// Test files share a worker: no stub and no fake timer stays, and each file loads the modules of src anew.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})
afterAll(() => void vi.resetModules())
