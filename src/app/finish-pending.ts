import { t } from '#platform/text/t.ts'
import { pendingCartLine } from '#shop/cart/client.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-drawer-state.ts'
import { finishPendingVote } from '#shop/reviews/votes.ts'
import { pendingWishlistLine } from '#shop/wishlist/client.ts'
import { showToast } from '#ui/toast-store.ts'

/**
 * Completes, after a login, what the visitor asked for before it: an addition to the cart or the wishlist, or a vote on a
 * review. An alert says how it went. @returns the page to go back to, or null if nothing was pending
 */
export async function finishPendingActions(): Promise<string | null> {
  const cart = await pendingCartLine.finish()
  const wish = await pendingWishlistLine.finish()
  const vote = await finishPendingVote()
  for (const [pending, action] of [
    [cart, { label: t('View cart'), onPress: openCartDrawer }],
    [wish, { label: t('View wishlist'), to: '/wishlist' }],
  ] as const) {
    if (pending?.outcome.kind === 'added') showToast(pending.outcome.message, { tone: 'ok', action })
    if (pending?.outcome.kind === 'refused') showToast(pending.outcome.message, { tone: 'bad' })
  }
  if (vote?.outcome.kind === 'saved') showToast(t('Thank you. Your vote is counted.'), { tone: 'ok' })
  if (vote?.outcome.kind === 'failed' && vote.outcome.message) showToast(vote.outcome.message, { tone: 'bad' })
  return cart?.from ?? wish?.from ?? vote?.from ?? null
}
