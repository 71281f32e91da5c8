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

/** What taking a change back takes. */
export interface NewUndo {
  kind: string
  data: Readonly<Record<string, unknown>>
  /** The line of the log beside which it's offered; the last one that the transaction has written if it isn't given. */
  line?: number
}

/** Returns its id. */
export async function insertUndo(
  tx: Transaction<Tables>,
  staffId: string,
  { kind, data, line }: NewUndo,
): Promise<string> {
  const id = newId()
  await sql`insert into undos (id, staff_id, audit_id, kind, data) values (${id}, ${staffId},
    coalesce(${line ?? null}::bigint, currval(pg_get_serial_sequence('audit_log', 'id'))), ${kind}, ${JSON.stringify(data)})`.execute(
    tx,
  )
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
