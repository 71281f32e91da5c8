import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import type { Outbox } from './mail.ts'
import { createRounds } from './outbox-round.server.ts'
import { countWaiting, expireMails, forgetOldMails, insertMail } from './outbox-table.server.ts'
import type { MailTransport } from './transport.server.ts'

/** What `/metrics` shows. `sent` and `failed` count this instance's tries since it started. */
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
  /** Lets the mails under way finish (at most 5 s; the rest is sent again after their lease), then ends the loop and closes the transport. */
  stop(): Promise<void>
  stats(): Promise<OutboxStats>
}

interface OutboxParts {
  db: QueryExecutorProvider
  transport: MailTransport
  clock: Clock
  log: Logger
  /** How often the table is looked at without a kick: mail of an instance that died, or a retry. */
  pollMs?: number
  /** The first pause of a mail server that is out of order; it doubles up to 25 times this. */
  pauseMs?: number
}

const STOP_WAIT_MS = 5000
const HOUSEKEEPING_MS = 60 * 60 * 1000

/**
 * The outbox on the table `outbox` (0003_mail.sql): mails are claimed with `FOR UPDATE SKIP LOCKED` and a lease, oldest
 * first, and sent outside any transaction. A crash between sending and writing that down sends once more, with the same
 * Message-ID. A mail server that is out of order is asked again after 1, 2, 4 … 25 s, and until then nothing is tried:
 * so mail goes out in the order in which it was written.
 */
export function createOutbox(parts: OutboxParts): RunningOutbox {
  const { db, transport, log, pollMs = 2000, pauseMs = 1000 } = parts
  const rounds = createRounds({ db, transport, log, pauseMs })
  const counts = { sent: 0, failed: 0, expired: 0 }
  let stopped = false
  let loop: Promise<void> | null = null
  let wake: (() => void) | null = null
  let kicked = false
  let lastSwept = 0

  /** Sends what is due until nothing is, or until the mail server is out of order. @returns milliseconds to leave it alone */
  async function drain(): Promise<number> {
    counts.expired += await expireMails(db)
    if (parts.clock.now().getTime() - lastSwept > HOUSEKEEPING_MS) {
      lastSwept = parts.clock.now().getTime()
      await forgetOldMails(db)
    }
    while (!stopped) {
      const round = await rounds.next()
      counts.sent += round.sent
      counts.failed += round.failed
      if (round.pauseMs > 0 || round.isEmpty) return round.pauseMs
    }
    return 0
  }

  async function work(): Promise<void> {
    while (!stopped) {
      kicked = false
      const pause = await drain().catch((error: unknown) => {
        log.warn({ err: error }, 'outbox: the database did not answer')
        return 0
      })
      // New mail ends a rest, but not a pause: it would only fail like those before it.
      if (pause > 0) await rest(pause, () => !stopped)
      else if (!kicked) await rest(pollMs, () => false)
    }
  }

  async function rest(forMs: number, goesOn: () => boolean): Promise<void> {
    const end = performance.now() + forMs
    do {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, Math.max(0, end - performance.now()))
      wake = resolve
      if (!stopped) await promise
      clearTimeout(timer)
    } while (goesOn() && performance.now() < end)
  }

  function kick(): void {
    kicked = true
    wake?.()
  }

  return {
    enqueue: insertMail,
    kick,
    run() {
      loop ??= work()
    },
    async stop() {
      stopped = true
      kick()
      await Promise.race([loop, sleep(STOP_WAIT_MS, undefined, { ref: false })])
      await transport.close()
    },
    async stats() {
      return { ...(await countWaiting(db)), ...counts }
    },
  }
}
