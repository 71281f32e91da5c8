import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse, refuseChanged } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { findLastActor, writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { ORDER_NOT_FOUND } from './messages.ts'
import { deleteNoteRow, insertNote, lockNoteRow, type NoteRecord, updateNote } from './notes-sql.server.ts'
import type { StaffContext } from './staff.server.ts'
import { NOTE_CHANGED, NOTE_NOT_FOUND, NOTE_OF_ANOTHER } from './staff-messages.ts'
import type { OrderNote } from './staff-order-contract.ts'
import type { RecordNote } from './staff-order-sql.server.ts'
import { findOrderId } from './staff-sql.server.ts'

type NoteContext = Pick<StaffContext, 'db' | 'actor'>

/** A note as this person sees it. */
export function toNote(note: NoteRecord | RecordNote, actor: Actor): OrderNote {
  return {
    id: note.id,
    text: note.text,
    author: note.author,
    at: new Date(note.created_at).toISOString(),
    changedAt: note.changed_at === null ? null : new Date(note.changed_at).toISOString(),
    version: note.version,
    mayChange: mayChange(note, actor),
  }
}

/** True for one's own note; managers and owners may change every one. */
function mayChange({ staff_id }: Pick<NoteRecord, 'staff_id'>, actor: Actor): boolean {
  return actor.kind === 'staff' && (actor.role !== 'packer' || (staff_id !== null && actor.id === staff_id))
}

/** Adds a note to an order, by its id or number, whatever its state. */
export function addNote(
  { db, actor }: NoteContext,
  reference: string,
  text: string,
): Promise<Result<OrderNote, 'not_found'>> {
  return transact<Tables, OrderNote, 'not_found'>(db, async (tx) => {
    const orderId = await findOrderId(tx, reference)
    if (orderId === null) return refuse('not_found', ORDER_NOT_FOUND)
    const [staffId, author] = actor.kind === 'staff' ? [actor.id ?? null, actor.name] : [null, actor.kind]
    const note = await insertNote(tx, { order_id: orderId, staff_id: staffId, author, text })
    if (!note) throw new Error('a note wasn’t inserted')
    await writeNoteLine(tx, actor, note, 'order.note')
    return ok(toNote(note, actor))
  })
}

/** Audit lines are never deleted, and a note may be about a person: its text stays out. */
function writeNoteLine(tx: Transaction<Tables>, actor: Actor, note: NoteRecord, action: string): Promise<void> {
  const after = { note: note.id }
  return writeAudit(tx, actor, { action, subject: `order:${note.order_id}`, before: null, after })
}

export interface NoteReference {
  /** The order's id or number. */
  order: string
  note: string
  /** The version that the change was made to. */
  version: number
}

type NoteRefusal = 'not_found' | 'forbidden' | 'changed_meanwhile'

/** Changes a note's text. Refused if somebody else has changed it since. */
export function changeNote(
  { db, actor }: NoteContext,
  reference: NoteReference,
  text: string,
): Promise<Result<OrderNote, NoteRefusal>> {
  return transact<Tables, OrderNote, NoteRefusal>(db, async (tx) => {
    const found = await lockNote(tx, actor, reference)
    if (!found.ok) return found
    const note = await updateNote(tx, reference.note, text)
    await writeNoteLine(tx, actor, note, 'order.note-change')
    return ok(toNote(note, actor))
  })
}

/** Deletes a note. Returns the id that takes it back. Refused if somebody else has changed it since. */
export function deleteNote(
  { db, actor }: NoteContext,
  reference: NoteReference,
): Promise<Result<{ undo: string | null }, NoteRefusal>> {
  return transact<Tables, { undo: string | null }, NoteRefusal>(db, async (tx) => {
    const found = await lockNote(tx, actor, reference)
    if (!found.ok) return found
    await deleteNoteRow(tx, reference.note)
    await writeNoteLine(tx, actor, found.data, 'order.note-delete')
    return ok({ undo: await storeUndo(tx, actor, { kind: 'order.note-delete', data: { ...found.data } }) })
  })
}

async function lockNote(
  tx: Transaction<Tables>,
  actor: Actor,
  { order, note: id, version }: NoteReference,
): Promise<Result<NoteRecord, NoteRefusal>> {
  const orderId = await findOrderId(tx, order)
  const note = await lockNoteRow(tx, orderId, id)
  if (!note) return refuse('not_found', NOTE_NOT_FOUND)
  if (!mayChange(note, actor)) return refuse('forbidden', NOTE_OF_ANOTHER)
  if (note.version !== version) {
    const by = await findLastActor(tx, actor, { subject: `order:${note.order_id}`, action: 'order.note-change' })
    return refuseChanged(NOTE_CHANGED, { current: toNote(note, actor), fields: ['text'], by })
  }
  return ok(note)
}

const deletedNote = z.object({
  id: z.string(),
  order_id: z.string(),
  staff_id: z.string().nullable(),
  author: z.string(),
  text: z.string(),
  version: z.int(),
  created_at: z.string(),
  changed_at: z.string().nullable(),
})

export const noteUndo: UndoKinds = {
  'order.note-delete': {
    takesBack: 'DELETE /orders/{id}/notes/{note}',
    work: async ({ tx, actor }, data) => {
      const note = deletedNote.parse(data)
      // The version that it had is over: who still has it open is told.
      const back = await insertNote(tx, { ...note, version: note.version + 1 })
      if (!back) return refuse('not_found', ORDER_NOT_FOUND)
      await writeNoteLine(tx, actor, back, 'order.note')
      return ok(null)
    },
  },
}
