import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { DraftSubject } from './preview-rules.ts'

type Db = Kysely<Tables>

/** What somebody is changing. `version`: the one that it began from. */
export interface StoredDraft {
  data: unknown
  version: string | null
  updated_at: Date
}

export async function findDraft(db: Db, staffId: string, subject: DraftSubject): Promise<StoredDraft | null> {
  const query = db
    .selectFrom('staff_drafts')
    .select(['data', 'version', 'updated_at'])
    .where('staff_id', '=', staffId)
    .where('subject', '=', subject)
  return (await query.executeTakeFirst()) ?? null
}

export async function storeDraft(
  db: Db,
  {
    staffId,
    subject,
    data,
    version,
  }: { staffId: string; subject: DraftSubject; data: unknown; version: string | null },
): Promise<void> {
  const changes = { data: JSON.stringify(data), version, updated_at: sql<Date>`now()` }
  await db
    .insertInto('staff_drafts')
    .values({ staff_id: staffId, subject, data: changes.data, version })
    .onConflict((conflict) => conflict.columns(['staff_id', 'subject']).doUpdateSet(changes))
    .execute()
}

export async function deleteDraft(db: Db, staffId: string, subject: DraftSubject): Promise<void> {
  await db.deleteFrom('staff_drafts').where('staff_id', '=', staffId).where('subject', '=', subject).execute()
}
