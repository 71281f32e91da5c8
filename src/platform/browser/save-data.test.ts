import { afterEach, expect, test, vi } from 'vitest'
import { prefetchOn, savesData } from './save-data.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a browser that says so', { connection: { saveData: true } }, true],
  ['one that does not', { connection: { saveData: false } }, false],
  ['one that knows no connection', {}, false],
  ['the server', undefined, false],
])('%s', (_, navigator, spared) => {
  vi.stubGlobal('navigator', navigator)
  expect(savesData()).toBe(spared)
  expect(prefetchOn('intent')).toBe(spared ? 'none' : 'intent')
})
