/** SPEC 5: the smallest quantity of a line. */
export const QUANTITY_TOO_SMALL = 'Quantity cannot be less than 1'
/** CONTRACT: the sentences of success. */
export const ADDED_TO_CART = 'Product added to cart successfully'
/** SPEC 7. */
export const CART_LINE_DELETED = 'Cart item deleted successfully.'

export const ITEM_NOT_FOUND = 'Item not found.'
export const PRODUCT_NOT_FOUND = 'Product not found.'
export const CART_FULL = 'Your cart holds 100 different items. Please take one out first.'

/** More was asked for than can still be bought: names the line and what is left (CONTRACT, Stock). */
export function notEnough(line: { name: string; color: string; size: string }, left: number): string {
  const what = `${line.name} (${line.color}, ${line.size})`
  return left > 0 ? `Only ${left} left of ${what}.` : `${what} is sold out.`
}

/** A product exists, but not in this colour or size. */
export function notMade(name: string, part: 'color' | 'size', value: string): string {
  return part === 'color' ? `${name} is not made in ${value}.` : `${name} is not made in size ${value}.`
}
