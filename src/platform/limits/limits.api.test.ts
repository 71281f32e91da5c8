import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../../../tests/support/database.ts'
import { type OpenDatabase, openDatabase } from '../db/database.server.ts'
import { createLimits } from './limits.server.ts'

let database: TestDatabase
let open: OpenDatabase<unknown>

beforeAll(async () => {
  database = await testDatabase()
  open = openDatabase({ connection: database.connection, log: pino({ level: 'silent' }) })
})
afterAll(async () => {
  await open.close()
  await database.drop()
})

const rules = [
  { max: 5, seconds: 600 },
  { max: 8, seconds: 3600 },
]
const advance = (seconds: number) =>
  sql`update limit_hits set hit_at = hit_at - make_interval(secs => ${seconds})`.execute(open.db)

test('counts exactly over two instances and parallel calls', async () => {
  const instances = [createLimits(open.db), createLimits(open.db)]
  const outcomes = await Promise.all(Array.from({ length: 60 }, (_, n) => instances[n % 2]?.take('parallel', rules)))
  expect(outcomes.filter((outcome) => outcome?.ok)).toHaveLength(5)
})

test('returns the seconds until the next event is allowed, over a sliding window', async () => {
  const limits = createLimits(open.db)
  await limits.take('sliding', rules)
  await advance(300)
  for (let n = 0; n < 4; n++) expect(await limits.take('sliding', rules)).toEqual({ ok: true })
  expect(await limits.take('sliding', rules)).toEqual({ ok: false, retryAfter: 300 })
  await advance(301)
  expect(await limits.take('sliding', rules)).toEqual({ ok: true })
  expect(await limits.take('sliding', rules)).toMatchObject({ ok: false })
})

test('applies the longer rule after the shorter has expired, and counts each bucket by itself', async () => {
  const limits = createLimits(open.db)
  for (let n = 0; n < 4; n++) await limits.take('long', rules)
  await advance(700)
  for (let n = 0; n < 4; n++) expect(await limits.take('long', rules)).toEqual({ ok: true })
  const refusal = await limits.take('long', rules)
  expect(refusal).toMatchObject({ ok: false })
  if (!refusal.ok) expect(refusal.retryAfter).toBeGreaterThan(2800)
  expect(await limits.take('other', rules)).toEqual({ ok: true })
})
