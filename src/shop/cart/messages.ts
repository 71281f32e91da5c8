import { formatRupees } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'

/** SPEC 5: the smallest quantity of a line. */
export const QUANTITY_TOO_SMALL = t('Quantity cannot be less than 1')
/** SPEC 5: the same in the cart drawer, with a full stop. */
export const QUANTITY_TOO_SMALL_IN_DRAWER = t('Quantity cannot be less than 1.')
/** SPEC 2, Cart drawer. */
export const CART_EMPTY = t('No items in the cart')
interface ExchangeableLine {
  productId: { name: string }
  exchangeDays?: number | undefined
}

/** The days that lines can be exchanged: the shop's, or if all have days of their own the longest of these. */
export function exchangeDaysOf(days: number, lines: readonly Pick<ExchangeableLine, 'exchangeDays'>[]): number {
  const own = lines.map(({ exchangeDays = days }) => exchangeDays)
  return own.length === 0 || own.includes(days) ? days : Math.max(...own)
}

/** SPEC 2, with the owner's exchange days. Products with days of their own are named; if all have them, nothing else is said. */
export function exchangeNote(days: number, lines: readonly ExchangeableLine[]): string {
  const own = new Map(lines.map(({ productId: { name }, exchangeDays = days }) => [name, exchangeDays]))
  const notes = [...own]
    .filter(([, ownDays]) => ownDays !== days)
    .map(([product, ownDays]) =>
      ownDays === 0
        ? t('{product} can’t be exchanged.', { product })
        : t('{product} can be exchanged for {days} days after delivery.', { product, days: ownDays }),
    )
  const usual = t('We offer a {days}-day easy exchange policy with all tags intact; but returns are not accepted.', {
    days,
  })
  return [...(own.size > 0 && notes.length === own.size ? [] : [usual]), ...notes].join(' ')
}
/** SPEC 8: adding to the cart failed, or nobody was logged in; both lead to /login. */
export const ADD_TO_CART_FAILED = t('There was an issue adding the item to your cart. Please try again.')
export const NOT_LOGGED_IN = t('User not logged in')
/** CONTRACT. */
export const ADDED_TO_CART = t('Product added to cart successfully')
/** SPEC 7. */
export const CART_LINE_DELETED = t('Cart item deleted successfully.')

/** A line of the cart or the wishlist was replaced. */
export const LINE_CHANGED = t('Item changed.')
/** The same with what it is now. */
export function lineChanged({ color, size }: { color: string; size: string }): string {
  return t('Changed to {size}, {color}.', { size: valueName(size), color: valueName(color) })
}
export const ITEM_NOT_FOUND = t('Item not found.')
export const PRODUCT_NOT_FOUND = t('Product not found.')
export const CART_FULL = t('Your cart can hold 100 different items. Please remove one first.')

/** The refusal of more than is left: names the line and what is left (CONTRACT, Stock). */
export function notEnough(line: { name: string; color: string; size: string }, left: number): string {
  const what = `${line.name} (${valueName(line.color)}, ${valueName(line.size)})`
  return left > 0 ? t('Only {left} left of {what}.', { left, what }) : t('{what} is sold out.', { what })
}

/** A product exists, but not in this colour or size. */
export function notMade(name: string, part: 'color' | 'size', value: string): string {
  return part === 'color'
    ? t('{name} isn’t available in {value}.', { name, value: valueName(value) })
    : t('{name} isn’t available in size {value}.', { name, value })
}

/** The owner's minimum order, as the value of goods in rupees. */
export function belowMinimum(minimum: number): string {
  return t('The minimum order is {minimum}. Please add something.', { minimum: formatRupees(minimum) })
}

/** The most lines in a guest's cart. The next sentence names the number. */
export const GUEST_LINES = 50
export const GUEST_CART_FULL = t('Your cart can hold 50 different items until you log in. Please remove one first.')
export const NO_GUEST_CART = t('Please log in to use the cart.')

/** For lines of a guest's cart whose product is no longer sold. */
export function noLongerSold(count: number): string {
  return t(
    '{count, plural, one {An item in your cart is no longer sold and has been removed.} other {# items in your cart are no longer sold and have been removed.}}',
    { count },
  )
}
