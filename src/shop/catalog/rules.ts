/** The product attributes that a listing filters by, in the order of calls and URLs (SPEC 7). */
export const FILTER_NAMES = [
  'categories',
  'subcategory',
  'colors',
  'sizes',
  'pattern',
  'fabric',
  'fit',
  // Beyond SPEC: the owner's own grouping, such as a drop.
  'collection',
] as const

export type FilterName = (typeof FILTER_NAMES)[number]

/** The options of each filter group (SPEC 9); subcategories come from the products. */
export const FILTER_OPTIONS = {
  categories: ['Man', 'Woman', 'Other'],
  colors: ['Red', 'Blue', 'Green', 'Pink', 'White', 'Black', 'Grey', 'Maroon', 'Gold', 'Yellow', 'Orange', 'Purple'],
  sizes: ['S', 'M', 'L', 'XL', 'XXL', 'XXXL'],
  pattern: ['Lucknowi', 'Printed', 'Plain', 'Embroidery', 'Other'],
  fabric: ['Cotton', 'Silk', 'Wool', 'Polyester', 'Linen'],
  fit: ['Regular Fit', 'Slim Fit', 'Loose Fit', 'Drop Shoulder', 'Overfit'],
} as const satisfies Partial<Record<FilterName, readonly string[]>>

/** Compares two sizes, from small to large: letters, then numbers (28, 2XL), then others in the order that they have. */
export function compareSizes(a: string, b: string): number {
  return rankOfSize(a) - rankOfSize(b)
}

const LETTERS: readonly string[] = ['XXS', 'XS', ...FILTER_OPTIONS.sizes]
const LAST = 10_000

function rankOfSize(size: string): number {
  if (LETTERS.includes(size)) return LETTERS.indexOf(size)
  const number = Number.parseFloat(size)
  return Number.isNaN(number) ? LAST : LETTERS.length + number
}

/** Draft: never on sale yet, 404. Published: on sale. Hidden: in no list, 404. Archived: no longer sold, 410; orders keep showing it. */
export const PRODUCT_STATES = ['draft', 'published', 'hidden', 'archived'] as const

export type ProductState = (typeof PRODUCT_STATES)[number]

/**
 * The discount from the maximum retail price in per cent, rounded down. Both prices are in rupees. Null without a
 * discount. Computed in whole paise, because 1 - 80 / 100 is less than 0.2 in floating point.
 */
export function discountPercent(price: number, mrp: number | null | undefined): number | null {
  const mrpPaise = Math.round((mrp ?? 0) * 100)
  const percent = Math.floor(((mrpPaise - Math.round(price * 100)) * 100) / mrpPaise)
  return percent > 0 ? percent : null
}

/** The value of a colour in a map by names, which may be any text ("constructor"). */
export function ofColor(values: Readonly<Record<string, string>> | undefined, color: string): string | undefined {
  return values && Object.hasOwn(values, color) ? values[color] : undefined
}

/** Maximum stock of one SKU. */
export const MAX_STOCK = 1_000_000

/** In rupees. In paise it still fits the database's integer. */
export const MAX_PRICE = 10_000_000
