import { finishPendingCartLine } from '#shop/cart/queries.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-ui-store.ts'
import { finishPendingWishlistLine } from '#shop/wishlist/queries.ts'
import { showToast } from '#ui/toast-store.ts'

/**
 * After a login: completes an add to cart or wishlist that was pressed before it, and shows an alert.
 * Returns the page to go back to; null where nothing was pending.
 */
export async function finishPendingActions(): Promise<string | null> {
  const cart = await finishPendingCartLine()
  const wish = await finishPendingWishlistLine()
  for (const [pending, isCart] of [
    [cart, true],
    [wish, false],
  ] as const) {
    if (pending?.outcome.kind === 'added')
      showToast(pending.outcome.message, {
        tone: 'ok',
        action: isCart ? { label: 'View cart', onPress: openCartDrawer } : { label: 'View wishlist', to: '/wishlist' },
      })
    if (pending?.outcome.kind === 'refused') showToast(pending.outcome.message, { tone: 'bad' })
  }
  return cart?.from ?? wish?.from ?? null
}
