import { t } from '#platform/text/t.ts'
import type { CartLine } from '#shop/cart/contract.ts'
import { showRefusal, showUndoFailure } from '#shop/cart/show-refusal.ts'
import { selectionOf } from '#shop/cart/waiting-lines.ts'
import { addToWishlist, deleteWishlistLine } from '#shop/wishlist/client.ts'
import { showToast } from '#ui/toast-store.ts'

/** Removes lines of a product from the wishlist. "Undo" puts them back. */
export async function removeWished(lines: readonly CartLine[]): Promise<void> {
  let message: string | null = null
  for (const line of lines) {
    const result = await deleteWishlistLine(line._id)
    showRefusal(result, () => removeWished(lines))
    if (result.kind === 'done') message = result.message
  }
  if (message === null) return
  const restore = async () => {
    for (const line of lines) showUndoFailure(await addToWishlist(selectionOf(line)), restore)
  }
  showToast(message, { tone: 'ok', action: { label: t('Undo'), onPress: () => void restore() } })
}
