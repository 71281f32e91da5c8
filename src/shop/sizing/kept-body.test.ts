// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { forgetBody, type KeptBody, keepBody, readBody } from './kept-body.ts'

const BODY: KeptBody = {
  figures: 'women',
  liking: 'loose',
  unit: 'in',
  height: 165,
  weight: 60,
  chest: 50,
  waist: null,
}

beforeEach(() => localStorage.clear())
afterEach(() => vi.unstubAllGlobals())

test('what was entered is kept until it is forgotten', () => {
  expect(readBody()).toBeNull()
  keepBody(BODY)
  expect(readBody()).toEqual(BODY)
  forgetBody()
  expect(localStorage).toHaveLength(0)
})

test.each(['', '[', 'null', '7'])('%j in its place is nothing', (text) => {
  localStorage.setItem('mySize', text)
  expect(readBody()).toBeNull()
})

test('measures that nobody has, and other values, are left out', () => {
  localStorage.setItem('mySize', JSON.stringify({ height: 0, weight: '60', chest: 1e9, liking: 'x', unit: 7 }))
  expect(readBody()).toEqual({
    figures: 'men',
    liking: 'regular',
    unit: 'cm',
    height: null,
    weight: null,
    chest: null,
    waist: null,
  })
})

test('a browser that keeps nothing is no error', () => {
  vi.stubGlobal('localStorage', undefined)
  keepBody(BODY)
  forgetBody()
  expect(readBody()).toBeNull()
})
