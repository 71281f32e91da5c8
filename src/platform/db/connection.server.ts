import pg from 'pg'
import type { EmbeddedConnection } from './embedded.server.ts'

/** How to reach a PostgreSQL: the embedded one's private socket, or the address of another. */
export type Connection = EmbeddedConnection | { connectionString: string }

/** The part of a logger that the database needs. */
export type DatabaseLog = { warn(fields: object, message: string): void }

const STATEMENT_MS = 5_000
const IDLE_IN_TRANSACTION_MS = 10_000
/** How long a connection may take to be made, or to become free; in milliseconds. */
export const CONNECT_MS = 2_000

/** pg's number for a column type, and how its text becomes a value. */
const PARSERS: Readonly<Record<number, (text: string) => unknown>> = {
  // int8 (counts, sums): a number as long as one can hold it exactly.
  [pg.types.builtins.INT8]: (text) => (Number.isSafeInteger(Number(text)) ? Number(text) : text),
  [pg.types.builtins.NUMERIC]: Number,
  // A calendar day is not a moment: as a Date it would move with the machine's time zone.
  [pg.types.builtins.DATE]: (text) => text,
}

const types: pg.CustomTypesConfig = {
  getTypeParser(oid, format) {
    const own = format === 'binary' ? undefined : PARSERS[oid]
    return own ?? pg.types.getTypeParser(oid, format)
  },
}

/** The options of every connection: how long it may wait, and what its values become. */
export function clientOptions(connection: Connection): pg.ClientConfig {
  return {
    ...connection,
    types,
    application_name: 'fourth-seat',
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
    statement_timeout: STATEMENT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
  }
}
