import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { MailFiles, Outbox } from './mail.ts'
import { createOutboxSender } from './outbox-sender.server.ts'
import { countWaiting, deleteOldMails, expireMails, insertMail, type WaitingMails } from './outbox-table.server.ts'
import type { MailTransport } from './transport.server.ts'

/** What `/metrics` shows. `sent` and `failed` count this instance's attempts since it started. */
export interface OutboxStats extends WaitingMails {
  sent: number
  failed: number
  expired: number
}

export interface RunningOutbox extends Outbox {
  /** Starts the loop that sends mail; calling it again does nothing. */
  run(): void
  /** Waits at most 5 s for mails that are being sent (the others are sent again after their lease), then closes the transport. */
  stop(): Promise<void>
  stats(): Promise<OutboxStats>
}

interface OutboxOptions {
  db: QueryExecutorProvider
  transport: MailTransport
  /** By default no mail has files. */
  files?: MailFiles
  clock: Clock
  log: Logger
  /** How often the table is read without `wake`: for retries, and mail of an instance that died. */
  pollMs?: number
  /** The first delay after a failure of the mail server; it doubles up to 25 times this. */
  backoffMs?: number
}

const STOP_TIMEOUT_MS = 5000
const HOUSEKEEPING_MS = 60 * 60 * 1000

/**
 * The outbox on the table `outbox` (0003_mail.sql): mails are claimed with `FOR UPDATE SKIP LOCKED` and a lease, oldest
 * first, and sent outside any transaction. After a crash between sending a mail and marking it as sent, it is sent again
 * with the same Message-ID. After a failure of the mail server nothing is sent for 1, 2, 4 … 25 s, so that mail goes out
 * in order.
 */
export function createOutbox(options: OutboxOptions): RunningOutbox {
  const { db, transport, files = async () => null, clock, log, pollMs = 2000, backoffMs = 1000 } = options
  const sendNext = createOutboxSender({ db, transport, files, log, backoffMs })
  const counts = { sent: 0, failed: 0, expired: 0 }
  const stopping = new AbortController()
  let waking = new AbortController()
  let loop: Promise<void> | null = null
  let housekeepingAt = 0

  /** Sends until no mail is due or the mail server fails. @returns how long to wait for the server, in milliseconds */
  async function drain(): Promise<number> {
    counts.expired += await expireMails(db)
    if (clock.now().getTime() >= housekeepingAt) {
      housekeepingAt = clock.now().getTime() + HOUSEKEEPING_MS
      await deleteOldMails(db)
    }
    while (!stopping.signal.aborted) {
      const { sent, failed, backoffMs, isEmpty } = await sendNext()
      counts.sent += sent
      counts.failed += failed
      if (backoffMs > 0 || isEmpty) return backoffMs
    }
    return 0
  }

  async function work(): Promise<void> {
    while (!stopping.signal.aborted) {
      waking = new AbortController()
      const waitMs = await drain().catch((error: unknown) => {
        log.warn({ err: error }, 'outbox: the database failed')
        return 0
      })
      // New mail does not end the wait for a failed server: it would fail like the mails before it.
      const signal = waitMs > 0 ? stopping.signal : AbortSignal.any([stopping.signal, waking.signal])
      await sleep(waitMs || pollMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    enqueue: insertMail,
    wake: () => waking.abort(),
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
