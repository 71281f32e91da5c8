import { type Kysely, sql } from 'kysely'
import type { EventType } from '../events/rules.ts'
import type { ShopEvent } from '../events/sql.server.ts'
import type { OrderAddress } from '../orders/contract.ts'
import { addressLines } from '../orders/rules.ts'
import type { Tables } from '../tables.server.ts'
import type { EventPerson } from './mails.server.ts'

type Db = Kysely<Tables>

/**
 * Where a new order goes, or who wrote a message and what; null for other events. Events themselves name no person,
 * because they leave the shop.
 */
export async function findEventPerson(db: Db, { type, data }: ShopEvent): Promise<EventPerson | null> {
  if (type === 'order.placed' || type === 'order.paid') {
    const { rows } = await sql<{ address: OrderAddress }>`
      select address from orders where id = ${String(data.orderId)}`.execute(db)
    const [order] = rows
    return order ? { lines: ['Delivering to:', ...addressLines(order.address)] } : null
  }
  if (type !== 'message.received') return null
  const message = await db
    .selectFrom('contact_messages')
    .select(['id', 'first_name', 'last_name', 'email', 'phone', 'message'])
    .where('id', '=', String(data.messageId))
    .executeTakeFirst()
  if (!message) return null
  const { id, first_name, last_name, email, phone, message: text } = message
  const sender = `From ${first_name} ${last_name}, ${email}, ${phone}:`
  const how = `Reply to this mail, or so that it's noted: npm run shop -- messages answer ${id} TEXT`
  return { lines: [sender, text, '', how], replyTo: email }
}

/** True if such an event was recorded in the last day. */
export async function hasRecentEvent(db: Db, type: EventType): Promise<boolean> {
  const { rows } = await sql`
    select from shop_events where type = ${type} and created_at > now() - interval '1 day' limit 1`.execute(db)
  return rows.length > 0
}
