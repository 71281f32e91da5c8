import { type ReactNode, Suspense } from 'react'
import { type MetaArgs, useNavigate } from 'react-router'
import { findSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { ProfileFrame } from '#shop/accounts/ui/profile-menu.tsx'
import { fetchPriceDrops } from '#shop/alerts/client.ts'
import { PriceDrops } from '#shop/alerts/ui/price-drops.tsx'
import { type ChangeResult, waitingCartLine } from '#shop/cart/client.ts'
import { isForGuests } from '#shop/cart/guest-lists.ts'
import { ADD_TO_CART_FAILED, NOT_LOGGED_IN } from '#shop/cart/messages.ts'
import { showRefusal } from '#shop/cart/show-refusal.ts'
import { openCartDrawer } from '#shop/cart/ui/cart-drawer-state.ts'
import { LineRow } from '#shop/cart/ui/line-row.tsx'
import { selectionOf } from '#shop/cart/waiting-lines.ts'
import { useSettings } from '#shop/settings/client.ts'
import { fetchWishlist } from '#shop/wishlist/client.ts'
import type { WishlistLine } from '#shop/wishlist/contract.ts'
import { WishlistLines } from '#shop/wishlist/ui/wishlist-lines.tsx'
import { LinkButton } from '#ui/button.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Notice, PageHead } from '#ui/parts.tsx'
import { showToast } from '#ui/toast-store.ts'
import { pageMeta } from '../page-meta.ts'
import { rememberPage, requireSession } from '../require-session.ts'
import type { Route } from './+types/wishlist'

export const meta = ({ matches }: MetaArgs) =>
  pageMeta(matches, { title: t('Wishlist'), description: t('Wishlist at {shop}.'), index: false })

/** Runs only in the browser, because the server can't see who is logged in. */
export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const session = isForGuests('wishlist') ? await findSession() : await requireSession(request)
  const [lines, priceDrops] = await Promise.all([fetchWishlist(), fetchPriceDrops()])
  return { lines, priceDrops, isGuest: session === null }
}

export { LinesSkeleton as HydrateFallback } from '#ui/page-skeletons.tsx'

const ShareWishlist = lazyComponent(async () => (await import('../share-wishlist.tsx')).ShareWishlist)
const TellMe = lazyComponent(async () => (await import('#shop/alerts/ui/tell-me.tsx')).TellMe)
const tellMe = (productId: string, color: string, size: string) => (
  <Suspense>
    <TellMe key={color + size} productId={productId} color={color} size={size} />
  </Suspense>
)

export default function WishlistPage({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate()
  const isShareable = useSettings()['wishlist.share']
  const Frame = loaderData.isGuest ? GuestFrame : AccountFrame
  const handleMove = (result: ChangeResult, line: WishlistLine, retry: () => void) => {
    showRefusal(result, retry)
    if (result.kind === 'done')
      showToast(result.message, { tone: 'ok', action: { label: t('View cart'), onPress: openCartDrawer } })
    // SPEC 8: a failed add leads to /login.
    if (result.kind !== 'failed' && result.kind !== 'no-user') return
    if (result.kind === 'failed') showToast(ADD_TO_CART_FAILED, { tone: 'bad' })
    else {
      if (loaderData.isGuest) waitingCartLine.save(selectionOf(line), '/wishlist')
      showToast(NOT_LOGGED_IN, { tone: 'note' })
    }
    void navigate('/login')
  }
  return (
    <div className="page pb-16">
      <PageHead title={t('Wishlist')} />
      <Frame>
        {isShareable && !loaderData.isGuest ? (
          <Suspense>
            <ShareWishlist />
          </Suspense>
        ) : null}
        <WishlistLines initial={loaderData.lines} Row={LineRow} soldOutNotice={tellMe} onMoved={handleMove}>
          {loaderData.priceDrops === null ? null : <PriceDrops initial={loaderData.priceDrops} />}
        </WishlistLines>
      </Frame>
    </div>
  )
}

function AccountFrame({ children }: { children: ReactNode }) {
  return <ProfileFrame current="/wishlist">{children}</ProfileFrame>
}

/** A visitor has no account around the list yet. */
function GuestFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <Notice>
        <p>{t('This list is kept on this device. Log in, and it comes into your account.')}</p>
        <LinkButton to="/login" size="sm" className="justify-self-start" onClick={() => rememberPage(location.href)}>
          {t('Log in')}
        </LinkButton>
      </Notice>
      <div className="mt-6">{children}</div>
    </>
  )
}
