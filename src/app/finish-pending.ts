import { finishPendingCartLine } from '#shop/cart/queries.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-signals.ts'
import { finishPendingWishlistLine } from '#shop/wishlist/queries.ts'
import { showToast } from '#ui/toast-store.ts'

/**
 * After a login: finishes what was asked for before it, an add to cart or wishlist, and says so.
 * Answers the page to go back to; null where nothing waited.
 */
export async function finishPendingActions(): Promise<string | null> {
  const cart = await finishPendingCartLine()
  const wish = await finishPendingWishlistLine()
  for (const [kept, isCart] of [
    [cart, true],
    [wish, false],
  ] as const) {
    if (kept?.outcome.kind === 'added')
      showToast(kept.outcome.message, {
        tone: 'ok',
        action: isCart ? { label: 'View cart', onPress: openCartDrawer } : { label: 'View wishlist', to: '/wishlist' },
      })
    if (kept?.outcome.kind === 'refused') showToast(kept.outcome.message, { tone: 'bad' })
  }
  return cart?.from ?? wish?.from ?? null
}
