// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'
import { addRecent, clearRecent, readRecent } from './recent-searches.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

test('the latest six searches are kept, each once, and can be cleared', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'C']) addRecent(text)
  expect(readRecent()).toEqual(['C', 'g', 'f', 'e', 'd', 'b'])
  clearRecent()
  expect(readRecent()).toEqual([])
})

test('what another program stored there is no search, and a browser without storage has none', () => {
  localStorage.setItem('recentSearches', '{"a":1}')
  expect(readRecent()).toEqual([])
  localStorage.setItem('recentSearches', '["tee",7,')
  expect(readRecent()).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  addRecent('tee')
  expect(readRecent()).toEqual([])
})
