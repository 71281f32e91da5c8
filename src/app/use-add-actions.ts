import { useNavigate } from 'react-router'
import { NEEDS_CONNECTION } from '#platform/browser/messages.ts'
import { t } from '#platform/text/t.ts'
import type { Purpose } from '#shop/catalog/ui/card-actions-context.ts'
import type { Chosen } from '#shop/catalog/ui/use-choice.ts'
import { showToast } from '#ui/toast-store.ts'

/** Add to cart and to wishlist. Their code is loaded on the first press. */
export function useAddActions() {
  const navigate = useNavigate()
  async function add(purpose: Purpose, chosen: Chosen): Promise<void> {
    const code = await import('./add-chosen.ts').catch(() => null)
    if (code !== null) return code.addChosen(purpose, chosen, navigate)
    const retry = { label: t('Try again'), onPress: () => void add(purpose, chosen) }
    showToast(NEEDS_CONNECTION, { tone: 'bad', action: retry })
  }
  return {
    toCart: (chosen: Chosen) => add('cart', chosen),
    toWishlist: (chosen: Chosen) => add('wish', chosen),
  }
}
