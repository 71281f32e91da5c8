import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { createDelivery } from './delivery.server.ts'
import type { Outbox } from './mail.ts'
import { countWaiting, deleteOldMails, expireMails, insertMail } from './outbox-table.server.ts'
import type { MailTransport } from './transport.server.ts'

/** What `/metrics` shows. `sent` and `failed` count this instance's attempts since it started. */
export interface OutboxStats {
  waiting: number
  oldestSeconds: number
  sent: number
  failed: number
  expired: number
}

export interface RunningOutbox extends Outbox {
  /** Starts the loop that sends; calling it again does nothing. */
  run(): void
  /** Waits for mails that are being sent (at most 5 s; the rest is sent again after their lease), then closes the transport. */
  stop(): Promise<void>
  stats(): Promise<OutboxStats>
}

interface OutboxOptions {
  db: QueryExecutorProvider
  transport: MailTransport
  clock: Clock
  log: Logger
  /** How often the table is read without a kick: for mail of an instance that died, or a retry. */
  pollMs?: number
  /** The first pause after a failure of the mail server; it doubles up to 25 times this. */
  pauseMs?: number
}

const STOP_TIMEOUT_MS = 5000
const HOUSEKEEPING_MS = 60 * 60 * 1000

/**
 * The outbox on the table `outbox` (0003_mail.sql): mails are claimed with `FOR UPDATE SKIP LOCKED` and a lease, oldest
 * first, and sent outside any transaction. A crash between sending and committing that sends once more, with the same
 * Message-ID. A mail server that fails is tried again after 1, 2, 4 … 25 s, and nothing is sent in between: so mail
 * goes out in the order in which it was written.
 */
export function createOutbox(options: OutboxOptions): RunningOutbox {
  const { db, transport, clock, log, pollMs = 2000, pauseMs = 1000 } = options
  const delivery = createDelivery({ db, transport, log, pauseMs })
  const counts = { sent: 0, failed: 0, expired: 0 }
  const stopping = new AbortController()
  let kicked = new AbortController()
  let loop: Promise<void> | null = null
  let housekeepingAt = 0

  /** Sends until no mail is due or the mail server fails. @returns milliseconds to leave the server alone */
  async function drain(): Promise<number> {
    counts.expired += await expireMails(db)
    if (clock.now().getTime() >= housekeepingAt) {
      housekeepingAt = clock.now().getTime() + HOUSEKEEPING_MS
      await deleteOldMails(db)
    }
    while (!stopping.signal.aborted) {
      const run = await delivery.run()
      counts.sent += run.sent
      counts.failed += run.failed
      if (run.pauseMs > 0 || run.isEmpty) return run.pauseMs
    }
    return 0
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      kicked = new AbortController()
      const pause = await drain().catch((error: unknown) => {
        log.warn({ err: error }, 'outbox: the database failed')
        return 0
      })
      // New mail does not end a pause: it would only fail like the mails before it.
      const signal = pause > 0 ? stopping.signal : AbortSignal.any([stopping.signal, kicked.signal])
      await sleep(pause || pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    enqueue: insertMail,
    kick: () => kicked.abort(),
    run() {
      loop ??= work()
    },
    async stop() {
      stopping.abort()
      await Promise.race([loop, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })])
      await transport.close()
    },
    async stats() {
      return { ...(await countWaiting(db)), ...counts }
    },
  }
}
