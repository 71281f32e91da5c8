import { type ReactNode, useEffect, useRef, useState } from 'react'
import { productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Button, LinkButton } from '#ui/button.tsx'
import { HeartIcon } from '#ui/icons.tsx'
import { Stepper } from '#ui/stepper.tsx'
import { showToast } from '#ui/toast-store.ts'
import { NARROW } from '#ui/use-media.ts'
import type { ShownProduct } from '../card.ts'
import { valueName } from '../value-names.ts'
import { ColourChoice, SizeChoice } from './choice-groups.tsx'
import { categoryLink, chosenPrices, colorsInStock, sizesNotMade, soldOutSizes } from './product-selectors.ts'
import { type Chosen, NOT_CHOSEN, type useChoice } from './use-choice.ts'

type Props = {
  product: ShownProduct
  choice: ReturnType<typeof useChoice>
  /** Adds to the cart or wishlist and shows the result; passed in by the route, where features meet. */
  onCart: (chosen: Chosen) => Promise<void>
  onWish: (chosen: Chosen) => Promise<void>
  wish: WishButton
  /** Renders the part below the sizes, or in their place, if some sizes or all of the colour are sold out. */
  renderSoldOut: (color: string, sizes: readonly string[], isAll: boolean) => ReactNode
  /** Renders the size guide and what else helps with the size. */
  renderSizeHelp: (choice: SizeChoosing) => ReactNode
}

/** The shopper's wishlist as the button needs it: whether it has the choice, in any size before one is chosen. */
export type WishButton = {
  has: (color: string | null, size: string | null) => boolean
  remove: (color: string | null, size: string | null) => Promise<void>
}

/** The sizes that can be bought, the chosen one, and the function that selects one. */
export type SizeChoosing = { sizes: readonly string[]; chosen: string | null; choose: (size: string) => void }

type Target = 'cart' | 'wish'

/**
 * Colour, size, quantity and two buttons, which are never disabled: a press says what's missing. A sold-out colour has
 * only the choice of colours.
 */
export function BuyBox({ product, choice, onCart, onWish, wish, renderSoldOut, renderSizeHelp }: Props) {
  const [pending, setPending] = useState<Target | null>(null)
  const [hasTried, setTried] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const error = hasTried && choice.chosen === null ? t('Choose a size first.') : null
  const soldOut = soldOutSizes(product, choice.color)
  const alert =
    choice.color === null || soldOut.length === 0
      ? null
      : renderSoldOut(choice.color, soldOut, choice.sizes.length === 0)

  const sizeRadio = () => box.current?.querySelector<HTMLInputElement>('input[name=size]')

  const isWished = wish.has(choice.color, choice.size)

  async function unwish(): Promise<void> {
    setPending('wish')
    await wish.remove(choice.color, choice.size)
    setPending(null)
  }

  async function submit(target: Target): Promise<void> {
    if (choice.chosen === null) {
      setTried(true)
      showToast(NOT_CHOSEN, { tone: 'bad' })
      focusGroup(sizeRadio())
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
            {renderSizeHelp({
              sizes: choice.sizes.map(({ size }) => size),
              chosen: choice.size,
              choose: choice.chooseSize,
            })}
          </div>
          <div className="grid gap-1.5">
            <p aria-hidden="true" className="text-sm font-bold">
              {t('Quantity')}
            </p>
            <Stepper
              value={choice.quantity}
              label={[product.name, valueName(choice.size ?? ''), valueName(choice.color ?? '')]
                .filter(Boolean)
                .join(', ')}
              onChange={choice.changeQuantity}
              className="h-12 justify-self-start"
            />
          </div>
          {product.preview ? null : (
            <BuyButtons
              pending={pending}
              isWished={isWished}
              onPress={(target) => void (target === 'wish' && isWished ? unwish() : submit(target))}
            >
              <BuyBar
                product={product}
                chosen={choice.chosen}
                pending={pending === 'cart'}
                onChooseSize={() => focusGroup(sizeRadio())}
                onAdd={() => void submit('cart')}
              />
            </BuyButtons>
          )}
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

type ButtonsProps = {
  pending: Target | null
  isWished: boolean
  onPress: (target: Target) => void
  children: ReactNode
}

/** The two buttons; `children`, the bar, are shown while Add to cart is off the screen. */
function BuyButtons({ pending, isWished, onPress, children }: ButtonsProps) {
  const { ref, isSeen } = useSeen()
  return (
    <>
      {/* The width of the second one doesn't depend on its text, which changes once the wishlist is loaded. */}
      <div className="grid gap-3 sm:grid-cols-[1fr_minmax(0,15rem)] tablet:grid-cols-1 lg:grid-cols-[1fr_minmax(0,15rem)]">
        <div ref={ref} className="grid">
          <Button variant="primary" pending={pending === 'cart'} onClick={() => onPress('cart')}>
            {t('Add to cart')}
          </Button>
        </div>
        <Button
          variant="outline"
          className="sm:px-3"
          aria-pressed={isWished}
          pending={pending === 'wish'}
          onClick={() => onPress('wish')}
        >
          <HeartIcon size={18} className={`shrink-0 ${isWished ? 'fill-current' : ''}`} />
          {isWished ? t('In your wishlist') : t('Add to wishlist')}
        </Button>
      </div>
      {isSeen ? null : children}
    </>
  )
}

type BarProps = {
  product: ShownProduct
  chosen: Chosen | null
  pending: boolean
  onChooseSize: () => void
  onAdd: () => void
}

/** The bar at the bottom of a narrow screen: leads to the sizes, then names what a press adds and its price. */
function BuyBar({ product, chosen, pending, onChooseSize, onAdd }: BarProps) {
  return (
    <div
      data-buy-bar
      className="print:hidden fixed inset-x-0 bottom-0 z-30 border-t border-line bg-paper px-4 py-3 tablet:hidden"
    >
      {chosen === null ? (
        <Button variant="primary" wide onClick={onChooseSize}>
          {t('Choose size')}
        </Button>
      ) : (
        <Button variant="primary" wide className="wrap-anywhere" pending={pending} onClick={onAdd}>
          {barText(chosenPrices(product, chosen.color, chosen.size).price, chosen)}
        </Button>
      )}
    </div>
  )
}

function barText(unitPrice: number, { quantity, ...chosen }: Chosen): string {
  const [size, name] = [valueName(chosen.size), valueName(chosen.color)]
  const price = productCardPrice(unitPrice * quantity)
  return quantity === 1
    ? t('{size} · {name} · Add · {price}', { size, name, price })
    : t('{quantity} × {size} · {name} · Add · {price}', { quantity, size, name, price })
}

/** Whether an element is on the screen, between the header and the bar. False on the server. */
function useSeen() {
  const ref = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (ref.current === null) return
    const observer = new IntersectionObserver(([entry]) => setSeen(entry?.isIntersecting ?? false), {
      rootMargin: '-64px 0px -80px 0px',
    })
    observer.observe(ref.current)
    return () => observer.disconnect()
  }, [])
  return { ref, isSeen }
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
    : t('Not in {color}: {sizes}', { color: valueName(color), sizes: missing.map(valueName).join(', ') })
}
