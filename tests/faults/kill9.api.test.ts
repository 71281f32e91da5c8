import { test } from 'vitest'
import { atRandom, kill9 } from './kill9.ts'
import { expectKept, openSample } from './support/sample.ts'

const context = openSample()

// src/shop/checkout/kill.api.test.ts kills at every failpoint, without HTTP.
test('killed twice at any moment and at two points: nothing is lost, no shopper pays twice', async () => {
  const points = (['settle:before-commit', 'webhook:stored'] as const).map((point) => ({ point }))
  const wanted = { promise: 'kill -9', requirement: 'nothing lost', kills: [...points, ...atRandom(2)] }
  expectKept([await kill9(context, { database: 'external' }, wanted)])
}, 180_000)
