import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Connection } from '#platform/db/connection.server.ts'
import { startEmbedded } from '#platform/db/embedded.server.ts'

/** The PostgreSQL server of a test run, and the name of the migrated database that test files copy. */
export type TestServer = { connection: Connection; template: string }

/** A database for one test file, or for one worker's shop. */
export type TestDatabase = {
  connection: Connection
  /** Drops it despite open connections. An embedded one that is not dropped is removed with its server after the run. */
  drop(): Promise<void>
}

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

/** Starts an embedded server for a whole run, in a folder of its own. */
export async function startTestServer(): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const dataDir = serverFolder()
  // Test rows need not survive a power cut.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const embedded = await startEmbedded({ dataDir, log: () => {}, settings })
  return {
    connection: embedded.connection,
    async stop() {
      const home = dirname(realpathSync(join(dataDir, 'postgres')))
      await embedded.stop()
      for (const folder of [home, dataDir]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new folder for a server. Started by root, PostgreSQL runs as an unprivileged user, who must be able to enter it. */
export function serverFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'fourth-seat-tests-'))
  chmodSync(folder, 0o711)
  return folder
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

/** Copies the run's template into a database of its own, in about 30 ms. */
export async function copyTemplate({ connection, template }: TestServer): Promise<TestDatabase> {
  const name = freshName('test')
  await runOnServer(connection, `create database ${name} template ${template}`)
  return { connection: connectionTo(connection, name), drop: () => dropDatabase(connection, name) }
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
