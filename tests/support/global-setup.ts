import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Connection } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { startEmbedded } from '#platform/db/embedded.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import { connectionTo, freshName, runOnServer } from './test-server.ts'

/**
 * One PostgreSQL for the whole run: an embedded one in a folder of its own, or the server that `TEST_DATABASE_URL`
 * names (its user must be allowed to create databases). Test files copy the migrated template that is made here.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const template = freshName('template')
  await runOnServer(server.connection, `create database ${template}`)
  const database = openDatabase({ connection: connectionTo(server.connection, template), log: { warn: () => {} } })
  await migrate(database.db, join(import.meta.dirname, '../../db/migrations'))
  await database.close()
  project.provide('testServer', { connection: server.connection, template })
  return async () => {
    await runOnServer(server.connection, `drop database if exists ${template} with (force)`)
    await server.stop()
  }
}

async function openServer(): Promise<{ connection: Connection; stop(): Promise<void> }> {
  const outside = process.env.TEST_DATABASE_URL
  if (outside) return { connection: { connectionString: outside }, stop: async () => {} }
  const dataDir = mkdtempSync(join(tmpdir(), 'fourth-seat-tests-'))
  // The unprivileged user that runs PostgreSQL under root has to walk in.
  chmodSync(dataDir, 0o711)
  // Tests need no rows that survive a power cut.
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
