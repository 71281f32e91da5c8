import type { NavigateFunction } from 'react-router'
import { routePath } from '#platform/text/local-path.ts'
import { t } from '#platform/text/t.ts'
import { addMoreToCart, waitingCartLine } from '#shop/cart/client.ts'
import { ADD_TO_CART_FAILED, NOT_LOGGED_IN } from '#shop/cart/messages.ts'
import { showRefusal } from '#shop/cart/show-refusal.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-drawer-state.ts'
import type { Purpose } from '#shop/catalog/ui/card-actions-context.ts'
import type { Chosen } from '#shop/catalog/ui/use-choice.ts'
import { addToWishlist, waitingWishlistLine } from '#shop/wishlist/client.ts'
import { showToast } from '#ui/toast-store.ts'

const TARGETS = {
  cart: { add: addMoreToCart, waiting: waitingCartLine, action: { label: t('View cart'), onPress: openCartDrawer } },
  wish: { add: addToWishlist, waiting: waitingWishlistLine, action: { label: t('View wishlist'), to: '/wishlist' } },
}

/** Adds to the cart or the wishlist, with the messages and redirects of SPEC section 8. */
export async function addChosen(purpose: Purpose, chosen: Chosen, navigate: NavigateFunction): Promise<void> {
  const { add, waiting, action } = TARGETS[purpose]
  const result = await add(chosen)
  showRefusal(result, () => addChosen(purpose, chosen, navigate))
  if (result.kind === 'done') showToast(result.message, { tone: 'ok', action })
  if (result.kind !== 'no-user' && result.kind !== 'failed') return
  waiting.save(chosen, `${routePath(window.location.pathname)}${window.location.search}`)
  // A visitor has made no mistake: the next page asks for the login, and says what waits for it.
  if (result.kind === 'no-user') showToast(NOT_LOGGED_IN, { tone: 'note' })
  else showToast(ADD_TO_CART_FAILED, { tone: 'bad' })
  void navigate('/login')
}
