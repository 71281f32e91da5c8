import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
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
} from './newsletter-sql.server.ts'

export interface MailContext {
  db: Kysely<Tables>
  mail: Outbox
  config: { publicUrl: string }
  settings(): Settings
}

/** An issue of the newsletter: Markdown whose first heading is its subject. Refuses a text without heading or body. */
export function parseIssue(markdown: string): Result<{ subject: string; body: string; digest: string }> {
  const [, subject, body] = /^\uFEFF?\s*# +(.+)\r?\n([\s\S]*)$/.exec(markdown) ?? []
  if (!subject || !body?.trim())
    return refuse(
      'invalid_input',
      'The file must begin with its subject as a heading ("# Subject"), followed by the text.',
    )
  const issue = { subject: subject.trim().slice(0, 200), body: body.trim() }
  return ok({ ...issue, digest: sha256(JSON.stringify(issue)).toString('hex') })
}

/** Mails an issue to one address, as subscribers will get it, but its unsubscribe link belongs to nobody. */
export async function testNewsletter(
  { db, mail, config: { publicUrl }, settings: current }: MailContext,
  markdown: string,
  to: string,
): Promise<Result<{ to: string }>> {
  const issue = parseIssue(markdown)
  if (!issue.ok) return issue
  const address = canonicalEmail(to)
  if (address === null) return refuse('invalid_input', `${to} isn’t an e-mail address.`)
  await db.transaction().execute(async (tx) => {
    await markIssue(tx, await addIssue(tx, issue.data), 'tested_at')
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
): Promise<Result<{ id: string; subscribers: number }>> {
  const issue = parseIssue(markdown)
  if (!issue.ok) return issue
  return db.transaction().execute(async (tx) => {
    const id = await addIssue(tx, issue.data)
    const stored = await lockIssue(tx, id)
    if (!stored?.tested_at)
      return refuse(
        'conflict',
        'Send a test of this text to yourself first, with --test and your e-mail address, and read it.',
      )
    if (stored.started_at) return refuse('conflict', 'This text has already been sent to the subscribers.')
    const subscribers = await countSubscribers(tx)
    if (subscribers === 0) return refuse('conflict', 'There are no confirmed subscribers.')
    await markIssue(tx, id, 'started_at')
    await writeAudit(tx, actor, {
      action: 'newsletter.send',
      subject: `newsletter:${id}`,
      before: null,
      after: { subject: issue.data.subject, subscribers },
    })
    return ok({ id, subscribers })
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
