import { logProblem } from '#platform/browser/log-problem.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { REQUEST_FAILED } from './messages.ts'

/** The outcome of a request, as the shopper reads it. */
export type Asked = { ok: boolean; message: string }

/** Asks for a mail when a colour and size is back. */
export async function askForMail(wanted: {
  email: string
  productId: string
  color: string
  size: string
}): Promise<Asked> {
  const response = await api('POST /user/notifyMe', { body: wanted })
  if (response.ok) return { ok: true, message: response.data.message }
  return { ok: false, message: response.message || REQUEST_FAILED }
}

/** Whether the shopper is notified of lower prices; null without a login or on failure (logged). */
export async function fetchPriceDrops(): Promise<boolean | null> {
  const session = readSession()
  if (session === null) return null
  const response = await api('GET /user/priceAlerts/{userId}', { params: { userId: session.user.id } })
  if (response.ok) return response.data.priceDrops
  logProblem('The choice about prices could not be loaded', response.status)
  return null
}

/** Turns these notifications on or off. */
export async function savePriceDrops(priceDrops: boolean): Promise<Asked> {
  const session = readSession()
  if (session === null) return { ok: false, message: REQUEST_FAILED }
  const response = await api('PUT /user/priceAlerts/{userId}', {
    params: { userId: session.user.id },
    body: { priceDrops },
  })
  if (response.ok) return { ok: true, message: response.data.message }
  return { ok: false, message: response.message || REQUEST_FAILED }
}
