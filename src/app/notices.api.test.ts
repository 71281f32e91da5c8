import { type Kysely, sql } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createByteCache } from '#platform/cache/response-cache.server.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import { importCatalog } from '#shop/imports/import-catalog.server.ts'
import { createCatalogIndex } from '#shop/listing/catalog-index.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { type TestDatabase, testDatabase } from '../../tests/support/database.ts'
import { garmentLines } from '../../tests/support/garments.ts'
import { hearNotices, type Kept } from './notices.server.ts'

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

/** A cache that tells what is done to it. */
function watchedCache() {
  const told: string[] = []
  const cache = createByteCache({ maxBytes: 1000 })
  const { suspend, resume } = cache
  cache.suspend = () => {
    told.push('suspended')
    suspend.call(cache)
  }
  cache.resume = () => {
    told.push('resumed')
    resume.call(cache)
  }
  return { cache, told }
}

test('a line that is lost before the range is in memory is made again; a write meanwhile is in the range', async () => {
  const warned: string[] = []
  const { cache, told } = watchedCache()
  const log = pino({ level: 'warn' }, { write: (line: string) => void warned.push(line) })
  const kept: Kept = { index: null, cache, log }
  stopListening = await hearNotices(kept, database.connection)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
    and query ilike 'listen %'`.execute(db)
  await expect.poll(() => told).toEqual(['suspended', 'resumed'])
  expect(warned.filter((line) => line.includes('could not be taken in'))).toEqual([])
  await importCatalog(db, garmentLines())
  kept.index = createCatalogIndex(db)
  await kept.index.ready
  expect(kept.index.ids()).toContain('boxy-tee')
})
