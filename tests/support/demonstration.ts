import buildPages from './build-pages.ts'
import { startShop } from './running-shop.ts'
import {
  connectionTo,
  copyTemplate,
  freshName,
  runOnServer,
  startTestServer,
  type TestDatabase,
} from './test-server.ts'

/** How the run tells its workers of the server. */
const SERVER = 'JOURNEYS_SERVER'

/**
 * For a run of journeys: builds stale pages, starts one PostgreSQL server, and lets a shop load the demonstration into the
 * template that the workers copy.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  buildPages()
  const { connection, stop } = await startTestServer()
  const template = freshName('template')
  await runOnServer(connection, `create database ${template}`)
  const shop = await startShop({ database: connectionTo(connection, template) })
  await shop.stop()
  process.env[SERVER] = JSON.stringify({ connection, template })
  return stop
}

/** A new database with the demonstration, for a shop of this run. */
export function demonstrationDatabase(): Promise<TestDatabase> {
  return copyTemplate(JSON.parse(process.env[SERVER] ?? ''))
}
