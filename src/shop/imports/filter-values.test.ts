import { expect, test } from 'vitest'
import { filterColors } from './filter-values.server.ts'

test.each([
  [
    ['Navy', 'Blue', 'Sky'],
    ['Navy', 'Blue', 'Sky'],
  ],
  [
    ['Navy', 'Sky'],
    ['Blue', 'Sky'],
  ],
  [
    ['Gray', 'GREY'],
    ['Gray', 'Grey'],
  ],
])('the colours %j of a product are named %j', (colors, names) => {
  expect(colors.map(filterColors(colors))).toEqual(names)
})
