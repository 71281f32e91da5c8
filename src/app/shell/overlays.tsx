import { Suspense, useEffect } from 'react'
import { readSession, useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { api } from '#shop/api.ts'
import { clearGuestLines, hasGuestLines } from '#shop/cart/guest-lists.ts'
import { parseLines } from '#shop/cart/parse-line.ts'
import { setCartCount } from '#shop/cart/ui/cart-drawer-state.ts'
import { prefetchHoveredProducts } from '#shop/catalog/prefetch.ts'
import { Drawer, DrawerBody } from '#ui/drawer.tsx'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Toaster } from '#ui/toaster.tsx'
import { useCachedVisits } from '../offline/cached-visits.ts'
import { ConnectionNotice } from '../offline/connection-notice.tsx'
import { useDocumentLinks } from '../offline/document-links.ts'
import { MenuDrawer, ProfileDrawer } from './link-drawers.tsx'

type Props = { open: boolean; onClose: () => void }

const loadCartDrawer = () => import('#shop/cart/ui/cart-drawer.tsx')

const CartDrawer = lazyComponent(async () => (await loadCartDrawer()).CartDrawer)

export type OverlaysProps = {
  drawer: 'menu' | 'profile' | null
  cart: boolean
  onClose: () => void
  onCartClose: () => void
}

/**
 * The drawers, the connection notice and the toasts. They load when a visitor first interacts with
 * the page or is logged in, together with the code that the next click is likely to need.
 */
export function Overlays({ drawer, cart, onClose, onCartClose }: OverlaysProps) {
  useCartCount()
  useWishesMerged()
  useCachedVisits()
  useDocumentLinks()
  useEffect(() => {
    // What a next press needs. Without a connection the press says so.
    void Promise.allSettled([loadCartDrawer(), import('#shop/listing/client.ts')])
    return prefetchHoveredProducts()
  }, [])
  return (
    <>
      <MenuDrawer open={drawer === 'menu'} onClose={onClose} />
      <ProfileDrawer open={drawer === 'profile'} onClose={onClose} />
      <LazyCartDrawer open={cart} onClose={onCartClose} />
      <ConnectionNotice />
      <Toaster />
    </>
  )
}

/** Loads the number on the cart icon after a login. Later, every cart response sets it (`setCartCount`). */
function useCartCount(): void {
  const userId = useSession()?.user.id
  useEffect(() => {
    const stop = new AbortController()
    if (userId === undefined) void countGuestCart(stop.signal)
    else void countCart(userId, stop.signal)
    return () => {
      stop.abort()
      // A failed merge leaves the guest's lines here. The next person to use this browser must not get them.
      if (userId !== undefined && readSession() === null) clearGuestLines()
    }
  }, [userId])
}

/** After a login, loads the wishlist if that merges what this device has of it: pages without hearts don't load it. */
function useWishesMerged(): void {
  const userId = useSession()?.user.id
  useEffect(() => {
    if (userId !== undefined && hasGuestLines('wishlist'))
      void import('#shop/wishlist/client.ts').then(({ loadWished }) => loadWished()).catch(() => {})
  }, [userId])
}

async function countGuestCart(signal: AbortSignal): Promise<void> {
  setCartCount(0)
  if (!hasGuestLines('cart')) return
  const { countGuestLines } = await import('#shop/cart/guest-cart.ts')
  if (!signal.aborted) setCartCount(countGuestLines())
}

async function countCart(userId: string, signal: AbortSignal): Promise<void> {
  if (hasGuestLines('cart')) {
    // The cart's own code merges the guest's.
    const { reloadCart } = await import('#shop/cart/client.ts')
    await reloadCart()
    return
  }
  const result = await api('GET /user/getCartProduct/{userId}', { params: { userId } }, { signal })
  if (!result.ok || signal.aborted) return
  setCartCount(parseLines(result.data.cart).reduce((sum, line) => sum + line.quantity, 0))
}

/** The cart drawer: 300 px wide, 250 on narrow screens (SPEC section 9). Its content is loaded on demand. */
function LazyCartDrawer({ open, onClose }: Props) {
  return (
    <Drawer open={open} onClose={onClose} title={t('Cart')} side="right" width="w-[250px] md:w-[300px]">
      <Suspense fallback={<CartSkeleton />}>
        <CartDrawer open={open} onClose={onClose} />
      </Suspense>
    </Drawer>
  )
}

function CartSkeleton() {
  return (
    <DrawerBody>
      <p className="sr-only">{t('Loading')}</p>
      <div className="grid gap-4">
        <Skeleton className="h-24 w-full" />
        <Skeleton className="h-24 w-full" />
      </div>
    </DrawerBody>
  )
}
