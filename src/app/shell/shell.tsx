import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'
import { joinOtherTabs, useSession } from '#platform/browser/session.ts'
import { closeCartDrawer, openCartDrawer, setCartCount, useCartSignals } from '#shop/cart/ui/cart-signals.ts'
import { Toaster } from '#ui/toaster.tsx'
import { CartFrame, MenuDrawer, ProfileDrawer, warmCartDrawer } from './drawers.tsx'
import { Features } from './features.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'

/** What stands around every page: strip, bar, drawers, features, footer, alerts. */
export function Shell({ children }: { children: ReactNode }) {
  const [drawer, setDrawer] = useState<'menu' | 'profile' | null>(null)
  const cart = useCartSignals()
  const close = () => setDrawer(null)
  useTabs()
  useArrival(setDrawer)
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 bg-signal px-4 py-3 font-bold text-on-signal focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
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
        onCartNear={warmCartDrawer}
      />
      <main id="main" tabIndex={-1} className="min-h-[60vh] outline-none">
        {children}
      </main>
      <Features />
      <Footer />
      <MenuDrawer open={drawer === 'menu'} onClose={close} />
      <ProfileDrawer open={drawer === 'profile'} onClose={close} />
      <CartFrame open={cart.open} onClose={closeCartDrawer} />
      <Toaster />
    </>
  )
}

/** Joins the shop's other tabs, and empties the badge when the session ends. */
function useTabs(): void {
  const session = useSession()
  const userId = session?.user.id
  useEffect(joinOtherTabs, [])
  useEffect(() => {
    if (userId === undefined) setCartCount(0)
  }, [userId])
}

/** After an in-page navigation: drawers close and the focus moves to the page, unless the page has taken it itself. */
function useArrival(setDrawer: (drawer: null) => void): void {
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

/** A thin yellow line while the next page is on its way; it waits a moment, so fast pages don't flash it. */
function Progress() {
  const busy = useNavigation().state !== 'idle'
  return busy ? <div aria-hidden="true" className="progress fixed inset-x-0 top-0 z-50 h-1 bg-signal" /> : null
}
