import { test } from 'vitest'
import { atRandom, kill9 } from './kill9.ts'
import { expectKept, ON_TEST_SERVER, openSample } from './support/sample.ts'

const context = openSample()

// src/shop/checkout/kill.api.test.ts kills at every failpoint, without HTTP.
test('killed at two points and twice at random: nothing is lost, no shopper pays twice', {
  tags: 'nightly',
  timeout: 300_000,
}, async () => {
  const points = (['settle:before-commit', 'webhook:stored'] as const).map((point) => ({ point }))
  const wanted = { promise: 'kill -9', requirement: 'nothing lost', kills: [...points, ...atRandom(2)] }
  expectKept([await kill9(context, ON_TEST_SERVER, wanted)])
})
