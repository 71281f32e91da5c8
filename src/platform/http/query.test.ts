import { expect, test } from 'vitest'
import { keepParameters } from './query.ts'

test.each([
  ['', ''],
  ['?', ''],
  ['?x=1', ''],
  ['?colors=Red&utm_source=ad&q=tee', '?colors=Red&q=tee'],
  ['?q=a&q=b', '?q=a&q=b'],
  ['?%63olors=Red&gclid=1', '?%63olors=Red'],
  ['?colors', '?colors'],
  ['?%E0%A4=1&=2&&q=%E0', '?q=%E0'],
  ['?__proto__=1&constructor=2', ''],
])('of %s, %s stays', (search, kept) => {
  expect(keepParameters(search, new Set(['colors', 'q']))).toBe(kept)
})
