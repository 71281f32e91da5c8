// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import { dropQueued, readQueued } from '#platform/browser/queued-changes.ts'
import { recentlyViewed } from '../related/recently-viewed.ts'
import { parseLines } from './parse-line.ts'
import { parseUnsentLine, queueLine, queueRemoval, withUnsent } from './unsent-lines.ts'

const ME = 'u1'
const TEE = { productId: 'tee', color: 'Black', size: 'M', quantity: 2 }
const lines = parseLines([
  { _id: 'l1', productId: { _id: 'tee', name: 'Tee', price: 500 }, color: 'Black', size: 'M', quantity: 1 },
  { _id: 'l2', productId: { _id: 'cap', name: 'Cap', price: 300 }, color: 'Red', size: 'S', quantity: 3 },
])

beforeEach(() => localStorage.clear())

const shown = () => withUnsent(lines, ME).map(({ productId, quantity }) => `${quantity} ${productId._id}`)

test('unsent changes show in the cart; the last change of a line counts', () => {
  expect(withUnsent(lines, ME)).toBe(lines)
  queueLine(ME, TEE)
  queueLine(ME, { ...TEE, quantity: 4 })
  queueRemoval(ME, 'l2', { productId: 'cap', color: 'Red', size: 'S', quantity: 3 })
  expect(shown()).toEqual(['4 tee'])
  expect(readQueued(ME).map(({ content }) => parseUnsentLine(content)?.cartItemId)).toEqual([null, 'l2'])
  expect(withUnsent(lines, 'another')).toBe(lines)
})

test('a new line shows once its product was seen on this device; removing it leaves nothing to send', () => {
  const hat = { productId: 'hat', color: 'Blue', size: 'S', quantity: 1 }
  queueLine(ME, hat)
  expect(shown()).toEqual(['1 tee', '3 cap'])
  recentlyViewed.add({ ...card, _id: 'hat', name: 'Hat', price: 700 })
  expect(shown()).toEqual(['1 tee', '3 cap', '1 hat'])
  queueRemoval(ME, withUnsent(lines, ME).at(-1)?._id ?? '', hat)
  expect(readQueued(ME)).toEqual([])
})

test('a change made while an earlier one is sent stays; changes that are too old or invalid are dropped', () => {
  queueLine(ME, TEE)
  const [sent] = readQueued(ME)
  if (!sent) throw new Error('nothing was stored')
  dropQueued(ME, { ...sent, at: sent.at - 1 })
  expect(readQueued(ME)).toHaveLength(1)
  dropQueued(ME, sent)
  expect(localStorage.getItem('unsentChanges')).toBeNull()
  const old = { key: 'k', kind: 'cart', content: TEE, at: Date.now() - 31 * 86_400_000 }
  localStorage.setItem('unsentChanges', JSON.stringify({ [ME]: [old, null, { key: 1 }], other: 'text' }))
  expect(readQueued(ME)).toEqual([])
  expect(localStorage.getItem('unsentChanges')).toBeNull()
  localStorage.setItem('unsentChanges', '{')
  expect(readQueued(ME)).toEqual([])
  for (const content of [null, 7, {}, { ...TEE, quantity: '2' }, { ...TEE, cartItemId: 3 }])
    expect(parseUnsentLine(content)).toBeNull()
})

const card = {
  saving: null,
  color: null,
  cover: '/media/hat.webp',
  tone: null,
  second: null,
  tag: null,
  colors: [],
  categories: '',
  subcategory: '',
}
