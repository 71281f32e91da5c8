import { type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { firstTouch } from '#platform/browser/first-touch.ts'
import { restoreSessionBy, syncAcrossTabs, useSession } from '#platform/browser/session.ts'
import { t } from '#platform/text/t.ts'
import { hasGuestLines } from '#shop/cart/guest-lists.ts'
import { closeCartDrawer, openCartDrawer, useCartDrawerState } from '#shop/cart/ui/cart-drawer-state.ts'
import { CardActionsContext } from '#shop/catalog/ui/card-actions-context.ts'
import { useSettings } from '#shop/settings/client.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { readToasts, subscribeToasts } from '#ui/toast-store.ts'
import { HYDRATED, SITE_SEARCH } from '../deferred-scripts.ts'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { ServicePromises } from './service-promises.tsx'

const Overlays = lazyComponent(async () => (await import('./overlays.tsx')).Overlays)
const CardActions = lazyComponent(async () => (await import('../card-actions.tsx')).CardActions)

restoreSessionBy(async (refused) => (await import('#shop/accounts/refresh-session.ts')).refreshSession(refused))

/** Everything around a page: announcement, header, drawers, service promises, footer, toasts. */
export function Shell({ children }: { children: ReactNode }) {
  const [drawer, setDrawer] = useState<'menu' | 'profile' | null>(null)
  const cart = useCartDrawerState()
  const settings = useSettings()
  const needed = useOverlaysNeeded()
  useEffect(syncAcrossTabs, [])
  useEffect(announceHydration, [])
  useEffect(watchTranslations, [])
  useNavigationFocus(setDrawer)
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 bg-signal font-bold text-on-signal -outline-offset-4 [--focus:var(--on-signal)] focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
      >
        {t('Skip to content')}
      </a>
      <Progress />
      {settings.announcement === '' ? null : (
        <p className="inverse print:hidden px-2 py-1.5 text-center text-xs font-bold tracking-[.04em] wrap-anywhere text-signal">
          {settings.announcement}
        </p>
      )}
      <Header
        cartCount={cart.count}
        onMenu={() => setDrawer('menu')}
        onProfile={() => setDrawer('profile')}
        onCart={openCartDrawer}
      />
      <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
        <CardActionsContext value={needed ? CardActions : null}>{children}</CardActionsContext>
      </main>
      <ServicePromises />
      <Footer />
      {needed || drawer !== null || cart.open ? (
        <Suspense fallback={null}>
          <Overlays drawer={drawer} cart={cart.open} onClose={() => setDrawer(null)} onCartClose={closeCartDrawer} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Replays input from before hydration (deferred-scripts.ts). */
function announceHydration(): void {
  document.dispatchEvent(new Event(HYDRATED))
}

/** A chunk of its own, because a first visit doesn't wait for it. */
function watchTranslations(): void {
  void import('#platform/browser/translated-texts.ts').then(
    ({ followTranslations }) => followTranslations(),
    () => {},
  )
}

/** After an in-page navigation, closes drawers and moves the focus to the page, unless it's already there. */
function useNavigationFocus(setDrawer: (drawer: null) => void): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setDrawer(null)
    closeCartDrawer()
    // The search icon has moved the focus already, and the shopper is typing.
    if (document.activeElement?.closest(`#${SITE_SEARCH}`)) return
    const main = document.getElementById('main')
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname, setDrawer])
}

/** True if a drawer or a toast may be needed: after the first interaction, a login, or a toast. */
function useOverlaysNeeded(): boolean {
  const hasTouched = useFirstTouch()
  const loggedIn = useSession() !== null
  const hasToasts = useSyncExternalStore(
    subscribeToasts,
    () => readToasts().length > 0,
    () => false,
  )
  return hasTouched || loggedIn || hasToasts
}

/** True once the visitor has touched the page; immediately if the device has a guest's lines, because the cart's count and the hearts are shown. */
function useFirstTouch(): boolean {
  const [hasTouched, setHasTouched] = useState(false)
  useEffect(() => {
    if (hasGuestLines('cart') || hasGuestLines('wishlist')) setHasTouched(true)
    void firstTouch.then(() => setHasTouched(true))
  }, [])
  return hasTouched
}

/**
 * A progress bar while the next page loads. Its animation starts after a moment, so it doesn't flash for fast pages.
 */
function Progress() {
  const busy = useNavigation().state !== 'idle'
  return busy ? <div aria-hidden="true" className="progress fixed inset-x-0 top-0 z-50 h-1 bg-signal" /> : null
}
