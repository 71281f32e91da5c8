import { describe, expect, test } from 'vitest'
import { plainCode, visibleText } from './typed.ts'

describe('visibleText', () => {
  test.each([
    ['a no-break space', 'Asha\u00a0Kale', 'Asha Kale'],
    ['spaces of other widths at the ends', '\u3000Asha\u202f\u2003', 'Asha'],
    ['a zero-width space, a byte order mark, a soft hyphen', '\ufeffAs\u200bha\u00ad\u2060', 'Asha'],
    ['direction marks', '\u202a+91 98200\u202c\u200e', '+91 98200'],
    ['a line separator', 'Flat 2\u2028Cadell Road', 'Flat 2\nCadell Road'],
    ['decomposed letters', 'Jose\u0301', 'Jos\u00e9'],
    ['only invisible characters', '\u200b\u200d\ufe0f\u3164\u2800', ''],
  ])('%s', (_, typed, seen) => expect(visibleText(typed)).toBe(seen))

  test('keeps the joiners of Indian scripts and of emoji', () => {
    for (const text of ['क्‍ष', 'श्री‌मान', '👩‍👧', '❤️']) expect(visibleText(text)).toBe(text.normalize('NFC'))
  })
})

describe('plainCode', () => {
  test.each([
    ['९८२०० ०००२८', '98200 00028'],
    ['\u202a+91\u00a098200\u201100028\u202c', '+91 98200-00028'],
    ['４０００２８', '400028'],
    ['৪০০০২৮', '400028'],
    ['𝟗𝟘𝟣', '901'],
    ['TEE\u200d-M\u00a0', 'TEE-M'],
  ])('%j is %j', (typed, code) => expect(plainCode(typed)).toBe(code))
})
