import { Suspense, useEffect, useRef, useState } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useRevalidator, useSearchParams } from 'react-router'
import { firstTouch } from '#platform/browser/first-touch.ts'
import { t } from '#platform/text/t.ts'
import { NotifyMe } from '#shop/alerts/ui/notify-me.tsx'
import { coverPicture, createCard, type ShownProduct } from '#shop/catalog/card.ts'
import { loadProduct } from '#shop/catalog/client.ts'
import { ProductFacts } from '#shop/catalog/ui/product-facts.tsx'
import { productPageJsonLd } from '#shop/catalog/ui/product-json-ld.ts'
import { ProductPage } from '#shop/catalog/ui/product-page.tsx'
import { categoryLabel, categoryLink } from '#shop/catalog/ui/product-selectors.ts'
import { noteViewed } from '#shop/related/recently-viewed.ts'
import { RelatedPlaces } from '#shop/related/ui/related-places.tsx'
import { loadReviews } from '#shop/reviews/client.ts'
import { RatingLine } from '#shop/reviews/ui/rating-line.tsx'
import { useSettings } from '#shop/settings/client.ts'
import { findSizes } from '#shop/sizing/size-run-rules.ts'
import { SizeHelp } from '#shop/sizing/ui/size-help.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOnVisible } from '#ui/lazy-on-visible.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { apiContext } from '../context.ts'
import { breadcrumbs, JsonLd } from '../json-ld.tsx'
import { pageMeta } from '../page-meta.ts'
import { usePublicOrigin } from '../public-origin.ts'
import { useAddActions } from '../use-add-actions.ts'
import { useWishButton } from '../use-wish-button.ts'
import type { Route } from './+types/product-details'

const DeliveryLine = lazyComponent(async () => (await import('#shop/delivery/ui/delivery-line.tsx')).DeliveryLine)
// The panel is initially hidden. The server sends its HTML, and the first touch brings its code.
const ReviewsPanel = lazyComponent(async () => {
  await firstTouch
  return (await import('#shop/reviews/ui/reviews-panel.tsx')).ReviewsPanel
})
const SizePicture = lazyComponent(async () => (await import('#shop/sizing/ui/size-picture.tsx')).SizePicture, {
  extra: true,
})
const RelatedRows = lazyComponent(async () => (await import('#shop/related/ui/related-rows.tsx')).RelatedRows, {
  extra: true,
})

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const product = loaderData?.product
  if (!product) return pageMeta(matches, { title: t('Product'), description: t('A product of {shop}.'), index: false })
  return pageMeta(matches, {
    title: product.searchTitle ?? product.name,
    description: product.searchDescription ?? shortDescription(product),
    picture: { src: coverPicture(product), alt: product.name },
  })
}

/** Product and reviews, awaited so that they're in the server's HTML. */
export async function loader({ params, context }: Route.LoaderArgs) {
  const api = context.get(apiContext)
  const [result, reviews] = await Promise.all([loadProduct(api, params.productId), loadReviews(api, params.productId)])
  const page = toPage(result)
  return data({ ...page, reviews }, { status: page.product ? 200 : 503 })
}

/**
 * SPEC section 7: the product page requests with `viewProduct=true`. The reviews aren't awaited. The code of the calls
 * is loaded on demand, because a first visit doesn't need it.
 */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { productId } = params
  const reviews = Promise.all([import('#shop/api.ts'), import('#shop/reviews/client.ts')])
    .then(([{ api }, { loadReviews }]) => loadReviews(api, productId))
    .catch(() => null)
  const result = await import('#shop/catalog/prefetch.ts')
    .then(({ openProduct }) => openProduct(productId, request.signal))
    .catch(() => ({ ok: false as const, status: 0, message: t('Failed to fetch product details.'), detail: '' }))
  return { ...toPage(result), reviews }
}

/** Changing the colour in the URL doesn't reload the product. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const onlySearchChanged = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return onlySearchChanged ? false : defaultShouldRevalidate
}

type Page = { product: ShownProduct; failure: null } | { product: null; failure: { message: string; detail: string } }

/** A product or its error message. 404 shows the error view; 401 and 403 redirect to /login (SPEC section 8). */
function toPage(result: Awaited<ReturnType<typeof loadProduct>>): Page {
  if (result.ok) return { product: result.product, failure: null }
  if (result.status === 404) throw data(null, { status: 404, statusText: 'Not Found' })
  if (result.status === 410) throw data(null, { status: 410, statusText: 'Gone' })
  if (result.status === 401 || result.status === 403) throw redirect('/login')
  return { product: null, failure: result }
}

