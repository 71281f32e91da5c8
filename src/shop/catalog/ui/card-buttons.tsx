import { Suspense, use, useCallback, useState } from 'react'
import { t } from '#platform/text/t.ts'
import { HeartIcon, PlusIcon } from '#ui/icons.tsx'
import type { Card } from '../card.ts'
import { CardActionsContext, type HeartState, type Purpose } from './card-actions-context.ts'

const TARGET =
  'group/target pointer-events-auto absolute right-0 grid size-11 cursor-pointer place-items-center rounded-sm'
const DISC =
  'grid size-8 place-items-center rounded-full border border-line bg-paper text-ink group-hover/target:bg-sunk'

/**
 * The heart and the quick-add button over a card's picture. They're in the server's HTML. What they do is loaded with
 * the first interaction, beside them, so that a press in the meantime isn't lost.
 */
export function CardButtons({ product }: { product: Card }) {
  const [pressed, setPressed] = useState<Purpose | null>(null)
  const [{ isWished, isBusy }, setHeart] = useState<HeartState>({ isWished: false, isBusy: false })
  const onHandled = useCallback(() => setPressed(null), [])
  const CardActions = use(CardActionsContext)
  return (
    <>
      <div className="pointer-events-none absolute inset-x-0 top-0 aspect-4/5">
        <button
          type="button"
          aria-label={t('Wishlist: {name}', { name: product.name })}
          aria-pressed={isWished}
          aria-busy={isBusy || undefined}
          onClick={() => setPressed('wish')}
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
            onClick={() => setPressed('cart')}
            className={`${TARGET} bottom-0 focus-visible:opacity-100 group-hover:opacity-100 [@media(hover:hover)]:opacity-0`}
          >
            <span className={DISC}>
              <PlusIcon size={18} />
            </span>
          </button>
        )}
      </div>
      {CardActions === null ? null : (
        <Suspense>
          <CardActions product={product} pressed={pressed} onHandled={onHandled} onHeart={setHeart} />
        </Suspense>
      )}
    </>
  )
}
