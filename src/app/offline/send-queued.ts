import { isOffline } from '#platform/browser/offline.ts'
import {
  dropQueued,
  type QueuedChange,
  queueChange,
  readQueued,
  type SendOutcome,
} from '#platform/browser/queued-changes.ts'
import { readSession } from '#platform/browser/session.ts'
import { api } from '#shop/api.ts'
import { reloadCart } from '#shop/cart/client.ts'
import { sendCartChange } from '#shop/cart/send-cart-change.ts'
import { sendReview } from '#shop/reviews/client.ts'

/**
 * The kind of a queue entry that replaces a refused change. Its content is a sentence, shown until the customer closes it. The
 * value is in the storage of browsers.
 */
export const REJECTION = 'told'

/**
 * `sent`: every change was sent; `refused`: some became rejections, the others were sent; `later`: there was no response, or
 * another tab is sending; `login`: the session has ended.
 */
type QueueOutcome = 'nothing' | 'sent' | 'refused' | 'later' | 'login'

/** Sends what was changed without a connection, in order and once. Only one tab sends at a time. */
export async function sendQueued(): Promise<QueueOutcome> {
  const userId = readSession()?.user.id
  if (userId === undefined || isOffline() || pendingChanges(userId).length === 0) return 'nothing'
  return 'locks' in navigator
    ? navigator.locks.request('send-unsent', { ifAvailable: true }, (lock) =>
        lock === null ? 'later' : sendAll(userId),
      )
    : sendAll(userId)
}

/** A customer's changes that are still to be sent. */
function pendingChanges(userId: string): readonly QueuedChange[] {
  return readQueued(userId).filter(({ kind }) => kind !== REJECTION)
}

async function sendAll(userId: string): Promise<QueueOutcome> {
  let result: QueueOutcome = 'sent'
  for (const change of pendingChanges(userId)) {
    const outcome = await send(change, userId)
    if (outcome === 'later' || outcome === 'login') return outcome
    dropQueued(userId, change)
    if (outcome === 'sent') continue
    result = 'refused'
    queueChange(userId, { key: `${REJECTION} ${change.key}`, kind: REJECTION, content: outcome.refused })
  }
  await reloadCart()
  return result
}

function send({ kind, content }: QueuedChange, userId: string): Promise<SendOutcome> {
  return kind === 'review' ? sendReview(api, userId, content) : sendCartChange(userId, content)
}
