import { type MouseEvent, useState } from 'react'
import { Link } from 'react-router'
import { prefersReducedData, prefetchOn } from '#platform/browser/save-data.ts'
import { productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { StarIcon } from '#ui/icons.tsx'
import { Tag } from '#ui/parts.tsx'
import { Picture, pictureSrcSet } from '#ui/picture.tsx'
import { StruckPrice } from '#ui/struck-price.tsx'
import { type Card, priceText } from '../card.ts'
import { productPath } from '../product-path.ts'
import { ofColor } from '../rules.ts'
import { valueName } from '../value-names.ts'
import { CardButtons } from './card-buttons.tsx'
import { Swatch } from './swatch.tsx'

type Props = {
  product: Card
  /** How wide the picture is shown, as in `<img sizes>`. */
  sizes: string
  /** Among the first pictures a visitor sees. */
  priority?: boolean
}

const MAX_DOTS = 5

/** A product in a row or a grid: first image, name, price with the rupee sign (SPEC section 1), and its colours. */
export function ProductCard({ product, sizes, priority = false }: Props) {
  const { tag, soldOut } = product
  const [hovered, setHovered] = useState(false)
  return (
    <article onPointerOver={() => setHovered(true)} className="group relative grid content-start gap-1.5">
      <Link
        to={productPath(product._id, product.color)}
        prefetch={prefetchOn('intent')}
        viewTransition
        onClick={nameCoverForTransition}
        className="grid gap-1.5 rounded-sm text-ink no-underline"
      >
        <CardPicture product={product} sizes={sizes} priority={priority} hovered={hovered} />
        <span className="line-clamp-4 pt-1 text-sm font-semibold wrap-anywhere group-hover:underline">
          {product.name}
        </span>
        <span className="flex flex-wrap items-baseline gap-x-2">
          <span className="text-[.9375rem] font-bold tabular-nums">{priceText(product)}</span>
          {product.saving ? (
            <StruckPrice
              price={productCardPrice(product.saving.mrp)}
              label={t('MRP')}
              percent={product.saving.percent}
            />
          ) : null}
        </span>
      </Link>
      {tag === null ? null : (
        <span className="pointer-events-none absolute top-2 left-2">
          <Tag tone={soldOut ? 'plain' : 'signal'}>{tag}</Tag>
        </span>
      )}
      <CardFacts card={product} />
      <CardButtons product={product} />
    </article>
  )
}

/** Names the pressed picture for the view transition to the product page; only one element may have the name. */
function nameCoverForTransition({ currentTarget }: MouseEvent<HTMLAnchorElement>): void {
  for (const one of document.querySelectorAll<HTMLElement>('[data-cover]')) one.style.viewTransitionName = 'none'
  const cover = currentTarget.querySelector<HTMLElement>('[data-cover]')
  if (cover) cover.style.viewTransitionName = 'product'
}

/** The cover, and on hover the second picture, rendered at the first hover unless the visitor saves data. */
function CardPicture({ product, sizes, priority, hovered }: Required<Props> & { hovered: boolean }) {
  const { cover, tone, second } = product
  return (
    <span data-cover className="relative block">
      <Picture
        src={cover}
        alt=""
        sizes={sizes}
        priority={priority}
        className="aspect-4/5 rounded-sm"
        placeholderColor={tone}
      />
      {second === null || !hovered || prefersReducedData() ? null : (
        <img
          src={second}
          srcSet={pictureSrcSet(second)}
          sizes={sizes}
          alt=""
          width={1080}
          height={1350}
          loading="lazy"
          className="pointer-events-none absolute inset-0 hidden size-full rounded-sm object-cover [@media(hover:hover)]:group-hover:block"
        />
      )}
    </span>
  )
}

/** The colours and the rating, as far as the product has them. */
function CardFacts({ card: { colors, swatches, rating } }: { card: Card }) {
  if (colors.length === 0 && !rating) return null
  return (
    <p className="flex min-h-5 flex-wrap items-center gap-1.5">
      <span className="sr-only">{t('Colours: {colours}', { colours: colors.map(valueName).join(', ') })}</span>
      {colors.slice(0, MAX_DOTS).map((color) => (
        <Swatch key={color} color={color} swatch={ofColor(swatches, color)} />
      ))}
      {colors.length > MAX_DOTS ? (
        <span aria-hidden="true" className="text-2xs text-ink-3">
          +{colors.length - MAX_DOTS}
        </span>
      ) : null}
      {rating ? <Rating {...rating} /> : null}
    </p>
  )
}

function Rating({ average, count }: NonNullable<Card['rating']>) {
  return (
    <span className="ml-auto text-xs font-bold tabular-nums">
      <span aria-hidden="true" className="flex items-center gap-1">
        {average.toFixed(1)}
        <StarIcon size={12} className="fill-current" />
      </span>
      <span className="sr-only">
        {t('{average} of 5 stars, {count, plural, one {# review} other {# reviews}}', {
          average: average.toFixed(1),
          count,
        })}
      </span>
    </span>
  )
}
