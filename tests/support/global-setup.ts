import type { ChildProcess } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import type { Connection } from '#platform/db/connection.server.ts'
import { openDatabase } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import buildPages from './build-pages.ts'
import { startExternalPostgres } from './external-postgres.ts'
import { connectionTo, dropDatabase, freshName, runOnServer, serverFolder, startTestServer } from './test-server.ts'

/** The PostgreSQL server of the run; `name` is printed at its start. */
type RunServer = { name: string; connection: Connection; stop(): Promise<void> }

/**
 * Starts one PostgreSQL server for the tests of a project: an embedded one in a folder of its own, or for `api-external` an
 * external one (the server at `TEST_DATABASE_URL`, whose user must be allowed to create databases; else Debian's or the
 * shop's own PostgreSQL on a port of loopback). Test files copy the migrated template made here.
 */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  if (startsShops(project)) buildPages()
  const server = await openServer(project.name === 'api-external')
  console.log(`database: ${server.name}`)
  const template = freshName('template')
  await runOnServer(server.connection, `create database ${template}`)
  const database = openDatabase({ connection: connectionTo(server.connection, template), log: { warn: () => {} } })
  await migrate(database.db, join(import.meta.dirname, '../../db/migrations'))
  await database.close()
  project.provide('testServer', { connection: server.connection, template })
  return async () => {
    await dropDatabase(server.connection, template)
    await server.stop()
  }
}

/** Whether the run has tests of whole shops, which need the built pages. It has none if the command names only files of src. */
function startsShops({ name }: TestProject): boolean {
  const isNamed = (folder: string) => process.argv.some((argument) => argument.startsWith(folder))
  return name === 'api' && (isNamed('tests/') || !isNamed('src/'))
}

async function openServer(isExternal: boolean): Promise<RunServer> {
  const url = process.env.TEST_DATABASE_URL
  if (isExternal && url)
    return { name: 'external, TEST_DATABASE_URL', connection: { connectionString: url }, stop: async () => {} }
  return isExternal ? openExternal() : { name: 'embedded', ...(await startTestServer()) }
}

async function openExternal(): Promise<RunServer> {
  const home = serverFolder()
  const children: ChildProcess[] = []
  process.once('exit', () => children.forEach((child) => void child.kill('SIGKILL')))
  const server = await startExternalPostgres(home, (child) => void children.push(child))
  return {
    name: `external, ${server.version}`,
    connection: server.connection,
    async stop() {
      await server.stop('fast')
      rmSync(home, { recursive: true, force: true })
    },
  }
}
