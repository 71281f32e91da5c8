import { type ReactNode, useEffect, useRef, useState } from 'react'
import { productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { HeartIcon } from '#ui/shop-icons.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { showToast } from '#ui/toast-store.ts'
import { NARROW } from '#ui/use-media.ts'
import type { ShownProduct } from '../card.ts'
import { valueName } from '../value-names.ts'
import { ColourChoice, SizeChoice } from './choice-groups.tsx'
import { categoryLink, colorsInStock, sizesNotMade, soldOutSizes } from './product-selectors.ts'
import { SizeGuide } from './size-guide.tsx'
import { type Chosen, NOT_CHOSEN, type useChoice } from './use-choice.ts'

type Props = {
  product: ShownProduct
  choice: ReturnType<typeof useChoice>
  /** Adds to the cart or wishlist and shows the result; passed in by the route, where features meet. */
  onCart: (chosen: Chosen) => Promise<void>
  onWish: (chosen: Chosen) => Promise<void>
  /** Renders the part below the sizes if some sizes of the colour are sold out. */
  renderSoldOut: (color: string, sizes: readonly string[]) => ReactNode
  /** Renders the part beside the size guide. */
  renderSizeHelp: (choice: SizeChoosing) => ReactNode
}

/** The sizes that can be bought, and the function that selects one. */
export type SizeChoosing = { sizes: readonly string[]; choose: (size: string) => void }

type Target = 'cart' | 'wish'

/**
 * Colour, size, quantity and two buttons, which are never disabled: a press says what's missing. A sold-out colour has
 * only the choice of colours.
 */
export function BuyBox({ product, choice, onCart, onWish, renderSoldOut, renderSizeHelp }: Props) {
  const [pending, setPending] = useState<Target | null>(null)
  const [hasTried, setTried] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const error = hasTried && choice.chosen === null ? t('Choose a size first.') : null
  const soldOut = soldOutSizes(product, choice.color)
  const alert = choice.color === null || soldOut.length === 0 ? null : renderSoldOut(choice.color, soldOut)

  async function submit(target: Target): Promise<void> {
    if (choice.chosen === null) {
      setTried(true)
      showToast(NOT_CHOSEN, { tone: 'bad' })
      focusGroup(box.current?.querySelector<HTMLInputElement>('input[name=size]'))
      return
    }
    setPending(target)
    await (target === 'cart' ? onCart : onWish)(choice.chosen)
    setPending(null)
  }
  return (
    <div ref={box} className="grid gap-6">
      <ColourChoice product={product} value={choice.color} onChange={choice.chooseColor} />
      {choice.sizes.length === 0 ? (
        <SoldOut product={product}>{alert}</SoldOut>
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
            {alert}
            <div className="flex flex-wrap items-center gap-x-2">
              <SizeGuide product={product} />
              {renderSizeHelp({ sizes: choice.sizes.map(({ size }) => size), choose: choice.chooseSize })}
            </div>
          </div>
          <div className="grid gap-1.5">
            <p aria-hidden="true" className="text-sm font-bold">
              {t('Quantity')}
            </p>
            <Stepper
              value={choice.quantity}
              label={[product.name, choice.size, valueName(choice.color ?? '')].filter(Boolean).join(', ')}
              onChange={choice.changeQuantity}
              className="h-12 justify-self-start"
            />
          </div>
          <BuyButtons price={product.price} pending={pending} onPress={(target) => void submit(target)} />
        </>
      )}
    </div>
  )
}

/** Replaces size and buttons: names the colours in stock, else links to similar products. */
function SoldOut({ product, children }: { product: ShownProduct; children: ReactNode }) {
  const others = colorsInStock(product)
  return (
    <div className="grid justify-items-start gap-4">
      <p className="font-bold wrap-anywhere text-ink-2">
        {others.length > 0
          ? t('Sold out in this colour. Available in {colours}.', { colours: others.map(valueName).join(', ') })
          : t('Sold out in every size.')}
      </p>
      {children}
      {others.length > 0 ? null : (
        <LinkButton to={categoryLink(product)} variant="outline" className="wrap-anywhere">
          {product.subcategory
            ? t('See other {subcategory}', { subcategory: valueName(product.subcategory) })
            : t('See the collection')}
        </LinkButton>
      )}
    </div>
  )
}

type ButtonsProps = { price: number; pending: Target | null; onPress: (target: Target) => void }

function BuyButtons({ price, pending, onPress }: ButtonsProps) {
  const { ref, isAbove } = useScrolledAbove()
  return (
    <>
      <div ref={ref} className="grid gap-3 sm:grid-cols-[1fr_auto]">
        <Button variant="primary" wide pending={pending === 'cart'} onClick={() => onPress('cart')}>
          {t('Add to cart')}
        </Button>
        <Button variant="outline" pending={pending === 'wish'} onClick={() => onPress('wish')}>
          <HeartIcon size={18} />
          {t('Add to wishlist')}
        </Button>
      </div>
      {isAbove ? (
        <div className="print:hidden fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper px-4 py-3 md:hidden">
          <Button variant="primary" wide pending={pending === 'cart'} onClick={() => onPress('cart')}>
            {t('Add · {price}', { price: productCardPrice(price) })}
          </Button>
        </div>
      ) : null}
    </>
  )
}

/** True if the element has scrolled off the top of the screen. */
function useScrolledAbove() {
  const ref = useRef<HTMLDivElement>(null)
  const [isAbove, setAbove] = useState(false)
  useEffect(() => {
    if (ref.current === null) return
    // The area below the screen counts as visible, which also detects a jump past the buttons.
    const observer = new IntersectionObserver(([entry]) => setAbove(entry !== undefined && !entry.isIntersecting), {
      rootMargin: '0px 0px 99999px 0px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, isAbove }
}

/** Focuses a group's first choice. On narrow screens it's centred, so that the toast doesn't cover it. */
function focusGroup(first: HTMLInputElement | null | undefined): void {
  const narrow = window.matchMedia(NARROW).matches
  first?.focus({ preventScroll: narrow })
  if (narrow) first?.closest('fieldset')?.scrollIntoView({ block: 'center' })
}

function missingNote(product: ShownProduct, color: string | null): string | null {
  const missing = sizesNotMade(product, color)
  return color === null || missing.length === 0
    ? null
    : t('Not in {color}: {sizes}', { color: valueName(color), sizes: missing.join(', ') })
}
