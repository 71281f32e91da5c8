import { z } from 'zod'
import { fields, line, path, required, whole } from './field-contract.ts'

const noPath = z
  .string()
  .max(500)
  .refine(
    (text) => text === '' || path.safeParse(text).success,
    'must be a path of this shop such as /media/home/a.webp, or empty',
  )
const hidden = z.boolean().optional()
const button = fields({ text: required(40), link: path })
const choices = z.array(required(60)).max(50).optional()
const price = z.number().min(0).max(1_000_000).optional()

/** The filter of a row, by the query parameters of the listing. */
const filter = fields({
  categories: choices,
  subcategory: choices,
  colors: choices,
  sizes: choices,
  pattern: choices,
  fabric: choices,
  fit: choices,
  collection: choices,
  minPrice: price,
  maxPrice: price,
  q: line(200).optional(),
  sortBy: z.enum(['lowToHigh', 'highToLow', 'newest']).optional(),
})

const PRODUCT_SOURCES = ['latestArrivals', 'topCollection', 'hand', 'newest', 'bestSold', 'filter']
const rowLength = whole(1, 20).optional()

/** Where a row's products come from; the first two are the calls of SPEC section 7. */
const products = z.discriminatedUnion(
  'by',
  [
    fields({ by: z.literal('latestArrivals') }),
    fields({ by: z.literal('topCollection') }),
    fields({ by: z.literal('hand'), ids: z.array(required(100)).min(1).max(20) }),
    fields({ by: z.literal('newest'), count: rowLength }),
    fields({ by: z.literal('bestSold'), days: whole(1, 365), count: rowLength }),
    fields({ by: z.literal('filter'), filter, count: rowLength }),
  ],
  { error: `must be ${PRODUCT_SOURCES.join(', ')}` },
)

const hero = fields({
  type: z.literal('hero'),
  hidden,
  label: line(60),
  heading: required(60),
  text: line(200),
  picture: path,
  /** Upright; empty for `picture` there, too. */
  phonePicture: noPath,
  /** On wide screens too the picture is darkened behind light text; else dark text is on the picture's left. */
  darken: z.boolean().optional(),
  button,
})
const banner = fields({ type: z.literal('banner'), hidden })
const tiles = fields({
  type: z.literal('tiles'),
  hidden,
  heading: required(60),
  tiles: z.array(fields({ name: required(40), picture: path, link: path })).max(6),
  /** A wide link below the tiles. */
  more: fields({ name: required(40), link: path }).optional(),
})
const row = fields({ type: z.literal('products'), hidden, title: required(60), products })
const collection = fields({
  type: z.literal('collection'),
  hidden,
  label: line(60),
  heading: required(60),
  text: line(400),
  picture: path,
  /** What the picture shows. Empty if it's decorative. */
  alt: line(200),
  button,
})
const testimonials = fields({
  type: z.literal('testimonials'),
  hidden,
  heading: required(60),
  voices: z
    .array(fields({ text: required(300), author: required(80) }))
    .min(1)
    .max(20),
})
/** Its handle and URL are separate settings, because the footer shows them too. */
const instagram = fields({
  type: z.literal('instagram'),
  hidden,
  heading: required(60),
  pictures: z
    .array(path)
    .refine((list) => [0, 4, 8].includes(list.length), 'must be none, 4 or 8, so that rows are full'),
})

/** The types of sections without products; the home page gets them as they are set. */
export const plainSections = [hero, banner, tiles, collection, testimonials, instagram] as const

const section = z.discriminatedUnion('type', [...plainSections, row], {
  error: 'must be hero, banner, tiles, products, collection, testimonials or instagram',
})

/** The rule of the setting `home.sections`. */
export const homeSections = z
  .array(section)
  .max(30)
  .refine(
    (list) => ['hero', 'banner', 'instagram'].every((type) => list.filter((one) => one.type === type).length <= 1),
    'can have only one hero, one banner and one Instagram block',
  )
  .readonly()

export type HomeSection = z.output<typeof section>
export type PlainSection = Exclude<HomeSection, { type: 'products' }>
export type RowSource = z.output<typeof products>
