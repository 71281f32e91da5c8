import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { slug } from '#platform/api/fields.server.ts'

/**
 * A picture of a product: its URL, which is in `images` too, and what a screen needs to show it without layout shift.
 */
export const picture = z.object({
  src: z.string(),
  alt: z.string(),
  color: z.string(),
  view: z.string(),
  width: z.int(),
  height: z.int(),
  /** The picture's background as #rrggbb, shown while it loads. */
  tone: z.string(),
})

const rating = z.object({ average: z.number(), count: z.int() })

/** `price` and `mrp` are missing if they are the product's. */
const variant = z.object({
  sku: z.string(),
  color: z.string(),
  size: z.string(),
  quantity: z.int(),
  price: z.number().optional(),
  mrp: z.number().optional(),
})

/** A product in the API (SPEC 3, CONTRACT "Stock"): quantities are those that can still be bought. */
export const product = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** The lowest of its variants' prices. */
    price: z.number(),
    /** The highest of them. Missing if all are the same. */
    priceTo: z.number().optional(),
    /** The maximum retail price, shown struck through if it's above the price. */
    mrp: z.number().nullable(),
    images: z.array(z.string()),
    description: z.string(),
    /** The description as HTML, if it has paragraphs, lists, links or emphasis. */
    descriptionHtml: z.string().optional(),
    colors: z.array(z.string()),
    /** The filter option that a colour counts as, by its name, if that's another: `{"Indigo": "Blue"}`. */
    colorFamilies: z.record(z.string(), z.string()).optional(),
    /** The swatches of colours, #rrggbb by name. Those that pages know by name are missing (SPEC 9). */
    swatches: z.record(z.string(), z.string()).optional(),
    sizes: z.array(z.object({ _id: z.string(), size: z.string(), quantity: z.int() })),
    categories: z.string(),
    subcategory: z.string(),
    pattern: z.string(),
    fabric: z.string(),
    fit: z.string(),
    /** The drop or line it belongs to, a filter. Missing if it's in none. */
    collection: z.string().optional(),
    variants: z.array(variant),
    pictures: z.array(picture),
    badge: z.string().nullable(),
    care: z.array(z.string()),
    countryOfOrigin: z.string(),
    gsm: z.number().nullable(),
    measurements: z.record(z.string(), z.union([z.string(), z.record(z.string(), z.number())])).nullable(),
    createdAt: z.string(),
    /** The mean of its reviews' stars to one decimal, and their number. Missing without reviews. */
    rating: rating.optional(),
    /** It can't be paid in cash at the door. Missing if it can. */
    noCash: z.literal(true).optional(),
    /** Days after delivery in which it can be exchanged, 0 for never. Missing if they're the shop's (`exchange.days`). */
    exchangeDays: z.int().optional(),
    /** For search engines and link previews, if they're other than its name and description. */
    searchTitle: z.string().optional(),
    searchDescription: z.string().optional(),
    /** Only where staff look at a product as it will be: nothing can be bought there. */
    preview: z.literal(true).optional(),
  })
  .meta({ id: 'Product' })

/** The props of a product card, computed on the server, so that a page has no more data than it shows. */
export const card = z
  .object({
    _id: z.string(),
    name: z.string(),
    /** Rupees. */
    price: z.number(),
    /** As in Product. */
    priceTo: z.number().optional(),
    /** The discount from the MRP in per cent, and the MRP in rupees. Null without a discount. */
    saving: z.object({ mrp: z.number(), percent: z.number() }).nullable(),
    /** The requested colour, which the picture shows, or null. */
    color: z.string().nullable(),
    /** Empty if the product has no picture. */
    cover: z.string(),
    /** The cover's background as #rrggbb, shown while the picture loads (`Picture.tone`). */
    tone: z.string().nullable(),
    /** Another picture of the same colour, shown on hover. */
    second: z.string().nullable(),
    tag: z.string().nullable(),
    soldOut: z.boolean(),
    /** As in Product. */
    rating: rating.optional(),
    colors: z.array(z.string()).readonly(),
    /** As in Product. */
    swatches: z.record(z.string(), z.string()).optional(),
    /** For the filter panel, which lists the subcategories of the loaded products (SPEC section 4). */
    categories: z.string(),
    subcategory: z.string(),
  })
  .meta({ id: 'Card' })

export type Card = z.output<typeof card>
export type Picture = z.output<typeof picture>
export type Product = z.output<typeof product>

export const catalogContract = defineContract({
  'GET /product/getProductDetail/{productId}': {
    summary: 'One product; viewProduct=true counts a view',
    group: 'Catalogue',
    access: 'public',
    params: z.object({ productId: slug }),
    query: z.object({ viewProduct: z.string().optional() }),
    status: 200,
    response: z.object({ status: z.literal(200), data: product, message: z.string() }),
    refusals: ['not_found', 'no_longer_sold'],
    cacheTags: ['assortment'],
  },
})
