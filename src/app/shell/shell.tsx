import { lazy, type ReactNode, Suspense, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { joinOtherTabs, useSession } from '#platform/browser/session.ts'
import { closeCartDrawer, openCartDrawer, useCartUi } from '#shop/cart/ui/cart-ui-store.ts'
import { readToasts, subscribeToasts } from '#ui/toast-store.ts'
import { HYDRATED } from '../deferred-scripts.ts'
import { Features } from './features.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

const Overlays = lazy(async () => ({ default: (await import('./overlays.tsx')).Overlays }))

/** Everything around a page: strip, bar, drawers, features, footer, alerts. */
export function Shell({ children }: { children: ReactNode }) {
  const [drawer, setDrawer] = useState<'menu' | 'profile' | null>(null)
  const cart = useCartUi()
  const needed = useOverlaysNeeded()
  useEffect(joinOtherTabs, [])
  useEffect(announceHydration, [])
  useArrivalFocus(setDrawer)
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 bg-signal font-bold text-on-signal -outline-offset-4 [--focus:var(--on-signal)] focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
      >
        Skip to content
      </a>
      <Progress />
      <p className="board no-print px-2 py-1.5 text-center text-xs font-bold tracking-[.04em] text-signal">
        7-day easy exchange · Flat ₹40 delivery
      </p>
      <Header
        cartCount={cart.count}
        onMenu={() => setDrawer('menu')}
        onProfile={() => setDrawer('profile')}
        onCart={openCartDrawer}
      />
      <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <Features />
      <Footer />
      {needed || drawer !== null || cart.open ? (
        <Suspense fallback={null}>
          <Overlays drawer={drawer} cart={cart.open} onClose={() => setDrawer(null)} onCartClose={closeCartDrawer} />
        </Suspense>
      ) : null}
    </>
  )
}

/** Presses that came before hydration are repeated now (deferred-scripts.ts). */
function announceHydration(): void {
  document.dispatchEvent(new Event(HYDRATED))
}

/** After an in-page navigation: drawers close and the focus moves to the page, unless the page has taken it itself. */
function useArrivalFocus(setDrawer: (drawer: null) => void): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    setDrawer(null)
    closeCartDrawer()
    const main = document.getElementById('main')
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname, setDrawer])
}

/** Whether a drawer or an alert may be needed: after the first touch, a login, or an alert. */
function useOverlaysNeeded(): boolean {
  const touched = useTouched()
  const loggedIn = useSession() !== null
  const alerted = useSyncExternalStore(
    subscribeToasts,
    () => readToasts().length > 0,
    () => false,
  )
  return touched || loggedIn || alerted
}

/** Turns true when the visitor first moves, presses or types. */
function useTouched(): boolean {
  const [touched, setTouched] = useState(false)
  useEffect(() => {
    const events = ['pointermove', 'pointerdown', 'touchstart', 'keydown'] as const
    const stop = new AbortController()
    const onTouch = () => {
      stop.abort()
      setTouched(true)
    }
    for (const type of events) window.addEventListener(type, onTouch, { passive: true, signal: stop.signal })
    return () => stop.abort()
  }, [])
  return touched
}

/** A thin yellow line while the next page loads. Its animation starts late, so that fast pages don't flash it. */
function Progress() {
  const busy = useNavigation().state !== 'idle'
  return busy ? <div aria-hidden="true" className="progress fixed inset-x-0 top-0 z-50 h-1 bg-signal" /> : null
}
