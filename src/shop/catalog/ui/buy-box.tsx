import { useEffect, useRef, useState } from 'react'
import { cardPrice } from '#platform/money.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { HeartIcon } from '#ui/icons.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { showToast } from '#ui/toast-store.ts'
import { NARROW } from '#ui/use-media.ts'
import type { ShownProduct } from '../card.ts'
import { ColourChoice, SizeChoice } from './choice-groups.tsx'
import { categoryLink, colorsInStock, unavailableSizes } from './product-selectors.ts'
import { SizeGuide } from './size-guide.tsx'
import { type Chosen, NOT_CHOSEN, type useChoice } from './use-choice.ts'

type Props = {
  product: ShownProduct
  choice: ReturnType<typeof useChoice>
  /** Puts it into the cart or on the wishlist, with all that is to be said; the route knows how (features meet there). */
  onCart: (chosen: Chosen) => Promise<void>
  onWish: (chosen: Chosen) => Promise<void>
}

type Work = 'cart' | 'wish' | null

/**
 * Colour, size, quantity, and the two buttons. The buttons are never dead: what is missing is said. Where nothing is
 * left to choose they are not there at all.
 */
export function BuyBox({ product, choice, onCart, onWish }: Props) {
  const [work, setWork] = useState<Work>(null)
  const [isAsked, setAsked] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const error = isAsked && choice.chosen === null ? 'Choose a size first.' : null

  async function press(kind: 'cart' | 'wish'): Promise<void> {
    if (choice.chosen === null) {
      setAsked(true)
      showToast(NOT_CHOSEN, { tone: 'bad' })
      showGroup(box.current?.querySelector<HTMLInputElement>('input[name=size]'))
      return
    }
    setWork(kind)
    await (kind === 'cart' ? onCart : onWish)(choice.chosen)
    setWork(null)
  }
  return (
    <div ref={box} className="grid gap-6">
      <ColourChoice colors={product.colors ?? []} value={choice.color} onChange={choice.chooseColor} />
      {choice.sizes.length === 0 ? (
        <SoldOut product={product} />
      ) : (
        <>
          <div className="grid gap-1">
            <SizeChoice
              sizes={choice.sizes}
              value={choice.size}
              onChange={choice.chooseSize}
              error={error}
              note={missingNote(product, choice.color)}
            />
            <SizeGuide product={product} />
          </div>
          <div className="grid gap-1.5">
            <p aria-hidden="true" className="text-sm font-bold">
              Quantity
            </p>
            <Stepper
              value={choice.quantity}
              label={[product.name, choice.size, choice.color].filter(Boolean).join(', ')}
              onChange={choice.changeQuantity}
              className="h-12 justify-self-start"
            />
          </div>
          <BuyButtons price={product.price} work={work} onPress={(kind) => void press(kind)} />
        </>
      )}
    </div>
  )
}

/** In place of all that could be pressed: another colour, else what hangs beside it. */
function SoldOut({ product }: { product: ShownProduct }) {
  const others = colorsInStock(product)
  return (
    <div className="grid justify-items-start gap-4">
      <p className="font-bold text-ink-2">
        {others.length > 0 ? `Sold out in this colour. Still here: ${others.join(', ')}.` : 'Sold out in every size.'}
      </p>
      {others.length > 0 ? null : (
        <LinkButton to={categoryLink(product)} look="outline">
          {product.subcategory ? `See other ${product.subcategory}` : 'See the range'}
        </LinkButton>
      )}
    </div>
  )
}

function BuyButtons({ price, work, onPress }: { price: number; work: Work; onPress: (kind: 'cart' | 'wish') => void }) {
  const { ref, gone } = useScrolledAway()
  return (
    <>
      <div ref={ref} className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <Button look="signal" wide pending={work === 'cart'} onClick={() => onPress('cart')}>
          Add to cart
        </Button>
        <Button look="outline" pending={work === 'wish'} onClick={() => onPress('wish')}>
          <HeartIcon size={18} />
          Add to wishlist
        </Button>
      </div>
      {gone ? (
        <div className="no-print fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper px-4 py-3 md:hidden">
          <Button look="signal" wide pending={work === 'cart'} onClick={() => onPress('cart')}>
            Add · {cardPrice(price)}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** Whether the element has left the screen upwards; only then a second button is worth its place. */
function useScrolledAway() {
  const ref = useRef<HTMLDivElement>(null)
  const [gone, setGone] = useState(false)
  useEffect(() => {
    if (ref.current === null) return
    // Everything below the screen's upper edge counts as on it, so that a jump past the buttons is noticed too.
    const watcher = new IntersectionObserver(([entry]) => setGone(entry !== undefined && !entry.isIntersecting), {
      rootMargin: '0px 0px 99999px 0px',
    })
    watcher.observe(ref.current)
    return () => watcher.disconnect()
  }, [])
  return { ref, gone }
}

/** Leads to the first choice of a group; on narrow screens to the middle, where the toast does not lie over it. */
function showGroup(first: HTMLInputElement | null | undefined): void {
  const narrow = window.matchMedia(NARROW).matches
  first?.focus({ preventScroll: narrow })
  if (narrow) first?.closest('fieldset')?.scrollIntoView({ block: 'center' })
}

function missingNote(product: ShownProduct, color: string | null): string | null {
  const missing = unavailableSizes(product, color)
  return color === null || missing.length === 0 ? null : `Not in ${color}: ${missing.join(', ')}`
}
