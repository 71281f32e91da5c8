import { afterEach, expect, test, vi } from 'vitest'
import { prefetchOn, savesData } from './save-data.ts'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['a browser with Save-Data on', { connection: { saveData: true } }, true],
  ['one with Save-Data off', { connection: { saveData: false } }, false],
  ['one without the setting', {}, false],
  ['the server', undefined, false],
])('%s', (_, navigator, spared) => {
  vi.stubGlobal('navigator', navigator)
  expect(savesData()).toBe(spared)
  expect(prefetchOn('intent')).toBe(spared ? 'none' : 'intent')
})
