import { inject } from 'vitest'
import type { Connection } from '#platform/db/connection.server.ts'
import { type OpenDatabase, openDatabase } from '#platform/db/database.server.ts'
import type { Tables } from '#shop/tables.server.ts'
import { connectionTo, dropDatabase, freshName, runOnServer } from './test-server.ts'

/** A database of a test file's own, with all tables and no rows but those of the migrations. */
export type TestDatabase = {
  connection: Connection
  /** Takes it away, whoever is still connected. Left out, it goes with the embedded server at the end of the run. */
  drop(): Promise<void>
}

/** Copies the migrated template: some 30 ms. For the files of the ring `api` (`*.api.test.ts`). */
export async function testDatabase(): Promise<TestDatabase> {
  const { connection, template } = inject('testServer')
  const name = freshName('test')
  await runOnServer(connection, `create database ${name} template ${template}`)
  return {
    connection: connectionTo(connection, name),
    drop: () => dropDatabase(connection, name),
  }
}

/** The same, open, for a test file that works on the tables themselves; closing it takes it away. */
export async function openTestTables(): Promise<OpenDatabase<Tables>> {
  const place = await testDatabase()
  const open = openDatabase<Tables>({ connection: place.connection, log: { warn: () => {} } })
  return {
    ...open,
    async close() {
      await open.close()
      await place.drop()
    },
  }
}
