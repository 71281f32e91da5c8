import { type SendOutcome, toSendOutcome } from '#platform/browser/queued-changes.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '../api.ts'
import { dropDeletedLine, setLine } from './client.ts'
import { parseUnsentLine } from './unsent-lines.ts'

/** Sends a change of a customer's cart that was made without a connection. Removing a line that is gone already counts as sent. */
export async function sendCartChange(userId: string, content: unknown): Promise<SendOutcome> {
  const change = parseUnsentLine(content)
  if (readSession()?.user.id !== userId) return 'login'
  if (change === null) return 'sent'
  const { cartItemId, ...line } = change
  if (cartItemId === null) {
    const response = await setLine({ userId, ...line })
    return response.ok ? 'sent' : toSendOutcome(response)
  }
  const response = await api('DELETE /user/deleteCartProduct', { body: { userId, cartItemId } })
  if (!response.ok && response.status !== 404) return toSendOutcome(response)
  // At once: the next change may get no response, and then the cart is not reloaded.
  dropDeletedLine(cartItemId)
  return 'sent'
}
