import { expect, test } from 'vitest'
import { codeInText, formatMinutes, suggestEmail } from './rules.ts'

test.each([
  [10, '10 minutes'],
  [1, '1 minute'],
  [0.5, '30 seconds'],
])('formats %s minutes as %s', (minutes, text) => expect(formatMinutes(minutes)).toBe(text))

test.each([
  ['Your code is 123 456.', '123456'],
  ['123456', '123456'],
  ['१२३ ४५६', '123456'],
  ['12\u200b34\u202f56', '123456'],
  ['12345', null],
])('finds the code in %j', (text, code) => expect(codeInText(text)).toBe(code))

test.each([
  ['asha@gamil.com', 'asha@gmail.com'],
  ['asha@gmail.co', 'asha@gmail.com'],
  ['Asha@gmial.com', 'Asha@gmail.com'],
  ['asha@hotmial.com', 'asha@hotmail.com'],
  ['asha@redifmail.com', 'asha@rediffmail.com'],
  ['asha@gmail.com', null],
  ['asha@ymail.com', null],
  ['asha@yahoo.co.uk', null],
  ['asha@yahoo.co.id', null],
  ['asha@yaho.co.in', 'asha@yahoo.co.in'],
  ['asha@shop.example', null],
  ['asha', null],
])('suggests for %s: %s', (typed, suggestion) => expect(suggestEmail(typed)).toBe(suggestion))
