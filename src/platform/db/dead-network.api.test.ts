import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { startTcpProxy, type TcpProxy } from '../../../tests/support/tcp-proxy.ts'
import type { Connection } from './connection.server.ts'
import { isUnavailable, type OpenDatabase, openDatabase } from './database.server.ts'

let own: TestDatabase
let proxy: TcpProxy
let opened: OpenDatabase<unknown>[]

beforeEach(async () => {
  own = await testDatabase()
  proxy = await startTcpProxy(serverOf(own.connection))
  opened = []
})
afterEach(async () => {
  await proxy.close()
  for (const database of opened) await database.close()
  await own.drop()
})

function serverOf(connection: Connection) {
  if (!('connectionString' in connection)) return { path: `${connection.host}/.s.PGSQL.${connection.port}` }
  const { hostname, port } = new URL(connection.connectionString)
  return { host: hostname, port: Number(port || 5432) }
}

function through(connection: Connection, port: number): Connection {
  if (!('connectionString' in connection)) return { ...connection, host: '127.0.0.1', port }
  const url = new URL(connection.connectionString)
  url.host = `127.0.0.1:${port}`
  return { connectionString: url.href }
}

/** Opens the database behind the proxy. */
function open(options: { queryTimeoutMs?: number } = {}): OpenDatabase<unknown> {
  const database = openDatabase({
    connection: through(own.connection, proxy.port),
    log: { warn: () => {} },
    ...options,
  })
  opened.push(database)
  return database
}

const errorOf = (query: Promise<unknown>) => query.then(() => null).catch((error: unknown) => error)
const selectFrom =
  ({ db }: OpenDatabase<unknown>) =>
  async () =>
    (await sql<{ one: number }>`select 1 as one`.execute(db)).rows

test('when the network drops all packets, queries fail, and succeed again once it works', async () => {
  const database = open()
  const select = selectFrom(database)
  await select()
  proxy.blackhole()
  const [plain, inTransaction] = await Promise.all([
    errorOf(select()),
    errorOf(database.db.transaction().execute((tx) => sql`select 1`.execute(tx))),
  ])
  expect([isUnavailable(plain), isUnavailable(inTransaction)]).toEqual([true, true])
  proxy.restore()
  await expect.poll(select).toEqual([{ one: 1 }])
})

test('once the database has stopped responding, the next queries fail at once, and its connections are replaced', async () => {
  // Longer than the two seconds in which the circuit breaker ignores a timeout after a response.
  const select = selectFrom(open({ queryTimeoutMs: 2500 }))
  await Promise.all([select(), select()])
  proxy.blackhole()
  await errorOf(select())
  const errors = await Promise.all([errorOf(select()), errorOf(select()), errorOf(select())])
  expect(errors.map(isUnavailable)).toEqual([true, true, true])
  // From the circuit breaker: nothing was sent.
  expect(errors.map(String)).toEqual(Array(3).fill('Error: The database is unreachable'))
  proxy.restore()
  await expect.poll(() => Promise.all([select(), select()])).toHaveLength(2)
})

test('a query that turns off the statement timeout may take longer than the query timeout', async () => {
  const nearStatementTimeout = sql<{ one: number }>`select 1 as one from pg_sleep(3)`.execute(open().db)
  await open({ queryTimeoutMs: 1000 })
    .db.transaction()
    .execute(async (tx) => {
      await sql`set local statement_timeout = 0`.execute(tx)
      await sql`select pg_sleep(2)`.execute(tx)
    })
  expect((await nearStatementTimeout).rows).toEqual([{ one: 1 }])
})
