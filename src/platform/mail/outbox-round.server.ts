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
import { MailDeferred, MailRefused, type MailTransport } from './transport.server.ts'

interface RoundParts {
  db: QueryExecutorProvider
  transport: MailTransport
  log: Logger
  /** The first pause after which a mail server that is out of order is asked again; it doubles up to 25 of these. */
  pauseMs: number
}

/** How a round went: what was sent and what not, and for how long nothing more is worth trying (0: go on). */
export interface Round {
  sent: number
  failed: number
  pauseMs: number
  /** Nothing more is due. */
  isEmpty: boolean
}

export interface Rounds {
  /** Sends what is next. @throws {Error} when the database does not answer */
  next(): Promise<Round>
}

/** Who is to blame: the mailbox said no for good, it said no for now, or the server could not be asked. */
type Blame = 'refused' | 'deferred' | 'unreachable'

interface Failed {
  mail: ClaimedMail
  blame: Blame
  reason: string
}

const BATCH = 5
const SEND_TIMEOUT_MS = (LEASE_SECONDS - 8) * 1000
/** The longest pause, in first pauses: a mail server that is back is found within half a minute. */
const LONGEST_PAUSE = 25
/** So many different mails refused one after the other, and none taken: then it is the server that says no. */
const MANY_NOES = 5
/** After so many rounds in vain the newest mail is tried too: the oldest ones may be what breaks the connection. */
const PATIENT_ROUNDS = 10
const LONGEST_WAIT_SECONDS = 25
/** Who says no for hours is not going to say yes within a minute. */
const LATE_AFTER_SECONDS = 2 * 3600
const LATE_LONGEST_WAIT_SECONDS = 600
/** A mailbox that says no may be full today; it is asked ever more seldom, and given up after a day. */
const REFUSED_LONGEST_WAIT_SECONDS = 3600
const REFUSED_GIVE_UP_SECONDS = 24 * 3600
const GIVE_UP_SECONDS = 3 * 24 * 3600

/** Seconds until a mail that failed by itself is tried again, or null to give it up. `refused`: the mailbox said no for good. */
export function nextTry(attempts: number, ageSeconds: number, refused: boolean): number | null {
  if (ageSeconds > (refused ? REFUSED_GIVE_UP_SECONDS : GIVE_UP_SECONDS)) return null
  const late = ageSeconds > LATE_AFTER_SECONDS ? LATE_LONGEST_WAIT_SECONDS : LONGEST_WAIT_SECONDS
  return Math.min(refused ? REFUSED_LONGEST_WAIT_SECONDS : late, 2 ** Math.min(attempts, 20))
}

/**
 * Sends claimed mails in the order in which they were written. A mail that failed by itself waits by itself. Where the
 * server is out of order, what was tried is put back untouched and nothing else is tried: after a pause the oldest mail
 * asks whether it is back, then the one after it. Where one gets through that others did not, those others are
 * suspects from then on: their failures are their own, so that no mail can hold up all others.
 */
