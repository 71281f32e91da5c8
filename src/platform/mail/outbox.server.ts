import { setTimeout as sleep } from 'node:timers/promises'
import { TimeoutStrategy, timeout } from 'cockatiel'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import { failpoint } from '../payments/failpoint.server.ts'
import { type Backoff, backOff } from '../process/backoff.ts'
import { type Tracer, tracedAs } from '../telemetry/spans.server.ts'
import type { MailFile, MailFiles, Outbox } from './mail.ts'
import {
  type ClaimedMail,
  claimMails,
  countWaiting,
  expireMails,
  finishMail,
  insertMail,
  LEASE_SECONDS,
  postponeMail,
  releaseMail,
  type WaitingMails,
} from './outbox-table.server.ts'
import { MailRejected, type MailTransport } from './transport.server.ts'

/** What `/metrics` shows. `sent` and `failed` count this instance's attempts since it started. */
export interface OutboxStats extends WaitingMails {
  sent: number
  failed: number
  expired: number
}

export interface RunningOutbox extends Outbox {
  /** Sends what is due. A call while it runs makes it look once more; both end together. */
  send(): Promise<void>
  /** Waits at most 5 s for mails that are being sent (the others are sent again after their lease), then closes the transport. */
  stop(): Promise<void>
  stats(): Promise<OutboxStats>
}

interface OutboxOptions {
  db: QueryExecutorProvider
  /** Null without a mail server: mail waits. */
  transport: MailTransport | null
  /** By default no mail has files. */
  files?: MailFiles
  /** Where replies to mails without a Reply-To of their own go. By default to the sender's address. */
  replyTo?(): string
  log: Logger
  tracer?: Tracer | undefined
  /** Milliseconds for which nothing is sent after failures of the mail server in a row. */
  pause?: Backoff
}

interface Failure {
  mail: ClaimedMail
  /** The server's reply to this mail (`MailRejected`), or no reply: the server failed, or this mail broke the connection. */
  kind: MailRejected['kind'] | 'no reply'
  reason: string
}

const BATCH = 5
const SEND_TIMEOUT_MS = (LEASE_SECONDS - 8) * 1000
const STOP_TIMEOUT_MS = 5000
/** A mail server that works again is noticed within half a minute. */
const PAUSE = { first: 1000, most: 25_000 }
/** Seconds after which a mail that failed for a cause of its own is tried again. */
const RETRY = { first: 2, most: 600 }
/** A permanent failure is retried too, as it may be a fault of the server's settings, but for a day only. */
const GIVE_UP_SECONDS = { permanent: 24 * 3600, temporary: 3 * 24 * 3600, 'no reply': 3 * 24 * 3600 }

/**
 * The outbox on the table `outbox`: mails are claimed with a lease and sent outside any transaction, those that expire first,
 * then in the order in which they were written. After a crash between sending a mail and marking it as sent, it is sent again
 * with the same Message-ID.
 *
 * While the server replies to nothing, the mails keep their places and nothing is sent for 1, 2, 4 … 25 s. A mail that got no
 * reply while another one did keeps its place too, and is tried again alone. If that fails, or if the server rejected a mail, it is
 * retried with a back-off of its own: it blocks no other.
 */
