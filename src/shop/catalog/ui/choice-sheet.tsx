import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { t } from '#platform/text/t.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { Picture } from '#ui/picture.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { api } from '../../api.ts'
import { priceText, type ShownProduct } from '../card.ts'
import { loadProduct } from '../client.ts'
import { productPath } from '../product-path.ts'
import { ColourChoice, SizeChoice } from './choice-groups.tsx'
import { allSizes, availableSizes, chosenPrices, initialColor, picturesForColor } from './product-selectors.ts'

/** A product's colour and size, and how many of it are left. */
export type Variant = { color: string; size: string; quantity: number }

type Props = {
  productId: string
  /** What is chosen at first. */
  color: string | null
  size?: string
  /** The picture until the product is loaded, or if it has none. */
  cover: string
  title: string
  /** The button. */
  action: string
  /** Sold-out sizes are offered too, if this is given. It's shown below the form when one of them is chosen. */
  soldOutNotice?: (chosen: Variant) => ReactNode
  /** The sheet is closed when this is done. */
  onChosen: (chosen: Variant) => Promise<void>
  onClose: () => void
}

/** Asks for a product's colour and size on a list. This doesn't count as a view of the product. */
export function ChoiceSheet(props: Props) {
  const { productId, title, onClose } = props
  const [result, setResult] = useState<Awaited<ReturnType<typeof loadProduct>> | null>(null)
  useEffect(() => {
    if (result !== null) return
    const stop = new AbortController()
    void loadProduct(api, productId, { signal: stop.signal }).then((loaded) => {
      if (!stop.signal.aborted) setResult(loaded)
    })
    return () => stop.abort()
  }, [productId, result])
  return (
    <Dialog open onClose={onClose} title={title}>
      {result === null ? (
        <>
          <p className="sr-only">{t('Loading')}</p>
          <Skeleton className="h-64 w-full" />
        </>
      ) : null}
      {result?.ok === false ? (
        <RetryNotice message={result.message} detail={result.detail} onRetry={() => setResult(null)} />
      ) : null}
      {result?.ok ? <Choice {...props} product={result.product} /> : null}
    </Dialog>
  )
}

function Choice(props: Props & { product: ShownProduct }) {
  const { product, cover, action, soldOutNotice, onChosen, onClose } = props
  const [color, setColor] = useState(() => initialColor(product, props.color))
  const [picked, setSize] = useState<string | null>(props.size ?? null)
  const [hasTried, setTried] = useState(false)
  const [pending, setPending] = useState(false)
  const sizes = soldOutNotice ? allSizes(product, color) : availableSizes(product, color)
  const chosen = sizes.length === 1 ? sizes[0] : sizes.find(({ size }) => size === picked)

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault()
    setTried(true)
    if (color === null || chosen === undefined) return
    setPending(true)
    await onChosen({ color, ...chosen })
    onClose()
  }
  return (
    <div className="grid gap-5">
      <form onSubmit={submit} className="grid gap-5">
        <div className="flex items-center gap-4">
          <Picture
            src={picturesForColor(product, color)[0]?.src ?? cover}
            alt=""
            sizes="80px"
            className="aspect-4/5 w-20 shrink-0 rounded-sm"
          />
          <p className="grid min-w-0 gap-1 wrap-anywhere">
            <span className="font-semibold">{product.name}</span>
            <span className="font-bold tabular-nums">
              {priceText(chosenPrices(product, color, chosen?.size ?? null))}
            </span>
            <Link to={productPath(product._id)} className="min-h-6 text-sm underline">
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
              value={chosen?.size ?? null}
              onChange={setSize}
              error={hasTried && chosen === undefined ? t('Choose a size first.') : null}
              note={null}
            />
            <Button type="submit" variant="primary" wide pending={pending}>
              {action}
            </Button>
          </>
        )}
      </form>
      {color !== null && chosen?.quantity === 0 ? soldOutNotice?.({ color, ...chosen }) : null}
    </div>
  )
}
