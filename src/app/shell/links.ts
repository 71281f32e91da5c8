export type ShellLink = {
  to: string
  label: string
  /** Loads the page as a document, because it has its own security policy. */
  reload?: boolean
}

/** The links of the header, in the order of SPEC section 2 (Navigation). */
export const MAIN_LINKS: ShellLink[] = [
  { to: '/', label: 'Home' },
  { to: '/categories', label: 'Categories' },
  { to: '/about-us', label: 'About Us' },
  { to: '/contact-us', label: 'Contact Us' },
]

/** The profile drawer's links on narrow screens, in the order of SPEC section 2. */
export const PROFILE_LINKS: ShellLink[] = [
  { to: '/my-orders', label: 'My orders' },
  { to: '/wishlist', label: 'Wishlist' },
  { to: '/saved-address', label: 'Saved Address' },
  { to: '/privacy-policy', label: 'Privacy Policy' },
  { to: '/logout', label: 'Log out' },
]

/** More links of the menu and the footer. */
export const MORE_LINKS: ShellLink[] = [
  { to: '/nearby-store', label: 'Nearby Stores', reload: true },
  { to: '/privacy-policy', label: 'Privacy Policy' },
]
