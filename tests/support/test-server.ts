import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { Connection } from '#platform/db/connection.server.ts'

/** A PostgreSQL for one test run, and the migrated database that every test file gets a copy of. */
export type TestServer = { connection: Connection; template: string }

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

/** A name for a database that no other run on the same server has. */
export function freshName(kind: 'template' | 'test'): string {
  return `fourth_seat_${kind}_${randomBytes(6).toString('hex')}`
}

/** The same server, another database. */
export function connectionTo(connection: Connection, database: string): Connection {
  if (!('connectionString' in connection)) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** Runs one statement that belongs to no database, such as `create database`. */
export async function runOnServer(connection: Connection, statement: string): Promise<void> {
  const client = new pg.Client({ ...connection, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
