/** The attributes of a product by which a listing filters, in the order in which calls and addresses name them (SPEC 7). */
export const LIST_NAMES = ['categories', 'subcategory', 'colors', 'sizes', 'pattern', 'fabric', 'fit'] as const

export type ListName = (typeof LIST_NAMES)[number]

/** What each filter group offers (SPEC 9); subcategories come from the products. */
export const FILTER_OPTIONS = {
  categories: ['Man', 'Woman', 'Other'],
  colors: ['Red', 'Blue', 'Green', 'Pink', 'White', 'Black', 'Grey', 'Maroon', 'Gold', 'Yellow', 'Orange', 'Purple'],
  sizes: ['S', 'M', 'L', 'XL', 'XXL', 'XXXL'],
  pattern: ['Lucknowi', 'Printed', 'Plain', 'Embroidery', 'Other'],
  fabric: ['Cotton', 'Silk', 'Wool', 'Polyester', 'Linen'],
  fit: ['Regular Fit', 'Slim Fit', 'Loose Fit', 'Drop Shoulder', 'Overfit'],
} as const satisfies Partial<Record<ListName, readonly string[]>>
