import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import { DEFINITIONS, isSettingName, type Settings, type ShopKind, settingsFrom } from './definitions.ts'

type Db = Kysely<Tables>
/** What a version sets, by name. */
export type StoredSettings = Readonly<Record<string, unknown>>

/** One writer of settings at a time, across all instances. */
const SETTINGS_LOCK = 0x5ea9

/** Whether the shop is its owner's or the demonstration. `fallback`: what it's taken for before its first start. */
export async function readShopKind(db: Db, fallback: ShopKind): Promise<ShopKind> {
  const row = await db.selectFrom('shop_kind').select('is_real').executeTakeFirst()
  return { ...fallback, real: row?.is_real ?? fallback.real }
}

/** Decides at the first start what the shop is; a later one changes nothing. @returns what it is */
export async function settleShopKind(db: Db, kind: ShopKind): Promise<ShopKind> {
  await db
    .insertInto('shop_kind')
    .values({ is_real: kind.real })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return readShopKind(db, kind)
}

/** Makes a demonstration its owner's own shop. */
export async function endDemonstration(tx: Transaction<Tables>): Promise<void> {
  const row = { is_real: true }
  await tx
    .insertInto('shop_kind')
    .values(row)
    .onConflict((conflict) => conflict.column('only_row').doUpdateSet(row))
    .execute()
}

/**
 * The settings by a query, where there is no shop that has them in memory (`Shop.settings`), and to number a document
 * in its transaction.
 */
export async function querySettings(db: Db, kind: ShopKind = { real: false }): Promise<Settings> {
  return withDefaults(await readStoredSettings(db), kind)
}

/** The newest version, if it is newer than `version`. */
export async function findNewerVersion(
  db: Db,
  version: number,
): Promise<{ version: number; values: StoredSettings } | null> {
  const row = await db
    .selectFrom('settings_versions')
    .select(['id', 'values'])
    .where('id', '>', version)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ? { version: row.id, values: row.values } : null
}

/** Stored values over the defaults. A stored value that now breaks its rule is ignored. */
export function withDefaults(stored: StoredSettings, kind: ShopKind): Settings {
  const valid = Object.entries(stored).flatMap(([name, value]) => {
    if (!isSettingName(name)) return []
    // The parsed value has its fields in the rule's order, but the database has its own order.
    const parsed = DEFINITIONS[name].schema.safeParse(value)
    return parsed.success ? [[name, parsed.data]] : []
  })
  return settingsFrom(Object.fromEntries(valid), kind)
}

/** What the newest version sets, by name. Empty if nothing was ever set. */
export async function readStoredSettings(db: Db): Promise<StoredSettings> {
  return (await newestVersion(db)).values
}

/** The newest version; 0 without values if nothing was ever set. */
export async function newestVersion(db: Db): Promise<{ id: number; values: StoredSettings }> {
  const query = db.selectFrom('settings_versions').select(['id', 'values']).orderBy('id', 'desc').limit(1)
  return (await query.executeTakeFirst()) ?? { id: 0, values: {} }
}

/** What the last versions set for one setting, the newest first; null for its default. */
export async function listStoredValues(db: Db, name: string, limit: number): Promise<unknown[]> {
  const { rows } = await sql<{ value: unknown }>`
    select values -> ${name}::text as value from settings_versions order by id desc limit ${limit}`.execute(db)
  return rows.map(({ value }) => value)
}

/** The addresses of the owners who have joined. */
export async function listOwnerAddresses(db: Db): Promise<string[]> {
  const query = db.selectFrom('staff').select('email').where('role', '=', 'owner')
  const owners = query.where('ended_at', 'is', null).where('joined_at', 'is not', null)
  return (await owners.orderBy('email').execute()).map(({ email }) => email)
}

/** Waits for another writer; the lock lasts until the transaction ends. */
export async function lockSettings(tx: Transaction<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(${SETTINGS_LOCK})`.execute(tx)
}

/** Appends a version; a trigger notifies every instance. `undoneTo`: the version that an undo returned to. */
export async function insertVersion(
  tx: Transaction<Tables>,
  actor: string,
  values: StoredSettings,
  undoneTo: number | null = null,
): Promise<void> {
  await tx
    .insertInto('settings_versions')
    .values({ actor, values: JSON.stringify(values), undone_to: undoneTo })
    .execute()
}

export interface SettingsVersion {
  id: number
  at: Date
  actor: string
  values: Record<string, unknown>
  /** The version that an undo returned to, or 0 for the defaults. Null if the version isn't an undo. */
  undone_to: number | null
}

/** Versions, newest first. */
export async function listVersions(db: Db, limit: number): Promise<SettingsVersion[]> {
  return db.selectFrom('settings_versions').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

/** A version by its number, or null. */
export async function findVersion(db: Db, id: number): Promise<SettingsVersion | null> {
  return (await db.selectFrom('settings_versions').selectAll().where('id', '=', id).executeTakeFirst()) ?? null
}

/** The newest version before another one, or null if there is none. */
export async function findVersionBefore(db: Db, id: number): Promise<SettingsVersion | null> {
  const query = db.selectFrom('settings_versions').selectAll().where('id', '<', id).orderBy('id', 'desc').limit(1)
  return (await query.executeTakeFirst()) ?? null
}
