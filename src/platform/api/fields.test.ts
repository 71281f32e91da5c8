import { expect, test } from 'vitest'
import { text } from './fields.server.ts'

const name = text({ max: 10, required: 'Please enter a name.' })

test.each([
  [' Asha\u00a0Kale\u200b ', 'Asha Kale'],
  ['\u202eAsha', 'Asha'],
  ['क्\u200dष', 'क्\u200dष'],
])('%j is read as %j', (typed, read) => expect(name.parse(typed)).toBe(read))

test.each([
  ['\u200b', 'Please enter a name.'],
  ['\u2800\u3164', 'Please enter a name.'],
  ['a\u2028b', 'This text must be on one line.'],
  ['a\u0000b', 'This text contains characters that can’t be used.'],
  ['\ud800', 'This text contains characters that can’t be used.'],
  [`q${'\u0301'.repeat(9)}`, 'This text contains characters that can’t be used.'],
])('%j is refused', (typed, message) => {
  expect(name.safeParse(typed).error?.issues.map((issue) => issue.message)).toEqual([message])
})
