import { test } from 'vitest'
import { cutConnections, databaseBounce } from './database-down.ts'
import { expectKept, openSample } from './support/sample.ts'

const context = openSample()

test('the database goes away and comes back', { tags: 'nightly', timeout: 300_000 }, async () => {
  expectKept([await databaseBounce(context, 1500, 'fast')])
})

test('connections cut in the middle of orders leave nothing half done', async () => {
  expectKept([await cutConnections(context, 6)])
}, 300_000)
