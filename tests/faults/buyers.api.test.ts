import { beforeAll, test } from 'vitest'
import { rush, rushProducts } from './rush.ts'
import { type Environment, oneSize, openEnvironment } from './support/environment.ts'
import { expectKept, ON_TEST_SERVER, openSample } from './support/sample.ts'
import { verifyStorm } from './verify-storm.ts'

const context = openSample()
const size = { buyers: 60, units: 5, runs: 1 }
let environment: Environment

beforeAll(async () => {
  const products = [...rushProducts(size), oneSize('boxy-tee', 1000)]
  environment = await openEnvironment(context, { ...ON_TEST_SERVER, products })
}, 300_000)

test('60 buyers of 5 units: 5 paid orders, 409 for all others', async () => {
  expectKept([await rush(context, environment, size, 'external database, 1 instance')])
}, 300_000)

test('one payment reported fifty-five times at once counts once', async () => {
  expectKept([await verifyStorm(context, environment)])
}, 300_000)
