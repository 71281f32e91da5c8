/** CONTRACT: the messages of success. */
export const ADDED_TO_WISHLIST = 'Product added to wishlist successfully'
export const WISHLIST_LINE_DELETED = 'Wishlist item deleted successfully.'
export const WISHLIST_FULL = 'Your wishlist holds 100 different items. Please take one out first.'
export const WISHLIST_EMPTY = 'Nothing on your wishlist yet.'
export const WISHLIST_FAILED = 'The wishlist could not be loaded.'
