import { z } from 'zod'
import { fieldErrors } from '#platform/api/field-errors.server.ts'
import { type TextOptions, text } from '#platform/api/fields.server.ts'
import { formatPrice, toPaise } from '#platform/money.ts'
import { hsn } from '../../settings/field-contract.ts'
import { FILTER_OPTIONS, MAX_PRICE, PRODUCT_STATES } from '../rules.ts'

/* The fields of a product as staff and import files write them. Money is in rupees. */

export const shortText = (options: TextOptions) =>
  text({ tooLong: `may have at most ${options.max} characters`, wrongType: fieldErrors, ...options })
export const filterValue = (max: number) =>
  shortText({ max }).refine(
    (value) => !value.includes(','),
    'can’t contain a comma, because filters join values with commas',
  )
export const requiredValue = (max: number) => filterValue(max).refine((value) => value !== '', 'is missing')

export const price = z
  .number({ error: 'must be a number of rupees' })
  .refine((rupees) => rupees >= 0 && rupees <= MAX_PRICE, `must be from 0 to ${MAX_PRICE} rupees`)
  .refine((rupees) => toPaise(rupees) !== null, 'must have at most two decimals')

export const productState = z.enum(PRODUCT_STATES, { error: `must be ${PRODUCT_STATES.join(', ')}` })

export const MRP_BELOW_PRICE = 'can’t be below the price: nothing may be sold above its maximum retail price'

/** True if a price is within the maximum retail price. Both are in the same unit. */
export function isMrpAllowed({ price, mrp }: { price: number; mrp: number | null }): boolean {
  return mrp === null || mrp >= price
}

/** What is unusual about a price, compared with what it was, as a sentence; null for a usual one. In rupees. */
export function unusualPrice(price: number, before: number): string | null {
  if (price === 0) return 'With a price of 0 it is given away.'
  if (before === 0 || price === before) return null
  const [now, was] = [price, before].map((rupees) => formatPrice(rupees))
  if (price < before / 2) return `${now} is less than half of yesterday’s ${was}.`
  return price > before * 2 ? `${now} is more than twice yesterday’s ${was}.` : null
}

const wholeNumber = (min: number, max: number) =>
  z
    .int({ error: 'must be a whole number' })
    .min(min, `must be from ${min} to ${max}`)
    .max(max, `must be from ${min} to ${max}`)

/** The rank of a product in a row of the home page. */
const rank = wholeNumber(1, 1000)

/** A position in the owner's manual sort order. There may be gaps between positions. */
export const position = wholeNumber(-1_000_000, 1_000_000)

/** A description with paragraphs, lists, links and emphasis. */
export const descriptionMarkdown = shortText({ max: 20_000, multiline: true }).refine(
  // A product's page never links to another site (CONTRACT, External links).
  (text) => !/(?<!\\)\]\(\s*(?:[a-z][a-z0-9+.-]*:|\/[/\\])/i.test(text),
  'may link to pages of this shop only, as in [shirts](/categories)',
)

/** The product fields that staff may change. Null clears a field. Unknown names are refused. */
const productFields = z.strictObject({
  name: shortText({ max: 200, required: 'is missing' }),
  price,
  mrp: price.nullable(),
  description: shortText({ max: 10_000, multiline: true }),
  descriptionMarkdown: descriptionMarkdown.nullable(),
  categories: z.enum(FILTER_OPTIONS.categories, { error: `must be ${FILTER_OPTIONS.categories.join(', ')}` }),
  subcategory: filterValue(60),
  pattern: filterValue(40),
  fabric: filterValue(40),
  fit: filterValue(40),
  /** The drop or line it belongs to, or null. */
  collection: filterValue(60).nullable(),
  badge: shortText({ max: 40 }).nullable(),
  /** The HSN code for its tax rate, or null for the shop's default. */
  hsn: hsn.nullable(),
  latestArrivals: rank.nullable(),
  topCollection: rank.nullable(),
  position: position.nullable(),
})

export type ProductFields = z.output<typeof productFields>

export const productChanges = productFields.partial()

export type ProductChanges = Partial<ProductFields>
