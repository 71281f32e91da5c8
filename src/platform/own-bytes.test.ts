import { expect, test } from 'vitest'
import { ownBytes } from './own-bytes.server.ts'

const TEXT = 'a shirt for ₹1,499'

test.each([
  ['a text', TEXT],
  ['a piece of a slab', Buffer.from(TEXT)],
])('%s gets memory of exactly its size', (_, source) => {
  const own = ownBytes(source)
  expect(own.toString()).toBe(TEXT)
  expect(own.buffer.byteLength).toBe(Buffer.byteLength(TEXT))
})

test('what has memory of its own already is not copied', () => {
  const own = ownBytes(TEXT)
  expect(ownBytes(own)).toBe(own)
})
