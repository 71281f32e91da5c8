import type { Kysely, Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor, StaffSession } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { newId } from '#platform/ids.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { countOrders } from './list-sql.server.ts'
import { STAFF_STAGES } from './rules.ts'
import { parseSearch } from './search-terms.ts'
import type { SavedView, ViewRequest } from './staff-contract.ts'
import { countOf } from './staff-list.server.ts'
import { TOO_MANY_VIEWS, VIEW_NOT_FOUND, VIEW_OF_ALL } from './staff-messages.ts'
import { countViews, deleteViewRow, insertViewRow, lockView, readViews, type ViewRecord } from './views-sql.server.ts'

/** Of one person, and shared by everybody. */
const MAX_VIEWS = 20

/** One's own views of orders and the shared ones, oldest first, each with its count. */
export async function listViews(db: Kysely<Tables>, staff: StaffSession): Promise<SavedView[]> {
  const rows = await readViews(db, staff.staffId)
  const filters = rows.map(({ filters: { stage, q } }) => ({
    stage: STAFF_STAGES.find((one) => one === stage) ?? null,
    terms: q === undefined || q === '' ? null : parseSearch(q),
  }))
  const counts = await countOrders(db, filters)
  return rows.map((row, index) => ({ ...toView(row, staff), count: countOf(counts[index] ?? 0) }))
}

function toView({ id, name, filters, shared, staff_id }: ViewRecord, staff: Pick<StaffSession, 'staffId' | 'role'>) {
  const mayDelete = staff_id === staff.staffId || (shared && staff.role !== 'packer')
  return {
    id,
    name,
    stage: STAFF_STAGES.find((one) => one === filters.stage) ?? null,
    q: filters.q ?? '',
    shared,
    mayDelete,
  }
}

/** Keeps a list under a name. Only managers and owners share one with everybody. */
export function saveView(
  db: Kysely<Tables>,
  { staff, actor }: { staff: StaffSession; actor: Actor },
  { name, stage, q, shared }: ViewRequest,
): Promise<Result<{ id: string }, 'forbidden' | 'conflict'>> {
  return transact<Tables, { id: string }, 'forbidden' | 'conflict'>(db, async (tx) => {
    if (shared && staff.role === 'packer') return refuse('forbidden', VIEW_OF_ALL)
    if ((await countViews(tx, { staffId: staff.staffId, shared })) >= MAX_VIEWS)
      return refuse('conflict', TOO_MANY_VIEWS)
    const view = { id: newId(), staff_id: staff.staffId, name, filters: { ...(stage ? { stage } : {}), q }, shared }
    await insertView(tx, actor, view)
    return ok({ id: view.id })
  })
}

async function insertView(tx: Transaction<Tables>, actor: Actor, view: ViewRecord): Promise<void> {
  await insertViewRow(tx, view)
  // What somebody searched for may be a person's name: the line doesn't have it.
  const after = { shared: view.shared }
  await writeAudit(tx, actor, { action: 'view.save', subject: `view:${view.id}`, before: null, after })
}

/** Deletes one's own view, or, as a manager or owner, a shared one. Returns the id that takes it back. */
export function deleteView(
  db: Kysely<Tables>,
  { staff, actor }: { staff: StaffSession; actor: Actor },
  id: string,
): Promise<Result<{ undo: string | null }, 'not_found' | 'forbidden'>> {
  return transact<Tables, { undo: string | null }, 'not_found' | 'forbidden'>(db, async (tx) => {
    const view = await lockView(tx, staff.staffId, id)
    if (!view) return refuse('not_found', VIEW_NOT_FOUND)
    if (!toView(view, staff).mayDelete) return refuse('forbidden', VIEW_OF_ALL)
    await deleteViewRow(tx, id)
    const before = { shared: view.shared }
    await writeAudit(tx, actor, { action: 'view.delete', subject: `view:${id}`, before, after: null })
    return ok({ undo: await storeUndo(tx, actor, { kind: 'view.delete', data: { ...view } }) })
  })
}

const deletedView = z.object({
  id: z.string(),
  staff_id: z.string(),
  name: z.string(),
  filters: z.object({ stage: z.string().optional(), q: z.string().optional() }),
  shared: z.boolean(),
  created_at: z.string().optional(),
})

export const viewUndo: UndoKinds = {
  'view.delete': {
    takesBack: 'DELETE /orders/views/{id}',
    work: async ({ tx, actor }, data) => {
      const { filters, ...view } = deletedView.parse(data)
      const { stage, q = '' } = filters
      await insertView(tx, actor, { ...view, filters: { ...(stage === undefined ? {} : { stage }), q } })
      return ok(null)
    },
  },
}
