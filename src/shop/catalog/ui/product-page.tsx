import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { Tag } from '#ui/parts.tsx'
import { StruckPrice } from '#ui/struck-price.tsx'
import { useSettings } from '../../settings/client.ts'
import { isSoldOut, priceText, productTag, type ShownProduct, savingOf } from '../card.ts'
import { NOT_EXCHANGEABLE } from '../messages.ts'
import { valueName } from '../value-names.ts'
import { BuyBox, type SizeChoosing, type WishButton } from './buy-box.tsx'
import { Gallery } from './gallery.tsx'
import { HowExchangesWork } from './how-exchanges-work.tsx'
import { fabricText } from './product-facts.tsx'
import { categoryLabel, categoryLink, chosenPrices, picturesForColor } from './product-selectors.ts'
import { type Chosen, useChoice } from './use-choice.ts'

type Props = {
  product: ShownProduct
  /** Stars and the number of reviews, beside the price. */
  rating: ReactNode
  /** The delivery estimate, for a colour that isn't sold out. */
  delivery: ReactNode
  /** Description and Reviews. */
  tabs: ReactNode
  /** Brings the description into view. */
  onDescription: () => void
  onCart: (chosen: Chosen) => Promise<void>
  onWish: (chosen: Chosen) => Promise<void>
  wish: WishButton
  onShare: () => void
  /** Renders the last picture of the gallery, which shows how a size sits. Null: none. */
  renderSizePicture: ((color: string | null) => ReactNode) | null
  renderSoldOut: (color: string, sizes: readonly string[], isAll: boolean) => ReactNode
  renderSizeHelp: (choice: SizeChoosing) => ReactNode
}

/** A product with its pictures, choices and tabs (SPEC section 2). */
export function ProductPage({
  product,
  rating,
  delivery,
  tabs,
  onShare,
  onDescription,
  renderSizePicture,
  ...actions
}: Props) {
  const choice = useChoice(product)
  return (
    <article>
      {/* On wide screens the first picture (4:5) is no higher than the window below the header. */}
      <div className="mx-auto max-w-(--page-width) tablet:grid tablet:grid-cols-2 lg:grid-cols-[minmax(0,1.25fr)_minmax(0,1fr)] 2xl:grid-cols-[clamp(30rem,80dvh-7rem,50.5rem)_minmax(0,1fr)] tablet:gap-6 tablet:px-4 tablet:pt-6 md:px-6 lg:gap-10 lg:pt-8 xl:gap-16 xl:px-10">
        <Gallery
          key={choice.color}
          pictures={picturesForColor(product, choice.color)}
          last={renderSizePicture?.(choice.color) ?? null}
        />
        <div className="px-4 pt-4 tablet:px-0 tablet:pt-0">
          <div className="grid max-w-152 gap-5 tablet:sticky tablet:top-20 md:gap-6">
            <ProductHead
              product={product}
              prices={chosenPrices(product, choice.color, choice.size)}
              rating={rating}
              onShare={onShare}
            />
            <BuyBox product={product} choice={choice} {...actions} />
            {choice.sizes.length === 0 ? null : delivery}
            {/* The description stands below all pictures there. */}
            <p className="hidden flex-wrap gap-x-3 text-sm text-ink-2 lg:flex">
              {[fabricText(product), valueName(product.fit ?? '')].filter(Boolean).join(' · ')}
              <button type="button" onClick={onDescription} className="underline">
                {t('Description and care')}
              </button>
            </p>
            <ExchangePolicy own={product.exchangeDays} />
          </div>
        </div>
      </div>
      <div className="mx-auto max-w-(--page-width) px-4 pt-10 pb-16 md:px-6 md:pt-16 xl:px-10">{tabs}</div>
    </article>
  )
}

type HeadProps = Pick<Props, 'product' | 'rating' | 'onShare'> & { prices: ReturnType<typeof chosenPrices> }

function ProductHead({ product, prices, rating, onShare }: HeadProps) {
  const tag = productTag(product)
  const saving = savingOf(prices)
  const settings = useSettings()
  return (
    <div className="grid gap-1.5 md:gap-2">
      <div className="flex items-center justify-between gap-3">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs font-bold tracking-wide-caps wrap-anywhere text-ink-2 uppercase">
          <Link to={categoryLink(product)} className="-my-2 py-3 hover:underline">
            {categoryLabel(product)}
          </Link>
          {tag === null ? null : <Tag tone={isSoldOut(product) ? 'plain' : 'signal'}>{tag}</Tag>}
        </p>
        <button type="button" onClick={onShare} className="-my-3 min-h-11 shrink-0 text-sm underline">
          {t('Share')}
        </button>
      </div>
      <h1 className="font-wide text-xl font-extrabold tracking-display text-balance wrap-anywhere md:text-2xl">
        {product.name}
      </h1>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <p aria-live={product.priceTo ? 'polite' : undefined} className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <span className="text-2xl font-bold tabular-nums">{priceText(prices)}</span>
          {saving === null ? null : (
            <StruckPrice price={productCardPrice(saving.mrp)} label={t('MRP')} percent={saving.percent} />
          )}
        </p>
        {/* As wide as the stars and the number of reviews, which may come later. */}
        <div className="flex min-h-7 min-w-[min(12rem,100%)] flex-wrap items-center gap-x-2 text-sm xl:justify-end">
          {rating}
        </div>
      </div>
      {/* Tax and delivery, as in "5% GST and Rs. 40 delivery added at checkout". */}
      {isSoldOut(product) ? null : <p className="text-sm text-ink-3">{settings.notes.addedLater}</p>}
    </div>
  )
}

/** The cart's sentence on exchanges, and how an exchange works. */
function ExchangePolicy({ own }: { own: number | undefined }) {
  const usual = useSettings()['exchange.days']
  const days = own ?? usual
  if (days === 0) return <p className="border-t border-line pt-4 text-sm text-ink-2">{NOT_EXCHANGEABLE}</p>
  return (
    <div className="grid gap-1 border-t border-line pt-4 text-sm text-ink-2">
      <p>
        {t('We offer a {days}-day easy exchange policy with all tags intact; but returns are not accepted.', { days })}
      </p>
      <p>{t('Wrong size? Exchange it within {days} days. We pick it up at your door.', { days })}</p>
      <HowExchangesWork days={days} />
    </div>
  )
}
