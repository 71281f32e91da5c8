import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.server.ts'
import { CONNECT_TIMEOUT_MS, type Connection, clientOptions, type DatabaseLog } from './connection.server.ts'
import { STALE_STATEMENT } from './failures.server.ts'
import { createStatementNames, type StatementNames } from './statement-names.server.ts'

export { isUnavailable } from './failures.server.ts'
export { listen } from './listen.server.ts'
export { inTransaction } from './transaction.server.ts'

/** An open database with its pool of connections. */
export type OpenDatabase<Tables> = {
  db: Kysely<Tables>
  connection: Connection
  /**
   * Notifies every listening instance, including this one. `payload` has at most 7,999 bytes.
   * @throws {Error} from the database if it's longer
   */
  notify(channel: string, payload: string): Promise<void>
  /** True if the database responds within two seconds. */
  isReachable(): Promise<boolean>
  /** Waits for running queries and closes every connection. Idempotent. */
  close(): Promise<void>
}

/** How long a query waits for a free connection: a burst of hundreds of queries waits instead of failing. */
const QUEUE_TIMEOUT_MS = 8_000
/** Longer than for other connections, because a machine under load is slow to establish one. */
const POOL_CONNECT_TIMEOUT_MS = 3_000
/** Longer than the server lets a statement run, so only a dead connection reaches it. */
const QUERY_TIMEOUT_MS = 6_000
/** The longest timeout of a timer; pg would treat 0 as unset. */
const NO_TIMEOUT_MS = 2 ** 31 - 1

/**
 * Opens a pool of at most `max` connections, the first one at the first query. A lost connection fails only the query
 * that used it, and is replaced. Timeouts: a statement 5 s, an idle transaction 10 s, waiting for a connection 8 s,
 * establishing one 3 s, a dead connection 6 s; all of these are `isUnavailable`. While the server doesn't respond,
 * further queries fail at once.
 */
export function openDatabase<Tables>(options: {
  connection: Connection
  log: DatabaseLog
  max?: number | undefined
  /** Shorter in tests of a dead connection. */
  queryTimeoutMs?: number
}): OpenDatabase<Tables> {
  const { connection, log, max = 20, queryTimeoutMs = QUERY_TIMEOUT_MS } = options
  const pool = new pg.Pool({
    ...clientOptions(connection),
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: QUEUE_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    Client: PooledClient,
  })
  let closing: Promise<void> | undefined
  // Only the message is logged: pg attaches its whole client to the error.
  pool.on('error', ({ message }) => closing ?? log.warn({ reason: message }, 'an idle database connection was lost'))
  // The loss of a connection in use fails its query, and also emits an event that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: withCircuitBreaker(pool, log) }) })
  return {
    db,
    connection,
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db)
    },
    isReachable: () => respondsInTime(pool),
    close() {
      closing ??= db.destroy()
      return closing
    },
  }
}

/**
 * pg's pool would use its queue timeout for new connections too, so a query could wait twice as long: longer than the
 * 10 s within which a request is rejected if the network is dead (`npm run faults -- network-dead`, which also shows
 * what is below).
 */
class PooledClient extends pg.Client {
  constructor(options?: pg.ClientConfig) {
    // What a transaction begins together is sent together (transaction.server.ts).
    super({ ...options, connectionTimeoutMillis: POOL_CONNECT_TIMEOUT_MS, pipeline: true })
  }
}

/** The pool behind a circuit breaker, so that only the first requests wait: timeouts open it, responses close it. */
function withCircuitBreaker(pool: pg.Pool, log: DatabaseLog): PostgresPool {
  const breaker = createCircuitBreaker()
  const nameOf = createStatementNames()
  return {
    async connect() {
      if (!breaker.allows()) throw new Error('The database is unreachable')
      try {
        return watchQueries(await pool.connect(), { breaker, log, nameOf })
      } catch (error) {
        if (error instanceof Error && /^timeout |due to connection timeout$/.test(error.message)) breaker.timedOut()
        throw error
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
}

/**
 * pg's `query_timeout` fails the query but leaves its client busy, and the pool would use it for the next query: so the
 * connection is closed. A session that turns off `statement_timeout` for a long task has no query timeout either.
 */
function watchQueries(
  client: pg.PoolClient,
  { breaker, log, nameOf }: { breaker: CircuitBreaker; log: DatabaseLog; nameOf: StatementNames },
): PostgresPoolClient {
  let override = {}
  const query = async (text: string, values: unknown[] = []) => {
    if (/^set (?:local )?statement_timeout = 0$/.test(text)) override = { query_timeout: NO_TIMEOUT_MS }
    try {
      const result = await client.query({ name: nameOf(text, values), text, values, ...override })
      breaker.responded()
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError) breaker.responded()
      if (error instanceof Error && error.message === 'Query read timeout') {
        log.warn({}, 'a database connection does not respond and was closed')
        breaker.timedOut()
        void client.end()
      }
      // The connection would keep the statement, and fail each time.
      if (error instanceof Error && error.message === STALE_STATEMENT) void client.end()
      throw error
    }
  }
  // Safe cast: without `pg-cursor` Kysely calls `query` with text and parameters only.
  return { query: query as unknown as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}

/** Tries twice: the first connection may be one that the server has just closed. */
async function respondsInTime(pool: pg.Pool): Promise<boolean> {
  const check = () => pool.query('select 1')
  const response = check()
    .catch(check)
    .then(
      () => true,
      () => false,
    )
  return Promise.race([response, sleep(CONNECT_TIMEOUT_MS, false, { ref: false })])
}
