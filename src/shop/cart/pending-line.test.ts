import { expect, test } from 'vitest'
import { parsePendingLine } from './pending-line.ts'

const line = { productId: 'four-bars-boxy-tee', color: 'Black', size: 'M', quantity: 2 }

test('a saved line is restored with the page it came from', () => {
  expect(parsePendingLine(JSON.stringify({ line, from: '/product-details/four-bars-boxy-tee' }))).toEqual({
    line,
    from: '/product-details/four-bars-boxy-tee',
  })
})

test('the return path never leaves the shop', () => {
  expect(parsePendingLine(JSON.stringify({ line, from: 'https://elsewhere.example' }))?.from).toBe('/')
})

test.each([null, '', 'x', '[]', '{}', '{"line":1,"from":"/"}', '{"line":{"productId":"a"},"from":"/"}'])(
  'an invalid stored value is ignored: %s',
  (text) => {
    expect(parsePendingLine(text)).toBeNull()
  },
)
