import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { codeInText, formatMinutes, readCode, suggestEmail } from './rules.ts'

describe('readCode', () => {
  it('takes every six-digit number and its text, and gives the text', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 999_999 }), (code) => {
        expect(readCode(code)).toBe(String(code))
        expect(readCode(String(code))).toBe(String(code))
      }),
    )
  })

  it('takes nothing else', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        const code = readCode(value)
        if (code !== null) expect(code).toMatch(/^[0-9]{6}$/)
        if (typeof value !== 'number' && typeof value !== 'string') expect(code).toBeNull()
      }),
    )
  })
})

it.each([
  [10, '10 minutes'],
  [1, '1 minute'],
  [0.5, '30 seconds'],
])('says %s as %s', (minutes, words) => expect(formatMinutes(minutes)).toBe(words))

it.each([
  ['Your code is 123 456.', '123456'],
  ['123456', '123456'],
  ['12345', null],
])('finds the code in %j', (text, code) => expect(codeInText(text)).toBe(code))

it.each([
  ['asha@gamil.com', 'asha@gmail.com'],
  ['asha@gmail.co', 'asha@gmail.com'],
  ['Asha@gmial.com', 'Asha@gmail.com'],
  ['asha@hotmial.com', 'asha@hotmail.com'],
  ['asha@redifmail.com', 'asha@rediffmail.com'],
  ['asha@gmail.com', null],
  ['asha@ymail.com', null],
  ['asha@shop.example', null],
  ['asha', null],
])('reads %s as %s', (typed, meant) => expect(suggestEmail(typed)).toBe(meant))
