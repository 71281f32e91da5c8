/** States of PostgreSQL (its appendix A) in which it is the database that cannot, and not the question that is wrong. */
const STATES = new Set([
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

/** What the operating system says of a connection that cannot be made or was cut. */
const SYSTEM = new Set([
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

/** The driver's own failures carry no code, only these words. */
const WORDS =
  /^(?:timeout exceeded when trying to connect|timeout expired|Connection terminated|Client has encountered a connection error|Client was closed|Cannot use a pool after calling end|Query read timeout|The database is out of reach|driver has already been destroyed)/

/**
 * Whether the database could not be asked, or had no means to answer: then the same call may succeed later, and HTTP
 * says 503. Causes are looked into. False for errors that a wrong query or a broken rule of a table made.
 */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (STATES.has(code) || SYSTEM.has(code) || /^08\w{3}$/.test(code)) return true
  // The socket of a server that is not running is a missing file.
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  return WORDS.test(error.message) || (error.cause !== undefined && isUnavailable(error.cause))
}