export function createRounds(parts: RoundParts): Rounds {
  const { db, log } = parts
  const suspects = new Set<string>()
  const noes = new Set<string>()
  let inVain = 0

  /** What a mail that was tried leaves behind; true where it was taken. */
  function learn(mail: ClaimedMail, failed: Failed | null): boolean {
    if (failed === null) {
      suspects.delete(mail.id)
      noes.clear()
    } else if (failed.blame !== 'unreachable' && !suspects.has(mail.id)) noes.add(mail.id)
    return failed === null
  }

  async function tryAll(mails: readonly ClaimedMail[]): Promise<Failed[]> {
    const failures = await Promise.all(mails.map((mail) => sendOne(parts, mail)))
    for (const [index, mail] of mails.entries()) learn(mail, failures[index] ?? null)
    return failures.filter((failed) => failed !== null)
  }

  /** It was this mail's own fault: it waits by itself, and others pass it. */
  async function postpone({ mail, blame, reason }: Failed): Promise<void> {
    const pause = nextTry(mail.attempts, mail.age, blame === 'refused')
    // A mail server's answer may repeat the mailbox, never the text of the mail: codes do not reach the log.
    log.warn({ mail: mail.id, attempts: mail.attempts, pause, reason }, 'outbox: a mail was not taken')
    if (pause !== null) return postponeMail(db, mail, pause, reason)
    suspects.delete(mail.id)
    await finishMail(db, mail, 'refused', reason)
  }

  /** It was the server's fault: the mail keeps its place, unless it has waited for days. */
  async function putBack({ mail, blame, reason }: Failed): Promise<void> {
    if (nextTry(mail.attempts, mail.age, blame === 'refused') === null) await finishMail(db, mail, 'refused', reason)
    else await releaseMail(db, mail, reason)
  }

  async function pause(failed: readonly Failed[]): Promise<number> {
    await Promise.all(failed.map(putBack))
    const pauseMs = parts.pauseMs * Math.min(LONGEST_PAUSE, 2 ** Math.min(inVain, 10))
    inVain += 1
    log.warn({ pauseMs, reason: failed[0]?.reason }, 'outbox: the mail server is out of order')
    return pauseMs
  }

  async function sendBatch(): Promise<Round> {
    const mails = await claimMails(db, BATCH)
    const failed = await tryAll(mails)
    const round = { sent: mails.length - failed.length, failed: failed.length, isEmpty: mails.length < BATCH }
    const fresh = failed.filter(({ mail }) => !suspects.has(mail.id))
    const isAllRefused = noes.size >= MANY_NOES
    const servers = fresh.filter(({ blame }) => isAllRefused || blame === 'unreachable')
    await Promise.all(failed.filter((one) => !servers.includes(one)).map(postpone))
    return { ...round, pauseMs: servers.length > 0 ? await pause(servers) : 0 }
  }

  /** Asks whether the server is back, with one mail at a time. */
  async function probe(): Promise<Round> {
    const failed: Failed[] = []
    for (const from of ['oldest', 'oldest', 'newest'] as const) {
      const answers = failed.every(({ blame }) => blame !== 'unreachable')
      if (from === 'newest' && !answers && inVain < PATIENT_ROUNDS) break
      const [mail] = await claimMails(db, 1, from)
      if (!mail) break
      const [failure] = await tryAll([mail])
      if (failure) {
        failed.push(failure)
        continue
      }
      // The server works. Those before it keep their place once more: perhaps they came a moment too early.
      inVain = 0
      for (const { mail: early } of failed) suspects.add(early.id)
      await Promise.all(failed.map(putBack))
      return { sent: 1, failed: failed.length, pauseMs: 0, isEmpty: false }
    }
    if (failed.length > 0) return { sent: 0, failed: failed.length, pauseMs: await pause(failed), isEmpty: true }
    inVain = 0
    return { sent: 0, failed: 0, pauseMs: 0, isEmpty: true }
  }

  return { next: () => (inVain > 0 ? probe() : sendBatch()) }
}

/** Sends one claimed mail; null when the mail server took it, and that is written down. */
async function sendOne({ db, transport }: RoundParts, mail: ClaimedMail): Promise<Failed | null> {
  const failed = await trySending(transport, mail)
  failpoint('K13')
  if (failed === null) await finishMail(db, mail, 'sent', null)
  return failed
}

async function trySending(transport: MailTransport, mail: ClaimedMail): Promise<Failed | null> {
  const { id, recipient: to, subject, body_text: text, body_html: html, created_at: date } = mail
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('The mail server took too long.')), SEND_TIMEOUT_MS)
  })
  try {
    await Promise.race([transport.send({ id, to, subject, text, html, date }), deadline])
    return null
  } catch (error) {
    return { mail, blame: blameOf(error), reason: error instanceof Error ? error.message.slice(0, 300) : 'unknown' }
  } finally {
    clearTimeout(timer)
  }
}

function blameOf(error: unknown): Blame {
  if (error instanceof MailRefused) return 'refused'
  return error instanceof MailDeferred ? 'deferred' : 'unreachable'
}
