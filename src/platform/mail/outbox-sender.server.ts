import { TimeoutStrategy, timeout } from 'cockatiel'
import type { QueryExecutorProvider } from 'kysely'
import type { Logger } from 'pino'
import { failpoint } from '../payments/failpoint.server.ts'
import type { MailFile, MailFiles } from './mail.ts'
import {
  type ClaimedMail,
  claimMails,
  finishMail,
  LEASE_SECONDS,
  postponeMail,
  releaseMail,
} from './outbox-table.server.ts'
import { MailRejected, type MailTransport } from './transport.server.ts'

interface OutboxSenderOptions {
  db: QueryExecutorProvider
  transport: MailTransport
  files: MailFiles
  log: Logger
  /** The first delay after a failure of the mail server; it doubles up to 25 times this. */
  backoffMs: number
}

export interface SendResult {
  sent: number
  failed: number
  /** How long to wait before the mail server is tried again; 0 when it works. */
  backoffMs: number
  /** No more mail is due. */
  isEmpty: boolean
}

interface Failure {
  mail: ClaimedMail
  /** A permanent or temporary failure of this mail (`MailRejected`), or a failure of the mail server. */
  kind: MailRejected['kind'] | 'server'
  reason: string
}

const BATCH = 5
const SEND_TIMEOUT_MS = (LEASE_SECONDS - 8) * 1000
/** As a multiple of the first delay: a mail server that works again is noticed within half a minute. */
const MAX_BACKOFF = 25
/** When this many different mails were rejected in a row, that counts as a failure of the server. */
const REJECTIONS_OF_SERVER = 5
/** After this many failed attempts the newest mail is tried too, in case the oldest ones break the connection. */
const ATTEMPTS_BEFORE_NEWEST = 10
const MAX_DELAY_SECONDS = 25
const LATE_AFTER_SECONDS = 2 * 3600
const LATE_MAX_DELAY_SECONDS = 600
const PERMANENT_MAX_DELAY_SECONDS = 3600
const PERMANENT_GIVE_UP_SECONDS = 24 * 3600
const GIVE_UP_SECONDS = 3 * 24 * 3600

/** Seconds until a failed mail is retried, or null to give it up. A permanent failure is retried too, but only for a day. */
export function retryDelay(attempts: number, ageSeconds: number, isPermanent: boolean): number | null {
  if (ageSeconds > (isPermanent ? PERMANENT_GIVE_UP_SECONDS : GIVE_UP_SECONDS)) return null
  const max = ageSeconds > LATE_AFTER_SECONDS ? LATE_MAX_DELAY_SECONDS : MAX_DELAY_SECONDS
  return Math.min(isPermanent ? PERMANENT_MAX_DELAY_SECONDS : max, 2 ** Math.min(attempts, 20))
}

/**
 * Returns a function that sends the next batch of due mail, oldest first; it throws when the database fails. A rejected mail is
 * postponed alone. When the server fails, the mails keep their place in the queue, and after a delay the oldest is tried first.
 * If that fails and a later mail succeeds, the failed one is a poison message: its further failures postpone only itself, so
 * that no mail blocks all others.
 */
