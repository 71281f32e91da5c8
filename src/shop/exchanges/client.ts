import { offlineSentence } from '#platform/browser/connection.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { api } from '../api.ts'
import type { ExchangeDraft, ExchangeQuote } from './contract.ts'
import { CANCEL_FAILED, CANCEL_UNREACHED, REQUEST_FAILED } from './messages.ts'

/** A failure's `message` is SPEC section 8's; `detail` is the server's own message if the shopper can act on it. */
export type Outcome = { ok: true; message: string } | { ok: false; message: string; detail: string | null }

/** Requests an exchange. `key` is the idempotency key of this request. */
export async function requestExchange(draft: ExchangeDraft, key: string): Promise<Outcome> {
  const response = await api('POST /user/addExchange', { body: draft }, { idempotencyKey: key })
  if (response.ok) return { ok: true, message: response.data.message ?? '' }
  logProblem('The exchange couldn’t be requested', response.status)
  const isRefused = response.status >= 400 && response.status < 500
  const detail = offlineSentence(response) ?? ((isRefused && response.message) || null)
  return { ok: false, message: REQUEST_FAILED, detail }
}

/** Another product, as chosen in the form. */
export interface Instead {
  productId: string
  name: string
  color: string
  size: string
}

/** What another product costs more (below 0: less) with tax and fee, in rupees; or the server's message. */
export async function quoteExchange(
  body: Omit<ExchangeQuote, 'instead'> & { instead: Instead },
): Promise<{ ok: true; difference: number; fee: number } | { ok: false; message: string }> {
  const { name: _, ...instead } = body.instead
  const response = await api('POST /user/quoteExchange', { body: { ...body, instead } })
  if (response.ok) return { ok: true, difference: response.data.difference, fee: response.data.fee }
  logProblem('What an exchange costs couldn’t be asked', response.status)
  return { ok: false, message: offlineSentence(response) ?? (response.message || REQUEST_FAILED) }
}

/** Changes what an exchange brings. `message` is the server's. */
export async function changeExchange(body: {
  orderId: string
  exchangeId: string
  color?: string
  size?: string
  instead?: Omit<Instead, 'name'>
}): Promise<{ ok: boolean; message: string }> {
  const response = await api('POST /user/changeExchange', { body })
  if (response.ok) return { ok: true, message: response.data.message }
  logProblem('The exchange couldn’t be changed', response.status)
  return { ok: false, message: offlineSentence(response) ?? (response.message || CANCEL_FAILED) }
}

/** Cancels an exchange. `message` is the server's on success. */
export async function cancelExchange(body: { orderId: string; exchangeId: string }): Promise<Outcome> {
  const response = await api('POST /user/cancelProductExchange', { body })
  if (response.ok) return { ok: true, message: response.data.message ?? '' }
  logProblem('The exchange wasn’t cancelled', response.status)
  const message = response.status === 0 ? CANCEL_UNREACHED : CANCEL_FAILED
  return { ok: false, message, detail: offlineSentence(response) }
}
