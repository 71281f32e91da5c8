import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '#platform/db/connection.server.ts'

/** The PostgreSQL server of a test run, and the name of the migrated database that test files copy. */
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

/** A connection as the setting DATABASE_URL spells it; the embedded server listens on a socket in a folder. */
export function databaseUrl(connection: Connection): string {
  if ('connectionString' in connection) return connection.connectionString
  const { host, port, user, database } = connection
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
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

/** Attempts to drop a database, 50 ms apart. */
const DROP_TRIES = 200

/**
 * Drops a database despite open connections. Only a superuser may end an autovacuum in it (42501 insufficient_privilege), so
 * other users wait for that to finish.
 */
export async function dropDatabase(connection: Connection, name: string): Promise<void> {
  for (let left = DROP_TRIES; ; left--)
    try {
      return await runOnServer(connection, `drop database if exists ${name} with (force)`)
    } catch (error) {
      if (left === 0 || !(error instanceof pg.DatabaseError) || error.code !== '42501') throw error
      await sleep(50)
    }
}
