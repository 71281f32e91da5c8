import { Suspense, useEffect, useState } from 'react'
import { useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import type { CartLine } from '#shop/cart/contract.ts'
import { showRefusal, showUndoFailure } from '#shop/cart/show-refusal.ts'
import { selectionOf } from '#shop/cart/waiting-lines.ts'
import type { Card } from '#shop/catalog/card.ts'
import { addToWishlist, deleteWishlistLine, loadWished } from '#shop/wishlist/client.ts'
import { useWished } from '#shop/wishlist/wished.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { HeartIcon, PlusIcon } from '#ui/shop-icons.tsx'
import { showToast } from '#ui/toast-store.ts'
import type { Purpose } from './quick-choice.tsx'

const QuickChoice = lazyComponent(async () => (await import('./quick-choice.tsx')).QuickChoice)

const TARGET =
  'group/target pointer-events-auto absolute right-0 grid size-11 cursor-pointer place-items-center rounded-sm'
const DISC =
  'grid size-8 place-items-center rounded-full border border-line bg-paper text-ink group-hover/target:bg-sunk'

/**
 * The heart and the quick-add button over a card's picture. Both ask for the size, because a line has one (SPEC section
 * 7).
 */
export function CardActions({ product }: { product: Card }) {
  const [purpose, setPurpose] = useState<Purpose | null>(null)
  const [busy, setBusy] = useState(false)
  const wished = useWished(product._id)
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId !== undefined) void loadWished()
  }, [userId])
  const isWished = wished.length > 0

  async function unwish(): Promise<void> {
    setBusy(true)
    await removeLines(wished)
    setBusy(false)
  }
  return (
    <>
      <div className="pointer-events-none absolute inset-x-0 top-0 aspect-4/5">
        <button
          type="button"
          aria-label={t('Wishlist: {name}', { name: product.name })}
          aria-pressed={isWished}
          aria-busy={busy || undefined}
          onClick={() => (isWished ? void unwish() : setPurpose('wish'))}
          className={`${TARGET} top-0`}
        >
          <span className={DISC}>
            <HeartIcon size={18} className={isWished ? 'fill-current' : ''} />
          </span>
        </button>
        {product.soldOut ? null : (
          <button
            type="button"
            aria-label={t('Quick add: {name}', { name: product.name })}
            onClick={() => setPurpose('cart')}
            className={`${TARGET} bottom-0 focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0`}
          >
            <span className={DISC}>
              <PlusIcon size={18} />
            </span>
          </button>
        )}
      </div>
      {purpose === null ? null : (
        <Suspense>
          <QuickChoice card={product} purpose={purpose} onClose={() => setPurpose(null)} />
        </Suspense>
      )}
    </>
  )
}

/** Removes a product from the wishlist, in every size. "Undo" puts it back. */
async function removeLines(lines: readonly CartLine[]): Promise<void> {
  let message: string | null = null
  for (const line of lines) {
    const result = await deleteWishlistLine(line._id)
    showRefusal(result, () => removeLines(lines))
    if (result.kind === 'done') message = result.message
  }
  if (message === null) return
  const restore = async () => {
    for (const line of lines) showUndoFailure(await addToWishlist(selectionOf(line)), restore)
  }
  showToast(message, { tone: 'ok', action: { label: t('Undo'), onPress: () => void restore() } })
}
