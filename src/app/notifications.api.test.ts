import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createResponseCache } from '#platform/cache/response-cache.server.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import { importCatalog } from '#shop/imports/import-catalog.server.ts'
import { createCatalogIndex } from '#shop/listing/catalog-index.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { garmentLines } from '../../tests/support/garments.ts'
import { type InMemory, listenForChanges } from './notifications.server.ts'

let database: TestDatabase
let open: OpenDatabase<Tables>
let db: Kysely<Tables>
let stopListening: () => Promise<void>

beforeEach(async () => {
  database = await testDatabase()
  open = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
  db = open.db
})
afterEach(async () => {
  await stopListening()
  await open.close()
  await database.drop()
})

/** A cache that records when it is suspended and resumed. */
function recordingCache() {
  const calls: string[] = []
  const cache = createResponseCache({ maxBytes: 1000 })
  const { suspend, resume } = cache
  cache.suspend = () => {
    calls.push('suspended')
    suspend.call(cache)
  }
  cache.resume = () => {
    calls.push('resumed')
    resume.call(cache)
  }
  return { cache, calls }
}

test('after a connection was lost before the index was built, a write made meanwhile is in the index', async () => {
  const warned: string[] = []
  const { cache, calls } = recordingCache()
  const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) })
  const inMemory: InMemory = { index: null, cache, log }
  stopListening = await listenForChanges(inMemory, database.connection)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and query ilike 'listen %'`.execute(db)
  await expect.poll(() => calls).toEqual(['suspended', 'resumed'])
  expect(warned.filter((line) => line.includes('could not be read'))).toEqual([])
  await importCatalog(db, garmentLines())
  inMemory.index = createCatalogIndex(db)
  await inMemory.index.ready
  expect(inMemory.index.ids()).toContain('boxy-tee')
})
