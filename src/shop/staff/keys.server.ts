import type { Kysely } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { staffActor } from '#platform/api/identity.ts'
import type { Handlers } from '#platform/api/mount.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { newSecret } from '#platform/ids.server.ts'
import { parseIndianTime } from '#platform/india-time.ts'
import { writeAudit } from '../audit/sql.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import type { keysStaffContract } from './keys-contract.ts'
import { endKeyRow, insertKey, listKeys } from './keys-sql.server.ts'
import { SCOPE_NAMES, SCOPES, type Scope } from './scope-rules.ts'

const MAX_DAYS = 731
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Makes a key for a program, which counts to the end of a day in India and as long as this owner has access. The key is returned this
 * once. Refused: a day that is over, or more than two years away; a name that another key has.
 */
export async function createKey(
  { db, clock }: Pick<Shop, 'db' | 'clock'>,
  actor: Actor,
  { name, scopes, until, staffId }: { name: string; scopes: readonly Scope[]; until: string; staffId: string },
): Promise<Result<{ id: string; key: string }, 'invalid_input' | 'conflict'>> {
  const expiresAt = parseIndianTime(until)?.to
  const now = clock.now().getTime()
  if (!expiresAt || expiresAt.getTime() <= now) return refuse('invalid_input', 'Please choose a day in the future.')
  if (expiresAt.getTime() > now + MAX_DAYS * DAY_MS)
    return refuse('invalid_input', 'A key can be valid for at most two years.')
  const key = `key_${newSecret()}`
  const id = await db.transaction().execute(async (tx) => {
    const added = await insertKey(tx, { key, name, scopes, expiresAt, staffId })
    const after = { name, scopes, until }
    if (added === null) return null
    await writeAudit(tx, actor, { action: 'key.create', subject: `key:${added}`, before: null, after })
    return added
  })
  return id === null
    ? refuse('conflict', 'There’s already a key with this name. Revoke it first, or choose another name.')
    : ok({ id, key })
}

/** Ends a key, from the next call on. */
export function endKey(db: Kysely<Tables>, actor: Actor, id: string): Promise<Result<undefined, 'not_found'>> {
  return transact<Tables, undefined, 'not_found'>(db, async (tx) => {
    const name = await endKeyRow(tx, id)
    if (name === null) return refuse('not_found', 'This key doesn’t exist or has ended.')
    await writeAudit(tx, actor, { action: 'key.end', subject: `key:${id}`, before: { name }, after: null })
    return ok(undefined)
  })
}

/** Keys of programs (CONTRACT part three, Staff site). */
export function createKeysHandlers(shop: Shop): Handlers<typeof keysStaffContract> {
  const scopes = SCOPE_NAMES.map((name) => ({ name, title: SCOPES[name].title, calls: [...SCOPES[name].calls] }))
  return {
    async 'GET /keys'() {
      const items = (await listKeys(shop.db)).map(({ createdAt, expiresAt, usedAt, ...key }) => ({
        ...key,
        createdAt: createdAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        usedAt: usedAt?.toISOString() ?? null,
      }))
      return ok({ items, next: null, scopes })
    },

    async 'POST /keys'({ body, caller: { staff } }) {
      return createKey(shop, staffActor(staff), { ...body, staffId: staff.staffId })
    },

    async 'DELETE /keys/{id}'({ params: { id }, caller: { staff } }) {
      return endKey(shop.db, staffActor(staff), id)
    },
  }
}
