/** The attributes of a product by which a listing filters, in the order in which calls and URLs name them (SPEC 7). */
export const FILTER_NAMES = ['categories', 'subcategory', 'colors', 'sizes', 'pattern', 'fabric', 'fit'] as const

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

/** Published: on sale. Hidden: in no list, 404. Archived: no longer sold, 410; orders keep showing it. */
export const PRODUCT_STATES = ['published', 'hidden', 'archived'] as const

export type ProductState = (typeof PRODUCT_STATES)[number]

/**
 * By how many per cent the price is below the maximum retail price, both in rupees, rounded down; null where it is not. In
 * whole paise, as 1 - 80 / 100 is less than 0.2 in floating point.
 */
export function discountPercent(price: number, mrp: number | null | undefined): number | null {
  const mrpPaise = Math.round((mrp ?? 0) * 100)
  const percent = Math.floor(((mrpPaise - Math.round(price * 100)) * 100) / mrpPaise)
  return percent > 0 ? percent : null
}
