import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { isStorable } from '#platform/text/storable.ts'
import { visibleText } from '#platform/text/typed.ts'
import { product } from '../catalog/contract.ts'
import { FILTER_NAMES } from '../catalog/rules.ts'
import {
  BAD_CURSOR,
  BAD_DEARER,
  BAD_LIMIT,
  BAD_PRICE,
  BAD_SEARCH,
  BAD_SOLD_OUT,
  BAD_SORT,
  SEARCH_TOO_LONG,
  TOO_MANY_VALUES,
} from './messages.ts'
import { MAX_SEARCH_LENGTH, MAX_VALUES, MORE_SORTS, readList, readPrice } from './rules.ts'

/** A value of a filter group, and the number of products it would show under the other groups' choices. */
const option = z.object({ value: z.string(), count: z.int() })
const options = z.array(option)
/** SPEC's colours and the products' own. `family`: the colour among these that an own one counts as; its swatch. */
const colorOptions = z.array(option.extend({ family: z.string().optional(), swatch: z.string().optional() }))

/** How a search text was understood. */
const searchExplanation = z.object({
  /** The text itself. */
  q: z.string(),
  /** The text with its typos corrected; null if there were none. */
  spelled: z.string().nullable(),
  /** False if no word was. */
  isUnderstood: z.boolean(),
  /** The filters that the text names, prices in rupees, and the text without their words: "hoodie" of "black hoodie". */
  read: z.object({
    categories: z.array(z.string()),
    colors: z.array(z.string()),
    sizes: z.array(z.string()),
    fit: z.array(z.string()),
    minPrice: z.number().nullable(),
    maxPrice: z.number().nullable(),
  }),
  rest: z.string(),
  /** `rest` with its typos corrected. */
  things: z.string(),
  /** If nothing matches because of the price: the lowest price in rupees. */
  from: z.number().nullable(),
  /**
   * If nothing matches: searches that find something, with their numbers of products. Each is `q` under the same filters,
   * chosen or read, without some of them.
   */
  instead: z.array(z.object({ without: z.array(z.enum([...FILTER_NAMES, 'price'])), q: z.string(), total: z.int() })),
})

/** The filter panel's options with their counts, and the subcategories of each category. */
export const filterOptions = z
  .object({
    total: z.int(),
    categories: options,
    subcategories: z.record(z.string(), options),
    colors: colorOptions,
    sizes: options,
    pattern: options,
    fabric: options,
    fit: options,
    collection: options,
    /** The subcategories under all other choices, the largest first: each with one of its products and its picture. */
    kinds: z.array(option.extend({ product: z.string(), image: z.string() })),
    /** The lowest and highest price in rupees under the other choices. Null if nothing matches. */
    prices: z.object({ min: z.number(), max: z.number() }).nullable(),
    /** Null without a search text. */
    search: searchExplanation.nullable(),
    /** The owner's text about this listing (setting `listing.texts`). Empty if there is none. */
    text: z.string(),
  })
  .meta({ id: 'FilterOptions' })

export type FilterOptions = z.output<typeof filterOptions>
export type SearchExplanation = z.output<typeof searchExplanation>

/** `color`: the first colour that the text names and the product has; then the picture shows it. */
const suggestions = z
  .object({
    products: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        price: z.number(),
        /** As in Product. */
        priceTo: z.number().optional(),
        image: z.string(),
        color: z.string().nullable(),
      }),
    ),
    searches: z.array(z.string()),
    /** If nothing matches: how the text was understood. The products are then those that come nearest. */
    nothing: searchExplanation.nullable(),
  })
  .meta({ id: 'Suggestions' })

export type Suggestions = z.output<typeof suggestions>

const list = z
  .string()
  .transform(readList)
  .refine((values) => values.length <= MAX_VALUES, TOO_MANY_VALUES)
  .optional()
  .meta({ description: `At most ${MAX_VALUES} values, joined by commas; a product matches if it has one of them.` })
const price = z
  .string()
  .refine((written) => readPrice(written) !== null, BAD_PRICE)
  .transform((written) => readPrice(written) ?? 0)
  .optional()
  .meta({ description: 'Rupees; the bound itself matches.', example: '1299.50' })

const q = z
  .string()
  .transform(visibleText)
  .refine((text) => text.length <= MAX_SEARCH_LENGTH, SEARCH_TOO_LONG)
  .refine(isStorable, BAD_SEARCH)
  .optional()

const filters = {
  categories: list,
  subcategory: list,
  colors: list,
  sizes: list,
  pattern: list,
  fabric: list,
  fit: list,
  collection: list,
  minPrice: price,
  maxPrice: price,
  dearer: z.literal('included', { error: BAD_DEARER }).optional().meta({
    description: 'With "included", `maxPrice` is the end of a slider and no bound: what costs more matches too.',
  }),
  q: q.meta({
    description: `The search text, at most ${MAX_SEARCH_LENGTH} characters: words, colours, sizes, "under 1500".`,
    example: 'black hoodie under 2500',
  }),
}

const filterQuery = z.object({
  ...filters,
  sortBy: z.enum(['lowToHigh', 'highToLow', 'relevance', ...MORE_SORTS], { error: BAD_SORT }).optional(),
  soldOut: z
    .literal('last', { error: BAD_SOLD_OUT })
    .optional()
    .meta({ description: 'With "last", products that are sold out come after all others, in the same order.' }),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, BAD_LIMIT)
    .transform(Number)
    .refine((limit) => limit >= 1 && limit <= 100, BAD_LIMIT)
    .optional()
    .meta({ description: 'A page of 1 to 100 products; the Link header has the URL of the next page.', example: '24' }),
  cursor: z
    .string()
    .max(300, BAD_CURSOR)
    .optional()
    .meta({ description: 'Where the page begins: the cursor in the Link header of the previous page.' }),
})

export const listingContract = defineContract({
  'GET /user/filterProduct': {
    summary: 'Products by filters, price, words; in pages where a limit is given, else at most 1,000',
    group: 'Catalogue',
    access: 'public',
    query: filterQuery,
    status: 200,
    response: z.array(product),
    cacheTags: ['catalog'],
    headers: {
      Link: 'The next page, rel="next" (RFC 8288); absent on the last one',
      'X-Total-Count': 'The number of matching products',
    },
  },
  'GET /user/filterOptions': {
    summary: 'The number of products each filter value would show, and the subcategories of each category',
    group: 'Catalogue',
    access: 'public',
    query: z.object(filters),
    status: 200,
    response: filterOptions,
    cacheTags: ['catalog', 'settings'],
  },
  'GET /user/suggest': {
    summary: 'Products and searches for a text as it’s typed; without one, the largest subcategories',
    group: 'Catalogue',
    access: 'public',
    query: z.object({ q }),
    status: 200,
    response: suggestions,
    cacheTags: ['catalog'],
  },
})
