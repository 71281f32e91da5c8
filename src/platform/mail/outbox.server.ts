import { setTimeout as sleep } from 'node:timers/promises'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import type { Clock } from '../clock.ts'
import { failpoint } from '../payments/failpoint.server.ts'
import type { Outbox } from './mail.ts'
import {
  type ClaimedMail,
  claimMails,
  countWaiting,
  expireMails,
  finishMail,
  forgetOldMails,
  insertMail,
  LEASE_SECONDS,
  postponeMail,
} from './outbox-table.server.ts'
import { MailRefused, type MailTransport } from './transport.server.ts'

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
}

const BATCH = 5
const SEND_TIMEOUT_MS = (LEASE_SECONDS - 8) * 1000
const STOP_WAIT_MS = 5000
const HOUSEKEEPING_MS = 60 * 60 * 1000
/** A down mail server is tried again at least twice a minute, so the outbox is empty a minute after it returns. */
const LONGEST_WAIT_SECONDS = 25
/** A mailbox that says no may be full today; it is asked ever more seldom, and given up after a day. */
const REFUSED_LONGEST_WAIT_SECONDS = 3600
const REFUSED_GIVE_UP_SECONDS = 24 * 3600
const GIVE_UP_SECONDS = 3 * 24 * 3600

/** Seconds until the next try, or null to give up. `refused`: this mailbox said no, the mail server itself works. */
export function nextTry(attempts: number, ageSeconds: number, refused: boolean): number | null {
  if (ageSeconds > (refused ? REFUSED_GIVE_UP_SECONDS : GIVE_UP_SECONDS)) return null
  const longest = refused ? REFUSED_LONGEST_WAIT_SECONDS : LONGEST_WAIT_SECONDS
  return Math.min(longest, 2 ** Math.min(attempts, 20))
}

/**
 * The outbox on the table `outbox` (0003_mail.sql): mails are claimed with `FOR UPDATE SKIP LOCKED` and a lease, sent
 * outside any transaction, and tried again with growing pauses. A crash between sending and writing that down
 * sends once more, with the same Message-ID.
 */
export function createOutbox(parts: OutboxParts): RunningOutbox {
  const { db, transport, log, pollMs = 2000 } = parts
  const counts = { sent: 0, failed: 0, expired: 0 }
  let stopped = false
  let loop: Promise<void> | null = null
  let wake: (() => void) | null = null
  let kicked = false
  let lastSwept = 0

  /** Sends what is due until nothing is, or until a whole batch fails: then the mail server is likely down. */
  async function drain(): Promise<void> {
    counts.expired += await expireMails(db)
    if (parts.clock.now().getTime() - lastSwept > HOUSEKEEPING_MS) {
      lastSwept = parts.clock.now().getTime()
      await forgetOldMails(db)
    }
    while (!stopped) {
      const mails = await claimMails(db, BATCH)
      const outcomes = await Promise.all(mails.map((mail) => sendOne(parts, mail)))
      const sent = outcomes.filter(Boolean).length
      counts.sent += sent
      counts.failed += outcomes.length - sent
      if (mails.length < BATCH || sent === 0) return
    }
  }

  async function work(): Promise<void> {
    while (!stopped) {
      kicked = false
      await drain().catch((error: unknown) => log.warn({ err: error }, 'outbox: the database did not answer'))
      if (!stopped && !kicked) await rest()
    }
  }

  function rest(): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
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

/** Sends one claimed mail and writes down how it went; true when the mail server took it. */
async function sendOne({ db, transport, log }: OutboxParts, mail: ClaimedMail): Promise<boolean> {
  const failure = await trySending(transport, mail)
  failpoint('K13')
  if (failure === null) {
    await finishMail(db, mail, 'sent', null)
    return true
  }
  const pause = nextTry(mail.attempts, mail.age, failure.refused)
  // A mail server's answer may repeat the mailbox, never the text of the mail: codes do not reach the log.
  log.warn({ mail: mail.id, attempts: mail.attempts, pause, reason: failure.reason }, 'outbox: a mail was not taken')
  if (pause === null) await finishMail(db, mail, 'refused', failure.reason)
  else await postponeMail(db, mail, pause, failure.reason)
  return false
}

interface Failure {
  refused: boolean
  reason: string
}

async function trySending(transport: MailTransport, mail: ClaimedMail): Promise<Failure | null> {
  const { id, recipient: to, subject, body_text: text, body_html: html, created_at: date } = mail
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long.')), SEND_TIMEOUT_MS)
  })
  try {
    await Promise.race([transport.send({ id, to, subject, text, html, date }), deadline])
    return null
  } catch (error) {
    const reason = error instanceof Error ? error.message.slice(0, 300) : 'unknown'
    return { refused: error instanceof MailRefused, reason }
  } finally {
    clearTimeout(timer)
  }
}
