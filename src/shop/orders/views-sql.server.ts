import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'

const AREA = 'orders'

export interface ViewRecord {
  id: string
  staff_id: string
  name: string
  filters: { stage?: string | undefined; q?: string | undefined }
  shared: boolean
  /** Views are shown by age. */
  created_at?: string | undefined
}

/** A person's views and the shared ones: these first, then by age. */
export async function readViews(db: Kysely<Tables>, staffId: string): Promise<ViewRecord[]> {
  const { rows } = await sql<ViewRecord>`
    select id, staff_id, name, filters, shared from saved_views
    where area = ${AREA} and (shared or staff_id = ${staffId}) order by shared desc, created_at, id`.execute(db)
  return rows
}

/** How many views a person has, or all share. */
export async function countViews(
  tx: Transaction<Tables>,
  { staffId, shared }: { staffId: string; shared: boolean },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from saved_views
    where area = ${AREA} and shared = ${shared} and (shared or staff_id = ${staffId})`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertViewRow(
  tx: Transaction<Tables>,
  { filters, created_at, ...view }: ViewRecord,
): Promise<void> {
  const age = created_at === undefined ? {} : { created_at: new Date(created_at) }
  await tx
    .insertInto('saved_views')
    .values({ ...view, ...age, area: AREA, filters: JSON.stringify(filters) })
    .execute()
}

/** One of a person's views or a shared one, its row locked until the transaction ends, or null. */
export async function lockView(tx: Transaction<Tables>, staffId: string, id: string): Promise<ViewRecord | null> {
  const { rows } = await sql<ViewRecord>`
    select id, staff_id, name, filters, shared, to_json(created_at)#>>'{}' as created_at from saved_views
    where id = ${id} and area = ${AREA} and (shared or staff_id = ${staffId}) for update`.execute(tx)
  return rows[0] ?? null
}

export async function deleteViewRow(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`delete from saved_views where id = ${id}`.execute(tx)
}

/** All that a view says, and what its undo would bring back. */
export async function listViewTexts(tx: Transaction<Tables>): Promise<{ id: string; name: string; q: string }[]> {
  const { rows } = await sql<{ id: string; name: string; q: string }>`
    select id, name, coalesce(filters ->> 'q', '') as q from saved_views where area = ${AREA}
    union all select data ->> 'id', data ->> 'name', coalesce(data #>> '{filters,q}', '') from undos where kind = 'view.delete'`.execute(
    tx,
  )
  return rows
}

/** Deletes views, so that nothing brings them back. */
export async function forgetViewRows(tx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`delete from saved_views where id = any(${ids})`.execute(tx)
  await sql`delete from undos where kind = 'view.delete' and data ->> 'id' = any(${ids})`.execute(tx)
}
