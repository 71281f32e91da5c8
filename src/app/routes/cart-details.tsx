import { Suspense, useState } from 'react'
import { type MetaArgs, useRevalidator } from 'react-router'
import { NEEDS_CONNECTION } from '#platform/browser/messages.ts'
import { findSession, useSession } from '#platform/browser/session.ts'
import { formatPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { flushCart, reloadCart, useCart } from '#shop/cart/client.ts'
import type { CartLine } from '#shop/cart/contract.ts'
import { isForGuests } from '#shop/cart/guest-lists.ts'
import { exchangeDaysOf, exchangeNote } from '#shop/cart/messages.ts'
import { productWithoutCash } from '#shop/cart/product-without-cash.ts'
import { showRefusal } from '#shop/cart/show-refusal.ts'
import { CartLines } from '#shop/cart/ui/cart-lines.tsx'
import { CheckoutLink } from '#shop/cart/ui/checkout-link.tsx'
import { EmptyCart } from '#shop/cart/ui/empty-cart.tsx'
import { HowExchangesWork } from '#shop/catalog/ui/how-exchanges-work.tsx'
import type { QuoteAnswer } from '#shop/checkout/contract.ts'
import { CheckoutSteps } from '#shop/checkout/ui/checkout-steps.tsx'
import { OrderSummary, totalsOf } from '#shop/checkout/ui/order-summary.tsx'
import { useStoredPin } from '#shop/delivery/stored-pin.ts'
import { useCharges } from '#shop/delivery/use-charges.ts'
import { RelatedPlaces } from '#shop/related/ui/related-places.tsx'
import { moveToWishlist } from '#shop/wishlist/move-lines.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { LazyOnVisible } from '#ui/lazy-on-visible.tsx'
import { PageHead, WITH_SUMMARY } from '#ui/parts.tsx'
import { RetryNotice } from '#ui/retry-notice.tsx'
import { showToast } from '#ui/toast-store.ts'
import { pageMeta } from '../page-meta.ts'
import { redirectToLogin, requireSession } from '../require-session.ts'
import { useDefaultAddress } from '../use-default-address.ts'
import type { Route } from './+types/cart-details'

const DeliveryLine = lazyComponent(async () => (await import('#shop/delivery/ui/delivery-line.tsx')).DeliveryLine)
const QuotedOffers = lazyComponent(async () => (await import('#shop/checkout/ui/quoted-offers.tsx')).QuotedOffers)
const RelatedRows = lazyComponent(async () => (await import('#shop/related/ui/related-rows.tsx')).RelatedRows, {
  extra: true,
})

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Cart'), description: t('Cart at {shop}.'), index: false })

/**
 * Loads the cart in the browser, because the server can't see who is logged in. If that fails, redirects to /login
 * (SPEC 8).
 */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  if (isForGuests('cart')) await findSession()
  else await requireSession(request)
  await flushCart()
  const outcome = await reloadCart()
  if (outcome !== 'ready' && outcome !== 'offline') throw redirectToLogin(request)
  return { isOffline: outcome === 'offline' }
}

export { CartSkeleton as HydrateFallback } from '#ui/page-skeletons.tsx'

export default function CartDetailsPage({ loaderData: { isOffline } }: Route.ComponentProps) {
  const { lines } = useCart()
  const isGuest = useSession() === null
  const storedPin = useStoredPin()
  const destination = useDefaultAddress()
  const settings = useCharges(destination?.pin ?? storedPin)
  const { revalidate, state } = useRevalidator()
  const [quote, setQuote] = useState<QuoteAnswer | null>(null)
  const { offers } = settings
  // Who pays now may get something off while cash is taken.
  const isAsked = offers.running || (settings['cash.on'] && settings['cash.discountOnline'] > 0)
  return (
    <>
      <div data-toasts-on-top className="page pb-16">
        <CheckoutSteps current={0} />
        <PageHead title={t('Your cart')} />
        {isOffline ? (
          <RetryNotice message={NEEDS_CONNECTION} pending={state === 'loading'} onRetry={() => void revalidate()} />
        ) : null}
        {lines.length === 0 ? (
          isOffline ? null : (
            <EmptyCart />
          )
        ) : (
          <div className={WITH_SUMMARY}>
            <CartLines lines={lines} onMoveToWishlist={isGuest && !isForGuests('wishlist') ? null : moveLine} />
            <div className="grid grid-cols-1 gap-4 tablet:sticky tablet:top-20">
              <OrderSummary lines={lines} settings={settings} quote={isAsked ? quote : null} />
              {isAsked ? (
                <Suspense fallback={null}>
                  <QuotedOffers
                    lines={lines}
                    addressId={null}
                    pin={destination?.pin ?? storedPin}
                    hasCodes={offers.codes}
                    onQuote={setQuote}
                  />
                </Suspense>
              ) : null}
              <CheckoutLink
                lines={lines}
                total={formatPrice(totalsOf(lines, settings, isAsked ? quote : null).total)}
              />
              {isGuest ? (
                <p className="text-sm text-ink-2">{t('You log in at the next step; your cart comes along.')}</p>
              ) : null}
              <LazyOnVisible className="min-h-12">
                {destination === undefined ? null : (
                  <DeliveryLine key={destination?.pin} {...destination} noCash={productWithoutCash(lines)} />
                )}
              </LazyOnVisible>
              <p className="text-sm text-ink-2">{exchangeNote(settings['exchange.days'], lines)}</p>
              <HowExchangesWork days={exchangeDaysOf(settings['exchange.days'], lines)} />
            </div>
          </div>
        )}
      </div>
      {lines.length === 0 ? null : (
        <LazyOnVisible fallback={<RelatedPlaces count={1} />}>
          <RelatedRows products={[...new Set(lines.map(({ productId }) => productId._id))].slice(0, 20)} isCart />
        </LazyOnVisible>
      )}
    </>
  )
}

async function moveLine(line: CartLine): Promise<void> {
  const result = await moveToWishlist(line)
  showRefusal(result, () => moveLine(line))
  if (result.kind !== 'done') return
  showToast(result.message, { tone: 'ok', action: { label: t('View wishlist'), to: '/wishlist' } })
}
