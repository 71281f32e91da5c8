import { expect, test } from 'vitest'
import { createRequestKeys } from './request-keys.ts'

test('a retry repeats its key; another payload gets a new one, and so does the same payload after forget', () => {
  const keys = createRequestKeys()
  const first = keys.keyFor({ a: 1 })
  expect(first).toMatch(/^[0-9a-f]{32}$/)
  expect(keys.keyFor({ a: 1 })).toBe(first)
  const second = keys.keyFor({ a: 2 })
  expect(second).not.toBe(first)
  keys.forget()
  expect(keys.keyFor({ a: 2 })).not.toBe(second)
})