/** The product with its rating and breadcrumbs, for search engines. */
function ProductData({ product, reviews }: Route.ComponentProps['loaderData'] & { product: ShownProduct }) {
  const settings = useSettings()
  const shop = settings['shop.name']
  const origin = usePublicOrigin()
  const { avgRating: average = 0, totalReviews: count = 0 } =
    reviews instanceof Promise ? {} : (reviews?.overallReview ?? {})
  const steps = [
    { name: categoryLabel(product), path: categoryLink(product) },
    { name: product.name, path: `/product-details/${product._id}` },
  ]
  return (
    <>
      <JsonLd
        data={import.meta.env.SSR ? productPageJsonLd(product, { origin, shop, settings }, { average, count }) : null}
      />
      <JsonLd data={import.meta.env.SSR ? breadcrumbs(origin, steps) : null} />
    </>
  )
}

type Tab = 'description' | 'reviews'

export default function ProductDetailsPage({ loaderData }: Route.ComponentProps) {
  const { product, failure, reviews } = loaderData
  const [tab, setTab] = useState<Tab>('description')
  const tabs = useRef<HTMLDivElement>(null)
  const [params] = useSearchParams()
  const add = useAddActions()
  const wish = useWishButton(product?._id ?? '')
  const settings = useSettings()
  useEffect(() => {
    // A preview's card would lead to a page that shoppers don't have.
    if (product && !product.preview) noteViewed(createCard(product))
  }, [product])
  useEffect(() => {
    // After a login for a vote.
    if (window.location.hash === '#reviews') setTab('reviews')
  }, [])
  if (product === null) return <NoDetails {...failure} />
  function openTab(next: Tab): void {
    setTab(next)
    tabs.current?.scrollIntoView()
    const [description, reviews] = tabs.current?.querySelectorAll<HTMLElement>('[role=tab]') ?? []
    const opened = next === 'reviews' ? reviews : description
    opened?.focus({ preventScroll: true })
  }
  return (
    <>
      <ProductData {...loaderData} product={product} />
      <ProductPage
        key={product._id}
        product={product}
        delivery={
          <LazyOnVisible className="min-h-12">
            <DeliveryLine noCash={product.noCash === true} />
          </LazyOnVisible>
        }
        rating={<RatingLine summary={reviews} onOpen={() => openTab('reviews')} />}
        onCart={add.toCart}
        onWish={add.toWishlist}
        wish={wish}
        renderSoldOut={(color, sizes, isAll) => (
          <NotifyMe
            key={color}
            productId={product._id}
            color={color}
            sizes={sizes}
            onWish={add.toWishlist}
            prominent={isAll}
          />
        )}
        renderSizeHelp={(choice) => <SizeHelp product={product} reviews={reviews} choice={choice} />}
        renderSizePicture={
          findSizes(product.measurements ?? null) === null
            ? null
            : (color) => (
                <LazyOnVisible className="aspect-4/5 bg-sunk tablet:rounded-sm">
                  <SizePicture product={product} color={color} />
                </LazyOnVisible>
              )
        }
        onDescription={() => openTab('description')}
        onShare={() => void import('#shop/related/share.ts').then(({ sharePage }) => sharePage(product.name))}
        tabs={
          <div ref={tabs}>
            <Tabs<Tab>
              label={t('About this product')}
              value={tab}
              onChange={setTab}
              tabs={[
                {
                  value: 'description',
                  label: t('Description'),
                  panel: (
                    <ProductFacts
                      product={product}
                      seller={`${settings['shop.legalName']}, ${settings['shop.address']}`}
                    />
                  ),
                },
                {
                  value: 'reviews',
                  label: t('Reviews'),
                  panel: (
                    <Suspense fallback={<Skeleton className="h-40 w-full" />}>
                      <ReviewsPanel productId={product._id} summary={reviews} active={tab === 'reviews'} />
                    </Suspense>
                  ),
                },
              ]}
            />
          </div>
        }
      />
      <LazyOnVisible key={`related ${product._id}`} fallback={<RelatedPlaces count={3} />}>
        <RelatedRows products={[product._id]} color={params.get('colour') ?? undefined} />
      </LazyOnVisible>
    </>
  )
}

function NoDetails({ message, detail }: { message: string; detail: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="page py-16">
      <RetryNotice message={message} detail={detail} pending={state === 'loading'} onRetry={() => void revalidate()} />
    </div>
  )
}

function shortDescription({ name, description = '' }: ShownProduct): string {
  const text = `${name}. ${description}`.replace(/\s+/g, ' ').trim()
  return text.length <= 158 ? text : `${text.slice(0, 155).replace(/\s+\S*$/, '')}…`
}
