import { t } from '#platform/text/t.ts'
import { waitingCartLine } from '#shop/cart/client.ts'
import { showRefusal } from '#shop/cart/show-refusal.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-drawer-state.ts'
import { finishWaitingVote } from '#shop/reviews/votes.ts'
import { waitingWishlistLine } from '#shop/wishlist/client.ts'
import { showToast } from '#ui/toast-store.ts'

/**
 * After a login, completes the visitor's earlier request: an addition to the cart or the wishlist, or a vote on a
 * review. An alert shows the outcome. @returns the page to go back to, or null if nothing was waiting
 */
export async function finishWaiting(): Promise<string | null> {
  const cart = await waitingCartLine.finish()
  const wish = await waitingWishlistLine.finish()
  const vote = await finishWaitingVote()
  for (const [line, action] of [
    [cart, { label: t('View cart'), onPress: openCartDrawer }],
    [wish, { label: t('View wishlist'), to: '/wishlist' }],
  ] as const) {
    if (line === null) continue
    if (line.result.kind === 'done') showToast(line.result.message, { tone: 'ok', action })
    showRefusal(line.result, line.retry)
  }
  if (vote?.outcome.kind === 'saved') showToast(t('Thank you. Your vote has been counted.'), { tone: 'ok' })
  if (vote?.outcome.kind === 'failed' && vote.outcome.message) showToast(vote.outcome.message, { tone: 'bad' })
  return cart?.from ?? wish?.from ?? vote?.from ?? null
}
