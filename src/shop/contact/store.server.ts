import { type Kysely, sql } from 'kysely'
import { newId, newSecret } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ContactMessage } from './contract.ts'

/** A message as the operator reads it. */
export interface StoredMessage extends ContactMessage {
  _id: string
  createdAt: Date
}

/** Stores a message of the contact form for the operator (`shop messages list`). */
export async function insertMessage(db: Kysely<Tables>, message: ContactMessage): Promise<void> {
  await db
    .insertInto('contact_messages')
    .values({
      id: newId(),
      first_name: message.firstName,
      last_name: message.lastName,
      email: message.email,
      phone: message.phone,
      message: message.message,
    })
    .execute()
}

/** The messages of the contact form, newest first (`shop messages list`). */
export async function listMessages(db: Kysely<Tables>, { limit = 100 } = {}): Promise<StoredMessage[]> {
  return db
    .selectFrom('contact_messages')
    .select([
      'id as _id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'phone',
      'message',
      'created_at as createdAt',
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Adds an unconfirmed subscriber; a known one keeps its token, so that links of earlier mails work. */
export async function addSubscriber(db: Kysely<Tables>, email: string): Promise<string> {
  const { token } = await db
    .insertInto('subscribers')
    .values({ email, token: newSecret() })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

/** True for a subscriber's token; idempotent. */
export async function confirmSubscriber(db: Kysely<Tables>, token: string): Promise<boolean> {
  const { rows } = await sql`update subscribers set confirmed_at = coalesce(confirmed_at, now())
    where token = ${token} returning 1`.execute(db)
  return rows.length === 1
}

/** Deletes a subscriber. */
export async function removeSubscriber(db: Kysely<Tables>, token: string): Promise<void> {
  await db.deleteFrom('subscribers').where('token', '=', token).execute()
}
