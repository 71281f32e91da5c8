import pg from 'pg'
import { CONNECT_MS, type Connection, clientOptions, type DatabaseLog } from './connection.server.ts'
import type { Reach } from './reach.server.ts'

/** A query without an answer for so long is looked after; in milliseconds. */
const SILENCE_MS = 3_000
/** What one look at the server tells is good for all queries of this moment. */
const LOOK_LASTS_MS = 500

/** What a server says of its sessions: the ones that wait for a question. Null: it cannot be asked. */
type Look = Promise<ReadonlySet<number> | null>

/**
 * Ends connections whose answers will never come: the network swallows what is sent, or a firewall forgot the
 * connection. The server's own time limits do not reach over a dead network, and TCP notices after many minutes. A
 * query that is silent for 3 s makes us ask the server over a new connection: where that fails, or where the server says
 * that this session has nothing to do, the connection is ended, and its query fails as `isUnavailable`. A query that is
 * at work goes on. What is learned of the way to the server goes to `reach`.
 */
export function endSilentConnections(pool: pg.Pool, connection: Connection, log: DatabaseLog, reach: Reach): void {
  let last: { at: number; look: Look } | null = null
  const look = (): Look => {
    const at = performance.now()
    if (!last || at - last.at > LOOK_LASTS_MS) last = { at, look: idleSessions(connection).catch(() => null) }
    return last.look
  }
  const watch = (client: pg.PoolClient, answer: Promise<unknown>) => {
    let isOver = false
    const again = () => {
      timer = setTimeout(check, SILENCE_MS).unref()
    }
    const check = async () => {
      const idle = await look()
      if (isOver) return
      if (idle && !idle.has(sessionOf(client))) return again()
      log.warn({ reachable: idle !== null }, 'a database connection went silent and was ended')
      if (!idle) reach.lost()
      void Promise.resolve(Reflect.apply(pg.Client.prototype.end, client, [])).catch(() => {})
    }
    let timer = setTimeout(check, SILENCE_MS).unref()
    const finish = () => {
      isOver = true
      clearTimeout(timer)
    }
    answer.then(
      () => {
        finish()
        reach.heard()
      },
      (error: unknown) => {
        finish()
        if (error instanceof pg.DatabaseError) reach.heard()
      },
    )
  }
  pool.on('connect', (client) => {
    const query = (...given: unknown[]): unknown => {
      const answer: unknown = Reflect.apply(pg.Client.prototype.query, client, given)
      if (answer instanceof Promise) watch(client, answer)
      return answer
    }
    Object.assign(client, { query })
  })
}

/** The server's number of a session (PostgreSQL, BackendKeyData); -1 where the driver does not tell. */
function sessionOf(client: pg.PoolClient): number {
  return 'processID' in client && typeof client.processID === 'number' ? client.processID : -1
}

async function idleSessions(connection: Connection): Promise<ReadonlySet<number>> {
  const client = new pg.Client({ ...clientOptions(connection), query_timeout: CONNECT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number }>(
      "select pid from pg_stat_activity where datname = current_database() and state like 'idle%'",
    )
    return new Set(rows.map(({ pid }) => pid))
  } finally {
    client.end().catch(() => {})
  }
}
