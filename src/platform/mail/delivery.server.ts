import { TimeoutStrategy, timeout } from 'cockatiel'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import { failpoint } from '../payments/failpoint.server.ts'
import {
  type ClaimedMail,
  claimMails,
  finishMail,
  LEASE_SECONDS,
  postponeMail,
  releaseMail,
} from './outbox-table.server.ts'
import { MailRejected, type MailTransport } from './transport.server.ts'

interface DeliveryOptions {
  db: QueryExecutorProvider
  transport: MailTransport
  log: Logger
  /** The first pause after a failure of the mail server; it doubles up to 25 times this. */
  pauseMs: number
}

export interface DeliveryRun {
  sent: number
  failed: number
  /** How long to leave the mail server alone; 0: the next run can follow. */
  pauseMs: number
  /** No more mail is due. */
  isEmpty: boolean
}

export interface Delivery {
  /** Sends what is due next. @throws {Error} when the database fails */
  run(): Promise<DeliveryRun>
}

interface Failure {
  mail: ClaimedMail
  /** The mailbox refused for good or for now, or the mail server failed. */
  kind: 'refused' | 'deferred' | 'unreachable'
  reason: string
}

const BATCH = 5
const SEND_TIMEOUT_MS = (LEASE_SECONDS - 8) * 1000
/** In first pauses: a mail server that is back is found within half a minute. */
const MAX_PAUSE = 25
/** After so many different mails in a row were rejected, it is the server that rejects all. */
const REJECTIONS_OF_SERVER = 5
/** After so many failed runs the newest mail is tried too: the oldest ones may be what breaks the connection. */
const RUNS_BEFORE_NEWEST = 10
const MAX_DELAY_SECONDS = 25
const LATE_AFTER_SECONDS = 2 * 3600
const LATE_MAX_DELAY_SECONDS = 600
const REFUSED_MAX_DELAY_SECONDS = 3600
const REFUSED_GIVE_UP_SECONDS = 24 * 3600
const GIVE_UP_SECONDS = 3 * 24 * 3600

/** Seconds until a failed mail is retried, or null to give it up. `refused`: the mailbox refused it for good. */
export function retryDelay(attempts: number, ageSeconds: number, refused: boolean): number | null {
  if (ageSeconds > (refused ? REFUSED_GIVE_UP_SECONDS : GIVE_UP_SECONDS)) return null
  const max = ageSeconds > LATE_AFTER_SECONDS ? LATE_MAX_DELAY_SECONDS : MAX_DELAY_SECONDS
  return Math.min(refused ? REFUSED_MAX_DELAY_SECONDS : max, 2 ** Math.min(attempts, 20))
}

/**
 * Sends mail in the order in which it was written. A rejected mail is postponed alone. When the server fails, the mails
 * keep their place, and after a pause the oldest one is tried first. If a later mail gets through, the earlier ones
 * are suspects: their failures are their own from then on, so that no mail blocks all others.
 */
export function createDelivery({ db, transport, log, pauseMs: firstPauseMs }: DeliveryOptions): Delivery {
  const suspects = new Set<string>()
  const rejected = new Set<string>()
  let failedRuns = 0

  async function sendAll(mails: readonly ClaimedMail[]): Promise<Failure[]> {
    const results = await Promise.all(mails.map(send))
    for (const [index, { id }] of mails.entries()) {
      const failure = results[index]
      if (!failure) {
        suspects.delete(id)
        rejected.clear()
      } else if (failure.kind !== 'unreachable' && !suspects.has(id)) rejected.add(id)
    }
    return results.filter((failure) => failure !== null)
  }

  /** Sends one mail; null when the mail server took it and the outbox row says so. */
  async function send(mail: ClaimedMail): Promise<Failure | null> {
    const failure = await trySending(transport, mail)
    failpoint('K13')
    if (failure === null) await finishMail(db, mail, 'sent', null)
    return failure
  }

  /** Postpones a mail that failed alone; one that the server failed on keeps its place. Old ones are given up. */
  async function putBack({ mail, kind, reason }: Failure, cause: 'mail' | 'server'): Promise<void> {
    const delay = retryDelay(mail.attempts, mail.age, kind === 'refused')
    // A mail server's reply may repeat the address, never the text of the mail: codes do not reach the log.
    if (cause === 'mail') log.warn({ mail: mail.id, attempts: mail.attempts, delay, reason }, 'outbox: a mail failed')
    if (delay === null) {
      suspects.delete(mail.id)
      await finishMail(db, mail, 'refused', reason)
    } else if (cause === 'mail') await postponeMail(db, mail, delay, reason)
    else await releaseMail(db, mail, reason)
  }

  async function pauseAfter(failures: readonly Failure[]): Promise<number> {
    await Promise.all(failures.map((failure) => putBack(failure, 'server')))
    const pauseMs = firstPauseMs * Math.min(MAX_PAUSE, 2 ** Math.min(failedRuns, 10))
    failedRuns += 1
    log.warn({ pauseMs, reason: failures[0]?.reason }, 'outbox: the mail server is out of order')
    return pauseMs
  }

  async function sendBatch(): Promise<DeliveryRun> {
    const mails = await claimMails(db, BATCH)
    const failures = await sendAll(mails)
    const isServerRejecting = rejected.size >= REJECTIONS_OF_SERVER
    const { server = [], mail = [] } = Object.groupBy(failures, (failure) =>
      !suspects.has(failure.mail.id) && (isServerRejecting || failure.kind === 'unreachable') ? 'server' : 'mail',
    )
    await Promise.all(mail.map((failure) => putBack(failure, 'mail')))
    return {
      sent: mails.length - failures.length,
      failed: failures.length,
      isEmpty: mails.length < BATCH,
      pauseMs: server.length > 0 ? await pauseAfter(server) : 0,
    }
  }

  /** Checks whether the server is back, with one mail at a time. */
  async function probe(): Promise<DeliveryRun> {
    const failures: Failure[] = []
    for (const from of ['oldest', 'oldest', 'newest'] as const) {
      const isUnreachable = failures.some(({ kind }) => kind === 'unreachable')
      if (from === 'newest' && isUnreachable && failedRuns < RUNS_BEFORE_NEWEST) break
      const mails = await claimMails(db, 1, from)
      if (mails.length === 0) break
      const [failure] = await sendAll(mails)
      if (failure) {
        failures.push(failure)
        continue
      }
      // The server works. Those that failed before keep their place once: they may have come a moment too early.
      failedRuns = 0
      for (const { mail } of failures) suspects.add(mail.id)
      await Promise.all(failures.map((early) => putBack(early, 'server')))
      return { sent: 1, failed: failures.length, pauseMs: 0, isEmpty: false }
    }
    if (failures.length === 0) failedRuns = 0
    const pauseMs = failures.length > 0 ? await pauseAfter(failures) : 0
    return { sent: 0, failed: failures.length, pauseMs, isEmpty: true }
  }

  return { run: () => (failedRuns > 0 ? probe() : sendBatch()) }
}

const withTimeout = timeout(SEND_TIMEOUT_MS, TimeoutStrategy.Aggressive)

async function trySending(transport: MailTransport, mail: ClaimedMail): Promise<Failure | null> {
  const { id, recipient: to, subject, body_text: text, body_html: html, created_at: date } = mail
  try {
    await withTimeout.execute(() => transport.send({ id, to, subject, text, html, date }))
    return null
  } catch (error) {
    const kind = error instanceof MailRejected ? error.kind : 'unreachable'
    return { mail, kind, reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }
  }
}
