import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { startTcpProxy, type TcpProxy } from '../../../tests/support/tcp-proxy.ts'
import type { Connection } from './connection.server.ts'
import { isUnavailable, type OpenDatabase, openDatabase } from './database.server.ts'

let own: TestDatabase
let wire: TcpProxy
let database: OpenDatabase<unknown>

beforeEach(async () => {
  own = await testDatabase()
  wire = await startTcpProxy(serverOf(own.connection))
  database = openDatabase({ connection: through(own.connection, wire.port), log: { warn: () => {} } })
})
afterEach(async () => {
  await wire.close()
  await database.close()
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

const fails = (query: Promise<unknown>) => query.then(() => null).catch((error: unknown) => error)

test('a network that swallows everything costs a few seconds and a clear error, and soon queries succeed again', async () => {
  await sql`select 1`.execute(database.db)
  wire.die()
  const [plain, inside] = await Promise.all([
    fails(sql`select 1`.execute(database.db)),
    fails(database.db.transaction().execute((tx) => sql`select 1`.execute(tx))),
  ])
  expect([isUnavailable(plain), isUnavailable(inside)]).toEqual([true, true])
  expect(isUnavailable(await fails(sql`select 1`.execute(database.db)))).toBe(true)
  wire.live()
  const ask = async () => (await sql<{ one: number }>`select 1 as one`.execute(database.db)).rows
  await expect.poll(ask).toEqual([{ one: 1 }])
}, 30_000)

test('a query that is at work is left alone, however silent', async () => {
  const { rows } = await sql<{ one: number }>`select 1 as one from pg_sleep(4.5)`.execute(database.db)
  expect(rows).toEqual([{ one: 1 }])
  await database.db.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`select pg_sleep(7)`.execute(connection)
  })
}, 30_000)
