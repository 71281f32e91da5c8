import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { sha256 } from '#platform/ids.server.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import type { Outbox } from '#platform/mail/mail.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import { inLanguageOf } from './language-sql.server.ts'
import { newsletterMail } from './mails.server.ts'
import {
  addIssue,
  countSubscribers,
  findIssueToSend,
  lockIssue,
  markIssue,
  nextSubscribers,
  recordSent,
  setIssueStopped,
  setRecipients,
} from './newsletter-sql.server.ts'

export interface MailContext {
  db: Kysely<Tables>
  mail: Outbox
  config: { publicUrl: string }
  settings(): Settings
}

interface Issue {
  subject: string
  body: string
  digest: string
}

/** An issue of the newsletter: Markdown whose first heading is its subject. Refuses a text without heading or body. */
export function parseIssue(markdown: string): Result<Issue, 'invalid_input'> {
  const [, subject, body] = /^\uFEFF?\s*# +(.+)\r?\n([\s\S]*)$/.exec(markdown) ?? []
  if (!subject || !body?.trim())
    return refuse(
      'invalid_input',
      'A newsletter needs a subject and a text. In a file the subject is the first heading: "# Subject".',
    )
  const issue = { subject: subject.trim().slice(0, 200), body: body.trim() }
  return ok({ ...issue, digest: sha256(JSON.stringify(issue)).toString('hex') })
}

/** Mails an issue to one address, as subscribers will get it, but its unsubscribe link belongs to nobody. */
export async function testNewsletter(
  { db, mail, config: { publicUrl }, settings: current }: MailContext,
  actor: Actor,
  markdown: string,
  to: string,
): Promise<Result<{ to: string }, 'invalid_input'>> {
  const issue = parseIssue(markdown)
  if (!issue.ok) return issue
  const address = canonicalEmail(to)
  if (address === null) return refuse('invalid_input', `${to} isn’t an e-mail address.`)
  await db.transaction().execute(async (tx) => {
    const id = await addIssue(tx, issue.data)
    await markIssue(tx, id, 'tested_at')
    const after = { subject: issue.data.subject }
    await writeAudit(tx, actor, { action: 'newsletter.test', subject: `newsletter:${id}`, before: null, after })
    const settings = current()
    await mail.enqueue(tx, newsletterMail(issue.data, { to: address, token: 'a-test', publicUrl, settings }))
  })
  mail.wake()
  return ok({ to: address })
}

/**
 * Starts sending an issue to all confirmed subscribers; `sendNextBatch` does the rest. Refuses a text that wasn't
 * tested or was already sent, and a list without confirmed subscribers.
 */
export async function startNewsletter(
  { db }: MailContext,
  actor: Actor,
  markdown: string,
): Promise<Result<{ id: string; subscribers: number }, 'invalid_input' | 'conflict'>> {
  const issue = parseIssue(markdown)
  if (!issue.ok) return issue
  return transact(db, (tx) => startIssue(tx, actor, issue.data))
}

/** The same of a parsed issue, in the caller's transaction. */
export async function startIssue(
  tx: Transaction<Tables>,
  actor: Actor,
  issue: Issue,
): Promise<Result<{ id: string; subscribers: number }, 'conflict'>> {
  const id = await addIssue(tx, issue)
  const stored = await lockIssue(tx, id)
  if (!stored?.tested_at) return refuse('conflict', 'Send a test of this text to yourself first (--test), and read it.')
  if (stored.started_at) return refuse('conflict', 'This text has already been sent to the subscribers.')
  const subscribers = await countSubscribers(tx)
  if (subscribers === 0) return refuse('conflict', 'There are no confirmed subscribers.')
  await markIssue(tx, id, 'started_at')
  await setRecipients(tx, id, subscribers)
  await writeAudit(tx, actor, {
    action: 'newsletter.send',
    subject: `newsletter:${id}`,
    before: null,
    after: { subject: issue.subject, subscribers },
  })
  return ok({ id, subscribers })
}

/**
 * Stops sending an issue, or goes on with it. A batch that is being handed over holds the row, so after this no mail is added.
 * Refused: no such issue; one that is finished; already so.
 */
export function setStopped(
  { db }: Pick<MailContext, 'db'>,
  actor: Actor,
  id: string,
  stop: boolean,
): Promise<Result<{ id: string; sent: number }, 'not_found' | 'conflict'>> {
  return transact<Tables, { id: string; sent: number }, 'not_found' | 'conflict'>(db, async (tx) => {
    const issue = await lockIssue(tx, id)
    if (!issue?.started_at) return refuse('not_found', 'There is no such newsletter, or it hasn’t been sent.')
    if (issue.finished_at) return refuse('conflict', 'This newsletter has been sent to all its subscribers.')
    if ((issue.stopped_at !== null) === stop)
      return refuse('conflict', stop ? 'Sending has already stopped.' : 'This newsletter is being sent.')
    await setIssueStopped(tx, id, stop)
    const action = stop ? 'newsletter.stop' : 'newsletter.resume'
    await writeAudit(tx, actor, { action, subject: `newsletter:${id}`, before: null, after: { sent: issue.sent } })
    return ok({ id, sent: issue.sent })
  })
}

/** The most mails in one transaction, so that sign-in codes don't wait behind thousands of them. */
const BATCH = 50

/**
 * Puts the next subscribers' mails of the oldest started issue into the outbox, and records its progress in the same
 * transaction, so that a crash sends nothing twice and leaves nobody out. Returns the number of mails, or 0 if there is
 * nothing to send now.
 */
export async function sendNextBatch(
  { db, mail, config: { publicUrl }, settings: current }: MailContext,
  batch = BATCH,
): Promise<number> {
  const sent = await db.transaction().execute(async (tx) => {
    const issue = await findIssueToSend(tx, batch)
    if (!issue) return 0
    const subscribers = await nextSubscribers(tx, issue.sent_until, batch)
    const settings = current()
    for (const { email, token } of subscribers) {
      const write = () => newsletterMail(issue, { to: email, token, publicUrl, settings })
      await mail.enqueue(tx, await inLanguageOf(tx, email, write))
    }
    const last = subscribers.at(-1)
    if (last) await recordSent(tx, issue.id, last.email, subscribers.length)
    if (subscribers.length < batch) await markIssue(tx, issue.id, 'finished_at')
    return subscribers.length
  })
  if (sent > 0) mail.wake()
  return sent
}
