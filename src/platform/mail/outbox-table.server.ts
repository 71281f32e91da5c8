import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import { claim, inSeconds } from '../db/claim.server.ts'
import { newId, sha256 } from '../ids.server.ts'
import { currentSpan } from '../telemetry/spans.server.ts'
import type { Mail } from './mail.ts'

/** A mail that this instance may send for `LEASE_SECONDS`. */
export interface ClaimedMail {
  id: string
  recipient: string
  subject: string
  body_text: string
  body_html: string | null
  headers: Record<string, string> | null
  files: string[] | null
  attempts: number
  /** The trace of the request that wrote it. */
  traceparent: string | null
  created_at: Date
  /** Seconds since it was written, by the database's clock. */
  age: number
}

/** How long a claim lasts. Sending times out a little earlier, so that two instances never send one mail at once. */
export const LEASE_SECONDS = 50

/** Sent mails are listed for a week without their texts, so the owner can look up what was sent. */
const KEEP_DAYS = 7

/** Within these minutes the outbox has a mail that asks the same only once. */
const ASKED_MINUTES = 10

/**
 * Adds a mail, except if another one asked the same a moment ago. Subject and recipient are put on one line each, against header
 * injection.
 */
export async function insertMail(tx: QueryExecutorProvider, mail: Mail): Promise<void> {
  const subject = mail.subject.replace(/\s+/g, ' ').trim()
  const question = mail.question === undefined ? null : sha256(mail.question)
  await sql`insert into outbox (id, recipient, subject, body_text, body_html, headers, files, secret, expires_at, question, traceparent)
    select ${newId()}, ${mail.to.replace(/\s+/g, '')}, ${subject}, ${mail.text}, ${mail.html ?? null}, ${mail.headers ? JSON.stringify(mail.headers) : null}::jsonb,
      ${mail.files ? JSON.stringify(mail.files) : null}::jsonb, ${mail.secret ?? false}, ${mail.expiresAt ?? null}::timestamptz, ${question}::bytea, ${currentSpan()?.traceparent ?? null}
    where not exists (select from outbox where question = ${question} and outcome is distinct from 'refused'
      and created_at > now() - make_interval(mins => ${ASKED_MINUTES}))`.execute(tx)
}

/** Claims up to `limit` due mails: those that expire first, then the oldest. Parallel claims get different mails. */
export async function claimMails(db: QueryExecutorProvider, limit: number): Promise<ClaimedMail[]> {
  const { rows } = await claim<ClaimedMail & { seq: number }>({
    table: 'outbox',
    due: sql`done_at is null and due_at <= now() and (expires_at is null or expires_at > now())`,
    order: sql`expires_at is null, seq`,
    limit,
    set: sql`attempts = attempts + 1, due_at = ${inSeconds(LEASE_SECONDS)}`,
    returning: sql`id, seq, recipient, subject, body_text, body_html, headers, files, attempts, traceparent, created_at,
      extract(epoch from now() - created_at)::float8 as age`,
  }).execute(db)
  return rows.sort((one, other) => one.seq - other.seq)
}

/**
 * Marks expired mails, and deletes their bodies. As in `finishMail`, the subject is deleted only if `secret` is true.
 */
export async function expireMails(db: QueryExecutorProvider): Promise<number> {
  const { numAffectedRows } = await sql`update outbox
    set done_at = now(), outcome = 'expired', body_text = '', body_html = null,
      subject = case when secret then '' else subject end
    where done_at is null and due_at <= now() and expires_at <= now()`.execute(db)
  return Number(numAffectedRows ?? 0)
}

/** Marks a mail as sent or given up (`refused`). */
export async function finishMail(
  db: QueryExecutorProvider,
  mail: ClaimedMail,
  outcome: 'sent' | 'refused',
  error: string | null,
): Promise<void> {
  await sql`update outbox
    set done_at = now(), outcome = ${outcome}, last_error = ${error}, body_text = '',
      body_html = null, subject = case when secret then '' else subject end
    where id = ${mail.id} and done_at is null`.execute(db)
}

/** Schedules a retry in `seconds`. */
export async function postponeMail(
  db: QueryExecutorProvider,
  mail: ClaimedMail,
  seconds: number,
  error: string,
): Promise<void> {
  await sql`update outbox
    set due_at = ${inSeconds(seconds)}, last_error = ${error}
    where id = ${mail.id} and done_at is null`.execute(db)
}

/** Ends the claim: the mail keeps its place in the queue. `counts`: whether this was an attempt. `error`: why it failed. */
export async function releaseMail(
  db: QueryExecutorProvider,
  mail: ClaimedMail,
  { counts, error }: { counts: boolean; error?: string },
): Promise<void> {
  await sql`update outbox
    set due_at = now(), attempts = attempts - ${counts ? 0 : 1}::integer, last_error = coalesce(${error ?? null}, last_error)
    where id = ${mail.id} and done_at is null`.execute(db)
}

/** SQL that is true if fewer than `most` mails are waiting, for callers that add many at once. */
export function hasRoom(most: number): RawBuilder<boolean> {
  return sql`(select count(*) from (select from outbox where done_at is null limit ${most}) waiting) < ${most}`
}

export async function deleteOldMails(db: QueryExecutorProvider): Promise<void> {
  await sql`delete from outbox where done_at < now() - make_interval(days => ${KEEP_DAYS})`.execute(db)
}

export interface WaitingMails {
  waiting: number
  /** Age of the oldest one, in seconds. 0 if none is waiting. */
  oldestSeconds: number
}

export async function countWaiting(db: QueryExecutorProvider): Promise<WaitingMails> {
  const { rows } = await sql<{ waiting: number; oldest: number }>`select count(*)::integer as waiting,
    coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as oldest
    from outbox where done_at is null`.execute(db)
  return { waiting: rows[0]?.waiting ?? 0, oldestSeconds: rows[0]?.oldest ?? 0 }
}
