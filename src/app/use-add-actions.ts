import { useNavigate } from 'react-router'
import { routePath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { AddResult } from '#shop/cart/client.ts'
import { ADD_TO_CART_FAILED, NOT_LOGGED_IN } from '#shop/cart/messages.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-drawer-state.ts'
import type { Chosen } from '#shop/catalog/ui/use-choice.ts'
import { showToast } from '#ui/toast-store.ts'

/** Add to cart and to wishlist, with the messages and redirects of SPEC section 8. Their code is loaded with the press. */
export function useAddActions() {
  const navigate = useNavigate()
  function handleOutcome(outcome: AddResult, savePending: () => void): void {
    if (outcome.kind === 'refused') showToast(outcome.message, { tone: 'bad' })
    if (outcome.kind === 'refused' || outcome.kind === 'added') return
    savePending()
    const noUser = outcome.kind === 'no-user'
    showToast(noUser ? NOT_LOGGED_IN : ADD_TO_CART_FAILED, { tone: 'bad' })
    void navigate('/login')
  }
  async function toCart(chosen: Chosen): Promise<void> {
    const { addToCart, pendingCartLine } = await import('#shop/cart/client.ts')
    const outcome = await addToCart(chosen)
    handleOutcome(outcome, () => pendingCartLine.save(chosen, currentPath()))
    if (outcome.kind !== 'added') return
    showToast(outcome.message, { tone: 'ok', action: { label: t('View cart'), onPress: openCartDrawer } })
  }
  async function toWishlist(chosen: Chosen): Promise<void> {
    const { addToWishlist, pendingWishlistLine } = await import('#shop/wishlist/client.ts')
    const outcome = await addToWishlist(chosen)
    handleOutcome(outcome, () => pendingWishlistLine.save(chosen, currentPath()))
    if (outcome.kind !== 'added') return
    showToast(outcome.message, { tone: 'ok', action: { label: t('View wishlist'), to: '/wishlist' } })
  }
  return { toCart, toWishlist }
}

function currentPath(): string {
  return `${routePath(window.location.pathname)}${window.location.search}`
}
