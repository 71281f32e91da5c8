import type { Config } from '../config.server.ts'
import { type Connection, connectionOf, type DatabaseLog } from './connection.server.ts'
import { checkConnection } from './connection-check.server.ts'
import { type OpenDatabase, openDatabase } from './database.server.ts'
import type { attachEmbedded, startEmbedded } from './embedded.server.ts'

/** A request is answered within 10 seconds, whatever happens. */
const COMMIT_FATE_MS = 9_000

interface ConnectOptions {
  /** How the embedded server is reached: a shop starts its own, a command attaches to that of a running shop. */
  embedded: typeof startEmbedded | typeof attachEmbedded
  log: DatabaseLog
  /** Prints one line for the operator. */
  print(line: string): void
  /** Called while an embedded server starts. */
  meanwhile?(): void
  /** The maximum size of the pool. */
  max?: number
}

/** Fewer than the writer's: long reads wait for each other. */
const REPLICA_CONNECTIONS = 8

/** Where the replica is that the configuration names, or null. */
export function replicaOf({ database }: Pick<Config, 'database'>): Connection | null {
  return database.kind === 'embedded' || database.readUrl === null ? null : connectionOf(database.readUrl)
}

/** That replica, or null. It needn't be there now. */
export function openReplica<Tables>(config: Pick<Config, 'database'>, log: DatabaseLog): OpenDatabase<Tables> | null {
  const connection = replicaOf(config)
  return connection && openDatabase({ connection, log, max: REPLICA_CONNECTIONS })
}

/**
 * Opens the database that the configuration names, the embedded one or that of DATABASE_URL, and checks that it can be
 * used.
 * @throws {ConfigError} if DATABASE_URL names one that can't be used
 * @throws {DataDirBusyError} if another shop is using the data folder
 */
export async function connectDatabase<Tables>(
  { database: wanted, dataDir }: Pick<Config, 'database' | 'dataDir'>,
  { embedded, log, print, meanwhile, max }: ConnectOptions,
): Promise<OpenDatabase<Tables>> {
  const server =
    wanted.kind === 'embedded' ? await embedded({ dataDir, log: print, ...(meanwhile && { meanwhile }) }) : null
  if (server?.note) print(server.note)
  const connection = server?.connection ?? connectionOf(wanted.kind === 'url' ? wanted.url : '')
  const database = openDatabase<Tables>({
    connection,
    log,
    max,
    // The embedded server ends with the machine, or is there.
    commitFateMs: server ? undefined : COMMIT_FATE_MS,
  })
  const close = async () => {
    await database.close()
    await server?.stop()
  }
  try {
    await checkConnection(database.db, connection)
  } catch (error) {
    await close()
    throw error
  }
  return { ...database, close }
}
