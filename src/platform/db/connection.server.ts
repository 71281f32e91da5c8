import pg from 'pg'
import type { EmbeddedConnection } from './embedded.server.ts'
import { createHosts, type Hosts, splitHosts } from './hosts.server.ts'

/** Where to connect: the embedded server's private socket, or the URL of another server. */
export type Connection = EmbeddedConnection | { connectionString: string; hosts?: Hosts }

/** Where a URL leads, which may name several servers. The connection remembers which of them takes writes. */
export function connectionOf(url: string): Connection {
  const urls = splitHosts(url) ?? [url]
  const [first = url] = urls
  return urls.length > 1 ? { connectionString: first, hosts: createHosts(urls) } : { connectionString: first }
}

/** The servers of a connection to one of several. */
export const hostsOf = (connection: Connection): Hosts | undefined =>
  'hosts' in connection ? connection.hosts : undefined

/** The part of a logger that the database needs. */
export type DatabaseLog = { warn(fields: object, message: string): void }

/** How long a connection may take to be established. */
export const CONNECT_TIMEOUT_MS = 2_000

/** How text is parsed into a value, by the OID of the column's type. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  // int8 (counts, sums): a number if that is exact.
  [pg.types.builtins.INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
  [pg.types.builtins.NUMERIC]: Number,
  // A calendar day stays text: a Date would shift it with the machine's time zone.
  [pg.types.builtins.DATE]: (text) => text,
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const own = format === 'binary' ? undefined : PARSERS[oid]
    return own ?? pg.types.getTypeParser(oid, format)
  },
}

/** The options of every connection: its timeouts, and how column values are parsed. */
export function clientOptions(connection: Connection): pg.ClientConfig {
  const hosts = hostsOf(connection)
  return {
    ...(hosts ? { connectionString: hosts.current() } : connection),
    types,
    application_name: 'shop',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // The server ends slow statements and idle transactions.
    statement_timeout: 5_000,
    idle_in_transaction_session_timeout: 10_000,
    // The kernel closes a connection that stops responding during a long query (after some 20 s).
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
  }
}
