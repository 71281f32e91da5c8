import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Actor } from '#platform/api/identity.ts'
import { cutPage, readCursor } from '#platform/api/keyset.server.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { transact } from '#platform/api/transact.server.ts'
import { micros } from '#platform/db/micros.server.ts'
import { canonicalEmail } from '#platform/mail/address.ts'
import { paise, toRupees } from '#platform/money.ts'
import { actorName, writeAudit } from '../audit/sql.server.ts'
import type { Settings } from '../settings/rules.ts'
import type { Tables } from '../tables.server.ts'
import { storeUndo, type UndoKinds } from '../undo/undo.server.ts'
import { inLanguageOf } from './language-sql.server.ts'
import { answerMail } from './mails.server.ts'
import { LENGTHS, type MessageState, PLACEHOLDERS } from './rules.ts'
import { lockMessage } from './sql.server.ts'
import type { MailContext } from './staff.server.ts'
import type { ListedMessage, Thread } from './staff-contract.ts'
import {
  countMessages,
  listMessagePage,
  listOrdersBeside,
  listThread,
  setMessageHidden,
  storeAnswer,
} from './threads-sql.server.ts'

type Reader = Pick<MailContext, 'db' | 'settings'>
type Counts = Record<MessageState, number>

/** A page of messages, with the number of messages in each state. */
export async function listForAnswers(
  { db }: Reader,
  { state, cursor, limit }: { state?: MessageState | undefined; cursor?: string | undefined; limit: number },
): Promise<Result<{ items: ListedMessage[]; next: string | null; counts: Counts }, 'invalid_input'>> {
  const after = readCursor(cursor, z.tuple([micros, z.string().max(64)]))
  if (!after.ok) return after
  const [rows, counts] = await Promise.all([
    listMessagePage(db, { state: state ?? null, after: after.data, limit }),
    countMessages(db),
  ])
  const { items, next } = cutPage(rows, limit, ({ at, id }) => [at, id])
  return ok({
    items: items.map(({ at: _, sentAt, ...row }) => ({ ...row, sentAt: sentAt.toISOString() })),
    next,
    counts,
  })
}

/** A message in its thread, with the orders of who wrote it. Refused: no such message. */
export async function showThread({ db, settings }: Reader, id: string): Promise<Result<Thread, 'not_found'>> {
  const rows = await listThread(db, id)
  const own = rows.find((row) => row.id === id)
  if (!own) return refuse('not_found', NO_MESSAGE)
  const prefix = settings()['order.prefix']
  const named = numbersIn(
    rows.map(({ message }) => message),
    prefix,
  )
  const orders = await listOrdersBeside(db, canonicalEmail(own.email) ?? own.email, named)
  return ok({
    id,
    state: own.state,
    firstName: own.firstName,
    name: own.name,
    email: own.email,
    phone: own.phone,
    messages: rows.map(({ id, state, sentAt, message, answer, answeredAt, answeredBy }) => ({
      id,
      state,
      sentAt: sentAt.toISOString(),
      message,
      answer,
      answeredAt: answeredAt?.toISOString() ?? null,
      answeredBy,
    })),
    orders: orders.map(({ number, orderedAt, total_paise, ...order }) => ({
      ...order,
      orderNumber: `${prefix}${number}`,
      orderedAt: orderedAt.toISOString(),
      total: toRupees(paise(total_paise)),
      isNamed: named.includes(number),
    })),
    repliesTo: settings()['shop.email'],
  })
}

/** The numbers of orders that texts name with the shop's prefix, at most ten. */
function numbersIn(texts: readonly string[], prefix: Settings['order.prefix']): number[] {
  if (prefix === '') return []
  const escaped = prefix.replace(/-$/, '').replaceAll(/[^A-Za-z0-9]/g, '\\$&')
  const pattern = new RegExp(`\\b${escaped}[- ]?(\\d{1,9})\\b`, 'gi')
  const found = texts.flatMap((text) => [...text.matchAll(pattern)].map(([, digits]) => Number(digits)))
  return [...new Set(found)].slice(0, 10)
}