export function createOutboxSender({
  db,
  transport,
  files,
  log,
  backoffMs: firstBackoffMs,
}: OutboxSenderOptions): () => Promise<SendResult> {
  const poison = new Set<string>()
  const rejected = new Set<string>()
  let failedAttempts = 0

  async function sendAll(mails: readonly ClaimedMail[]): Promise<Failure[]> {
    const results = await Promise.all(mails.map(send))
    for (const [index, { id }] of mails.entries()) {
      const failure = results[index]
      if (!failure) {
        poison.delete(id)
        rejected.clear()
      } else if (failure.kind !== 'server' && !poison.has(id)) rejected.add(id)
    }
    return results.filter((failure) => failure !== null)
  }

  /** Sends one mail and marks it as sent; null for a success. */
  async function send(mail: ClaimedMail): Promise<Failure | null> {
    const failure = await trySending(transport, files, mail)
    failpoint('mail:sent')
    if (failure === null) await finishMail(db, mail, 'sent', null)
    return failure
  }

  /** Postpones a mail that failed for a cause of its own; one that failed with the server keeps its place. Old ones are given up. */
  async function requeue({ mail, kind, reason }: Failure, cause: 'mail' | 'server'): Promise<void> {
    const delay = retryDelay(mail.attempts, mail.age, kind === 'permanent')
    // The reply of a mail server may repeat the address, but not the body: no login code gets into the log.
    if (cause === 'mail') log.warn({ mail: mail.id, attempts: mail.attempts, delay, reason }, 'outbox: a mail failed')
    if (delay === null) {
      poison.delete(mail.id)
      await finishMail(db, mail, 'refused', reason)
    } else if (cause === 'mail') await postponeMail(db, mail, delay, reason)
    else await releaseMail(db, mail, reason)
  }

  async function backOff(failures: readonly Failure[]): Promise<number> {
    await Promise.all(failures.map((failure) => requeue(failure, 'server')))
    const backoffMs = firstBackoffMs * Math.min(MAX_BACKOFF, 2 ** Math.min(failedAttempts, 10))
    failedAttempts += 1
    log.warn({ backoffMs, reason: failures[0]?.reason }, 'outbox: the mail server failed')
    return backoffMs
  }

  async function sendBatch(): Promise<SendResult> {
    const mails = await claimMails(db, BATCH)
    const failures = await sendAll(mails)
    const isServerRejecting = rejected.size >= REJECTIONS_OF_SERVER
    const { server = [], mail = [] } = Object.groupBy(failures, (failure) =>
      !poison.has(failure.mail.id) && (isServerRejecting || failure.kind === 'server') ? 'server' : 'mail',
    )
    await Promise.all(mail.map((failure) => requeue(failure, 'mail')))
    return {
      sent: mails.length - failures.length,
      failed: failures.length,
      isEmpty: mails.length < BATCH,
      backoffMs: server.length > 0 ? await backOff(server) : 0,
    }
  }

  /** Checks with one mail at a time whether the server works again. */
  async function probe(): Promise<SendResult> {
    const failures: Failure[] = []
    for (const from of ['oldest', 'oldest', 'newest'] as const) {
      const hasServerFailed = failures.some(({ kind }) => kind === 'server')
      if (from === 'newest' && hasServerFailed && failedAttempts < ATTEMPTS_BEFORE_NEWEST) break
      const mails = await claimMails(db, 1, from)
      if (mails.length === 0) break
      const [failure] = await sendAll(mails)
      if (failure) {
        failures.push(failure)
        continue
      }
      // The server works. The mails before this one keep their place once more: they may have been tried too early.
      failedAttempts = 0
      for (const { mail } of failures) poison.add(mail.id)
      await Promise.all(failures.map((early) => requeue(early, 'server')))
      return { sent: 1, failed: failures.length, backoffMs: 0, isEmpty: false }
    }
    if (failures.length === 0) failedAttempts = 0
    const backoffMs = failures.length > 0 ? await backOff(failures) : 0
    return { sent: 0, failed: failures.length, backoffMs, isEmpty: true }
  }

  return () => (failedAttempts > 0 ? probe() : sendBatch())
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
    const kind = error instanceof MailRejected ? error.kind : 'server'
    return { mail, kind, reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }
  }
}

/** @throws {MailRejected} where one cannot be created: that is a failure of this mail, not of the server */
async function createFiles(files: MailFiles, references: readonly string[]): Promise<MailFile[]> {
  try {
    return (await Promise.all(references.map(files))).filter((file) => file !== null)
  } catch (error) {
    throw new MailRejected('temporary', error instanceof Error ? error.message : 'a file could not be created')
  }
}
