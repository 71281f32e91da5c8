import { isOffline } from '#platform/browser/offline.ts'
import { readSession } from '#platform/browser/session.ts'
import { addUnsent, dropUnsent, readUnsent, type Sent, type Unsent } from '#platform/browser/unsent.ts'
import { api } from '#shop/api.ts'
import { reloadCart } from '#shop/cart/queries.ts'
import { sendCartChange } from '#shop/cart/send-cart-change.ts'
import { sendReview } from '#shop/reviews/queries.ts'

/** The kind of a change that could not be made: a sentence for the customer, until they have closed it. */
export const TOLD = 'told'

/**
 * Sends what was changed without a connection, in order and once, in one tab. What the shop can't do is told.
 * `sent`: everything was sent or told; `later`: there was no answer, or another tab is sending; `login`: the session has ended.
 */
export async function sendUnsent(): Promise<'nothing' | 'sent' | 'later' | 'login'> {
  const userId = readSession()?.user.id
  if (userId === undefined || isOffline() || waiting(userId).length === 0) return 'nothing'
  return 'locks' in navigator
    ? navigator.locks.request('send-unsent', { ifAvailable: true }, (lock) =>
        lock === null ? 'later' : sendAll(userId),
      )
    : sendAll(userId)
}

/** A customer's changes that are not sent. */
export function waiting(userId: string): readonly Unsent[] {
  return readUnsent(userId).filter(({ kind }) => kind !== TOLD)
}

async function sendAll(userId: string): Promise<'sent' | 'later' | 'login'> {
  for (const change of waiting(userId)) {
    const sent = await send(change, userId)
    if (sent === 'later' || sent === 'login') return sent
    dropUnsent(userId, change)
    if (sent !== 'sent') addUnsent(userId, { key: `${TOLD} ${change.key}`, kind: TOLD, content: sent.refused })
  }
  await reloadCart()
  return 'sent'
}

function send({ kind, content }: Unsent, userId: string): Promise<Sent> {
  return kind === 'review' ? sendReview(api, userId, content) : sendCartChange(userId, content)
}