const NO_MESSAGE = 'This message no longer exists. Its sender may have been erased.'

/**
 * Mails an answer to a contact form message, once, and settles the earlier waiting messages of its address. Refused: an
 * unknown or answered message; an empty answer; one with a placeholder.
 */
export async function answerMessage(
  { db, mail, config: { publicUrl }, settings }: MailContext,
  actor: Actor,
  id: string,
  text: string,
): Promise<Result<{ id: string; state: MessageState; to: string }, 'invalid_input' | 'not_found' | 'conflict'>> {
  const answer = text.trim()
  if (answer === '' || answer.length > LENGTHS.message)
    return refuse('invalid_input', `The answer must have 1 to ${LENGTHS.message} characters.`)
  const open = PLACEHOLDERS.find((placeholder) => answer.includes(placeholder))
  if (open) return refuse('invalid_input', `The answer still has ${open}. Please replace it.`)
  const result = await transact(db, async (tx) => {
    const message = await lockMessage(tx, id)
    if (!message) return refuse('not_found', NO_MESSAGE)
    if (message.answered_at) return refuse('conflict', 'This message has already been answered. Nothing was sent.')
    const settled = await storeAnswer(tx, message, answer, actorName(actor))
    const after = settled.length > 0 ? { settled } : null
    await writeAudit(tx, actor, { action: 'message.answer', subject: `message:${id}`, before: null, after })
    const { email, first_name: firstName, message: sent, created_at: sentAt } = message
    const write = () =>
      answerMail({ email, firstName, text: sent, sentAt }, answer, { settings: settings(), publicUrl })
    await mail.enqueue(tx, await inLanguageOf(tx, canonicalEmail(email) ?? email, write))
    return ok({ id, state: 'answered' as const, to: email })
  })
  if (result.ok) mail.wake()
  return result
}

/**
 * Hides a message that needs no answer, or shows it again. `undo` is the id to take that back with. Refused: no such
 * message; already so.
 */
export function setHidden(
  { db }: Pick<MailContext, 'db'>,
  actor: Actor,
  id: string,
  isHidden: boolean,
): Promise<Result<{ id: string; state: MessageState; undo: string | null }, 'not_found' | 'conflict'>> {
  return transact(db, async (tx) => {
    const changed = await hideLocked(tx, actor, id, isHidden)
    if (!changed.ok) return changed
    return ok({ ...changed.data, undo: await storeUndo(tx, actor, { kind: 'message.hidden', data: { id, isHidden } }) })
  })
}

async function hideLocked(
  tx: Transaction<Tables>,
  actor: Actor,
  id: string,
  isHidden: boolean,
): Promise<Result<{ id: string; state: MessageState }, 'not_found' | 'conflict'>> {
  const message = await lockMessage(tx, id)
  if (!message) return refuse('not_found', NO_MESSAGE)
  if ((message.hidden_at !== null) === isHidden)
    return refuse('conflict', isHidden ? 'This message is already hidden.' : 'This message isn’t hidden.')
  await setMessageHidden(tx, id, isHidden)
  const action = isHidden ? 'message.hide' : 'message.show'
  await writeAudit(tx, actor, { action, subject: `message:${id}`, before: null, after: null })
  const shown: MessageState = message.answered_at ? 'answered' : 'waiting'
  return ok({ id, state: isHidden ? 'hidden' : shown })
}

const hidden = z.object({ id: z.string(), isHidden: z.boolean() })

/** Taking back that a message was hidden, or shown again. */
export const messageUndo: UndoKinds = {
  'message.hidden': {
    takesBack: 'POST /messages/{id}/hide',
    async work({ tx, actor }, data) {
      const { id, isHidden } = hidden.parse(data)
      const back = await hideLocked(tx, actor, id, !isHidden)
      return back.ok ? ok(null) : back
    },
  },
}
