import { beforeEach, expect, test, vi } from 'vitest'
import { readMySizes, rememberMySizes } from './my-sizes.ts'

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

test('the sizes that were ticked last are remembered, and stay when all are unticked', () => {
  expect(readMySizes()).toEqual([])
  rememberMySizes(['M'])
  rememberMySizes(['M', 'L'])
  rememberMySizes([])
  expect(readMySizes()).toEqual(['M', 'L'])
})

test.each(['{', '"M"', '[1, "M", ""]', 'null'])('what another version stored as %s does no harm', (text) => {
  stored.set('mySizes', text)
  expect(readMySizes()).toEqual(text.startsWith('[1') ? ['M'] : [])
})
