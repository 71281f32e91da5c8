import { expect, test } from 'vitest'
import { type Choice, choicesOf, chosenPieces } from './choices.ts'

const sizes = [
  { _id: '1', size: 'S', quantity: 0 },
  { _id: '2', size: 'M', quantity: 3 },
  { _id: '3', size: 'L', quantity: 1 },
]
const variants = [
  { color: 'Black', size: 'M', quantity: 0 },
  { color: 'Black', size: 'L', quantity: 1 },
  { color: 'White', size: 'L', quantity: 0 },
  { color: 'White', size: 'M', quantity: 3 },
]
const product = { colors: ['Black', 'White', 'Gold'], sizes, variants }
const inBlack = { color: 'Black', size: 'L' }
const statesOf = (choices: Choice[]) => Object.fromEntries(choices.map(({ value, state }) => [value, state]))

test('the bought size can be chosen again while it’s in stock; one without stock in the bought colour can’t', {
  tags: 'S5.12',
}, () => {
  expect(choicesOf(product, 'size', [inBlack])).toEqual([
    { value: 'S', state: 'notMade', isBought: false, left: 0, extra: 0 },
    { value: 'M', state: 'soldOut', isBought: false, left: 0, extra: 0 },
    { value: 'L', state: 'free', isBought: true, left: 1, extra: 0 },
  ])
  expect(choicesOf(product, 'size', [{ color: 'White', size: 'L' }]).slice(1)).toEqual([
    { value: 'M', state: 'free', isBought: false, left: 3, extra: 0 },
    { value: 'L', state: 'soldOut', isBought: true, left: 0, extra: 0 },
  ])
})

test('a replacement of several lines is free if it’s in stock for each of them', () => {
  const both = [
    { color: 'Black', size: 'S' },
    { color: 'White', size: 'S' },
  ]
  expect(statesOf(choicesOf(product, 'size', both))).toEqual({ S: 'notMade', M: 'soldOut', L: 'soldOut' })
})

test('all colours of the product are listed, with their stock in the bought size', { tags: 'S5.12' }, () => {
  expect(statesOf(choicesOf(product, 'color', [inBlack]))).toEqual({
    Black: 'free',
    White: 'soldOut',
    Gold: 'notMade',
  })
  expect(statesOf(choicesOf(product, 'color', [{ color: 'Black', size: 'M' }]))).toMatchObject({ White: 'free' })
})

test('without stock by colour, sizes have the product’s stock, and every colour is free', () => {
  const plain = { colors: ['Black', 'White'], sizes }
  expect(statesOf(choicesOf(plain, 'size', [inBlack]))).toEqual({ S: 'soldOut', M: 'free', L: 'free' })
  expect(statesOf(choicesOf(plain, 'color', [inBlack]))).toEqual({ Black: 'free', White: 'free' })
})

test('an invalid product offers nothing', () => {
  expect(choicesOf(null, 'size', [])).toEqual([])
  expect(choicesOf({ colors: 'Black', sizes: [null, 3] }, 'color', [])).toEqual([])
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

test('a choice says what it costs more than the bought piece, or less', () => {
  const sized = (size: string, more = {}) => ({ color: 'Blue', size, quantity: 3, ...more })
  const product = {
    price: 799,
    sizes: ['M', 'L', 'XXL'].map((size) => ({ size, quantity: 3 })),
    variants: [sized('M'), sized('L'), sized('XXL', { price: 899 })],
  }
  const extrasFrom = (size: string) =>
    choicesOf(product, 'size', [{ color: 'Blue', size }]).map(({ value, extra }) => [value, extra])
  expect(extrasFrom('M')).toEqual([
    ['M', 0],
    ['L', 0],
    ['XXL', 100],
  ])
  expect(extrasFrom('XXL')).toEqual([
    ['M', -100],
    ['L', -100],
    ['XXL', 0],
  ])
  // What a discount took off the piece it takes off the difference.
  const paid = {
    color: 'Blue',
    size: 'M',
    quantity: 2,
    discount: 159.8,
    productId: { _id: 'k', name: '', price: 799, images: [] },
  }
  expect(choicesOf(product, 'size', [paid]).at(-1)).toMatchObject({ value: 'XXL', extra: 90 })
  // The bought size isn't made any more: nobody knows.
  expect(extrasFrom('S')).toEqual([
    ['M', 0],
    ['L', 0],
    ['XXL', 0],
  ])
})
