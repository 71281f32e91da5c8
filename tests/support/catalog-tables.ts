import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { OpenDatabase } from '#platform/db/database.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { openTestTables } from './database.ts'

/** A database for a test file, whose catalogue is emptied before each test. */
export function openCatalogTables(): { readonly db: Kysely<Tables> } {
  let open: OpenDatabase<Tables>
  beforeAll(async () => {
    open = await openTestTables()
  })
  beforeEach(async () => {
    await sql`truncate products, branches, customers, stock_ledger, pending_stock cascade`.execute(open.db)
  })
  afterAll(() => open.close())
  return {
    get db() {
      return open.db
    },
  }
}
