import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { MailContext } from './staff.server.ts'
import type { SavedReply } from './staff-contract.ts'
import { insertSavedReply, lockSavedReply, setReplyDeleted, updateSavedReply } from './threads-sql.server.ts'

type Context = Pick<MailContext, 'db'>

const NO_REPLY = 'There is no such saved reply. Perhaps somebody has deleted it.'
const subjectOf = (id: string) => `saved-reply:${id}`

export function addSavedReply(
  { db }: Context,
  actor: Actor,
  reply: Pick<SavedReply, 'title' | 'text'>,
): Promise<Result<SavedReply, never>> {
  return transact(db, async (tx) => {
    const added = await insertSavedReply(tx, reply)
    await writeAudit(tx, actor, { action: 'saved-reply.add', subject: subjectOf(added.id), before: null, after: reply })
    return ok(added)
  })
}

/** Changes a saved reply. Refused: none; one that somebody changed since that version, which comes as `current`. */
export function changeSavedReply(
  { db }: Context,
  actor: Actor,
  id: string,
  { version, title, text }: { version: number; title?: string | undefined; text?: string | undefined },
): Promise<Result<SavedReply, 'not_found' | 'changed_meanwhile'>> {
  return transact(db, async (tx) => {
    const found = await lockSavedReply(tx, id)
    if (!found || found.isDeleted) return refuse('not_found', NO_REPLY)
    const { isDeleted: _, ...before } = found
    const after = { ...before, title: title ?? before.title, text: text ?? before.text }
    if (before.version !== version)
      return refuse('changed_meanwhile', 'Somebody changed this saved reply meanwhile. Yours isn’t saved yet.', {
        extra: { current: before },
      })
    if (after.title === before.title && after.text === before.text) return ok(before)
    after.version += 1
    await updateSavedReply(tx, after)
    const words = (reply: SavedReply) => ({ title: reply.title, text: reply.text })
    const change = { before: words(before), after: words(after) }
    await writeAudit(tx, actor, { action: 'saved-reply.change', subject: subjectOf(id), ...change })
    return ok(after)
  })
}

/** Deletes a saved reply, or brings a deleted one back. Refused: no such one; already so. */
export function setSavedReplyDeleted(
  { db }: Context,
  actor: Actor,
  id: string,
  isDeleted: boolean,
): Promise<Result<undefined, 'not_found'>> {
  return transact(db, async (tx) => {
    const found = await lockSavedReply(tx, id)
    if (!found || found.isDeleted === isDeleted) return refuse('not_found', NO_REPLY)
    await setReplyDeleted(tx, id, isDeleted)
    const { title, text } = found
    const change = isDeleted ? { before: { title, text }, after: null } : { before: null, after: { title, text } }
    const action = isDeleted ? 'saved-reply.delete' : 'saved-reply.restore'
    await writeAudit(tx, actor, { action, subject: subjectOf(id), ...change })
    return ok(undefined)
  })
}
