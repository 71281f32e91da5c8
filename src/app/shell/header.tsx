import { type KeyboardEvent, type MouseEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { prefetchOn } from '#platform/browser/save-data.ts'
import { t } from '#platform/text/t.ts'
import { SiteSearch } from '#shop/listing/ui/site-search.tsx'
import { useSettings } from '#shop/settings/client.ts'
import { BrandWord } from '#ui/brand.tsx'
import { ICON_TARGET, IconButton } from '#ui/button.tsx'
import { BagIcon, MenuIcon, SearchIcon, UserIcon } from '#ui/icons.tsx'
import { NARROW, useMedia } from '#ui/use-media.ts'
import { SITE_SEARCH } from '../deferred-scripts.ts'
import { useMainLinks } from './links.ts'
import { ShellNavLink } from './shell-nav-link.tsx'

type Props = {
  cartCount: number
  onMenu: () => void
  onProfile: () => void
  onCart: () => void
}

/** The header of every page: menu, brand, links, and the three icons. */
export function Header({ cartCount, onMenu, onProfile, onCart }: Props) {
  const { 'shop.name': name, brand } = useSettings()
  const [isSearching, setIsSearching] = useState(false)
  return (
    <header className="print:hidden sticky top-0 z-40 border-b border-line bg-paper">
      <div className="page flex min-h-14 items-center md:flex-wrap gap-1 max-md:px-1 max-[359px]:gap-0 md:gap-4">
        <IconButton label={t('Menu')} aria-haspopup="dialog" className="md:hidden" onClick={onMenu}>
          <MenuIcon />
        </IconButton>
        <Link
          to="/"
          aria-label={t('{name}, home', { name })}
          className="inline-flex min-h-11 min-w-0 items-center text-ink max-md:@container max-md:flex-1"
        >
          <BrandWord name={name} mark={brand.mark} folds />
        </Link>
        <nav aria-label={t('Main')} className="ml-6 hidden flex-wrap gap-x-6 md:flex">
          {useMainLinks().map((link) => (
            <ShellNavLink
              key={link.to}
              link={link}
              hasPagesBelow={link.to !== '/'}
              className="inline-flex min-h-11 min-w-11 items-center justify-center border-b-3 border-transparent text-sm font-bold hover:border-line-strong aria-[current=page]:border-ink"
            />
          ))}
        </nav>
        <div className="ml-auto flex md:-mr-2.5 md:gap-1">
          <SearchLink onOpen={() => setIsSearching(true)} />
          <ProfileLink onDrawer={onProfile} />
          <CartButton count={cartCount} onPress={onCart} />
        </div>
      </div>
      <SiteSearch id={SITE_SEARCH} open={isSearching} onOpen={setIsSearching} />
    </header>
  )
}

/** Goes to /categories (SPEC section 2) with the search open. A listing stays as it is, with its filters. */
function SearchLink({ onOpen }: { onOpen: () => void }) {
  const { pathname } = useLocation()
  function onClick(event: MouseEvent): void {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return
    // In the press itself, so that the next letter is typed into the field, and phones show their keyboard.
    flushSync(onOpen)
    document.querySelector<HTMLElement>(`#${SITE_SEARCH} input`)?.focus()
    if (pathname === '/categories') event.preventDefault()
  }
  return (
    <Link
      to="/categories"
      aria-label={t('Search')}
      data-opens={SITE_SEARCH}
      prefetch={prefetchOn('intent')}
      className={ICON_TARGET}
      onClick={onClick}
    >
      <SearchIcon />
    </Link>
  )
}

/** A link to /profile on wide screens; on narrow ones it opens the profile drawer (SPEC section 2). */
function ProfileLink({ onDrawer }: { onDrawer: () => void }) {
  const narrow = useMedia(NARROW)
  const asButton = narrow ? ({ role: 'button', 'aria-haspopup': 'dialog' } as const) : {}

  function onClick(event: MouseEvent): void {
    if (!window.matchMedia(NARROW).matches || event.metaKey || event.ctrlKey) return
    event.preventDefault()
    onDrawer()
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== ' ' || !narrow) return
    event.preventDefault()
    onDrawer()
  }

  return (
    <Link
      to="/profile"
      aria-label={t('Profile')}
      {...asButton}
      className={ICON_TARGET}
      onClick={onClick}
      onKeyDown={onKeyDown}
    >
      <UserIcon />
    </Link>
  )
}

function CartButton({ count, onPress }: { count: number; onPress: () => void }) {
  return (
    <span className="relative inline-grid">
      <IconButton label={t('Cart')} aria-haspopup="dialog" aria-describedby="cart-count" onClick={onPress}>
        <BagIcon />
      </IconButton>
      {count > 0 ? (
        // A new count is a new element, so that it grows for a moment.
        <span
          key={count}
          aria-hidden="true"
          className="bag-count pointer-events-none absolute top-0.5 right-0 grid h-5 min-w-5 place-items-center rounded-pill bg-signal px-1 text-2xs font-bold text-on-signal tabular-nums"
        >
          {count > 99 ? '99+' : count}
        </span>
      ) : null}
      <span id="cart-count" hidden>
        {t('{count, plural, one {# piece} other {# pieces}}', { count })}
      </span>
    </span>
  )
}
