import { expect, test, vi } from 'vitest'
import { prefersReducedData, prefetchOn } from './save-data.ts'

test.each([
  ['a browser with Save-Data on', { connection: { saveData: true } }, true],
  ['a browser with Save-Data off', { connection: { saveData: false } }, false],
  ['a browser without the setting', {}, false],
  ['the server', undefined, false],
])('whether data is saved, in %s', (_, navigator, saves) => {
  vi.stubGlobal('navigator', navigator)
  expect(prefersReducedData()).toBe(saves)
  expect(prefetchOn('intent')).toBe(saves ? 'none' : 'intent')
})