export function createOutbox(options: OutboxOptions): RunningOutbox {
  const { db, transport, files = async () => null, replyTo, log, tracer, pause = PAUSE } = options
  const counts = { sent: 0, failed: 0, expired: 0 }
  let outages = 0
  /** How many mails are to be tried alone. */
  let alone = 0
  let pausedUntil = 0
  let isStopped = false
  let isWanted = false
  let sending: Promise<void> | null = null

  async function sendWhileWanted(server: MailTransport): Promise<void> {
    try {
      while (isWanted && !isStopped) {
        isWanted = false
        counts.expired += await expireMails(db)
        while (!isStopped && performance.now() >= pausedUntil && (await sendBatch(server)) > 0);
      }
    } finally {
      sending = null
    }
  }

  function send(): Promise<void> {
    if (transport === null) return Promise.resolve()
    isWanted = true
    sending ??= sendWhileWanted(transport)
    return sending
  }

  /** Claims the next mails, one for each person: several that are sent at once arrive in any order. */
  async function claimBatch(): Promise<ClaimedMail[]> {
    const claimed = await claimMails(db, alone > 0 ? 1 : BATCH)
    const first = claimed.filter(({ recipient }, at) => claimed.findIndex((one) => one.recipient === recipient) === at)
    const later = claimed.filter((mail) => !first.includes(mail))
    await Promise.all(later.map((mail) => releaseMail(db, mail, { counts: false })))
    return first
  }

  /** Sends the next mails; returns how many it tried. */
  async function sendBatch(server: MailTransport): Promise<number> {
    const mails = await claimBatch()
    alone = Math.max(0, alone - 1)
    const failures = (await Promise.all(mails.map((mail) => sendOne(server, mail)))).filter(
      (failure) => failure !== null,
    )
    counts.sent += mails.length - failures.length
    counts.failed += failures.length
    const hasReplied = failures.length < mails.length || failures.some(({ kind }) => kind !== 'no reply')
    await Promise.all(failures.map((failure) => retryLater(failure, hasReplied)))
    const unclear = failures.filter((failure) => !isOwn(failure)).length
    if (hasReplied) {
      outages = 0
      alone += unclear
    } else if (unclear > 0) {
      outages += 1
      const pauseMs = backOff(outages, pause)
      pausedUntil = performance.now() + pauseMs
      log.warn({ pauseMs, reason: failures[0]?.reason }, 'outbox: the mail server failed')
    }
    return mails.length
  }

  /** Sends one mail and marks it as sent; null for a success. */
  function sendOne(server: MailTransport, mail: ClaimedMail): Promise<Failure | null> {
    return tracedAs(tracer?.start('send mail', { kind: 'mail', parent: mail.traceparent }), async (span) => {
      const failure = await trySending(server, files, addReplyTo(mail, replyTo?.()))
      failpoint('mail:sent')
      span?.set({ 'shop.attempts': mail.attempts })
      if (failure === null) await finishMail(db, mail, 'sent', null)
      else span?.fail(failure.kind)
      return failure
    })
  }

  /** An old mail is given up. `hasReplied`: the server replied to another mail, so this attempt counts. */
  async function retryLater(failure: Failure, hasReplied: boolean): Promise<void> {
    const { mail, kind, reason } = failure
    if (mail.age > GIVE_UP_SECONDS[kind]) return finishMail(db, mail, 'refused', reason)
    if (!isOwn(failure)) return releaseMail(db, mail, { counts: hasReplied, error: reason })
    const seconds = backOff(mail.attempts, RETRY)
    // The reply of a mail server may repeat the address, but not the body: no login code gets into the log.
    log.warn({ mail: mail.id, attempts: mail.attempts, seconds, reason }, 'outbox: a mail failed')
    return postponeMail(db, mail, seconds, reason)
  }

  return {
    enqueue: insertMail,
    send,
    wake() {
      // The job that calls `send` logs what keeps failing.
      send().catch(() => undefined)
    },
    async stop() {
      isStopped = true
      await Promise.race([sending, sleep(STOP_TIMEOUT_MS, undefined, { ref: false })]).catch(() => undefined)
      await transport?.close()
    },
    async stats() {
      return { ...(await countWaiting(db)), ...counts }
    },
  }
}

/** Whether a mail failed for a cause of its own: the server rejected it, or it got no reply for the second time. */
function isOwn({ kind, mail }: Failure): boolean {
  return kind !== 'no reply' || mail.attempts > 1
}

function addReplyTo(mail: ClaimedMail, address: string | undefined): ClaimedMail {
  return address ? { ...mail, headers: { 'Reply-To': address, ...mail.headers } } : mail
}

const withTimeout = timeout(SEND_TIMEOUT_MS, TimeoutStrategy.Aggressive)

async function trySending(transport: MailTransport, files: MailFiles, mail: ClaimedMail): Promise<Failure | null> {
  const { id, recipient: to, subject, body_text: text, body_html: html, created_at: date } = mail
  const headers = mail.headers ?? {}
  try {
    const attachments = await createFiles(files, mail.files ?? [])
    await withTimeout.execute(() => transport.send({ id, to, subject, text, html, headers, date, attachments }))
    return null
  } catch (error) {
    const kind = error instanceof MailRejected ? error.kind : 'no reply'
    return { mail, kind, reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }
  }
}

/** @throws {MailRejected} if one can't be created: that is a failure of this mail, not of the server */
async function createFiles(files: MailFiles, references: readonly string[]): Promise<MailFile[]> {
  try {
    return (await Promise.all(references.map(files))).filter((file) => file !== null)
  } catch (error) {
    throw new MailRejected('temporary', error instanceof Error ? error.message : 'a file could not be created')
  }
}
