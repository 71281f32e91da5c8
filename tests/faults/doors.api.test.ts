import { test } from 'vitest'
import { tryDoors } from './doors.ts'
import { expectKept, ON_TEST_SERVER, openSample } from './support/sample.ts'

const context = openSample()

test('each attack of the review of the staff site, and the new ones, are refused at a running shop', {
  tags: 'nightly',
  timeout: 300_000,
}, async () => {
  expectKept(await tryDoors(context, ON_TEST_SERVER))
})
