import { useNavigate } from 'react-router'
import { NEEDS_CONNECTION } from '#platform/browser/connection.ts'
import { routePath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import type { ChangeResult } from '#shop/cart/client.ts'
import { ADD_TO_CART_FAILED, NOT_LOGGED_IN } from '#shop/cart/messages.ts'
import { showRefusal } from '#shop/cart/show-refusal.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-drawer-state.ts'
import type { Chosen } from '#shop/catalog/ui/use-choice.ts'
import { showToast } from '#ui/toast-store.ts'

/**
 * Add to cart and to wishlist, with the messages and redirects of SPEC section 8. Their code is loaded on the first
 * press.
 */
export function useAddActions() {
  const navigate = useNavigate()
  function handleFailure(result: ChangeResult, retry: () => void, saveWaiting: () => void): void {
    showRefusal(result, retry)
    if (result.kind !== 'no-user' && result.kind !== 'failed') return
    saveWaiting()
    showToast(result.kind === 'no-user' ? NOT_LOGGED_IN : ADD_TO_CART_FAILED, { tone: 'bad' })
    void navigate('/login')
  }
  async function toCart(chosen: Chosen): Promise<void> {
    const cart = await import('#shop/cart/client.ts').catch(() => null)
    const result = cart === null ? NOT_LOADED : await cart.addToCart(chosen)
    handleFailure(
      result,
      () => void toCart(chosen),
      () => cart?.waitingCartLine.save(chosen, currentPath()),
    )
    if (result.kind !== 'done') return
    showToast(result.message, { tone: 'ok', action: { label: t('View cart'), onPress: openCartDrawer } })
  }
  async function toWishlist(chosen: Chosen): Promise<void> {
    const wishlist = await import('#shop/wishlist/client.ts').catch(() => null)
    const result = wishlist === null ? NOT_LOADED : await wishlist.addToWishlist(chosen)
    handleFailure(
      result,
      () => void toWishlist(chosen),
      () => wishlist?.waitingWishlistLine.save(chosen, currentPath()),
    )
    if (result.kind !== 'done') return
    showToast(result.message, { tone: 'ok', action: { label: t('View wishlist'), to: '/wishlist' } })
  }
  return { toCart, toWishlist }
}

/** Without a connection, the code for a change may be missing too. */
export const NOT_LOADED = { kind: 'unsent', message: NEEDS_CONNECTION } as const satisfies ChangeResult

function currentPath(): string {
  return `${routePath(window.location.pathname)}${window.location.search}`
}
