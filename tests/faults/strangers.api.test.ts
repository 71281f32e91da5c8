import { expect, test } from 'vitest'
import { ATTACKED, buyAmongStrangers } from './strangers.ts'
import { openEnvironment } from './support/environment.ts'
import { expectKept, ON_TEST_SERVER, openSample } from './support/sample.ts'

const context = openSample()

test.each([1, 100])(
  'a customer signs in and pays while strangers at %i addresses do all they can',
  { tags: 'nightly', timeout: 300_000 },
  async (clients) => {
    const environment = await openEnvironment(context, { ...ON_TEST_SERVER, ...ATTACKED })
    expectKept([await buyAmongStrangers(context, environment, { clients, forMs: 10_000 })])
    expect((await environment.stockOf('boxy-tee')).on_hand).toBe(999)
    await environment.stop()
  },
)
