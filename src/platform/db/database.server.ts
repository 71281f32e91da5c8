import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { CONNECT_MS, type Connection, clientOptions, type DatabaseLog } from './connection.server.ts'
import { createReach, type Reach } from './reach.server.ts'
import { endSilentConnections } from './silence.server.ts'

export { isUnavailable } from './failures.server.ts'
export { listen } from './listen.server.ts'

/** An open database with its pool of connections. */
export type OpenDatabase<Tables> = {
  db: Kysely<Tables>
  /**
   * Tells every listening instance, this one too. The text reaches them only if it is at most 7,999 bytes.
   * @throws {Error} from the database when it is longer
   */
  notify(channel: string, payload: string): Promise<void>
  /** Whether the database answers within two seconds. */
  isReachable(): Promise<boolean>
  /** Waits for queries under way and closes every connection. Twice is the same as once. */
  close(): Promise<void>
}

/** How long a query waits for one of the connections: a rush of hundreds queues here, and is not sent away for it. */
const WAIT_MS = 8_000
/** How long a new connection may take: longer than `CONNECT_MS`, because a machine under a rush is slow to make one. */
const OPEN_MS = 3_000

/**
 * Opens a pool of at most `max` connections; none is made before the first query. A lost connection fails the query
 * that used it, never the process, and is replaced. Statements end after 5 s, idle transactions after 10 s, waiting for
 * a connection after 8 s, making a new one after 3 s more, and a connection that the network swallowed after 5 s: all of
 * these are `isUnavailable`. A server that is not running is known at once, and so is one that went silent a moment ago.
 */
export function openDatabase<Tables>(options: {
  connection: Connection
  log: DatabaseLog
  max?: number
}): OpenDatabase<Tables> {
  const { connection, log, max = 20 } = options
  const pool = new pg.Pool({
    ...clientOptions(connection),
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: WAIT_MS,
    Client: PooledClient,
  })
  let closing: Promise<void> | undefined
  // The driver hangs its whole client on the error. While we close, a connection that the server ended first is no loss.
  pool.on('error', ({ message }) => closing ?? log.warn({ reason: message }, 'an idle database connection was lost'))
  // A connection in use reports its loss twice: to the query, and as an event that would end the process unheard.
  pool.on('connect', (client) => client.on('error', () => {}))
  const reach = createReach()
  endSilentConnections(pool, connection, log, reach)
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: minding(pool, reach) }) })
  return {
    db,
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db)
    },
    isReachable: () => answersInTime(pool),
    close() {
      closing ??= db.destroy()
      return closing
    },
  }
}

/** The pool, which nobody waits for in vain once the server is known to be away (`reach.server.ts`). */
function minding(pool: pg.Pool, reach: Reach): PostgresPool {
  return {
    async connect() {
      if (!reach.mayAsk()) throw new Error('The database is out of reach')
      try {
        return await pool.connect()
      } catch (error) {
        if (error instanceof Error && /^timeout |due to connection timeout$/.test(error.message)) reach.lost()
        throw error
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/** The pool hands its own waiting time on to its clients, so that who waited for a place would wait as long again. */
class PooledClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    super({ ...options, connectionTimeoutMillis: OPEN_MS })
  }
}

/** Asks twice: the first connection out of the pool may be one whose end nobody noticed yet. */
async function answersInTime(pool: pg.Pool): Promise<boolean> {
  const ask = () => pool.query('select 1')
  const answer = ask()
    .catch(ask)
    .then(
      () => true,
      () => false,
    )
  return Promise.race([answer, sleep(CONNECT_MS, false, { ref: false })])
}

const RETRIES = 5

/**
 * Runs `work` in a transaction, again from the start (at most five times more) when PostgreSQL gave way to another
 * one: deadlock or serialization failure. So `work` does nothing outside the database, and nothing it would mind twice.
 */
export async function inTransaction<Tables, Result>(
  db: Kysely<Tables>,
  work: (transaction: Transaction<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let turn = 0; ; turn += 1) {
    try {
      return await db.transaction().execute(work)
    } catch (error) {
      if (turn >= RETRIES || !gaveWay(error)) throw error
      await sleep(Math.random() * 10 * 2 ** turn)
    }
  }
}

/** 40001 serialization_failure, 40P01 deadlock_detected (PostgreSQL, appendix A). */
function gaveWay(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}
