import { type Kysely, sql, type Transaction } from 'kysely'
import type { CustomerId } from '#platform/api/identity.ts'
import { newId, newSecret, sha256 } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import { DEVICE, SESSION } from './rules.ts'
import { type Customer, createSession } from './sql.server.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

/** The condition that a device `d` was used recently and isn't too old. */
const isValid = sql`d.rotated_at > now() - make_interval(days => ${DEVICE.idleDays})
  and d.created_at > now() - make_interval(days => ${DEVICE.absoluteDays})`

/** A refresh token has its device's id, so that a copy is noticed however often it was exchanged since. */
const newToken = (deviceId: string) => `${deviceId}.${newSecret()}`
const deviceOf = (token: string) => token.split('.', 1)[0] ?? ''

/**
 * Keeps the session's device signed in, if its login was a few minutes ago. Of the refresh token only the digest is stored; devices
 * beyond the limit are revoked, the one not used for longest first, and so are those of `before`, the browser's former tokens.
 * @returns null for a session that is older or that a refresh token created; `isNew`: the customer had no device of `before`
 */
export async function addDevice(
  tx: Tx,
  {
    customerId,
    sessionToken,
    name,
    before,
  }: { customerId: CustomerId; sessionToken: string; name: string; before: string[] },
): Promise<{ token: string; isNew: boolean } | null> {
  await tx.selectFrom('customers').select('id').where('id', '=', customerId).forNoKeyUpdate().execute()
  const id = newId()
  const token = newToken(id)
  const digest = sha256(sessionToken)
  // The session of a login is older than its device, those of the refresh token are newer.
  const { rows: logins } = await sql`select from sessions s left join devices d on d.id = s.device_id
    where s.digest = ${digest} and s.customer_id = ${customerId}
      and s.created_at > now() - make_interval(mins => ${SESSION.loginMinutes})
      and (d.id is null or s.created_at <= d.created_at)`.execute(tx)
  if (logins.length === 0) return null
  await tx
    .insertInto('devices')
    .values({ id, customer_id: customerId, digest: sha256(token), name })
    .execute()
  await sql`update sessions set device_id = ${id} where digest = ${digest}`.execute(tx)
  const revoked = await revokeDevicesOf(tx, before)
  await sql`delete from devices where customer_id = ${customerId} and id in (select id from devices
    where customer_id = ${customerId} order by rotated_at desc, id offset ${DEVICE.max})`.execute(tx)
  return { token, isNew: !revoked.includes(customerId) }
}

/** A session of a refresh token, and the next token, which is null where another tab got it a moment ago. */
interface Refreshed {
  customer: Customer
  sessionToken: string
  next: string | null
}

/**
 * Exchanges a refresh token. `copied` is the name of the device if the token was exchanged before, longer ago than two tabs can be
 * apart: somebody has a copy, and the device is revoked, with its sessions (RFC 9700, section 4.14.2).
 */
export async function refresh(
  tx: Tx,
  token: string,
): Promise<Refreshed | { copied: string; customer: Customer } | null> {
  const digest = sha256(token)
  interface Found extends Customer {
    device: string
    state: 'current' | 'just rotated' | 'copied'
  }
  const { rows } = await sql<Found>`
    select d.name as device, c.id, c.name, c.email, case
        when d.digest = ${digest} then 'current'
        when d.previous_digest = ${digest} and d.rotated_at > now() - make_interval(secs => ${DEVICE.graceSeconds})
          then 'just rotated'
        else 'copied' end as state
    from devices d join customers c on c.id = d.customer_id
    where d.id = ${deviceOf(token)} and c.email is not null and ${isValid}
    for update of d`.execute(tx)
  const found = rows[0]
  if (!found) return null
  const { device, state, ...customer } = found
  const id = deviceOf(token)
  if (state === 'copied') {
    await tx.deleteFrom('devices').where('id', '=', id).execute()
    return { copied: device, customer }
  }
  const sessionToken = await createSession(tx, customer.id, id)
  if (state === 'just rotated') return { customer, sessionToken, next: null }
  const next = newToken(id)
  await tx
    .updateTable('devices')
    .set({ digest: sha256(next), previous_digest: digest, rotated_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
  return { customer, sessionToken, next }
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

/** Revokes the devices of refresh tokens, exchanged ones too, with their sessions. Returns whose they were. */
export async function revokeDevicesOf(db: Db, tokens: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ customer_id: string }>`
    delete from devices where id = any(${tokens.map(deviceOf)}) returning customer_id`.execute(db)
  return rows.map((row) => row.customer_id)
}
