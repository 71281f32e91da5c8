import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { changedSince } from '#platform/api/record-version.server.ts'
import { ok, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { micros } from '#platform/db/micros.server.ts'
import { findLastActor, writeAudit } from '../audit/sql.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import {
  deleteDraft,
  draftVersion,
  insertDraft,
  isIssueTested,
  listNewsletterPage,
  lockDraft,
  type NewsletterRow,
  readNewsletter,
  updateDraft,
} from './drafts-sql.server.ts'
import type { ListedNewsletter, Newsletter } from './newsletter-contract.ts'
import { countSubscribers } from './newsletter-sql.server.ts'
import { type MailContext, parseIssue, startIssue, testNewsletter } from './staff.server.ts'

type Context = Pick<MailContext, 'db'>

const NO_NEWSLETTER = 'This newsletter no longer exists. It may have been sent or deleted.'
const CHANGED = 'Somebody else changed this draft in the meantime. Nothing was saved.'
const subjectOf = (id: string) => `newsletter:${id}`

/** A draft as the file that the command line sends. */
const asMarkdown = ({ subject, body }: { subject: string; body: string }) => `# ${subject}\n\n${body}`

const cursorKey = z.tuple([z.int().min(0).max(1), micros, z.string().max(64)])

/** A page of drafts and of what was sent. */
export async function listNewsletters(
  { db }: Context,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
): Promise<Result<{ items: ListedNewsletter[]; next: string | null; subscribers: number }, 'invalid_input'>> {
  const after = readCursor(cursor, cursorKey)
  if (!after.ok) return after
  const [rows, subscribers] = await Promise.all([
    listNewsletterPage(db, { after: after.data, limit }),
    countSubscribers(db),
  ])
  const { items, next } = cutPage(rows, limit, ({ rank, key, id }) => [rank, key, id])
  const shown = items.map(({ rank: _, key: __, at, ...row }) => ({ ...row, at: at.toISOString() }))
  return ok({ items: shown, next, subscribers })
}

/** A newsletter with the progress of its sending. Refused: no such newsletter. */
export async function showNewsletter({ db }: Context, id: string): Promise<Result<Newsletter, 'not_found'>> {
  const row = await readNewsletter(db, id)
  return row ? ok(await toNewsletter(db, row)) : refuse('not_found', NO_NEWSLETTER)
}

async function toNewsletter(db: Context['db'], row: NewsletterRow): Promise<Newsletter> {
  const { digest, at, finishedAt, stoppedAt, ...rest } = row
  const issue = digest === null ? parseIssue(asMarkdown({ subject: row.subject, body: row.text })) : null
  const tested = digest ?? (issue?.ok ? issue.data.digest : null)
  const [isTested, subscribers] = await Promise.all([
    tested === null ? false : isIssueTested(db, tested),
    countSubscribers(db),
  ])
  return {
    ...rest,
    version: row.state === 'draft' ? draftVersion({ subject: row.subject, body: row.text }) : null,
    isTested,
    subscribers,
    at: at.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
    stoppedAt: stoppedAt?.toISOString() ?? null,
  }
}

/** The newsletter after a change of it. */
async function changed<C extends 'not_found' | 'conflict' | 'invalid_input' | 'changed_meanwhile'>(
  context: Context,
  result: Result<string, C>,
): Promise<Result<Newsletter, C | 'not_found'>> {
  return result.ok ? showNewsletter(context, result.data) : result
}

export async function addDraft(context: Context, actor: Actor, draft: { subject: string; text: string }) {
  const { subject, text: body } = draft
  const id = await context.db.transaction().execute(async (tx) => {
    const added = await insertDraft(tx, { subject, body })
    await writeAudit(tx, actor, {
      action: 'newsletter.draft',
      subject: subjectOf(added),
      before: null,
      after: { subject },
    })
    return added
  })
  return showNewsletter(context, id)
}

