import { connect, createServer, type Server, type Socket } from 'node:net'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { deleteOldCommitMarks, NotCommittedError, UnknownOutcomeError } from './commit-fate.server.ts'
import { inTransaction, isUnavailable, type OpenDatabase, openDatabase } from './database.server.ts'

/** What happens to the connection at the next commit. */
type Fault = 'none' | 'response lost' | 'commit lost' | 'server lost'

let own: TestDatabase
let direct: OpenDatabase<unknown>
let through: OpenDatabase<unknown>
let proxy: Server
let fault: Fault
const log = { warn: () => {} }

/** Forwards to the database, until a commit is on its way. */
function forward(client: Socket): void {
  const server =
    'connectionString' in own.connection
      ? connect(Number(new URL(own.connection.connectionString).port), '127.0.0.1')
      : connect(`${own.connection.host}/.s.PGSQL.${own.connection.port}`)
  let isCut = fault === 'server lost'
  const cut = () => {
    client.destroy()
    server.destroy()
  }
  client.on('data', (bytes) => {
    if (isCut) return cut()
    if (fault !== 'none' && bytes.includes('commit_marks (id) select')) {
      isCut = true
      if (fault !== 'response lost') return cut()
      fault = 'none'
    }
    server.write(bytes)
  })
  server.on('data', (bytes) => (isCut ? cut() : client.write(bytes)))
  for (const [one, other] of [
    [client, server],
    [server, client],
  ] as const) {
    one.on('error', () => {})
    one.on('close', () => other.destroy())
  }
}

beforeAll(async () => {
  own = await testDatabase()
  direct = openDatabase({ connection: own.connection, log })
  await sql`create table written (n integer)`.execute(direct.db)
})
afterAll(async () => {
  await direct.close()
  await own.drop()
})

beforeEach(async () => {
  fault = 'none'
  proxy = createServer(forward)
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const { connection } = own
  const [user, database] =
    'connectionString' in connection
      ? [new URL(connection.connectionString).username, new URL(connection.connectionString).pathname.slice(1)]
      : [connection.user, connection.database]
  const password = 'connectionString' in connection ? new URL(connection.connectionString).password : ''
  const connectionString = `postgres://${user}${password && `:${password}`}@127.0.0.1:${address.port}/${database}`
  through = openDatabase({ connection: { connectionString }, log, max: 2, commitFateMs: 800 })
  await sql`truncate written, commit_marks`.execute(direct.db)
})
afterEach(async () => {
  fault = 'none'
  await through.close()
  proxy.close()
})

const write = (n: number) => inTransaction(through.db, (tx) => sql`insert into written values (${n})`.execute(tx))
const written = async () => (await sql<{ n: number }>`select n from written order by n`.execute(direct.db)).rows
const marks = async () => (await sql`select id from commit_marks`.execute(direct.db)).rows.length

test('a transaction that changed something has a mark, another has none, and old marks are deleted', async () => {
  await write(1)
  await inTransaction(through.db, (tx) => sql`select 1`.execute(tx))
  expect(await marks()).toBe(1)
  await deleteOldCommitMarks(direct.db)
  expect(await marks()).toBe(1)
  await sql`update commit_marks set made_at = now() - interval '1 hour'`.execute(direct.db)
  await deleteOldCommitMarks(direct.db)
  expect(await marks()).toBe(0)
})

test('a commit whose response was lost has succeeded', async () => {
  await write(1)
  fault = 'response lost'
  await write(2)
  expect(await written()).toEqual([{ n: 1 }, { n: 2 }])
})

test('a transaction whose commit never arrived is made again, once', async () => {
  await write(1)
  fault = 'commit lost'
  const outcome = write(2)
  // The next connection works.
  const works = () => sql`select 1`.execute(through.db).then(() => true)
  await expect.poll(() => works().catch(() => false)).toBe(true)
  fault = 'none'
  await outcome
  expect(await written()).toEqual([{ n: 1 }, { n: 2 }])
})

test('outside of a transaction that repeats itself, it is reported as failed', async () => {
  await write(1)
  fault = 'commit lost'
  const insert = through.db.transaction().execute((tx) => sql`insert into written values (2)`.execute(tx))
  const error = await insert.catch((failure: unknown) => failure)
  expect(error).toBeInstanceOf(NotCommittedError)
  expect(isUnavailable(error)).toBe(true)
  expect(await written()).toEqual([{ n: 1 }])
})

test('if no server responds in time, the outcome is unknown', async () => {
  await write(1)
  fault = 'server lost'
  await expect(write(2)).rejects.toBeInstanceOf(UnknownOutcomeError)
})

test('a mark that was found missing keeps its transaction from being committed later', async () => {
  const id = '00000000-0000-4000-8000-000000000001'
  const claim = () => sql`insert into commit_marks (id) values (${id}) on conflict do nothing`.execute(direct.db)
  expect((await claim()).numAffectedRows).toBe(1n)
  await expect(
    inTransaction(direct.db, async (tx) => {
      await sql`insert into written values (9)`.execute(tx)
      await sql`insert into commit_marks (id) values (${id})`.execute(tx)
    }),
  ).rejects.toThrow(/duplicate key/)
  expect(await written()).toEqual([])
})
