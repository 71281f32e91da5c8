import { type Kysely, sql, type Transaction } from 'kysely'
import { Confirmation } from '#platform/api/confirmation.ts'
import type { StaffSession } from '#platform/api/identity.ts'
import { newId, sha256 } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { Scope } from './scope-rules.ts'

type Db = Kysely<Tables>

/** SQL, of `api_keys k join staff p`: whose maker stops being an owner has it ended (`endKeysOf`), and here it never counts. */
const isLive = sql<boolean>`(k.ended_at is null and k.expires_at > now() and p.ended_at is null and p.joined_at is not null and p.role = 'owner')`

/** A program that calls with a key. */
export type Program = StaffSession & { scopes: string[] }

/** Whose key this is, or null. Notes once a minute that it was used. */
export async function findProgram(db: Db, key: string): Promise<Program | null> {
  const digest = sha256(key)
  const { rows } = await sql<{ id: string; name: string; scopes: string[]; staff: string; isStale: boolean }>`
    select k.id, k.name, k.scopes, k.staff_id as staff,
      (k.used_at is null or k.used_at < now() - interval '1 minute') as "isStale"
    from api_keys k join staff p on p.id = k.staff_id where k.digest = ${digest} and ${isLive}`.execute(db)
  const [row] = rows
  if (!row) return null
  if (row.isStale) await sql`update api_keys set used_at = now() where digest = ${digest}`.execute(db)
  const { id, name, scopes, staff } = row
  return {
    staffId: staff,
    sessionId: id,
    programId: id,
    email: '',
    name,
    role: 'manager',
    isFull: true,
    confirmation: new Confirmation(false),
    mayEnrol: false,
    scopes,
  }
}

/** Stores a key by its digest. @returns its id, or null if another one has its name */
export async function insertKey(
  tx: Transaction<Tables>,
  {
    key,
    name,
    scopes,
    expiresAt,
    staffId,
  }: { key: string; name: string; scopes: readonly Scope[]; expiresAt: Date; staffId: string },
): Promise<string | null> {
  const id = newId()
  const added = await tx
    .insertInto('api_keys')
    .values({ id, digest: sha256(key), name, scopes: [...scopes], expires_at: expiresAt, staff_id: staffId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id ?? null
}

export interface KeyRow {
  id: string
  name: string
  scopes: string[]
  state: 'active' | 'over' | 'ended'
  createdBy: string
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

/** All keys, the newest first. */
export async function listKeys(db: Db): Promise<KeyRow[]> {
  const { rows } = await sql<KeyRow>`
    select k.id, k.name, k.scopes, case when ${isLive} then 'active' when k.ended_at is null and k.expires_at <= now() then 'over'
      else 'ended' end as state, case when p.name = '' then p.email else p.name end as "createdBy",
      k.created_at as "createdAt", k.expires_at as "expiresAt", k.used_at as "usedAt"
    from api_keys k join staff p on p.id = k.staff_id order by k.created_at desc, k.id limit 200`.execute(db)
  return rows
}

/** Ends a key. @returns its name, or null if there is none that hasn't ended */
export async function endKeyRow(tx: Transaction<Tables>, id: string): Promise<string | null> {
  const { rows } = await sql<{ name: string }>`
    update api_keys set ended_at = now() where id = ${id} and ended_at is null returning name`.execute(tx)
  return rows[0]?.name ?? null
}

/** Ends all keys that somebody made. @returns their ids and names */
export async function endKeyRowsOf(tx: Transaction<Tables>, staffId: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    update api_keys set ended_at = now() where staff_id = ${staffId} and ended_at is null returning id, name`.execute(
    tx,
  )
  return rows
}
