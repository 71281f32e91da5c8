/** PostgreSQL's error codes (its appendix A) for an unavailable database, as opposed to a wrong query. */
const POSTGRES_CODES = new Set([
  '53000', // insufficient_resources
  '53100', // disk_full
  '53200', // out_of_memory
  '53300', // too_many_connections
  '53400', // configuration_limit_exceeded
  '57014', // query_canceled: the statement took too long
  '57P01', // admin_shutdown
  '57P02', // crash_shutdown
  '57P03', // cannot_connect_now
  '57P05', // idle_session_timeout
  '25P03', // idle_in_transaction_session_timeout
  '25P04', // transaction_timeout
  '55P03', // lock_not_available
  '25006', // read_only_sql_transaction: a standby after a failover
])

/** The operating system's codes for a failed or lost connection. */
const SYSTEM_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])

/** PostgreSQL's error for a prepared statement after a migration changed its columns. Its code is also that of others. */
export const STALE_STATEMENT = 'cached plan must not change result type'

/** The driver's own errors have no code, only these messages. */
const MESSAGES =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|The database is unreachable|no server of the database takes writes|driver has already been destroyed)/

/**
 * True if an error (or its `cause`) means that the database is unavailable: the same call may succeed later, so the
 * HTTP response is 503. False for a wrong query or a violated constraint.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (POSTGRES_CODES.has(code) || SYSTEM_CODES.has(code) || /^08\w{3}$/.test(code)) return true
  if (error.message === STALE_STATEMENT) return true
  // If the server isn't running, its socket is a missing file.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  return MESSAGES.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause))
}

/** A server that stops, starts or has become a standby. */
const MOVED_CODES = new Set(['57P01', '57P02', '57P03', '25006'])

/** True if an error may mean that another server takes the writes from now on. */
export function mayHaveMoved(error: unknown): boolean {
  if (!isUnavailable(error) || !(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  // The server itself responded with any other code, so it's there.
  return MOVED_CODES.has(code) || SYSTEM_CODES.has(code) || code === ''
}

/** True if a statement outside of a transaction that failed with `mayHaveMoved` has changed nothing, so it may be made elsewhere. */
export function isUndone(text: string, error: unknown): boolean {
  // A server that stops says so in place of a statement's response, and a standby refuses the statement.
  const isRefused = error instanceof Error && 'code' in error && (error.code === '57P01' || error.code === '25006')
  return /^\s*select\b/i.test(text) || (isRefused && /^\s*(?:insert|update|delete|with)\b/i.test(text))
}

/**
 * True if what else runs was in the way, so that it can be tried again: 40001 serialization_failure, 40P01 deadlock_detected (PostgreSQL,
 * appendix A). A replica gives 40001 too, to a statement in the way of what it replays (Handling Query Conflicts).
 */
export function isConflict(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40001' || error.code === '40P01')
}
