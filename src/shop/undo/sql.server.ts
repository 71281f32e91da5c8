import { type Kysely, sql, type Transaction } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'

/** A change can be taken back for so long. */
const HOURS = 24
/** How long what it takes is kept: it may be personal data. */
const KEPT_HOURS = 48

interface StoredUndo {
  kind: string
  data: unknown
  done_at: Date | null
  /** True if it's too late. */
  over: boolean
}

/** Returns its id. */
export async function insertUndo(
  tx: Transaction<Tables>,
  staffId: string,
  { kind, data }: { kind: string; data: Readonly<Record<string, unknown>> },
): Promise<string> {
  const id = newId()
  await tx
    .insertInto('undos')
    .values({ id, staff_id: staffId, kind, data: JSON.stringify(data) })
    .execute()
  return id
}

/** A person's change, its row locked until the transaction ends, or null. */
export async function lockUndo(tx: Transaction<Tables>, staffId: string, id: string): Promise<StoredUndo | null> {
  const { rows } = await sql<StoredUndo>`
    select kind, data, done_at, created_at < now() - make_interval(hours => ${HOURS}) as over from undos
    where id = ${id} and staff_id = ${staffId} for update`.execute(tx)
  return rows[0] ?? null
}

export async function markUndone(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`update undos set done_at = now() where id = ${id}`.execute(tx)
}

/** Deletes what can't be taken back any more. */
export async function deleteOldUndos(db: Kysely<Tables>): Promise<void> {
  await sql`delete from undos where created_at < now() - make_interval(hours => ${KEPT_HOURS})`.execute(db)
}
