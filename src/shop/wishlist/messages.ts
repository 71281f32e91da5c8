import { t } from '#platform/text/t.ts'

/** CONTRACT fixes this text and the next one. */
export const ADDED_TO_WISHLIST = t('Product added to wishlist successfully')
export const WISHLIST_LINE_DELETED = t('Wishlist item deleted successfully.')
export const WISHLIST_FULL = t('Your wishlist can hold 100 different items. Please remove one first.')
export const WISHLIST_EMPTY = t('Nothing on your wishlist yet.')
export const GUEST_WISHLIST_FULL = t(
  'Your wishlist can hold 50 different items until you log in. Please remove one first.',
)
export const NO_GUEST_WISHLIST = t('Please log in to use the wishlist.')
export const NO_SHARING = t('Wishlists can’t be shared in this shop.')
export const NO_SHARED_WISHLIST = t('This link shows no wishlist.')
export const WISHLIST_FAILED = t('We couldn’t load your wishlist.')

/** For lines of a guest's wishlist whose product is no longer sold. */
export function noLongerWished(count: number): string {
  return t(
    '{count, plural, one {An item on your wishlist is no longer sold and has been removed.} other {# items on your wishlist are no longer sold and have been removed.}}',
    { count },
  )
}
