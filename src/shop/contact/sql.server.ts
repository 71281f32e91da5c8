import { type Kysely, sql, type Transaction } from 'kysely'
import { newId, newSecret } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { ContactMessage } from './contract.ts'

/** A message as the operator reads it. */
export interface StoredMessage extends ContactMessage {
  _id: string
  createdAt: Date
  answeredAt: Date | null
  isHidden: boolean
}

/** Stores a message of the contact form for the operator (`shop messages list`), and returns its id. */
export async function insertMessage(db: Kysely<Tables>, message: ContactMessage): Promise<string> {
  const id = newId()
  const { firstName: first_name, lastName: last_name, ...fields } = message
  await db
    .insertInto('contact_messages')
    .values({ id, first_name, last_name, ...fields })
    .execute()
  return id
}

/** The messages of the contact form, newest first; `waiting`: only those that wait for an answer (`shop messages list`). */
export async function listMessages(
  db: Kysely<Tables>,
  { limit = 100, waiting = false }: { limit?: number | undefined; waiting?: boolean | undefined } = {},
): Promise<StoredMessage[]> {
  let query = db
    .selectFrom('contact_messages')
    .select([
      'id as _id',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'phone',
      'message',
      'created_at as createdAt',
      'answered_at as answeredAt',
      sql<boolean>`hidden_at is not null`.as('isHidden'),
    ])
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
  if (waiting) query = query.where('answered_at', 'is', null).where('hidden_at', 'is', null)
  return query.execute()
}

/** A message, locked until the transaction ends, or undefined. */
export async function lockMessage(tx: Transaction<Tables>, id: string) {
  return tx.selectFrom('contact_messages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

/** Adds an unconfirmed subscriber. A known one keeps its token, so that links in earlier mails work. */
export async function addSubscriber(db: Kysely<Tables>, email: string): Promise<string> {
  const { token } = await db
    .insertInto('subscribers')
    .values({ email, token: newSecret() })
    .onConflict((conflict) => conflict.column('email').doUpdateSet({ email }))
    .returning('token')
    .executeTakeFirstOrThrow()
  return token
}

/** Confirms a subscriber by token. Returns true if there is one; idempotent. */
export async function confirmSubscriber(db: Kysely<Tables>, token: string): Promise<boolean> {
  const { rows } = await sql`update subscribers set confirmed_at = coalesce(confirmed_at, now())
    where token = ${token} returning 1`.execute(db)
  return rows.length === 1
}

export async function removeSubscriber(db: Kysely<Tables>, token: string): Promise<void> {
  await db.deleteFrom('subscribers').where('token', '=', token).execute()
}
