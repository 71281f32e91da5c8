import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type OpenDatabase, openDatabase, UnknownOutcomeError } from '../db/database.server.ts'
import { createIdempotencyStore, type IdempotencyStore } from './idempotency.server.ts'

let database: TestDatabase
let open: OpenDatabase<unknown>
let store: IdempotencyStore

beforeAll(async () => {
  database = await testDatabase()
  open = openDatabase({ connection: database.connection, log: pino({ level: 'silent' }) })
  store = createIdempotencyStore(open.db)
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const respond = (status: number, body: string) => async () => ({ status, headers: { 'x-kind': 'first' }, body })
const call = (key: string, payload: unknown = { a: 1 }) => ({ scope: 'someone POST /x', key, payload })

test('repeats the first response, whatever the order of the fields', { tags: 'C3.17' }, async () => {
  await store.runOnce(call('again', { a: 1, b: [{ c: 2, d: 3 }] }), respond(201, 'first'))
  const second = await store.runOnce(call('again', { b: [{ d: 3, c: 2 }], a: 1 }), respond(201, 'second'))
  expect(second).toEqual({ status: 201, headers: { 'x-kind': 'first' }, body: 'first' })
})

test('rejects the same key with another payload, and keeps scopes apart', { tags: 'C3.17' }, async () => {
  await store.runOnce(call('other'), respond(201, 'first'))
  expect((await store.runOnce(call('other', { a: 2 }), respond(201, 'second'))).status).toBe(422)
  expect((await store.runOnce({ ...call('other'), scope: 'another' }, respond(201, 'own'))).body).toBe('own')
})

test('a call that may have been made isn’t made again at once', async () => {
  const lost = new UnknownOutcomeError(new Error('Connection terminated'))
  const unknown = store.runOnce(call('unknown'), () => Promise.reject(lost))
  await expect(unknown).rejects.toBe(lost)
  expect((await store.runOnce(call('unknown'), respond(201, 'second'))).status).toBe(409)
})

test('runs one of many parallel calls, and the others get 409', { tags: 'C3.61' }, async () => {
  let runs = 0
  let ended = 0
  const othersEnded = Promise.withResolvers<void>()
  const runParallel = async () => {
    const outcome = await store.runOnce(call('parallel'), async () => {
      runs += 1
      await othersEnded.promise
      return { status: 201, headers: {}, body: 'done' }
    })
    ended += 1
    if (ended === 19) othersEnded.resolve()
    return outcome
  }
  const outcomes = await Promise.all(Array.from({ length: 20 }, runParallel))
  expect(runs).toBe(1)
  expect(outcomes.filter((outcome) => outcome.status === 201)).toHaveLength(1)
  const other = outcomes.find((outcome) => outcome.status === 409)
  expect(other?.body).toContain('This request is already in progress.')
  expect(outcomes.filter((outcome) => outcome.status === 409)).toHaveLength(19)
})

test('a call that was made succeeds even if its response can’t be stored, and isn’t made again', async () => {
  const rename = (from: string, to: string) => sql`alter table ${sql.table(from)} rename to ${sql.table(to)}`
  const made = await store.runOnce(call('unstored'), async () => {
    await rename('idempotency_keys', 'away').execute(open.db)
    return { status: 201, headers: {}, body: 'done' }
  })
  await rename('away', 'idempotency_keys').execute(open.db)
  expect(made.body).toBe('done')
  expect((await store.runOnce(call('unstored'), respond(201, 'twice'))).status).toBe(409)
})

test('frees the key after a 5xx, an exception or a 429', async () => {
  for (const status of [500, 503, 429]) {
    expect((await store.runOnce(call(`free${status}`), respond(status, ''))).status).toBe(status)
    expect((await store.runOnce(call(`free${status}`), respond(201, ''))).status).toBe(201)
  }
  const boom = async () => Promise.reject(new Error('boom'))
  await expect(store.runOnce(call('thrown'), boom)).rejects.toThrow('boom')
  expect((await store.runOnce(call('thrown'), respond(201, ''))).status).toBe(201)
})

test('stores an error below 500: the same request gets it again without running', async () => {
  await store.runOnce(call('error'), respond(409, 'no'))
  expect((await store.runOnce(call('error'), respond(201, 'yes'))).body).toBe('no')
})

test('takes over from a process that died, after a minute', async () => {
  const begun = Promise.withResolvers<void>()
  void store.runOnce(call('crash'), () => {
    begun.resolve()
    return new Promise(() => {})
  })
  await begun.promise
  expect((await store.runOnce(call('crash'), respond(201, 'early'))).status).toBe(409)
  await sql`update idempotency_keys set started_at = now() - interval '61 seconds' where status is null`.execute(
    open.db,
  )
  expect((await store.runOnce(call('crash'), respond(201, 'taken over'))).body).toBe('taken over')
})

test('neither a response nor its key can be read in the table', async () => {
  await store.runOnce(call('a-key-of-a-form'), respond(201, '{"link":"https://shop.test/admin/join#TOKEN"}'))
  const { rows } = await sql<{ row: string }>`select row_to_json(k)::text as row from idempotency_keys k`.execute(
    open.db,
  )
  const hex = (text: string) => Buffer.from(text).toString('hex')
  for (const secret of ['a-key-of-a-form', 'TOKEN'])
    for (const form of [secret, hex(secret)]) expect(rows.filter(({ row }) => row.includes(form))).toEqual([])
})

test('a response that an earlier version stored as it is comes again', async () => {
  await store.runOnce(call('earlier'), respond(201, 'sealed'))
  await sql`update idempotency_keys set sealed = null, body = 'as it is' where scope = 'someone POST /x'`.execute(
    open.db,
  )
  expect((await store.runOnce(call('earlier'), respond(201, 'again'))).body).toBe('as it is')
})
