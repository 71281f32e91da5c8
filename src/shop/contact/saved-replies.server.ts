import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { changedSince } from '#platform/api/record-version.server.ts'
import { ok, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { findLastActor, writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import type { MailContext } from './staff.server.ts'
import type { SavedReply } from './staff-contract.ts'
import { insertSavedReply, lockSavedReply, setReplyDeleted, updateSavedReply } from './threads-sql.server.ts'

type Context = Pick<MailContext, 'db'>

const NO_REPLY = 'This saved reply no longer exists. It may have been deleted.'
const REPLY_CHANGED = 'Somebody else changed this saved reply in the meantime. Your changes aren’t saved yet.'
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

/** Changes a saved reply. `from`: its version on the screen; refused if one of the texts was changed since. */
export function changeSavedReply(
  { db }: Context,
  actor: Actor,
  id: string,
  { from = null, ...texts }: { from?: string | null; title?: string | undefined; text?: string | undefined },
): Promise<Result<SavedReply, 'not_found' | 'changed_meanwhile'>> {
  return transact(db, async (tx) => {
    const found = await lockSavedReply(tx, id)
    if (!found || found.isDeleted) return refuse('not_found', NO_REPLY)
    const { isDeleted: _, ...current } = found
    const before = wordsOf(current)
    const after = { title: texts.title ?? before.title, text: texts.text ?? before.text }
    const names = (['title', 'text'] as const).filter((name) => after[name] !== before[name])
    const fields = changedSince(from, before, names)
    if (fields.length > 0)
      return refuseChanged(REPLY_CHANGED, {
        current,
        fields,
        by: await findLastActor(tx, actor, { subject: subjectOf(id) }),
      })
    if (names.length === 0) return ok(current)
    await writeAudit(tx, actor, { action: 'saved-reply.change', subject: subjectOf(id), before, after })
    return ok(await updateSavedReply(tx, id, after))
  })
}

const wordsOf = ({ title, text }: SavedReply) => ({ title, text })

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
  const words = wordsOf(found)
  const change = isDeleted ? { before: words, after: null } : { before: null, after: words }
  const action = isDeleted ? 'saved-reply.delete' : 'saved-reply.restore'
  await writeAudit(tx, actor, { action, subject: subjectOf(id), ...change })
  return ok(null)
}

const deleted = z.object({ id: z.string() })

/** Bringing a deleted saved reply back. */
export const savedReplyUndo: UndoKinds = {
  'saved-reply.deleted': {
    takesBack: 'DELETE /saved-replies/{id}',
    work: ({ tx, actor }, data) => setDeleted(tx, actor, deleted.parse(data).id, false),
  },
}
