import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { copyTemplate, type TestDatabase } from './test-server.ts'

export type { TestDatabase }

/** A database with all tables and no rows but those of the migrations. For `*.api.test.ts` files. */
export function testDatabase(): Promise<TestDatabase> {
  return copyTemplate(inject('testServer'))
}

/** The same with open connections; closing them drops the database. */
export async function openTestTables(): Promise<OpenDatabase<Tables>> {
  const database = await testDatabase()
  const open = openDatabase<Tables>({ connection: database.connection, log: { warn: () => {} } })
  return {
    ...open,
    async close() {
      await open.close()
      await database.drop()
    },
  }
}
