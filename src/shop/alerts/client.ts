import type { ApiResult } from '#platform/api/client.ts'
import { logProblem } from '#platform/browser/log-problem.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { REQUEST_FAILED } from './messages.ts'

/** The outcome of a request, and the sentence that the shopper reads. */
export type RequestOutcome = { ok: boolean; message: string }

/** Asks for a mail when a colour and size is back. */
export async function askForMail(
  wanted: Record<'email' | 'productId' | 'color' | 'size', string>,
): Promise<RequestOutcome> {
  return outcomeOf(await api('POST /user/notifyMe', { body: wanted }))
}

/** True if the shopper is notified of lower prices. Null without a login or on failure (logged). */
export async function fetchPriceDrops(): Promise<boolean | null> {
  const session = readSession()
  if (session === null) return null
  const response = await api('GET /user/priceAlerts/{userId}', { params: { userId: session.user.id } })
  if (response.ok) return response.data.priceDrops
  logProblem('The price alert setting couldn’t be loaded', response.status)
  return null
}

/** Turns notifications of lower prices on or off. */
export async function savePriceDrops(priceDrops: boolean): Promise<RequestOutcome> {
  const session = readSession()
  if (session === null) return { ok: false, message: REQUEST_FAILED }
  const params = { userId: session.user.id }
  return outcomeOf(await api('PUT /user/priceAlerts/{userId}', { params, body: { priceDrops } }))
}

function outcomeOf(response: ApiResult<{ message: string }>): RequestOutcome {
  return { ok: response.ok, message: (response.ok ? response.data.message : response.message) || REQUEST_FAILED }
}
