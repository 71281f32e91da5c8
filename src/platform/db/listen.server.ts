import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { type Connection, clientOptions, type DatabaseLog } from './connection.server.ts'

export type ListenOptions = {
  connection: Connection
  channels: readonly string[]
  log: DatabaseLog
  onMessage(channel: string, payload: string): void
  /** The line is down from now on: messages may be missed. Called once for each loss, at once. */
  onLost(): void
  /** The line is up again; what changed meanwhile has to be read anew. A failure here counts as another loss. */
  onBack(): void | Promise<void>
}

const HEARTBEAT_MS = 5_000
const LONGEST_PAUSE_MS = 2_000

/**
 * Hears notifications on a connection of its own, as long as the process lives: a lost line is made again, with
 * growing pauses of up to 2 s. A heartbeat every 5 s finds lines that died in silence.
 * @returns once the line stands, the function that ends it
 * @throws {Error} when the first connection cannot be made
 */
export async function listen(options: ListenOptions): Promise<() => Promise<void>> {
  const { log } = options
  let isEnding = false
  let line = await openLine(options)
  const keep = async () => {
    while (!isEnding) {
      const error = await line.lost
      if (isEnding) return
      options.onLost()
      log.warn({ err: error }, 'notices from the database are not heard for now')
      await reopen()
    }
  }
  const reopen = async () => {
    for (let pauseMs = 50; !isEnding; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      await sleep(pauseMs * (0.5 + Math.random() / 2))
      const next = await openLine(options).catch(() => null)
      if (!next) continue
      line = next
      if (isEnding) return line.close()
      try {
        await options.onBack()
        return
      } catch (error) {
        log.warn({ err: error }, 'what the database had to say could not be taken in')
        await line.close()
      }
    }
  }
  const kept = keep()
  return async () => {
    isEnding = true
    await line.close()
    await kept
  }
}

type Line = { lost: Promise<unknown>; close(): Promise<void> }

async function openLine({ connection, channels, onMessage }: ListenOptions): Promise<Line> {
  const client = new pg.Client(clientOptions(connection))
  const { promise: lost, resolve: lose } = Promise.withResolvers<unknown>()
  client.on('error', lose)
  client.on('end', () => lose(new Error('the database closed the connection')))
  client.on('notification', ({ channel, payload }) => onMessage(channel, payload ?? ''))
  try {
    await client.connect()
    for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  const heartbeat = setInterval(() => beat(client, lose), HEARTBEAT_MS).unref()
  void lost.then(() => {
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

/** Asks whether the other end is still there; no answer before the next beat counts as a loss. */
function beat(client: pg.Client, lose: (error: Error) => void): void {
  const late = setTimeout(() => lose(new Error('the database does not answer')), HEARTBEAT_MS - 1_000).unref()
  client
    .query('select 1')
    .catch(lose)
    .finally(() => clearTimeout(late))
}
