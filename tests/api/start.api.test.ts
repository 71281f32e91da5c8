import { createServer } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '#platform/db/database.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { freePort } from '../support/processes.ts'
import { startShop } from '../support/running-shop.ts'
import { databaseUrl } from '../support/test-server.ts'

/** A migrated database, which saves the shop that gets this far the creation of its own. */
let database: TestDatabase
beforeAll(async () => {
  database = await testDatabase()
})
afterAll(() => database.drop())

test('a port that is taken ends the start with one line that names the setting', {
  tags: ['C2.1', 'C2.14'],
}, async () => {
  const port = await freePort()
  const other = createServer()
  await new Promise<void>((listening) => other.listen(port, '127.0.0.1', listening))
  try {
    await expect(
      startShop({ settings: { PORT: String(port), DEMO: 'off', DATABASE_URL: databaseUrl(database.connection) } }),
    ).rejects.toThrow(
      new RegExp(`\\nPORT: ${port} on 127\\.0\\.0\\.1 cannot be used, another program listens there already; .*\\n$`),
    )
  } finally {
    other.close()
  }
})

test.each([
  [
    { DATABASE_URL: 'postgres://shop:hunter2@127.0.0.1:1/x' },
    'DATABASE_URL: the database at 127.0.0.1:1 cannot be used, nothing listens there.',
  ],
  [
    { HOST: '192.0.2.1', ALLOW_SANDBOX: 'yes', DEMO: 'off' },
    'HOST: 192.0.2.1 cannot be used, this machine has no such address; set an address of',
  ],
  [
    { DATA_DIR: '/dev/null/nope' },
    'DATA_DIR: /dev/null/nope cannot be used, a part of its path is a file; name another',
  ],
])(
  'the setting %j ends the start with one line that names it',
  { tags: ['C2.1', 'C2.3', 'C2.4', 'C2.14'] },
  async (settings, line) => {
    const own = 'HOST' in settings ? { DATABASE_URL: databaseUrl(database.connection) } : {}
    const lines = await startShop({ settings: { ...own, ...settings } }).then(
      () => ['it started'],
      (error: Error) => error.message.split('\n'),
    )
    // Without the line that warns of folders which PostgreSQL's own user cannot reach.
    const relevant = lines.filter((one) => !/PostgreSQL cannot (access|be run in) /.test(one))
    expect(relevant).toEqual(['The shop ended at its start:', expect.stringContaining(line), ''])
  },
)

test('data of a newer version ends the start with one line', async () => {
  const newer = await testDatabase()
  const { db, close } = openDatabase<Tables>({ connection: newer.connection, log: { warn: () => {} } })
  await sql`insert into kysely_migration values ('9999_future', '2030')`.execute(db)
  await close()
  await expect(startShop({ settings: { DEMO: 'off', DATABASE_URL: databaseUrl(newer.connection) } })).rejects.toThrow(
    /:\nDATABASE_URL: the database has 9999_future, which [^\n]*; start a newer version of the shop\.\n$/,
  )
  await newer.drop()
})

test.runIf(process.platform === 'linux')('a data folder in /proc ends the start with one line', async () => {
  await expect(startShop({ settings: { DATA_DIR: '/proc/nope' } })).rejects.toThrow(
    /:\nDATA_DIR: \/proc\/nope cannot be used, no folder can be created there; name another folder\.\n$/,
  )
})
