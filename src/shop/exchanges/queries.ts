import { logProblem } from '#platform/browser/log-problem.ts'
import { api } from '../api.ts'
import { choicesOf, type ExchangeChoices } from './choices.ts'
import { CANCEL_FAILED, CANCEL_UNREACHED, REQUEST_FAILED } from './messages.ts'
import type { ExchangeReason } from './rules.ts'

/** What the form sends; a choice that was not offered or not made is left out. */
export interface ExchangeDraft {
  orderId: string
  productId: string
  reasonForExchange: ExchangeReason
  problem: string
  color?: string
  size?: string
}

/** `sentence` is SPEC section 8's; `detail` the server's own words, where they say what the shopper can't see. */
export type Outcome = { ok: true; message: string } | { ok: false; sentence: string; detail: string | null }

/** Asks for an exchange. The same `key` makes a second try of the same request harmless. */
export async function requestExchange(draft: ExchangeDraft, key: string): Promise<Outcome> {
  const answer = await api('POST /user/addExchange', { body: draft }, { idempotencyKey: key })
  if (answer.ok) return { ok: true, message: answer.data.message ?? '' }
  logProblem('The exchange was not taken', answer.status)
  const detail = answer.status >= 400 && answer.status < 500 ? answer.message || null : null
  return { ok: false, sentence: REQUEST_FAILED, detail: detail === REQUEST_FAILED ? null : detail }
}

/** Cancels an exchange; success says what the server says. */
export async function cancelExchange(body: { orderId: string; exchangeId: string }): Promise<Outcome> {
  const answer = await api('POST /user/cancelProductExchange', { body })
  if (answer.ok) return { ok: true, message: answer.data.message ?? '' }
  logProblem('The exchange was not cancelled', answer.status)
  return { ok: false, sentence: answer.status === 0 ? CANCEL_UNREACHED : CANCEL_FAILED, detail: null }
}

/** What can be chosen in place of what was bought; nothing where the product can't be read. */
export async function loadChoices(productId: string, bought: readonly string[]): Promise<ExchangeChoices> {
  const answer = await api('GET /product/getProductDetail/{productId}', { params: { productId } })
  return choicesOf(answer.ok ? answer.data.data : null, bought)
}
