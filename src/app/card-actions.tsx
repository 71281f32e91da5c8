import { Suspense, useEffect, useState } from 'react'
import { useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import type { Card } from '#shop/catalog/card.ts'
import { loadWished } from '#shop/wishlist/client.ts'
import { useWished } from '#shop/wishlist/wished.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { HeartIcon, PlusIcon } from '#ui/shop-icons.tsx'
import type { Purpose } from './quick-choice.tsx'
import { removeWished } from './remove-wished.ts'

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
    await removeWished(wished)
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
