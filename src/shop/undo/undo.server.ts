import type { Transaction } from 'kysely'
import type { CallName } from '#platform/api/endpoint.ts'
import { type Actor, type StaffSession, staffActor } from '#platform/api/identity.ts'
import { ok, type Refusal, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { ALREADY_UNDONE, NOTHING_TO_UNDO, UNDO_OVER } from './messages.ts'
import { insertUndo, lockUndo, markUndone, type NewUndo } from './sql.server.ts'

/** Takes a change back in a transaction, with its audit line. Refused if somebody has changed the same again since. */
export type UndoWork = (
  context: { shop: Shop; tx: Transaction<Tables>; actor: Actor },
  data: unknown,
) => Promise<Result<null, 'conflict' | 'not_found' | 'already_shipped' | 'last_owner' | 'forbidden' | 'sign_in_again'>>

/** How each kind of change is taken back. A feature has its own in its `feature.server.ts`. */
export type UndoKinds = Readonly<
  Record<
    string,
    {
      /** The call that makes the change: only who may make it now takes it back. */
      takesBack: CallName
      work: UndoWork
    }
  >
>

/**
 * Stores in the transaction of a change, after its audit line, what taking it back takes. A change has one undo. Returns the id for
 * `POST /undo/{id}`; null if it wasn't made by a person with an id, such as by the command line.
 */
export async function storeUndo(tx: Transaction<Tables>, actor: Actor, undo: NewUndo): Promise<string | null> {
  if (actor.kind !== 'staff' || actor.id === undefined) return null
  return insertUndo(tx, actor.id, undo)
}

/** Why a member of staff may not make a call now, or null. */
export type RefuseCall = (staff: StaffSession, call: CallName) => Refusal<CallRefusal> | null
type CallRefusal = 'second_factor_needed' | 'forbidden' | 'sign_in_again'

type UndoRefusal =
  | CallRefusal
  | 'not_found'
  | 'already_undone'
  | 'undo_over'
  | 'conflict'
  | 'already_shipped'
  | 'last_owner'

/** Takes a change back: once, by the same person, within a day, if their role still includes the change. */
export function undoChange(
  shop: Shop,
  { kinds, refuseCall }: { kinds: UndoKinds; refuseCall: RefuseCall },
  staff: StaffSession,
  id: string,
): Promise<Result<null, UndoRefusal>> {
  return transact<Tables, null, UndoRefusal>(shop.db, async (tx) => {
    const change = await lockUndo(tx, staff.staffId, id)
    const kind = change && kinds[change.kind]
    if (!change || !kind) return refuse('not_found', NOTHING_TO_UNDO)
    if (change.done_at !== null) return refuse('already_undone', ALREADY_UNDONE)
    if (change.over) return refuse('undo_over', UNDO_OVER)
    const refused = refuseCall(staff, kind.takesBack)
    if (refused !== null) return refused
    const undone = await kind.work({ shop, tx, actor: staffActor(staff) }, change.data)
    if (!undone.ok) return undone
    await markUndone(tx, id)
    return ok(null)
  })
}
