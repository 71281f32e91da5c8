import { type Kysely, sql, type Transaction } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import { hasRoom } from '#platform/mail/outbox-table.server.ts'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

export interface Subscriber {
  email: string
  since: Date
  confirmed: boolean
}

/** All subscribers by address, including unconfirmed ones. */
export async function listSubscribers(db: Db): Promise<Subscriber[]> {
  const rows = await db
    .selectFrom('subscribers')
    .select(['email', 'created_at', 'confirmed_at'])
    .orderBy('email')
    .execute()
  return rows.map((row) => ({ email: row.email, since: row.created_at, confirmed: row.confirmed_at !== null }))
}

/** The number of confirmed subscribers. */
export async function countSubscribers(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('subscribers')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('confirmed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

/** The id of an issue. The same text is the same issue. */
export async function addIssue(tx: Tx, issue: { subject: string; body: string; digest: string }): Promise<string> {
  const { id } = await tx
    .insertInto('newsletters')
    .values({ id: newId(), ...issue })
    .onConflict((conflict) => conflict.column('digest').doUpdateSet({ digest: issue.digest }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function lockIssue(tx: Tx, id: string) {
  return tx.selectFrom('newsletters').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Stores how many subscribers there are at its start. */
export async function setRecipients(tx: Tx, id: string, recipients: number): Promise<void> {
  await tx.updateTable('newsletters').set({ recipients }).where('id', '=', id).execute()
}

/** Stops sending an issue, or lets it go on. */
export async function setIssueStopped(tx: Tx, id: string, isStopped: boolean): Promise<void> {
  await sql`update newsletters set stopped_at = case when ${isStopped} then now() end where id = ${id}`.execute(tx)
}

/** Records that an issue was tested, started or finished now. */
export async function markIssue(tx: Tx, id: string, column: 'tested_at' | 'started_at' | 'finished_at'): Promise<void> {
  await tx.updateTable('newsletters').set(column, sql<Date>`now()`).where('id', '=', id).execute()
}

/** Locks the oldest unfinished issue that isn't stopped or locked by another instance. None while `most` mails are waiting to be sent. */
export async function findIssueToSend(tx: Tx, most: number) {
  return tx
    .selectFrom('newsletters')
    .selectAll()
    .where('started_at', 'is not', null)
    .where('finished_at', 'is', null)
    .where('stopped_at', 'is', null)
    .where(hasRoom(most))
    .orderBy('started_at')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

/** Confirmed subscribers after an address, in the order of addresses. */
export async function nextSubscribers(tx: Tx, after: string, limit: number) {
  return tx
    .selectFrom('subscribers')
    .select(['email', 'token'])
    .where('confirmed_at', 'is not', null)
    .where('email', '>', after)
    .orderBy('email')
    .limit(limit)
    .execute()
}

/** Stores the address up to which an issue was sent, and adds to the number of its mails. */
export async function recordSent(tx: Tx, id: string, until: string, count: number): Promise<void> {
  await tx
    .updateTable('newsletters')
    .set((eb) => ({ sent_until: until, sent: eb('sent', '+', count) }))
    .where('id', '=', id)
    .execute()
}

/** The subjects of newsletters and of drafts, by id. */
export async function nameNewsletters(db: Db, ids: readonly string[]): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, subject as name from newsletter_drafts where id = any(${ids})
    union all select id, subject from newsletters where id = any(${ids})`.execute(db)
  return rows
}
