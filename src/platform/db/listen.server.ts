import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, clientOptions, type DatabaseLog, hostsOf } from './connection.server.ts'

export type ListenOptions = {
  connection: Connection
  channels: readonly string[]
  log: DatabaseLog
  /** A failure counts as a lost connection. Whatever the message is about is then read after reconnecting. */
  onMessage(channel: string, payload: string): void | Promise<void>
  /** Called at once when the connection is lost, once per loss: notifications may be missed from now on. */
  onLost(): void
  /** Called when the database could not be reached again, maybe several times. */
  onAway?(): void
  /** Called after a reconnection, to read what has changed meanwhile. A failure counts as another loss. */
  onReconnect(): void | Promise<void>
}

const HEARTBEAT_MS = 5_000
const MAX_RETRY_DELAY_MS = 2_000

/**
 * Receives notifications (LISTEN) on its own connection, which is re-established whenever it is lost, with delays of up
 * to 2 s. A heartbeat every 5 s detects a dead connection.
 * @returns once connected, the function that ends it
 * @throws {Error} if the first connection fails
 */
export async function listen(options: ListenOptions): Promise<() => Promise<void>> {
  const { log } = options
  let isEnding = false
  let connection = await connect(options)
  const reconnect = async () => {
    for (let delayMs = 50; !isEnding; delayMs = Math.min(delayMs * 2, MAX_RETRY_DELAY_MS)) {
      await sleep(delayMs * (0.5 + Math.random() / 2))
      const next = await connect(options).catch(() => null)
      if (!next) {
        options.onAway?.()
        continue
      }
      connection = next
      if (isEnding) return connection.close()
      try {
        return await options.onReconnect()
      } catch (error) {
        log.warn({ err: error }, 'changes made while the connection was lost could not be read')
        await connection.close()
      }
    }
  }
  const run = async () => {
    while (!isEnding) {
      const error = await connection.lost
      if (isEnding) return
      options.onLost()
      log.warn({ err: error }, 'the connection for database notifications was lost')
      await reconnect()
    }
  }
  const running = run()
  return async () => {
    isEnding = true
    await connection.close()
    await running
  }
}

type ListeningConnection = { lost: Promise<unknown>; close(): Promise<void> }

async function connect({ connection, channels, onMessage }: ListenOptions): Promise<ListeningConnection> {
  const hosts = hostsOf(connection)
  const url = await hosts?.find({ isPatient: false })
  const client = new pg.Client({ ...clientOptions(connection), query_timeout: HEARTBEAT_MS - 1_000 })
  const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>()
  client.on('error', lose)
  client.on('end', () => lose(new Error('the database closed the connection')))
  client.on('notification', async ({ channel, payload }) => {
    try {
      await onMessage(channel, payload ?? '')
    } catch (error) {
      lose(error)
    }
  })
  try {
    await client.connect()
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    client.end().catch(() => {})
    if (url !== undefined) hosts?.lost(url)
    throw error
  }
  const beat = () => {
    // A former server of several may go on responding, while others' changes are told by the new one.
    if (hosts && hosts.current() !== url) lose(new Error('another server takes the writes'))
    client.query('select 1').catch(lose)
  }
  const heartbeat = setInterval(beat, HEARTBEAT_MS).unref()
  void lost.then((reason) => {
    if (url !== undefined && reason !== null) hosts?.lost(url)
    clearInterval(heartbeat)
    client.end().catch(() => {})
  })
  return {
    lost,
    async close() {
      lose(null)
      await Promise.race([client.end().catch(() => {}), sleep(500)])
    },
  }
}
