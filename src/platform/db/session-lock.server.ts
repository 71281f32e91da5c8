import pg from 'pg'
import { type Connection, clientOptions } from './connection.server.ts'

/**
 * Runs `work` while no other process runs work under the same number. The lock belongs to a connection of its own, and
 * ends with this process however that ends.
 * @param onWait is called if another process has the lock
 */
export async function withSessionLock<T>(
  connection: Connection,
  { number, onWait }: { number: number; onWait(): void },
  work: () => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ ...clientOptions(connection), application_name: 'shop lock' })
  client.on('error', () => {})
  await client.connect()
  try {
    // Another process may take as long as it needs.
    await client.query('set statement_timeout = 0')
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [number])
    if (!rows[0]?.taken) {
      onWait()
      await client.query('select pg_advisory_lock($1)', [number])
    }
    return await work()
  } finally {
    await client.end().catch(() => {})
  }
}
