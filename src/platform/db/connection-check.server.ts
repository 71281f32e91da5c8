import { type Kysely, sql } from 'kysely'
import { ConfigError } from '#platform/config.server.ts'
import type { Connection } from './connection.server.ts'

/** Failures that an operator can fix, by PostgreSQL's or the operating system's code. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'its host name is unknown',
  EAI_AGAIN: 'its host name is unknown',
  EHOSTUNREACH: 'there is no route to it',
  ENETUNREACH: 'there is no route to it',
  ETIMEDOUT: 'it does not respond',
  ECONNRESET: 'it closed the connection; is it a PostgreSQL server?',
  '28P01': 'it rejects this user and password',
  '28000': 'it rejects this user and password',
  '3D000': 'it has no database of that name',
}

/**
 * Checks that an opened database can be used.
 * @throws {ConfigError} naming DATABASE_URL and the server, never the password, if the one it names can't be used
 * @throws what the driver threw, if it's the embedded database
 */
export async function checkConnection<Tables>(db: Kysely<Tables>, connection: Connection): Promise<void> {
  try {
    await sql`select 1`.execute(db)
  } catch (error) {
    if (!('connectionString' in connection)) throw error
    const { connectionString } = connection
    const server = new URL(connectionString).host || 'its socket'
    if (connection.hosts) throw new ConfigError(`DATABASE_URL: no server of it takes writes, such as ${server}.`)
    throw new ConfigError(
      `DATABASE_URL: the database at ${server} cannot be used, ${reasonFor(error, connectionString)}.`,
    )
  }
}

function reasonFor(error: unknown, connectionString: string): string {
  if (!(error instanceof Error)) return 'for an unknown reason'
  const code = 'code' in error ? String(error.code) : ''
  if (REASONS[code]) return REASONS[code]
  if (/timeout|timed out/i.test(error.message)) return 'it does not respond'
  const { password } = new URL(connectionString)
  const [line = ''] = error.message.split('\n', 1)
  const reason = (line || code).replace(/\.$/, '')
  return password ? reason.replaceAll(password, '…').replaceAll(decoded(password), '…') : reason
}

/** A password may contain a bare `%`, which can't be decoded. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
