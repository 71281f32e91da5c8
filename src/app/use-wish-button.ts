import { useEffect } from 'react'
import { NEEDS_CONNECTION } from '#platform/browser/messages.ts'
import { useSession } from '#platform/browser/session.ts'
import { hasGuestLines } from '#shop/cart/guest-lists.ts'
import type { WishButton } from '#shop/catalog/ui/buy-box.tsx'
import { useWished } from '#shop/wishlist/wished.ts'
import { showToast } from '#ui/toast-store.ts'

/** The wishlist as the button on a product's page needs it. It's loaded after a login and for a visitor's lines, with code of its own. */
export function useWishButton(productId: string): WishButton {
  const wished = useWished(productId)
  const userId = useSession()?.user.id
  useEffect(() => {
    // Without it the button adds, which is harmless: a line has its quantity set.
    if (userId !== undefined || hasGuestLines('wishlist'))
      void import('#shop/wishlist/client.ts').then(({ loadWished }) => loadWished()).catch(() => {})
  }, [userId])
  const linesOf = (color: string | null, size: string | null) =>
    wished.filter((line) => line.color === color && (size === null || line.size === size))
  return {
    has: (color, size) => linesOf(color, size).length > 0,
    async remove(color, size) {
      const code = await import('./remove-wished.ts').catch(() => null)
      if (code === null) showToast(NEEDS_CONNECTION, { tone: 'bad' })
      else await code.removeWished(linesOf(color, size))
    },
  }
}
