import { expect, test } from 'vitest'
import { choicesOf, chosenPieces } from './choices.ts'

const sizes = [
  { _id: '1', size: 'S', quantity: 0 },
  { _id: '2', size: 'M', quantity: 3 },
  { _id: '3', size: 'L', quantity: 1 },
]

test('a form offers the colours, and the sizes with stock above 0', { tags: 'S5.12' }, () => {
  expect(choicesOf({ colors: ['Black', 'White'], sizes }, ['Black'])).toEqual({
    colors: ['Black', 'White'],
    sizes: ['M', 'L'],
  })
})

test('with stock by colour, a form offers only sizes of a bought colour', () => {
  const variants = [
    { color: 'Black', size: 'M', quantity: 0 },
    { color: 'Black', size: 'L', quantity: 1 },
    { color: 'White', size: 'M', quantity: 3 },
  ]
  expect(choicesOf({ sizes, variants }, ['Black']).sizes).toEqual(['L'])
  expect(choicesOf({ sizes, variants }, ['Black', 'White']).sizes).toEqual(['M', 'L'])
  expect(choicesOf({ sizes, variants }, ['Gold']).sizes).toEqual(['M', 'L'])
})

test('an invalid product offers nothing', () => {
  expect(choicesOf(null, [])).toEqual({ colors: [], sizes: [] })
  expect(choicesOf({ colors: 'Black', sizes: [null, 3] }, [])).toEqual({ colors: [], sizes: [] })
})

test('a request has the pieces chosen from each line', () => {
  const lines = [
    { _id: 'a', quantity: 3, cancelled: 1 },
    { _id: 'b', quantity: 1, cancelled: 0 },
  ]
  const counts: Record<string, number> = { a: 2, b: 0 }
  expect(chosenPieces(lines, (id) => counts[id] ?? 0)).toEqual([{ lineId: 'a', quantity: 2 }])
  expect(chosenPieces(lines, () => 0)).toEqual([])
})

test('the only piece left needn’t be named, whatever line it is in', () => {
  const lines = [
    { _id: 'a', quantity: 2, cancelled: 2 },
    { _id: 'b', quantity: 2, cancelled: 1 },
  ]
  expect(chosenPieces(lines, () => 0)).toBeNull()
})
