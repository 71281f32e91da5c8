import { type Kysely, sql, type Transaction } from 'kysely'
import { recordVersion } from '#platform/api/record-version.server.ts'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import { newId } from '#platform/ids.server.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import type { Tables } from '../tables.server.ts'
import type { ListedNewsletter } from './newsletter-contract.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

export interface NewsletterRow {
  id: string
  state: ListedNewsletter['state']
  subject: string
  text: string
  digest: string | null
  at: Date
  sent: number
  recipients: number
  finishedAt: Date | null
  stoppedAt: Date | null
}

export interface ListedNewsletterRow extends Omit<NewsletterRow, 'text' | 'digest' | 'finishedAt' | 'stoppedAt'> {
  /** Drafts are 0, all others 1. */
  rank: number
  /** Microseconds of `at`. */
  key: number
}

const issueState = sql`case when n.finished_at is not null then 'sent' when n.stopped_at is not null then 'stopped' else 'sending' end`

/** A page of drafts and of what was sent, and one more. */
export async function listNewsletterPage(
  db: Db,
  { after, limit }: { after: readonly [rank: number, key: number, id: string] | null; limit: number },
): Promise<ListedNewsletterRow[]> {
  const [rank, key, id] = after ?? [0, 0, '']
  const time = timeOfMicros(key)
  const rest =
    after === null
      ? sql`true`
      : sql`(rank > ${rank} or (rank = ${rank} and (at < ${time} or (at = ${time} and id > ${id}))))`
  const { rows } = await sql<ListedNewsletterRow>`
    select id, rank, state, subject, at, ${microsOf(sql`at`)} as key, sent, recipients from (
      select id, 0 as rank, 'draft' as state, subject, changed_at as at, 0 as sent, 0 as recipients from newsletter_drafts
      union all
      select n.id, 1, ${issueState}, n.subject, n.started_at, n.sent, coalesce(n.recipients, n.sent) from newsletters n
      where n.started_at is not null) x
    where ${rest} order by rank, at desc, id limit ${limit + 1}`.execute(db)
  return rows
}

/** A draft, or a newsletter whose sending has begun. */
export async function readNewsletter(db: Db, id: string): Promise<NewsletterRow | null> {
  const { rows } = await sql<NewsletterRow>`
    select id, 'draft' as state, subject, body as text, null as digest, changed_at as at, 0 as sent, 0 as recipients,
      null::timestamptz as "finishedAt", null::timestamptz as "stoppedAt"
    from newsletter_drafts where id = ${id}
    union all
    select n.id, ${issueState}, n.subject, n.body, n.digest, n.started_at, n.sent, coalesce(n.recipients, n.sent),
      n.finished_at, n.stopped_at
    from newsletters n where n.id = ${id} and n.started_at is not null`.execute(db)
  return rows[0] ?? null
}

export interface Draft {
  id: string
  subject: string
  body: string
}

/** The version of a draft: what it says. */
export const draftVersion = ({ subject, body }: Omit<Draft, 'id'>) => recordVersion({ subject, text: body })

export async function insertDraft(
  tx: Tx,
  { id = newId(), subject, body }: Partial<Draft> & Pick<Draft, 'subject' | 'body'>,
) {
  await tx.insertInto('newsletter_drafts').values({ id, subject, body }).execute()
  return id
}

/** A draft, locked until the transaction ends, or undefined. */
export async function lockDraft(tx: Tx, id: string): Promise<Draft | undefined> {
  return tx
    .selectFrom('newsletter_drafts')
    .select(['id', 'subject', 'body'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function updateDraft(tx: Tx, { id, subject, body }: Draft): Promise<void> {
  await tx
    .updateTable('newsletter_drafts')
    .set({ subject, body, changed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

export async function deleteDraft(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('newsletter_drafts').where('id', '=', id).execute()
}

/** True if a text with this digest was sent as a test. */
export async function isIssueTested(db: Db, digest: string): Promise<boolean> {
  const row = await db
    .selectFrom('newsletters')
    .select('id')
    .where('digest', '=', digest)
    .where('tested_at', 'is not', null)
    .executeTakeFirst()
  return row !== undefined
}

/** Keeps a person's text for their next look at it as a mail. */
export async function keepPreview(
  db: Db,
  staffId: string,
  { subject, body }: { subject: string; body: string },
): Promise<void> {
  await sql`
    insert into newsletter_previews (staff_id, subject, body) values (${staffId}, ${subject}, ${body})
    on conflict (staff_id) do update set subject = excluded.subject, body = excluded.body`.execute(db)
}

export async function readPreview(db: Db, staffId: string): Promise<{ subject: string; body: string } | null> {
  const row = await db
    .selectFrom('newsletter_previews')
    .select(['subject', 'body'])
    .where('staff_id', '=', staffId)
    .executeTakeFirst()
  return row ?? null
}

/** True if an address is that of somebody who is let in. */
export async function isStaffAddress(db: Kysely<Tables>, email: string): Promise<boolean> {
  const query = db
    .selectFrom('staff')
    .select('id')
    .where('email', '=', canonicalEmail(email) ?? '')
    .where('ended_at', 'is', null)
  return (await query.executeTakeFirst()) !== undefined
}
