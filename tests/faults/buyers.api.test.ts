import { test } from 'vitest'
import { rush } from './rush.ts'
import { openEnvironment } from './support/environment.ts'
import { expectKept, openSample } from './support/sample.ts'
import { verifyStorm } from './verify-storm.ts'

const context = openSample()

test('60 buyers of 5 units: 5 paid orders, 409 for all others', async () => {
  expectKept([await rush(context, { database: 'external' }, { buyers: 60, units: 5, runs: 1 })])
}, 90_000)

test('one payment reported fifty-five times at once counts once', async () => {
  const environment = await openEnvironment(context, { database: 'external' })
  expectKept([await verifyStorm(context, environment)])
  await environment.stop()
}, 90_000)
