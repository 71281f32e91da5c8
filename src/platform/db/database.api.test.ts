import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { inTransaction, isUnavailable, listen, type OpenDatabase, openDatabase } from './database.server.ts'

const log = { warn: () => {} }
let own: TestDatabase
let database: OpenDatabase<unknown>

beforeAll(async () => {
  own = await testDatabase()
  database = openDatabase({ connection: own.connection, log })
})

afterAll(async () => {
  await database.close()
  await own.drop()
})

const terminateOthers = () =>
  sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(
    database.db,
  )

const sleepers = async () => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from pg_stat_activity where wait_event = 'PgSleep'
    and datname = current_database()`.execute(database.db)
  return rows[0]?.n
}

test('the tests run on the kind of database that TEST_DATABASE names', { tags: 'C2.4' }, async () => {
  const { rows } = await sql<{ address: string | null }>`select host(inet_server_addr()) as address`.execute(
    database.db,
  )
  if (process.env.TEST_DATABASE === 'external') expect(rows[0]?.address).not.toBeNull()
  // A private socket has no address.
  else expect(rows[0]?.address).toBeNull()
})

test('counts and averages are numbers, days and numbers too large to be exact stay text', async () => {
  const { rows } = await sql`select count(*) as n, 4.25 as m, date '2026-03-01' as d, 9007199254740993 as big`.execute(
    database.db,
  )
  expect(rows).toEqual([{ n: 1, m: 4.25, d: '2026-03-01', big: '9007199254740993' }])
})

test('after a migration changed the columns of a prepared statement, each connection fails once', async () => {
  const one = openDatabase({ connection: own.connection, log, max: 1 })
  const read = () => sql`select * from widened where n > ${0}`.execute(one.db)
  try {
    await sql`create table widened (n integer)`.execute(database.db)
    await sql`insert into widened values (1)`.execute(database.db)
    for (let n = 0; n < 3; n++) expect((await read()).rows).toEqual([{ n: 1 }])
    await sql`alter table widened add column m integer`.execute(database.db)
    await expect(read()).rejects.toSatisfy(isUnavailable)
    expect((await read()).rows).toEqual([{ n: 1, m: null }])
  } finally {
    await one.close()
  }
})

test('two transactions in a deadlock both succeed in the end', async () => {
  await sql`create table pair (id integer primary key, n integer not null)`.execute(database.db)
  await sql`insert into pair values (1, 0), (2, 0)`.execute(database.db)
  const bothHold = Promise.withResolvers<void>()
  const holding = new Set<number>()
  const both = (first: number, second: number) =>
    inTransaction(database.db, async (transaction) => {
      await sql`update pair set n = n + 1 where id = ${first}`.execute(transaction)
      if (holding.add(first).size === 2) bothHold.resolve()
      await bothHold.promise
      await sql`update pair set n = n + 1 where id = ${second}`.execute(transaction)
    })
  await Promise.all([both(1, 2), both(2, 1)])
  const { rows } = await sql`select n from pair order by id`.execute(database.db)
  expect(rows).toEqual([{ n: 2 }, { n: 2 }])
})

test('statements that a transaction begins together are sent together, and run in their order', async () => {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  let sentAtFirstResponse = 0
  const rows = await inTransaction(database.db, async (transaction) => {
    const created = sql`create table steps (n integer primary key)`.execute(transaction)
    await Promise.all([
      created.then(() => {
        sentAtFirstResponse = query.mock.calls.length
      }),
      transaction
        .insertInto('steps' as never)
        .values({ n: 1 } as never)
        .execute(),
      sql`update steps set n = n + 1`.execute(transaction),
    ])
    return (await sql`select n from steps`.execute(transaction)).rows
  })
  query.mockRestore()
  expect(rows).toEqual([{ n: 2 }])
  // With the beginning of the transaction.
  expect(sentAtFirstResponse).toBe(4)
})

test('a transaction fails with its first error, undoes what was sent with it, and sends nothing afterwards', async () => {
  let late: Promise<unknown> | undefined
  const failed = inTransaction(database.db, async (transaction) => {
    const write = (n: number) => sql`insert into pair values (${n}, 0)`.execute(transaction)
    late = write(10)
      .then(() => sql`select pg_sleep(0)`.execute(transaction))
      .then(() => write(11))
    await Promise.all([late, write(1), write(12)])
  })
  await expect(failed).rejects.toThrow(/duplicate key/)
  await expect(late).rejects.toThrow()
  const { rows } = await sql`select id from pair where id > 2`.execute(database.db)
  expect(rows).toEqual([])
})

test('a query whose connection is cut fails as unavailable, and the next query succeeds', async () => {
  const slow = sql`select pg_sleep(60)`.execute(database.db)
  const outcome = slow.catch((error: unknown) => error)
  await expect.poll(sleepers).toBe(1)
  await terminateOthers()
  expect(isUnavailable(await outcome)).toBe(true)
  expect(await database.isReachable()).toBe(true)
})

test('a violated constraint is not unavailability', async () => {
  const error = await sql`insert into pair values (1, 0)`.execute(database.db).catch((thrown: unknown) => thrown)
  expect(error).toBeInstanceOf(Error)
  expect(isUnavailable(error)).toBe(false)
})

test('a server that is not there is unavailable', async () => {
  const gone = openDatabase({ connection: { connectionString: 'postgres://a:b@127.0.0.1:1/x' }, log })
  expect(await gone.isReachable()).toBe(false)
  const error = await sql`select 1`.execute(gone.db).catch((thrown: unknown) => thrown)
  expect(isUnavailable(error)).toBe(true)
  await gone.close()
})

test('notifications arrive, a lost connection is reported at once, and after it they arrive again', async () => {
  const received: string[] = []
  const events: string[] = []
  const unlisten = await listen({
    connection: own.connection,
    channels: ['things', 'Other things'],
    log,
    onMessage: (channel, payload) => void received.push(`${channel}: ${payload}`),
    onLost: () => events.push('lost'),
    onReconnect: async () => void events.push('reconnected'),
  })
  await database.notify('things', 'one')
  await database.notify('Other things', 'two')
  await expect.poll(() => received).toEqual(['things: one', 'Other things: two'])
  await terminateOthers()
  await expect.poll(() => events).toEqual(['lost', 'reconnected'])
  await database.notify('things', 'three')
  await expect.poll(() => received).toContain('things: three')
  await unlisten()
  expect(events).toEqual(['lost', 'reconnected'])
})
