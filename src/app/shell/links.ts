import { useRouteLoaderData } from 'react-router'
import { t } from '#platform/text/t.ts'
import { useSettings } from '#shop/settings/client.ts'

export type ShellLink = {
  to: string
  label: string
  /** Loads the page as a document, because it has its own security policy. */
  reload?: boolean
}

/** SPEC's links of the header, in the order of its section 2 (Navigation). */
const MAIN_LINKS: ShellLink[] = [
  { to: '/', label: t('Home') },
  { to: '/categories', label: t('Categories') },
  { to: '/about-us', label: t('About Us') },
  { to: '/contact-us', label: t('Contact Us') },
]

/** About Us and Contact Us, which the footer has too. */
export const ABOUT_LINKS = MAIN_LINKS.slice(2)

const WISHLIST: ShellLink = { to: '/wishlist', label: t('Wishlist') }

/** The profile drawer's links on narrow screens, in the order of SPEC section 2. */
export const PROFILE_LINKS: ShellLink[] = [
  { to: '/my-orders', label: t('My orders') },
  WISHLIST,
  { to: '/saved-address', label: t('Saved Address') },
  { to: '/privacy-policy', label: t('Privacy Policy') },
  { to: '/logout', label: t('Log out') },
]

const STORES: ShellLink = { to: '/nearby-store', label: t('Nearby Stores'), reload: true }
const PRIVACY: ShellLink = { to: '/privacy-policy', label: t('Privacy Policy') }

/** The links of the header: the owner's own, or else SPEC's. */
export function useMainLinks(): readonly ShellLink[] {
  const own = useSettings()['header.links']
  return own.length === 0 ? MAIN_LINKS : own.map((link) => ({ ...link, reload: link.to === STORES.to }))
}

/** False if the shop has no stores, so that nothing links to them. */
export function useHasStores(): boolean {
  return useRouteLoaderData<{ hasStores: boolean }>('root')?.hasStores ?? true
}

/** More links of the menu and the footer: the wishlist too, if visitors have one. */
export function useMoreLinks(): ShellLink[] {
  const hasStores = useHasStores()
  const hasWishlist = useSettings()['wishlist.guests']
  return [...(hasWishlist ? [WISHLIST] : []), ...(hasStores ? [STORES] : []), PRIVACY]
}
