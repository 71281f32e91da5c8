// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest'
import {
  countGuestLines,
  dropGuestLine,
  dropGuestLines,
  readGuestLines,
  setGuestLine,
  withGuestLine,
} from './guest-lines.ts'

const TEE = { productId: 'tee', color: 'Black', size: 'M', quantity: 1 }
const CAP = { ...TEE, productId: 'cap' }

beforeEach(() => localStorage.clear())

test('setting a line again replaces its quantity in its place; removing a line leaves the others', () => {
  for (const line of [TEE, CAP, { ...TEE, quantity: 3 }]) expect(setGuestLine(line)).toBe(true)
  expect(readGuestLines()).toEqual([{ ...TEE, quantity: 3 }, CAP])
  expect(withGuestLine({ ...CAP, size: 'L' })).toHaveLength(3)
  dropGuestLine(TEE)
  expect(readGuestLines()).toEqual([CAP])
  dropGuestLines()
  expect(localStorage).toHaveLength(0)
})

test.each([
  ['invalid JSON', '{'],
  ['a list', JSON.stringify([TEE])],
  ['another version', JSON.stringify({ version: 2, lines: [TEE] })],
  ['lines that are not a list', JSON.stringify({ version: 1, lines: 'all' })],
  ['a line without a size', JSON.stringify({ version: 1, lines: [CAP, { ...TEE, size: undefined }] })],
  ['a quantity of 0', JSON.stringify({ version: 1, lines: [{ ...TEE, quantity: 0 }] })],
  ['a fractional quantity', JSON.stringify({ version: 1, lines: [{ ...TEE, quantity: 1.5 }] })],
])('an invalid stored value is an empty cart: %s', (_, stored) => {
  localStorage.setItem('guestCart', stored)
  expect(readGuestLines()).toEqual([])
  expect(setGuestLine(TEE)).toBe(true)
  expect(readGuestLines()).toEqual([TEE])
})

test('only the first 50 lines of a longer list are read', () => {
  const lines = Array.from({ length: 51 }, (_, number) => ({ ...TEE, size: `${number}` }))
  localStorage.setItem('guestCart', JSON.stringify({ version: 1, lines }))
  expect(readGuestLines()).toEqual(lines.slice(0, 50))
})

test('items are counted only in a shop with carts for visitors', () => {
  setGuestLine({ ...TEE, quantity: 2 })
  setGuestLine(CAP)
  expect(countGuestLines()).toBe(0)
  document.head.innerHTML = '<meta name="guest-cart" content="on">'
  expect(countGuestLines()).toBe(3)
})
