import { test } from 'vitest'
import { gracefulStop } from './graceful-stop.ts'
import { secondOwner } from './second-owner.ts'
import { expectKept, ON_TEST_SERVER, openSample } from './support/sample.ts'

const context = openSample()

test('two shops on one data folder: the second exits with one line', {
  tags: 'nightly',
  timeout: 300_000,
}, async () => {
  expectKept(await secondOwner(context))
})

// On a busy machine the shop can stop listening while the kernel still holds a connection that was not accepted, and no
// program can inform its client. So this test may be tried again; `npm run faults` does not try again.
test('SIGTERM under load loses no request', { tags: ['C1.9', 'nightly'], retry: 2, timeout: 300_000 }, async () => {
  expectKept([await gracefulStop(context, ON_TEST_SERVER, 1)])
})
