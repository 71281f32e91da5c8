import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { recordVersion } from '#platform/api/record-version.server.ts'
import { microsOf, timeOfMicros } from '#platform/db/micros.server.ts'
import { newId } from '#platform/ids.server.ts'
import type { Tables } from '../tables.server.ts'
import type { MessageState } from './rules.ts'
import type { SavedReply } from './staff-contract.ts'

type Db = Kysely<Tables>
type Tx = Transaction<Tables>

const state = sql<MessageState>`case when m.hidden_at is not null then 'hidden' when m.answered_at is not null then 'answered'
  else 'waiting' end`
const isWaiting = sql`m.answered_at is null and m.hidden_at is null`
const isAnswered = sql`m.answered_at is not null and m.hidden_at is null`
const isHidden = sql`m.hidden_at is not null`
const WHERE = { waiting: isWaiting, answered: isAnswered, hidden: isHidden }
/** Beyond this many, rows aren't counted. */
const COUNTED = 10_000
const SHORT = 160
const MAX_THREAD = 100

export interface MessageRow {
  id: string
  state: MessageState
  name: string
  email: string
  sentAt: Date
  at: number
  message: string
  ofAddress: number
}

/** Messages in a state, or all: waiting ones oldest first, others newest first. One more than `limit`. */
export async function listMessagePage(
  db: Db,
  {
    state: wanted,
    after,
    limit,
  }: { state: MessageState | null; after: readonly [number, string] | null; limit: number },
): Promise<MessageRow[]> {
  const isQueue = wanted === 'waiting'
  const order = isQueue ? sql`m.created_at, m.id` : sql`m.created_at desc, m.id desc`
  const own = wanted === null ? sql`true` : WHERE[wanted]
  const [at, id] = after ?? [0, '']
  const later = isQueue
    ? sql`(m.created_at, m.id) > (${timeOfMicros(at)}, ${id})`
    : sql`(m.created_at, m.id) < (${timeOfMicros(at)}, ${id})`
  const rest = after === null ? sql`true` : later
  const { rows } = await sql<MessageRow>`
    select m.id, ${state} as state, trim(m.first_name || ' ' || m.last_name) as name, m.email, m.created_at as "sentAt",
      ${microsOf(sql`m.created_at`)} as at, left(m.message, ${SHORT}) as message,
      (select count(*)::integer from contact_messages o where lower(o.email) = lower(m.email)) as "ofAddress"
    from contact_messages m where ${own} and ${rest} order by ${order} limit ${limit + 1}`.execute(db)
  return rows
}

/** How many messages there are in each state, at most 10,001. */
export async function countMessages(db: Db): Promise<Record<MessageState, number>> {
  const { rows } = await sql<Record<MessageState, number>>`
    select (select count(*)::integer from (select from contact_messages m where ${isWaiting} limit ${COUNTED + 1}) w) as waiting,
      (select count(*)::integer from (select from contact_messages m where ${isAnswered} limit ${COUNTED + 1}) a) as answered,
      (select count(*)::integer from (select from contact_messages m where ${isHidden} limit ${COUNTED + 1}) h) as hidden`.execute(
    db,
  )
  return rows[0] ?? { waiting: 0, answered: 0, hidden: 0 }
}

export interface ThreadRow {
  id: string
  state: MessageState
  firstName: string
  name: string
  email: string
  phone: string
  sentAt: Date
  message: string
  answer: string | null
  answeredAt: Date | null
  answeredBy: string | null
}

/** The newest messages of the address that wrote this one, oldest first; empty if there is no such message. */
export async function listThread(db: Db, id: string): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`
    select m.id, ${state} as state, m.first_name as "firstName", trim(m.first_name || ' ' || m.last_name) as name, m.email,
      m.phone, m.created_at as "sentAt", m.message, m.answer, m.answered_at as "answeredAt", m.answered_by as "answeredBy"
    from contact_messages m
    where lower(m.email) = (select lower(email) from contact_messages where id = ${id})
    order by m.created_at desc, m.id desc limit ${MAX_THREAD}`.execute(db)
  return rows.reverse()
}

