import { type FormEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import type { Card, ShownProduct } from '#shop/catalog/card.ts'
import { loadProduct } from '#shop/catalog/client.ts'
import { compareSizes } from '#shop/catalog/rules.ts'
import type { Purpose } from '#shop/catalog/ui/card-actions-context.ts'
import { ColourChoice, SizeChoice } from '#shop/catalog/ui/choice-groups.tsx'
import {
  availableSizes,
  type BuyableSize,
  initialColor,
  picturesForColor,
  soldOutSizes,
} from '#shop/catalog/ui/product-selectors.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Picture } from '#ui/picture.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { useAddActions } from './use-add-actions.ts'

type Props = { card: Card; purpose: Purpose; onClose: () => void }

const TITLES: Record<Purpose, string> = { cart: t('Add to cart'), wish: t('Add to wishlist') }

/** Asks for a product's colour and size on a list. This doesn't count as a view of the product. */
export function QuickChoice({ card, purpose, onClose }: Props) {
  const [result, setResult] = useState<Awaited<ReturnType<typeof loadProduct>> | null>(null)
  useEffect(() => {
    if (result !== null) return
    const stop = new AbortController()
    void loadProduct(api, card._id, { signal: stop.signal }).then((loaded) => {
      if (!stop.signal.aborted) setResult(loaded)
    })
    return () => stop.abort()
  }, [card, result])
  return (
    <Dialog open onClose={onClose} title={TITLES[purpose]}>
      {result === null ? (
        <>
          <p className="sr-only">{t('Loading')}</p>
          <Skeleton className="h-64 w-full" />
        </>
      ) : null}
      {result?.ok === false ? (
        <RetryNotice message={result.message} detail={result.detail} onRetry={() => setResult(null)} />
      ) : null}
      {result?.ok ? <Choice product={result.product} card={card} purpose={purpose} onClose={onClose} /> : null}
    </Dialog>
  )
}

function Choice({ product, card, purpose, onClose }: Props & { product: ShownProduct }) {
  const [color, setColor] = useState(() => initialColor(product, card.color))
  const [picked, setSize] = useState<string | null>(null)
  const [hasTried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const add = useAddActions()
  const sizes = purpose === 'cart' ? availableSizes(product, color) : allSizes(product, color)
  const size = sizes.length === 1 ? sizes[0]?.size : sizes.find((one) => one.size === picked)?.size

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (color === null || size === undefined) return
    setPending(true)
    const chosen = { productId: product._id, color, size, quantity: 1 }
    await (purpose === 'cart' ? add.toCart : add.toWishlist)(chosen)
    onClose()
  }
  return (
    <form onSubmit={submit} className="grid gap-5">
      <div className="flex items-center gap-4">
        <Picture
          src={picturesForColor(product, color)[0]?.src ?? card.cover}
          alt=""
          sizes="80px"
          className="aspect-4/5 w-20 shrink-0 rounded-sm"
        />
        <p className="grid min-w-0 gap-1 wrap-anywhere">
          <span className="font-semibold">{product.name}</span>
          <span className="font-bold tabular-nums">{productCardPrice(product.price)}</span>
          <Link to={`/product-details/${product._id}`} className="min-h-6 text-sm underline">
            {t('See all details')}
          </Link>
        </p>
      </div>
      <ColourChoice product={product} value={color} onChange={setColor} />
      {sizes.length === 0 ? (
        <p className="font-bold text-ink-2">{t('Sold out in this colour.')}</p>
      ) : (
        <>
          <SizeChoice
            sizes={sizes}
            value={size ?? null}
            onChange={setSize}
            error={hasTried && size === undefined ? t('Choose a size first.') : null}
            note={null}
          />
          <Button type="submit" variant="primary" wide pending={pending}>
            {TITLES[purpose]}
          </Button>
        </>
      )}
    </form>
  )
}

/** Sold-out sizes can be added to the wishlist too. */
function allSizes(product: ShownProduct, color: string | null): BuyableSize[] {
  const soldOut = soldOutSizes(product, color).map((size) => ({ size, quantity: 0 }))
  return [...availableSizes(product, color), ...soldOut].toSorted((a, b) => compareSizes(a.size, b.size))
}
