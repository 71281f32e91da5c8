import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient, sql } from 'kysely'
import pg from 'pg'
import { currentSpan, traced } from '../telemetry/spans.server.ts'
import { type CircuitBreaker, createCircuitBreaker } from './circuit-breaker.server.ts'
import { type Commits, createCommits } from './commit-fate.server.ts'
import { CONNECT_TIMEOUT_MS, type Connection, clientOptions, type DatabaseLog, hostsOf } from './connection.server.ts'
import { isUndone, mayHaveMoved, STALE_STATEMENT } from './failures.server.ts'
import type { Hosts } from './hosts.server.ts'
import { createStatementNames, type StatementNames } from './statement-names.server.ts'
import { createWriteGate, type WriteGate } from './write-gate.server.ts'

export { UnknownOutcomeError } from './commit-fate.server.ts'
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
  /** Finds out what became of a commit if the connection broke meanwhile; after so long its outcome is unknown. */
  commitFateMs?: number | undefined
}): OpenDatabase<Tables> {
  const { connection, log, max = 20, queryTimeoutMs = QUERY_TIMEOUT_MS, commitFateMs } = options
  const hosts = hostsOf(connection)
  const pool = new pg.Pool({
    ...clientOptions(connection),
    max,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: QUEUE_TIMEOUT_MS,
    query_timeout: queryTimeoutMs,
    Client: hosts ? clientOfHosts(hosts) : PooledClient,
  })
  const connect = hosts ? () => connectToHosts(pool, hosts) : () => pool.connect()
  let closing: Promise<void> | undefined
  // Only the message is logged: pg attaches its whole client to the error.
  pool.on('error', ({ message }, client) => {
    if (client instanceof HostClient) hosts?.lost(client.url)
    if (!closing) log.warn({ reason: message }, 'an idle database connection was lost')
  })
  // The loss of a connection in use fails its query, and also emits an event that would end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<Tables>({
    dialect: new PostgresDialect({ pool: withCircuitBreaker(pool, { connect, hosts, commitFateMs, log }) }),
  })
  return {
    db,
    connection,
    async notify(channel, payload) {
      await sql`select pg_notify(${channel}, ${payload})`.execute(db)
    },
    isReachable: () => respondsInTime(connect),
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

/** A connection to one of several servers. */
class HostClient extends PooledClient {
  readonly url: string
  constructor(url: string, options?: pg.ClientConfig) {
    super({ ...options, connectionString: url })
    this.url = url
  }
}

/** The pool makes a client when it needs one: it's for the server that takes writes at that time. */
function clientOfHosts(hosts: Hosts): typeof pg.Client {
  return class extends HostClient {
    constructor(options?: pg.ClientConfig) {
      super(hosts.current(), options)
    }
  }
}

/** A connection to the server that takes writes. Those to a former one are closed. A failure to connect is tried once more. */
async function connectToHosts(pool: pg.Pool, hosts: Hosts): Promise<pg.PoolClient> {
  for (let failures = 0; ; ) {
    const url = await hosts.find()
    const client = await pool.connect().catch((error: unknown) => {
      hosts.lost(url)
      failures += 1
      if (failures > 1 || !mayHaveMoved(error)) throw error
      return null
    })
    if (client instanceof HostClient && client.url === url) return client
    client?.release(true)
  }
}

interface BreakerOptions {
  connect(): Promise<pg.PoolClient>
  commitFateMs: number | undefined
  hosts: Hosts | undefined
  log: DatabaseLog
}

/** The pool behind a circuit breaker, so that only the first requests wait: timeouts open it, responses close it. */
function withCircuitBreaker(pool: pg.Pool, { connect, hosts, commitFateMs, log }: BreakerOptions): PostgresPool {
  const breaker = createCircuitBreaker()
  const gate = createWriteGate(pool.options.max)
  const nameOf = createStatementNames()
  const elsewhere = async (text: string, values?: unknown[]) => {
    const client = await guarded.connect()
    try {
      return await client.query<unknown>(text, values ?? [])
    } finally {
      client.release()
    }
  }
  const commits = commitFateMs === undefined ? null : createCommits(elsewhere, commitFateMs)
  const guarded: PostgresPool = {
    async connect() {
      if (!breaker.allows()) throw new Error('The database is unreachable')
      try {
        return watchQueries(await connect(), { breaker, gate, hosts, commits, elsewhere, log, nameOf })
      } catch (error) {
        if (error instanceof Error && /^timeout |due to connection timeout$/.test(error.message)) breaker.timedOut()
        throw error
      }
    },
    end: () => pool.end(),
    options: pool.options,
  }
  return guarded
}

interface WatchOptions extends Pick<BreakerOptions, 'hosts' | 'log'> {
  commits: Commits | null
  /** Makes a query on another connection. */
  elsewhere: Parameters<typeof createCommits>[0]
  breaker: CircuitBreaker
  gate: WriteGate
  nameOf: StatementNames
}

/** What changes something by itself, outside of a transaction. */
const WRITE = /^\s*(?:insert|update|delete|with\b[\s\S]*\b(?:insert into|update|delete from))\b/i

/** Kysely begins a transaction with an isolation level by the second. */
const isBeginning = (text: string) => text === 'begin' || text.startsWith('start transaction')

/**
 * pg's `query_timeout` fails the query but leaves its client busy, and the pool would use it for the next query: so the
 * connection is closed. A session that turns off `statement_timeout` for a long task has no query timeout either.
 */
function watchQueries(
  client: pg.PoolClient,
  { breaker, gate, hosts, commits, elsewhere, log, nameOf }: WatchOptions,
): PostgresPoolClient {
  let override = {}
  let isInTransaction = false
  const query = async (text: string, values: unknown[] = []) => {
    const isBegin = isBeginning(text)
    const isPart = isInTransaction || isBegin
    if (isBegin) isInTransaction = true
    if (text === 'commit' || text === 'rollback') isInTransaction = false
    if (/^set (?:local )?statement_timeout = 0$/.test(text)) override = { query_timeout: NO_TIMEOUT_MS }
    try {
      const send = () => client.query({ name: nameOf(text, values), text, values, ...override })
      const result = currentSpan()
        ? await traced(nameOfStatement(text), { 'db.query.text': text.slice(0, MAX_TRACED) }, async (span) => {
            const sent = await send()
            span?.set({ 'db.response.returned_rows': sent.rowCount ?? 0 })
            if (/^(?:INSERT|UPDATE|DELETE)$/.test(sent.command) && sent.rowCount) span?.keep()
            return sent
          })
        : await send()
      breaker.responded()
      return result
    } catch (error) {
      if (error instanceof pg.DatabaseError) breaker.responded()
      if (error instanceof Error && error.message === 'Query read timeout') {
        log.warn({}, 'a database connection does not respond and was closed')
        breaker.timedOut()
        void client.end()
      }
      if (hosts && client instanceof HostClient && mayHaveMoved(error)) {
        hosts.lost(client.url)
        void client.end()
        // A transaction is repeated as a whole (transaction.server.ts).
        if (!isPart && isUndone(text, error)) return elsewhere(text, values)
      }
      // The connection would keep the statement, and fail each time.
      if (error instanceof Error && error.message === STALE_STATEMENT) void client.end()
      throw error
    }
  }
  let isRefused = false
  let waiting = 0
  let stopWaiting: (() => void) | undefined
  const gated = async (text: string, values?: unknown[]) => {
    const isPart = isInTransaction || isBeginning(text)
    const isWrite = isPart || WRITE.test(text)
    // What follows a refused beginning would be outside of its transaction.
    isRefused ||= isWrite && !isInTransaction && !gate.allows()
    if (isRefused) throw new Error('The database is unreachable')
    if (!isWrite) return query(text, values)
    stopWaiting ??= gate.begin()
    waiting += 1
    try {
      const result = await query(text, values)
      if (text === 'commit' || !isPart) gate.committed()
      return result
    } finally {
      waiting -= 1
      if (waiting === 0) {
        stopWaiting?.()
        stopWaiting = undefined
      }
    }
  }
  // A broken connection has rolled back, and the error that broke it says more.
  const rollBack = () =>
    gated('rollback').catch((error: unknown) => {
      if (mayHaveMoved(error)) return { rows: [], rowCount: null }
      throw error
    })
  const queryOrCommit = commits
    ? (text: string, values?: unknown[]) =>
        text === 'commit' ? commits.commit(gated) : text === 'rollback' ? rollBack() : gated(text, values)
    : gated
  // Safe cast: without `pg-cursor` Kysely calls `query` with text and parameters only.
  return {
    query: queryOrCommit as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  }
}

/** A statement's words are those of the code: values go as parameters, and never into a trace. */
const MAX_TRACED = 2000

/** `update orders`: what a statement does, and to which table first. */
function nameOfStatement(text: string): string {
  const verb = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text)?.[1]
  return table ? `${verb} ${table}` : verb
}

/** Tries twice: the first connection may be one that the server has just closed. */
async function respondsInTime(connect: () => Promise<pg.PoolClient>): Promise<boolean> {
  const check = async () => {
    const client = await connect()
    await client.query('select 1').then(
      () => client.release(),
      (error: Error) => {
        client.release(error)
        throw error
      },
    )
  }
  const response = check()
    .catch(check)
    .then(
      () => true,
      () => false,
    )
  return Promise.race([response, sleep(CONNECT_TIMEOUT_MS, false, { ref: false })])
}
