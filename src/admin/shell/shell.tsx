import { Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Outlet, ScrollRestoration, useLocation, useNavigate, useNavigation } from 'react-router'
import { t } from '#platform/text/t.ts'
import { lazyComponent } from '#ui/lazy-component.ts'
import { Toaster } from '#ui/toaster.tsx'
import { type Action, useActions } from '../actions.ts'
import { useLive } from '../live.ts'
import { SignInOverPage } from '../sign-in/sign-in-over-page.tsx'
import { EarlySearch } from './early-search.tsx'
import { useKeys } from './keys.ts'
import { beginnings, GO, menuItems, otherPages, SEARCH } from './menu.ts'
import { BottomBar, SideBar, TopBar } from './nav.tsx'
import { OfflineStrip, useOffline } from './offline-strip.tsx'

const Palette = lazyComponent(async () => (await import('./palette.tsx')).Palette)
const KeySheet = lazyComponent(async () => (await import('./key-sheet.tsx')).KeySheet)

/** What lies over the page. */
type Overlay = 'palette' | 'keys' | null

/** Everything around a screen: menu, search, keys, toasts, and the sign-in over the page. */
export function Shell() {
  const [overlay, setOverlay] = useState<Overlay>(null)
  const [query, setQuery] = useState('')
  const [isEarly, setEarly] = useState(false)
  const { open, openPalette, close, opened } = useMemo(() => {
    // At once: the next letter is typed before the next turn.
    const open = (overlay: Overlay) =>
      flushSync(() => {
        setQuery('')
        setEarly(overlay === 'palette')
        setOverlay(overlay)
      })
    const close = () => {
      setEarly(false)
      setOverlay(null)
    }
    return { open, openPalette: () => open('palette'), close, opened: () => setEarly(false) }
  }, [])
  useActions(useSiteActions(open))
  useKeys(openPalette)
  useScreenFocus()
  useLive()
  const isOffline = useOffline()
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_minmax(0,1fr)]">
      <a
        href="#main"
        className="sr-only z-50 bg-signal font-bold text-on-signal -outline-offset-4 [--focus:var(--on-signal)] focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4 focus:py-3"
      >
        {t('Skip to content')}
      </a>
      <Progress />
      <TopBar onSearch={openPalette} />
      <SideBar onSearch={openPalette} />
      <div className="min-w-0">
        <OfflineStrip />
        <main
          id="main"
          data-toasts-on-top
          data-offline={isOffline || undefined}
          tabIndex={-1}
          className="pb-28 outline-none lg:pb-16 print:pb-0"
        >
          <Outlet />
        </main>
      </div>
      <BottomBar />
      <Toaster />
      {isEarly ? <EarlySearch text={query} onChange={setQuery} onClose={close} /> : null}
      <Suspense fallback={null}>
        {overlay === 'palette' ? <Palette query={query} onChange={setQuery} onOpen={opened} onClose={close} /> : null}
        {overlay === 'keys' ? <KeySheet onClose={close} /> : null}
      </Suspense>
      <SignInOverPage />
      <ScrollRestoration />
    </div>
  )
}

/** What can be done everywhere: go to each screen, search, see the keys. */
function useSiteActions(open: (overlay: Overlay) => void): Action[] {
  const navigate = useNavigate()
  return useMemo(
    () => [
      ...menuItems().map(({ to, label, keys }) => ({
        id: GO + to,
        label: t('Go to {place}', { place: label }),
        keys,
        run: () => void navigate(to),
      })),
      ...otherPages().map(({ to, label }) => ({
        id: GO + to,
        label: t('Go to {place}', { place: label }),
        run: () => void navigate(to),
      })),
      ...beginnings().map(({ to, label }) => ({ id: `begin ${to}`, label, run: () => void navigate(to) })),
      { id: SEARCH, label: t('Search'), keys: '/', run: () => open('palette') },
      { id: 'keys', label: t('Show keyboard shortcuts'), keys: '?', run: () => open('keys') },
    ],
    [navigate, open],
  )
}

/** After a navigation to another screen the focus is on it, so that a screen reader begins there. */
function useScreenFocus(): void {
  const { pathname } = useLocation()
  const last = useRef(pathname)
  useEffect(() => {
    if (last.current === pathname) return
    last.current = pathname
    const main = document.getElementById('main')
    if (main !== null && !main.contains(document.activeElement)) main.focus({ preventScroll: true })
  }, [pathname])
}

/** Its animation starts after a moment, so that it doesn't flash for fast screens. */
function Progress() {
  const busy = useNavigation().state !== 'idle'
  return busy ? <div aria-hidden="true" className="progress fixed inset-x-0 top-0 z-50 h-1 bg-signal" /> : null
}
