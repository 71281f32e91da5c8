/**
 * Money is whole paise inside the shop, and rupees (at most two decimals) in the API and on pages. The branded type
 * keeps them apart: a plain number is never paise.
 */
export type Paise = number & { readonly __unit: 'paise' }

/** Brands a number as paise. @throws {RangeError} on a fraction of a paisa */
export function paise(amount: number): Paise {
  if (!Number.isSafeInteger(amount)) throw new RangeError(`${amount} is not a whole number of paise`)
  // Safe cast: checked on the line above.
  return amount as Paise
}

/**
 * Rupees from the API to paise; null for more than two decimals or an inexact amount.
 * 2.3 * 100 is 229.99999999999997 in floating point, so the product is rounded and compared, never truncated.
 */
export function toPaise(rupees: number): Paise | null {
  const whole = Math.round(rupees * 100)
  return Number.isSafeInteger(whole) && Math.abs(whole / 100 - rupees) < 1e-9 ? paise(whole) : null
}

/** Paise to the rupees of the API: 129900 -> 1299. */
export function toRupees(amount: Paise): number {
  return amount / 100
}

/** `part` per cent of an amount; half a paisa rounds up (CONTRACT, productDetails). Exact: integers only. */
export function percentOf(amount: Paise, part: number): Paise {
  return paise(Math.floor((amount * part + 50) / 100))
}

/** The price on a product card, rupee sign and Indian grouping: 129900 rupees is ₹1,29,900 (SPEC 9). */
export function productCardPrice(rupees: number): string {
  return `₹${groupDigits(rupees, Number.isInteger(rupees) ? 0 : 2)}`
}

/** A price in the cart and in texts: Rs. 1,299.00 (SPEC 9). */
export function formatPrice(rupees: number): string {
  return `Rs. ${groupDigits(rupees, 2)}`
}

/** The same with a minus sign before it, for what is taken off: −Rs. 200.00. */
export function formatSigned(rupees: number): string {
  return rupees < 0 ? `−${formatPrice(-rupees)}` : formatPrice(rupees)
}

/** An amount on a document, always with its paise: 1,40,395.95. */
export function plainAmount(amount: Paise): string {
  return groupDigits(toRupees(amount), 2)
}

/** An amount inside a sentence, without empty paise: Rs. 40, Rs. 49.50. */
export function formatRupees(rupees: number): string {
  return `Rs. ${groupDigits(rupees, Number.isInteger(rupees) ? 0 : 2)}`
}

/**
 * Indian grouping: the last three digits, then pairs. Not `Intl.NumberFormat`, whose language data took 24 to 230 ms of
 * every first page (Chromium, two shared cores); the test compares with it.
 */
function groupDigits(rupees: number, digits: 0 | 2): string {
  const [whole = '', part] = rupees.toFixed(digits).split('.')
  const pairs = whole.replace(/\B(?=(\d\d)+\d$)/g, ',')
  return part === undefined ? pairs : `${pairs}.${part}`
}
