import { logProblem } from '#platform/browser/log-problem.ts'
import { type CallFailure, callFailure } from '../call-failure.ts'
import type { ContactMessage } from './contract.ts'
import { MESSAGE_FAILED, MESSAGE_SENT } from './messages.ts'

export type Sent = { ok: true; message: string } | CallFailure

/** Sends the shop a message. The same `key` makes a retry of the same message harmless. */
export async function sendContactMessage(body: ContactMessage, key: string): Promise<Sent> {
  // Loaded on use, because a visit that only reads makes no call.
  const { api } = await import('../api.ts')
  const response = await api('POST /user/addContactUs', { body }, { idempotencyKey: key })
  if (response.ok) return { ok: true, message: MESSAGE_SENT }
  logProblem('The message couldn’t be sent', response.status)
  return callFailure(response, MESSAGE_FAILED, [400, 409, 413, 422, 429])
}
