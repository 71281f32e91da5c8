// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { recentSearches } from './recent-searches.ts'

beforeEach(() => localStorage.clear())

test('the latest six searches are stored, each once, and can be cleared', () => {
  for (const text of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'C']) recentSearches.add(text)
  expect(recentSearches.read()).toEqual(['C', 'g', 'f', 'e', 'd', 'b'])
  recentSearches.clear()
  expect(recentSearches.read()).toEqual([])
})

test('stored values of another shape are ignored, and a browser without storage has none', () => {
  localStorage.setItem('recentSearches', '{"a":1}')
  expect(recentSearches.read()).toEqual([])
  localStorage.setItem('recentSearches', '["tee",7,')
  expect(recentSearches.read()).toEqual([])
  vi.stubGlobal('localStorage', undefined)
  recentSearches.add('tee')
  expect(recentSearches.read()).toEqual([])
})