/** Changes a draft. `from`: its version on the screen; refused if one of the texts was changed since. */
export async function changeDraft(
  context: Context,
  actor: Actor,
  id: string,
  { from = null, subject, text }: { from?: string | null; subject?: string | undefined; text?: string | undefined },
) {
  const result = await transact(context.db, async (tx) => {
    const draft = await lockDraft(tx, id)
    if (!draft) return refuse('not_found', NO_NEWSLETTER)
    const now = { subject: draft.subject, text: draft.body }
    const next = { ...draft, subject: subject ?? draft.subject, body: text ?? draft.body }
    const names = [...(next.subject === now.subject ? [] : ['subject']), ...(next.body === now.text ? [] : ['text'])]
    const fields = changedSince(from, now, names)
    if (fields.length > 0) {
      const current = { id, ...now, version: draftVersion(draft) }
      return refuseChanged(CHANGED, { current, fields, by: await findLastActor(tx, actor, { subject: subjectOf(id) }) })
    }
    await updateDraft(tx, next)
    const [before, after] = [
      { subject: draft.subject, length: draft.body.length },
      { subject: next.subject, length: next.body.length },
    ]
    await writeAudit(tx, actor, { action: 'newsletter.change', subject: subjectOf(id), before, after })
    return ok(id)
  })
  return changed(context, result)
}

/** Deletes a draft. Returns what brings it back. */
export function removeDraft({ db }: Context, actor: Actor, id: string) {
  return transact(db, async (tx) => {
    const draft = await lockDraft(tx, id)
    if (!draft) return refuse('not_found', NO_NEWSLETTER)
    await deleteDraft(tx, id)
    const before = { subject: draft.subject }
    await writeAudit(tx, actor, { action: 'newsletter.delete', subject: subjectOf(id), before, after: null })
    const data = { id, subject: draft.subject, body: draft.body }
    return ok({ undo: await storeUndo(tx, actor, { kind: 'newsletter.delete', data }) })
  })
}

const deleted = z.object({ id: z.string(), subject: z.string(), body: z.string() })

/** A deleted draft is brought back as it was. */
export const newsletterUndo: UndoKinds = {
  'newsletter.delete': {
    takesBack: 'DELETE /newsletters/{id}',
    async work({ tx, actor }, data) {
      const draft = deleted.parse(data)
      await insertDraft(tx, draft)
      const after = { subject: draft.subject }
      await writeAudit(tx, actor, { action: 'newsletter.draft', subject: subjectOf(draft.id), before: null, after })
      return ok(null)
    },
  },
}

/** Mails a draft to one address. Refused: no such draft; one without subject or text; not an address. */
export async function testDraft(context: MailContext, actor: Actor, id: string, to: string) {
  const row = await readNewsletter(context.db, id)
  if (row?.state !== 'draft') return refuse('not_found', NO_NEWSLETTER)
  const sent = await testNewsletter(context, actor, asMarkdown({ subject: row.subject, body: row.text }), to)
  if (!sent.ok) return sent
  const shown = await showNewsletter(context, id)
  return shown.ok ? ok({ ...shown.data, to: sent.data.to }) : shown
}

/**
 * Starts sending a draft of this version, which is no draft then. Refused: no such draft; another version; one that wasn't
 * tested or was sent before; nobody to send it to.
 */
export async function sendDraft(context: MailContext, actor: Actor, id: string, version: string) {
  const result = await transact(context.db, async (tx) => {
    const draft = await lockDraft(tx, id)
    if (!draft) return refuse('not_found', NO_NEWSLETTER)
    if (draftVersion(draft) !== version) return refuse('changed_meanwhile', CHANGED)
    const issue = parseIssue(asMarkdown(draft))
    if (!issue.ok) return issue
    const started = await startIssue(tx, actor, issue.data)
    if (!started.ok) return started
    await deleteDraft(tx, id)
    return ok(started.data.id)
  })
  return changed(context, result)
}
