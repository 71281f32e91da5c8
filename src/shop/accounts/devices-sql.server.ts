import { type Kysely, sql } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId, newSecret, sha256 } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import { DEVICE } from './rules.ts'
import { type Customer, createSession } from './sql.server.ts'

type Db = Kysely<Tables>

/** The condition that a device `d` was used recently and isn't too old. */
const isValid = sql`d.rotated_at > now() - make_interval(days => ${DEVICE.idleDays})
  and d.created_at > now() - make_interval(days => ${DEVICE.absoluteDays})`

/**
 * Keeps the session's device signed in. Returns its refresh token, which is stored only as a digest. Revokes devices
 * beyond the limit, the longest unused first.
 */
export async function addDevice(db: Db, customerId: CustomerId, sessionToken: string, name: string): Promise<string> {
  const token = newSecret()
  const id = newId()
  await db.transaction().execute(async (tx) => {
    await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
    await tx
      .insertInto('devices')
      .values({ id, customer_id: customerId, digest: sha256(token), name })
      .execute()
    await sql`update sessions set device_id = ${id}
      where digest = ${sha256(sessionToken)} and customer_id = ${customerId}`.execute(tx)
    await sql`delete from devices where customer_id = ${customerId} and id in (select id from devices
      where customer_id = ${customerId} order by rotated_at desc, id offset ${DEVICE.max})`.execute(tx)
  })
  return token
}

/**
 * Exchanges a refresh token for a session and the next refresh token, which is null if another tab got it a moment ago.
 * `copied`: the token was exchanged longer ago than two tabs can be apart, so somebody has a copy. The device and its
 * sessions are revoked (RFC 9700, section 4.14.2).
 */
export async function refresh(
  db: Db,
  token: string,
): Promise<{ customer: Customer; sessionToken: string; next: string | null } | 'copied' | null> {
  const digest = sha256(token)
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; customer_id: string; name: string; email: string; state: string }>`
      select d.id, d.customer_id, c.name, c.email, case
          when d.digest = ${digest} then 'current'
          when d.rotated_at > now() - make_interval(secs => ${DEVICE.graceSeconds}) then 'just rotated'
          else 'copied' end as state
      from devices d join customers c on c.id = d.customer_id
      where (d.digest = ${digest} or d.previous_digest = ${digest}) and c.email is not null
        and ${isValid}
      for update of d`.execute(tx)
    const found = rows[0]
    if (!found) return null
    if (found.state === 'copied') {
      await tx.deleteFrom('devices').where('id', '=', found.id).execute()
      return 'copied'
    }
    const sessionToken = await createSession(tx, found.customer_id, found.id)
    const customer = { id: found.customer_id, name: found.name, email: found.email }
    if (found.state === 'just rotated') return { customer, sessionToken, next: null }
    const next = newSecret()
    await tx
      .updateTable('devices')
      .set({ digest: sha256(next), previous_digest: digest, rotated_at: sql<Date>`now()` })
      .where('id', '=', found.id)
      .execute()
    return { customer, sessionToken, next }
  })
}

/** The customer's devices, the one last used first `current` is the device of the session. */
export async function listDevices(db: Db, customerId: CustomerId, sessionToken: string) {
  const { rows } = await sql<{ id: string; name: string; created_at: Date; rotated_at: Date; current: boolean }>`
    select id, name, created_at, rotated_at,
      exists (select from sessions s where s.device_id = d.id and s.digest = ${sha256(sessionToken)}) as current
    from devices d where customer_id = ${customerId} and ${isValid} order by rotated_at desc, id`.execute(db)
  return rows
}

/** Revokes one device of the customer, with its sessions, or returns false if there is none. */
export async function revokeDevice(db: Db, customerId: CustomerId, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('devices')
    .where('id', '=', id)
    .where('customer_id', '=', customerId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Revokes the device of a refresh token, with its sessions. */
export async function revokeDeviceOfToken(db: Db, token: string): Promise<void> {
  await sql`delete from devices where ${sha256(token)} in (digest, previous_digest)`.execute(db)
}
