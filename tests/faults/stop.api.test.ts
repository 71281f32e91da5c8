import { test } from 'vitest'
import { gracefulStop } from './graceful-stop.ts'
import { secondOwner } from './second-owner.ts'
import { expectKept, openSample } from './support/sample.ts'

const context = openSample()

test('two shops on one data folder: the second exits with one line', async () => {
  expectKept(await secondOwner(context))
}, 90_000)

// A starved machine can end listening while the kernel still holds a connection that was not accepted; no program can
// inform its client. That is why this one may be tried again; the results of `npm run faults` are not.
test('SIGTERM under load loses no request [C1.9]', { retry: 2, timeout: 60_000 }, async () => {
  expectKept([await gracefulStop(context, 1)])
})
