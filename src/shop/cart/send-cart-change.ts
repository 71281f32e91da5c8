import { type SendOutcome, toSendOutcome } from '#platform/browser/queued-changes.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { setLine } from './queries.ts'
import { parseUnsentLine } from './unsent-lines.ts'

/** Sends a change of a customer's cart that was made without a connection. Removing a line that is gone already counts as sent. */
export async function sendCartChange(userId: string, content: unknown): Promise<SendOutcome> {
  const change = parseUnsentLine(content)
  if (readSession()?.user.id !== userId) return 'login'
  if (change === null) return 'sent'
  const { cartItemId, ...line } = change
  const response =
    cartItemId === null
      ? await setLine({ userId, ...line })
      : await api('DELETE /user/deleteCartProduct', { body: { userId, cartItemId } })
  return response.ok || (cartItemId !== null && response.status === 404) ? 'sent' : toSendOutcome(response)
}
