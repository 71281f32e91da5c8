import { z } from 'zod'
import type { Bank } from './bank.ts'
import { findOrder } from './books.server.ts'
import type { Outcome } from './checkout.server.ts'
import { newSessionId } from './ids.ts'
import type { OrderRecord } from './records.ts'
import { text, textOrNull } from './rows.ts'
import { scenarioOf } from './scenario-book.server.ts'
import { numberOf } from './scenarios.ts'

const word = z.string().max(200).catch('')

/** What the checkout script tells about the shop's options. */
const opening = z.object({
  key: z.string().max(100),
  order_id: z.string().max(40),
  amount: z.coerce.number().optional(),
  currency: z.string().max(3).optional(),
  name: word,
  description: word,
  prefill: z
    .object({ name: word, email: word, contact: word, method: word })
    .catch({ name: '', email: '', contact: '', method: '' }),
  escape: z.boolean().catch(true),
  confirm_close: z.boolean().catch(false),
  retry: z.boolean().catch(true),
  timeout: z.number().positive().max(86_400).optional().catch(undefined),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/)
    .or(z.literal(''))
    .catch(''),
  scheme: z.enum(['light', 'dark', '']).catch(''),
  parent_origin: z.string().regex(/^https?:\/\/[^/\s"'<>]{1,255}$/),
})

/** One opened dialog, without the order it pays. */
export type SessionDetail = Omit<z.output<typeof opening>, 'key' | 'order_id'> & {
  /** Milliseconds since 1970; null: no time limit. */
  deadline: number | null
  /** Set once the attempt has ended, so that a second click sees the same end. */
  outcome: Outcome | null
}

export type Session = { id: string; detail: SessionDetail; paymentId: string | null; order: OrderRecord }

function refusalOf(bank: Bank, order: OrderRecord | null, given: z.output<typeof opening>): string | null {
  if (given.key !== bank.keys.keyId) return 'The key id provided is not this account’s.'
  if (!order) return 'The order id provided does not exist.'
  if (order.status === 'paid') return 'This order has been paid already.'
  const sameSum = given.amount === undefined || given.amount === order.amount
  const sameMoney = given.currency === undefined || given.currency === order.currency
  return sameSum && sameMoney ? null : 'The amount is different from the order’s amount.'
}

/** Opens a dialog for an order; a sentence when its options do not fit this account or order. */
export function openSession(bank: Bank, input: unknown): Session | string {
  const parsed = opening.safeParse(input)
  if (!parsed.success) return `The option ${parsed.error.issues[0]?.path.join('.') ?? ''} is missing or wrong.`
  const order = findOrder(bank.store, parsed.data.order_id)
  const refusal = refusalOf(bank, order, parsed.data)
  if (refusal !== null || !order) return refusal ?? 'The order id provided does not exist.'
  const { key: _key, order_id: _orderId, ...rest } = parsed.data
  const seconds = numberOf(scenarioOf(bank, order), 'dialog_timeout') ?? rest.timeout
  const deadline = seconds === undefined ? null : bank.now() + seconds * 1000
  const session: Session = { id: newSessionId(), detail: { ...rest, deadline, outcome: null }, paymentId: null, order }
  bank.store
    .sql('INSERT INTO sessions (id, order_id, detail, created_at) VALUES (?, ?, ?, ?)')
    .run(session.id, order.id, JSON.stringify(session.detail), bank.now())
  return session
}

/** The dialog with this id, or null. */
export function findSession(bank: Bank, id: string): Session | null {
  const row = bank.store.sql('SELECT * FROM sessions WHERE id = ?').get(id)
  const order = row ? findOrder(bank.store, text(row, 'order_id')) : null
  if (!row || !order) return null
  const detail: SessionDetail = JSON.parse(text(row, 'detail'))
  return { id, detail, paymentId: textOrNull(row, 'payment_id'), order }
}

/** Binds the attempt under way to its dialog; a new attempt forgets the last one's end. */
export function bindPayment(bank: Bank, session: Session, paymentId: string): Session {
  return keep(bank, { ...session, paymentId, detail: { ...session.detail, outcome: null } })
}

/** Keeps how the attempt ended. */
export function keepOutcome(bank: Bank, session: Session, outcome: Outcome): Session {
  return keep(bank, { ...session, detail: { ...session.detail, outcome } })
}

function keep(bank: Bank, session: Session): Session {
  bank.store
    .sql('UPDATE sessions SET payment_id = ?, detail = ? WHERE id = ?')
    .run(session.paymentId, JSON.stringify(session.detail), session.id)
  return session
}
