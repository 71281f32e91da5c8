import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

type Db = Kysely<Tables>

/** One writer of settings at a time, of all instances. */
const SETTINGS_LOCK = 0x5ea9

/** What the newest version sets, by name; empty where nothing was ever set. */
export async function readStoredSettings(db: Db): Promise<Readonly<Record<string, unknown>>> {
  const row = await db
    .selectFrom('settings_versions')
    .select('values')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.values ?? {}
}

/** Waits for another writer; the lock lasts until the transaction ends. */
export async function lockSettings(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(tx)
}

/** Appends a version; a trigger notifies every instance. */
export async function insertVersion(
  tx: Transaction<Tables>,
  actor: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> {
  await tx
    .insertInto('settings_versions')
    .values({ actor, values: JSON.stringify(values) })
    .execute()
}

export interface SettingsVersion {
  id: string
  at: Date
  actor: string
  values: Record<string, unknown>
}

/** Versions, newest first. */
export async function listVersions(db: Db, limit: number): Promise<SettingsVersion[]> {
  return db.selectFrom('settings_versions').selectAll().orderBy('id', 'desc').limit(limit).execute()
}
