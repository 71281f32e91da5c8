// @vitest-environment happy-dom
import { beforeEach, expect, test, vi } from 'vitest'
import { forgetBody, readBody, type StoredBody, storeBody } from './stored-body.ts'

const BODY: StoredBody = {
  gender: 'women',
  preference: 'loose',
  unit: 'in',
  height: 165,
  weight: 60,
  chest: 50,
  waist: null,
}

beforeEach(() => localStorage.clear())

test('the entries are stored until they’re cleared', () => {
  expect(readBody()).toBeNull()
  storeBody(BODY)
  expect(readBody()).toEqual(BODY)
  expect(localStorage.getItem('mySize')).toContain('"figures":"women","liking":"loose"')
  forgetBody()
  expect(localStorage).toHaveLength(0)
})

test.each(['', '[', 'null', '7'])('a stored %j is ignored', (text) => {
  localStorage.setItem('mySize', text)
  expect(readBody()).toBeNull()
})

test('impossible measurements and other values are left out', () => {
  localStorage.setItem('mySize', JSON.stringify({ height: 0, weight: '60', chest: 1e9, liking: 'x', unit: 7 }))
  expect(readBody()).toEqual({
    gender: 'men',
    preference: 'regular',
    unit: 'cm',
    height: null,
    weight: null,
    chest: null,
    waist: null,
  })
})

test('a browser that stores nothing isn’t an error', () => {
  vi.stubGlobal('localStorage', undefined)
  storeBody(BODY)
  forgetBody()
  expect(readBody()).toBeNull()
})