export interface OrderBeside {
  id: string
  number: number
  orderedAt: Date
  status: 'ordered' | 'packaging' | 'ontheway' | 'delivered' | 'cancelled'
  product: string
  lines: number
  total_paise: number
}

/** The newest paid orders of an address, and those with these numbers, newest first. */
export async function listOrdersBeside(db: Db, email: string, numbers: readonly number[]): Promise<OrderBeside[]> {
  const { rows } = await sql<OrderBeside>`
    select o.id, o.number, o.paid_at as "orderedAt", case when o.state = 'cancelled' then 'cancelled' else o.status end as status,
      (select name from order_lines where order_id = o.id order by position limit 1) as product,
      (select count(*)::integer from order_lines where order_id = o.id) as lines, o.total_paise
    from orders o
    where o.status is not null and (o.number = any(${numbers}::integer[])
      or o.customer_id = (select id from customers where email = ${email}))
    order by o.paid_at desc, o.id limit 20`.execute(db)
  return rows
}

/** Stores an answer, and settles the earlier waiting messages of its address. Returns their ids. */
export async function storeAnswer(
  tx: Tx,
  { id, email, created_at }: Pick<Selectable<Tables['contact_messages']>, 'id' | 'email' | 'created_at'>,
  answer: string,
  by: string,
): Promise<string[]> {
  await sql`
    update contact_messages set answer = ${answer}, answered_at = now(), answered_by = ${by}, hidden_at = null
    where id = ${id}`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    update contact_messages set answered_at = now(), answered_by = ${by}
    where lower(email) = lower(${email}) and answered_at is null and hidden_at is null and created_at <= ${created_at}
    returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/** Hides a message, or shows it again. */
export async function setMessageHidden(tx: Tx, id: string, hide: boolean): Promise<void> {
  await sql`update contact_messages set hidden_at = case when ${hide} then now() end where id = ${id}`.execute(tx)
}

/** The saved replies, by title. */
export async function listSavedReplies(db: Db): Promise<SavedReply[]> {
  const { rows } = await sql<ReplyRow>`
    select id, title, text from saved_replies where deleted_at is null order by lower(title), id limit 200`.execute(db)
  return rows.map(toReply)
}

type ReplyRow = Omit<SavedReply, 'version'>

const toReply = <R extends ReplyRow>(row: R) => ({
  ...row,
  version: recordVersion({ title: row.title, text: row.text }),
})

export async function insertSavedReply(tx: Tx, { title, text }: { title: string; text: string }): Promise<SavedReply> {
  const id = newId()
  await tx.insertInto('saved_replies').values({ id, title, text }).execute()
  return toReply({ id, title, text })
}

/** A saved reply, locked until the transaction ends; also a deleted one. */
export async function lockSavedReply(tx: Tx, id: string): Promise<(SavedReply & { isDeleted: boolean }) | null> {
  const { rows } = await sql<ReplyRow & { isDeleted: boolean }>`
    select id, title, text, deleted_at is not null as "isDeleted" from saved_replies where id = ${id} for update`.execute(
    tx,
  )
  return rows[0] ? toReply(rows[0]) : null
}

export async function updateSavedReply(
  tx: Tx,
  id: string,
  { title, text }: Pick<SavedReply, 'title' | 'text'>,
): Promise<SavedReply> {
  await tx.updateTable('saved_replies').set({ title, text }).where('id', '=', id).execute()
  return toReply({ id, title, text })
}

/** Deletes a saved reply, or brings it back. */
export async function setReplyDeleted(tx: Tx, id: string, isDeleted: boolean): Promise<void> {
  await sql`update saved_replies set deleted_at = case when ${isDeleted} then now() end where id = ${id}`.execute(tx)
}
