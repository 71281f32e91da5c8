import { logProblem } from '#platform/browser/log-problem.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { CANCEL_FAILED } from './messages.ts'

/** Cancels an order of the stored user. The message is the server's, except for network and server failures. */
export async function cancelOrder(orderId: string, reason: string): Promise<{ ok: boolean; message: string }> {
  const userId = readSession()?.user.id ?? ''
  const response = await api('POST /user/cancelOrder', { body: { userId, orderId, reason } })
  if (response.ok) return { ok: true, message: response.data.message ?? '' }
  logProblem('The order wasn’t cancelled', response.status)
  const refused = response.status >= 400 && response.status < 500 && response.message
  return { ok: false, message: refused || CANCEL_FAILED }
}
