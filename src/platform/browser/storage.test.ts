// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readSession, setKeptSignedIn, storeSession } from './session.ts'
import { deviceStorage, tabStorage } from './storage.ts'

beforeEach(() => localStorage.clear())
afterEach(() => vi.restoreAllMocks())

test('values are stored as JSON, and null deletes them', () => {
  expect(deviceStorage.write('key', { a: 1 })).toBe(true)
  expect(deviceStorage.read('key')).toEqual({ a: 1 })
  expect(deviceStorage.readText('key')).toBe('{"a":1}')
  expect(deviceStorage.write('key', null)).toBe(true)
  expect(deviceStorage.has('key')).toBe(false)
  deviceStorage.writeText('key', '{')
  expect(deviceStorage.read('key')).toBeNull()
})

test('if the browser blocks storage nothing throws: nothing is stored, and there is no login', () => {
  for (const name of ['localStorage', 'sessionStorage'] as const)
    vi.spyOn(globalThis, name, 'get').mockImplementation(() => {
      throw new DOMException('Access is denied', 'SecurityError')
    })
  for (const storage of [deviceStorage, tabStorage]) {
    expect(storage.isAllowed()).toBe(false)
    expect(storage.write('key', 1)).toBe(false)
    expect(storage.writeText('key', null)).toBe(false)
    expect(storage.read('key')).toBeNull()
    expect(storage.has('key')).toBe(false)
  }
  setKeptSignedIn(true)
  expect(storeSession({ token: 'abc', user: { id: 'u1', name: 'Asha', email: 'asha@example.test' } })).toBe(false)
  expect(readSession()).toBeNull()
})
