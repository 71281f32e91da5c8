import { data, type MetaArgs } from 'react-router'
import type { Api } from '#platform/api/client.ts'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import { ProductCard } from '#shop/catalog/ui/product-card.tsx'
import { valueName } from '#shop/catalog/value-names.ts'
import type { ShopContract } from '#shop/contract.ts'
import type { SharedWish } from '#shop/wishlist/contract.ts'
import { LinkButton } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHead } from '#ui/parts.tsx'
import { apiContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/shared-wishlist'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('A wishlist'), description: t('A wishlist at {shop}.'), index: false })

export function loader({ context, params }: Route.LoaderArgs) {
  return loadShared(context.get(apiContext), params.token)
}

export function clientLoader({ params }: Route.ClientLoaderArgs) {
  return loadShared(api, params.token)
}

/** The wishlist at a link, as it is now. `wishes` is null with status 404 if there is none, or no longer. */
async function loadShared(call: Api<ShopContract>, token: string) {
  const found = await call('GET /user/sharedWishlist/{token}', { params: { token } })
  if (found.ok) return data({ wishes: found.data.wishes })
  if (found.status !== 404) throw data(null, { status: found.status || 503 })
  return data({ wishes: null }, { status: 404 })
}

const CARD_SIZES = '(min-width: 1280px) 240px, (min-width: 769px) 22vw, (min-width: 720px) 31vw, 45vw'

/** Somebody's wishlist, for whoever has its link: what is wished, and nothing about the person. */
export default function SharedWishlistPage({ loaderData: { wishes } }: Route.ComponentProps) {
  if (wishes === null || wishes.length === 0)
    return (
      <div className="page py-16">
        <EmptyState
          isScreen
          title={wishes === null ? t('This link shows no wishlist.') : t('Nothing on this wishlist yet.')}
          line={
            wishes === null
              ? t('It may be incomplete, or the list is no longer shared. Please ask for a new link.')
              : t('The link stays the same. Look again later.')
          }
          action={
            <LinkButton to="/categories" variant="primary">
              {t('See all products')}
            </LinkButton>
          }
        />
      </div>
    )
  return (
    <div className="page pb-16">
      <PageHead title={t('A wishlist')}>
        <p>{t('Somebody would like these. The size they wished for stands below each.')}</p>
      </PageHead>
      <ul
        aria-label={t('Products')}
        className="grid grid-cols-2 gap-x-2.5 gap-y-6 tablet:grid-cols-3 md:gap-x-4.5 md:gap-y-8 xl:grid-cols-4 2xl:grid-cols-5"
      >
        {wishes.map((wish, at) => (
          <li key={`${wish.card._id} ${wish.wished[0]?.color}`}>
            <ProductCard product={wish.card} sizes={CARD_SIZES} priority={at === 0} />
            <Wished wish={wish} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The sizes that were wished, each with its price if the product's sizes differ in it. */
function Wished({ wish: { card, wished } }: { wish: SharedWish }) {
  return (
    <ul className="mt-1 grid gap-1 text-sm text-ink-2">
      {wished.map(({ color, size, price, soldOut }) => (
        <li key={`${color} ${size}`} className="wrap-anywhere">
          {t('Wished: {size}, {color}', { size: valueName(size), color: valueName(color) })}
          {card.priceTo ? <> · {formatPrice(price)}</> : null}
          {soldOut && !card.soldOut ? <span className="font-bold"> · {t('Sold out')}</span> : null}
        </li>
      ))}
    </ul>
  )
}
