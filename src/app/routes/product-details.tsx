import { useRef, useState } from 'react'
import { data, redirect, type ShouldRevalidateFunctionArgs, useNavigate, useRevalidator } from 'react-router'
import { ADD_TO_CART_FAILED, NOT_LOGGED_IN } from '#shop/cart/messages.ts'
import type { AddResult } from '#shop/cart/queries.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-signals.ts'
import type { ShownProduct } from '#shop/catalog/card.ts'
import { loadProduct } from '#shop/catalog/queries.ts'
import { ProductFacts } from '#shop/catalog/ui/product-facts.tsx'
import { productPageJsonLd } from '#shop/catalog/ui/product-json-ld.ts'
import { ProductPage } from '#shop/catalog/ui/product-page.tsx'
import type { Chosen } from '#shop/catalog/ui/use-choice.ts'
import { shopFacts } from '#shop/contact/ui/shop-facts.ts'
import { loadReviews } from '#shop/reviews/queries.ts'
import { RatingLine } from '#shop/reviews/ui/rating-line.tsx'
import { ReviewsPanel } from '#shop/reviews/ui/reviews-panel.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { showToast } from '#ui/toast-store.ts'
import { apiContext } from '../context.ts'
import { pageMeta } from '../page-meta.ts'
import type { Route } from './+types/product-details'

export const meta: Route.MetaFunction = ({ loaderData }) => {
  const product = loaderData?.product
  if (!product) return pageMeta({ title: 'Product', description: 'A product of Fourth ProgressStep.', index: false })
  const { origin, reviews } = loaderData
  const known = reviews instanceof Promise ? null : reviews
  const { avgRating: average = 0, totalReviews: count = 0 } = known?.overallReview ?? {}
  const image = product.images?.[0]
  return [
    ...pageMeta({
      title: product.name,
      description: firstWords(product),
      ...(image === undefined ? {} : { image: new URL(image, origin).href }),
    }),
    { 'script:ld+json': productPageJsonLd(product, origin, { average, count }) },
  ]
}

/** Product and reviews, awaited: both stand in the server's HTML. */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const inside = context.get(apiContext)
  const [answer, reviews] = await Promise.all([
    loadProduct(inside, params.productId),
    loadReviews(inside, params.productId),
  ])
  const { origin } = new URL(request.url)
  const page = pageOf(answer)
  return data({ ...page, reviews, origin }, { status: page.product ? 200 : 503 })
}

/**
 * SPEC section 7: the product page asks with `viewProduct=true`. The reviews may come later. The calls' code is not
 * part of a first visit, which finds all of it in the server's HTML.
 */
export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  const { productId } = params
  const reviews = Promise.all([import('#shop/api.ts'), import('#shop/reviews/queries.ts')])
    .then(([{ api }, { loadReviews }]) => loadReviews(api, productId))
    .catch(() => null)
  const answer = await import('#shop/catalog/prefetch.ts')
    .then(({ openProduct }) => openProduct(productId, request.signal))
    .catch(() => ({ ok: false as const, status: 0, message: 'Failed to fetch product details.', detail: '' }))
  return { ...pageOf(answer), reviews, origin: window.location.origin }
}

/** Another colour in the address is the same product. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  const isSame = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
  return isSame ? false : defaultShouldRevalidate
}

type Page = { product: ShownProduct; failure: null } | { product: null; failure: { message: string; detail: string } }

/** A product, or the sentence in its place. Unknown: the error view; 401 and 403: /login (SPEC section 8). */
function pageOf(answer: Awaited<ReturnType<typeof loadProduct>>): Page {
  if (answer.ok) return { product: answer.product, failure: null }
  if (answer.status === 404) throw data(null, { status: 404, statusText: 'Not Found' })
  if (answer.status === 401 || answer.status === 403) throw redirect('/login')
  return { product: null, failure: answer }
}

type Tab = 'description' | 'reviews'

export default function ProductDetailsPage({ loaderData }: Route.ComponentProps) {
  const { product, failure, reviews } = loaderData
  const [tab, setTab] = useState<Tab>('description')
  const tabs = useRef<HTMLDivElement>(null)
  const put = usePutAside()
  if (product === null) return <NoDetails {...failure} />
  function openReviews(): void {
    setTab('reviews')
    tabs.current?.scrollIntoView()
    tabs.current?.querySelector<HTMLElement>('[role=tab]:last-of-type')?.focus({ preventScroll: true })
  }
  return (
    <ProductPage
      key={product._id}
      product={product}
      rating={<RatingLine summary={reviews} onOpen={openReviews} />}
      onCart={put.intoCart}
      onWish={put.ontoWishlist}
      tabs={
        <div ref={tabs}>
          <Tabs<Tab>
            label="About this product"
            value={tab}
            onChange={setTab}
            tabs={[
              {
                value: 'description',
                label: 'Description',
                panel: <ProductFacts product={product} seller={`${shopFacts.seller}, ${shopFacts.address}`} />,
              },
              {
                value: 'reviews',
                label: 'Reviews',
                panel: <ReviewsPanel productId={product._id} summary={reviews} active={tab === 'reviews'} />,
              },
            ]}
          />
        </div>
      }
    />
  )
}

/** Cart and wishlist as the product page uses them, with SPEC section 8's sentences and ways. */
function usePutAside() {
  const navigate = useNavigate()
  function tell(outcome: AddResult, keep: () => void): void {
    if (outcome.kind === 'refused') showToast(outcome.message, { tone: 'bad' })
    if (outcome.kind === 'refused' || outcome.kind === 'added') return
    keep()
    const noUser = outcome.kind === 'no-user'
    showToast(noUser ? NOT_LOGGED_IN : ADD_TO_CART_FAILED, { tone: 'bad' })
    void navigate('/login')
  }
  async function intoCart(chosen: Chosen): Promise<void> {
    const { addToCart, savePendingCartLine } = await import('#shop/cart/queries.ts')
    const outcome = await addToCart(chosen)
    tell(outcome, () => savePendingCartLine(chosen, here()))
    if (outcome.kind !== 'added') return
    showToast(outcome.message, { tone: 'ok', action: { label: 'View cart', onPress: openCartDrawer } })
  }
  async function ontoWishlist(chosen: Chosen): Promise<void> {
    const { addToWishlist, savePendingWishlistLine } = await import('#shop/wishlist/queries.ts')
    const outcome = await addToWishlist(chosen)
    tell(outcome, () => savePendingWishlistLine(chosen, here()))
    if (outcome.kind !== 'added') return
    showToast(outcome.message, { tone: 'ok', action: { label: 'View wishlist', to: '/wishlist' } })
  }
  return { intoCart, ontoWishlist }
}

function here(): string {
  return `${window.location.pathname}${window.location.search}`
}

function NoDetails({ message, detail }: { message: string; detail: string }) {
  const { revalidate, state } = useRevalidator()
  return (
    <div className="page py-16">
      <RetryNotice message={message} detail={detail} pending={state === 'loading'} onRetry={() => void revalidate()} />
    </div>
  )
}

function firstWords({ name, description = '' }: ShownProduct): string {
  const words = `${name}. ${description}`.replace(/\s+/g, ' ').trim()
  return words.length <= 158 ? words : `${words.slice(0, 155).replace(/\s+\S*$/, '')}…`
}
