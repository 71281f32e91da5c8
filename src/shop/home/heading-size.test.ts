import { expect, test } from 'vitest'
import { headingSize } from './heading-size.ts'

test.each([
  ['Thoda khisko.', 'large'],
  ['Woven in Ilkal', 'large'],
  ['Winter is here', 'large'],
  ['Handwoven kurtas', 'small'],
  ['Woven in Ilkal, worn everywhere', 'small'],
  ['Kanchipuram silks', 'smallest'],
  ['Donaudampfschifffahrt', null],
  ['', 'large'],
])('the longest word of “%s” fits a heading that is %s', (heading, size) => {
  expect(headingSize(heading)).toBe(size)
})
