import { type Selectable, sql, type Transaction } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { OrderNoteRow } from './tables.server.ts'

export type NoteRecord = Selectable<OrderNoteRow>

const COLUMNS = sql`id, order_id, staff_id, author, text, version, created_at, changed_at`

/** `id`, version and times: only if a deleted note comes back. */
interface NewNote extends Pick<NoteRecord, 'order_id' | 'staff_id' | 'author' | 'text'> {
  id?: string
  version?: number
  created_at?: string
  changed_at?: string | null
}

/** Inserts a note; null if its order is gone. */
export async function insertNote(tx: Transaction<Tables>, note: NewNote): Promise<NoteRecord | null> {
  const { id = newId(), version = 1, created_at = null, changed_at = null } = note
  const { rows } = await sql<NoteRecord>`
    insert into order_notes (id, order_id, staff_id, author, text, version, created_at, changed_at)
    select ${id}, o.id, ${note.staff_id}, ${note.author}, ${note.text}, ${version}::integer,
      coalesce(${created_at}::timestamptz, now()), ${changed_at}::timestamptz
    from orders o where o.id = ${note.order_id} returning ${COLUMNS}`.execute(tx)
  return rows[0] ?? null
}

/** A note of an order, its row locked until the transaction ends, or null. */
export async function lockNoteRow(
  tx: Transaction<Tables>,
  orderId: string | null,
  id: string,
): Promise<NoteRecord | null> {
  const { rows } = await sql<NoteRecord>`
    select ${COLUMNS} from order_notes where id = ${id} and order_id = ${orderId} for update`.execute(tx)
  return rows[0] ?? null
}

export async function updateNote(tx: Transaction<Tables>, id: string, text: string): Promise<NoteRecord> {
  const { rows } = await sql<NoteRecord>`
    update order_notes set text = ${text}, version = version + 1, changed_at = now()
    where id = ${id} returning ${COLUMNS}`.execute(tx)
  const [note] = rows
  if (!note) throw new Error('a locked note is gone')
  return note
}

export async function deleteNoteRow(tx: Transaction<Tables>, id: string): Promise<void> {
  await sql`delete from order_notes where id = ${id}`.execute(tx)
}
