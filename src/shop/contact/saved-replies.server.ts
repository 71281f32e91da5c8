import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
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

/** Deletes a saved reply. `undo` is the id to take that back with. Refused: no such one. */
export function deleteSavedReply(
  { db }: Context,
  actor: Actor,
  id: string,
): Promise<Result<{ undo: string | null }, 'not_found'>> {
  return transact(db, async (tx) => {
    const deleted = await setDeleted(tx, actor, id, true)
    return deleted.ok
      ? ok({ undo: await storeUndo(tx, actor, { kind: 'saved-reply.deleted', data: { id } }) })
      : deleted
  })
}

async function setDeleted(
  tx: Transaction<Tables>,
  actor: Actor,
  id: string,
  isDeleted: boolean,
): Promise<Result<null, 'not_found'>> {
  const found = await lockSavedReply(tx, id)
  if (!found || found.isDeleted === isDeleted) return refuse('not_found', NO_REPLY)
  await setReplyDeleted(tx, id, isDeleted)
  const words = { title: found.title, text: found.text }
  const change = isDeleted ? { before: words, after: null } : { before: null, after: words }
  const action = isDeleted ? 'saved-reply.delete' : 'saved-reply.restore'
  await writeAudit(tx, actor, { action, subject: subjectOf(id), ...change })
  return ok(null)
}

const deleted = z.object({ id: z.string() })

/** Bringing a deleted saved reply back. */
export const savedReplyUndo: UndoKinds = {
  'saved-reply.deleted': { work: ({ tx, actor }, data) => setDeleted(tx, actor, deleted.parse(data).id, false) },
}
