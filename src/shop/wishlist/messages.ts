import { t } from '#platform/text/t.ts'

/** CONTRACT fixes this text and the next one. */
export const ADDED_TO_WISHLIST = t('Product added to wishlist successfully')
export const WISHLIST_LINE_DELETED = t('Wishlist item deleted successfully.')
export const WISHLIST_FULL = t('Your wishlist can hold 100 different items. Please remove one first.')
export const WISHLIST_EMPTY = t('Nothing on your wishlist yet.')
export const WISHLIST_FAILED = t('We couldn’t load your wishlist.')
