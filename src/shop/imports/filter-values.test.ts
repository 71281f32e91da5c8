import { expect, test } from 'vitest'
import { colorNames } from './filter-values.server.ts'

test.each([
  [
    ['Indigo', 'Rani Pink', 'Off White', 'Sky Blue', 'Navy/Red'],
    ['Indigo', 'Rani Pink', 'Off White', 'Sky Blue', 'Navy/Red'],
  ],
  [
    ['BLACK', 'navy', 'Navy', ' Navy '],
    ['Black', 'navy', 'navy', 'navy'],
  ],
  [
    ['Red, White', 'GREY'],
    ['Red White', 'Grey'],
  ],
])('the colours %j of a product are named %j', (colors, names) => {
  expect(colors.map(colorNames(colors))).toEqual(names)
})
