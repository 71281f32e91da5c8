import { join } from 'node:path'
import { openDatabase } from '#platform/db/database.server.ts'
import { migrate } from '#platform/db/migrate.server.ts'
import { type ExternalPostgres, startExternalPostgres } from '../../support/external-postgres.ts'
import { connectionTo, runOnServer } from '../../support/test-server.ts'
import type { FaultContext } from './context.ts'
import { ROOT } from './processes.ts'

/** An external PostgreSQL with all tables ready to be copied. */
export interface OwnPostgres extends ExternalPostgres {
  /** A new database with all tables; its address for DATABASE_URL. */
  createDatabase(): Promise<string>
}

const TEMPLATE = 'faults_template'

/** Makes a cluster in a temporary folder and starts it on a free port of loopback. */
export async function startPostgres(context: FaultContext): Promise<OwnPostgres> {
  const server = await startExternalPostgres(await context.folder('postgres'), context.own)
  const { connection } = server
  let databases = 0
  context.defer(() => server.stop('immediate'))
  await runOnServer(connection, `create database ${TEMPLATE}`)
  const template = openDatabase({ connection: connectionTo(connection, TEMPLATE), log: { warn: () => {} }, max: 2 })
  await migrate(template.db, join(ROOT, 'db/migrations'))
  await template.close()
  return {
    ...server,
    async createDatabase() {
      databases += 1
      const name = `faults_${databases}`
      await runOnServer(connection, `create database ${name} template ${TEMPLATE}`)
      return connection.connectionString.replace(/postgres$/, name)
    },
  }
}

const shared = new WeakMap<FaultContext, Promise<OwnPostgres>>()

/** One server for all environments of a context that do not stop it. */
export function sharedPostgres(context: FaultContext): Promise<OwnPostgres> {
  const started = shared.get(context) ?? startPostgres(context)
  shared.set(context, started)
  return started
}
