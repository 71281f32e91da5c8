import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { text } from '#platform/api/fields.server.ts'
import { accentProblem, COLOUR, signalProblem } from './colour-rules.ts'
import { cleanMark } from './mark-rules.ts'
import { PAGE_NAMES, type Settings, SHOP_PATH, UNSHARED_SETTINGS, WEEKDAYS } from './rules.ts'
import { stateCode } from './state-rules.ts'

const line = (max: number) => text({ max, tooLong: `may have at most ${max} characters` })
const required = (max: number) =>
  text({ max, required: 'may not be empty', tooLong: `may have at most ${max} characters` })

const pageText = text({ max: 50_000, tooLong: 'may have at most 50000 characters', lines: true })

const mailAddress = z.email({ error: 'must be an e-mail address' }).max(254)
const rupees = z
  .number({ error: 'must be a number of rupees' })
  .refine((amount) => amount >= 0 && amount <= 100_000, 'must be from 0 to 100000 rupees')
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'must have at most two decimals')
const whole = (min: number, max: number) =>
  z
    .int({ error: 'must be a whole number' })
    .refine((count) => count >= min && count <= max, `must be from ${min} to ${max}`)

/** Two digits of the state, ten of the PAN, entity, Z, check character (CBIC, form of a GSTIN). */
const GSTIN = /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z])?$/

const path = z
  .string()
  .max(500)
  .regex(SHOP_PATH, 'must be a path of this shop that starts with /, as /categories?colors=Black or /media/home/a.webp')

function fields<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has the unknown field ${issue.keys.join(', ')}` : undefined,
  })
}

const hidden = z.boolean().optional()
const button = fields({ text: required(40), link: path })
const choices = z.array(required(60)).max(50).optional()
const price = z.number().min(0).max(1_000_000).optional()

/** The filter of a row: as the listing's own address has it, with lists for its lists. */
const filter = fields({
  categories: choices,
  subcategory: choices,
  colors: choices,
  sizes: choices,
  pattern: choices,
  fabric: choices,
  fit: choices,
  minPrice: price,
  maxPrice: price,
  q: line(200).optional(),
  sortBy: z.enum(['lowToHigh', 'highToLow']).optional(),
})

/** A colour that can be read wherever it stands. */
const colour = (problemOf: (colour: string) => string | null) =>
  z
    .string()
    .regex(COLOUR, 'must be # and six hexadecimal digits')
    .superRefine((value, context) => {
      const problem = COLOUR.test(value) ? problemOf(value) : null
      if (problem !== null) context.addIssue({ code: 'custom', message: `is not taken: ${problem}` })
    })

const mark = z.string().transform((text, context) => {
  const clean = cleanMark(text)
  if (clean === null)
    context.addIssue({
      code: 'custom',
      message: 'must be an SVG drawing with a viewBox of at most 30 KB, or a PNG of at most 60 KB as a data URL',
    })
  return clean ?? ''
})

/** `mark`: the address of the owner's mark, `bars` for the demonstration's, empty for none. `styles`: their colours. */
const shownBrand = z.object({ mark: z.string(), styles: z.string() })

const ROW_KINDS = ['latestArrivals', 'topCollection', 'hand', 'newest', 'bestSold', 'filter']
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
  { error: `must be ${ROW_KINDS.join(', ')}` },
)

const hero = fields({
  type: z.literal('hero'),
  hidden,
  label: line(60),
  heading: required(60),
  text: line(200),
  picture: path,
  phonePicture: path,
  /** On wide screens too the picture is darkened behind light text; else dark text stands on the picture's left. */
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
  /** What the picture shows; empty where it only decorates. */
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
/** Its handle and address are settings of their own, because the footer shows them too. */
const instagram = fields({
  type: z.literal('instagram'),
  hidden,
  heading: required(60),
  pictures: z
    .array(path)
    .refine((list) => [0, 4, 8].includes(list.length), 'must be none, 4 or 8, which fill their lines'),
})

/** The sections of a kind that has no products; the home page gets them as they are set. */
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
    'may have one hero, one banner and one Instagram block',
  )

export type HomeSection = z.output<typeof section>
export type PlainSection = Exclude<HomeSection, { type: 'products' }>
export type RowSource = z.output<typeof products>

/** An HSN code has 4, 6 or 8 digits (CGST notification 78/2020). */
export const hsn = z.string().regex(/^\d{4}(?:\d{2}){0,2}$/, 'must be an HSN code of 4, 6 or 8 digits')

/** A rate of the table: for the HSN codes that start so, from a day on, up to a price of one piece before tax. */
const taxRate = fields({
  hsn: z.string().regex(/^\d{2,8}$/, 'must be the first 2 to 8 digits of HSN codes'),
  upTo: rupees.optional(),
  percent: whole(0, 40),
  from: z.iso.date('must be a day such as 2026-04-01'),
})
export type TaxRate = z.output<typeof taxRate>

export const zone = fields({
  where: z
    .string()
    .regex(/^(?:[1-9]\d{0,5}|\p{L}[\p{L} ]{1,59})$/u, 'must be a PIN, the beginning of PINs, or a state'),
  days: whole(0, 60).nullable(),
  serviceable: z.boolean({ error: 'must be yes or no' }),
  pickup: z.boolean({ error: 'must be yes or no' }),
})

const prefix = z.string().regex(/^[A-Z0-9]{1,3}$/, 'must be 1 to 3 capital letters or digits')

/** The rule of each setting. */
export const settingRules: { [N in keyof Settings]: z.ZodType<Settings[N]> } = {
  'shop.open': z.boolean({ error: 'must be yes or no' }),
  'shop.name': required(60),
  'shop.tagline': line(160),
  'shop.motto': line(80),
  'shop.description': line(200),
  'shop.legalName': required(120),
  'shop.gstin': z.string().regex(GSTIN, 'must be a GSTIN of 15 characters, or empty'),
  'shop.address': required(300),
  'shop.city': required(60),
  'shop.state': line(60).refine(
    (state) => state === '' || stateCode(state) !== null,
    'must be a state of India, or its two digits in a GSTIN',
  ),
  'shop.email': mailAddress,
  'shop.phone': required(30),
  'shop.hours': line(120),
  'grievance.name': required(80),
  'grievance.title': required(80),
  'grievance.email': mailAddress,
  'grievance.phone': required(30),
  'grievance.days': whole(1, 31),
  'privacy.updated': line(40),
  'privacy.paymentProvider': line(80),
  'privacy.mapService': line(80),
  'privacy.pictureHost': line(80),
  'privacy.orderYears': line(20),
  'privacy.inactiveMonths': line(20),
  'privacy.courier': line(80),
  'privacy.mailService': line(80),
  'privacy.authority': line(120),
  'instagram.handle': line(60),
  'instagram.url': z
    .string()
    .max(200)
    .refine((url) => url === '' || /^https:\/\/[^\s@]+$/.test(url), 'must be an https address, or empty'),
  announcement: line(120),
  'services.designs': line(80),
  'services.quality': line(80),
  'order.delivery': rupees,
  'order.minimum': rupees,
  'order.taxPercent': whole(0, 28),
  'order.prefix': z.string().regex(/^[A-Za-z-]{0,8}$/, 'must be at most 8 letters and dashes'),
  'shipping.workingDays': z
    .array(z.enum(WEEKDAYS, { error: `must be of ${WEEKDAYS.join(', ')}` }))
    .min(1, 'must name at least one day'),
  'shipping.holidays': z.array(z.iso.date({ error: 'must be days written as 2026-11-08' })).max(400),
  'shipping.packDays': whole(0, 60),
  'shipping.deliverDays': whole(0, 60),
  'shipping.cutoffHour': whole(0, 24),
  'shipping.zones': z.array(zone, { error: 'must be a list of zones' }).max(25_000),
  'shipping.pickupPlace': line(100),
  'shipping.parcel': fields({
    grams: whole(0, 70_000),
    lengthCm: whole(0, 300),
    breadthCm: whole(0, 300),
    heightCm: whole(0, 300),
  }),
  'tax.table': z.array(taxRate, { error: 'must be a list of rates' }).max(500),
  'tax.pricesInclude': z.boolean({ error: 'must be yes or no' }),
  'tax.hsn': hsn,
  'invoice.prefix': prefix,
  'invoice.creditPrefix': prefix,
  'exchange.days': whole(1, 60),
  'owner.email': z.union([z.literal(''), mailAddress], { error: 'must be an e-mail address, or empty' }),
  'owner.mails': z.enum(['each', 'digest'], { error: 'must be each or digest' }),
  'owner.digestHour': whole(0, 23),
  'brand.signal': colour(signalProblem),
  'brand.accent': colour(accentProblem),
  'brand.mark': mark,
  'home.sections': homeSections,
  'search.words': pageText,
  'page.terms': pageText,
  'page.shipping': pageText,
  'page.exchanges': pageText,
  'page.privacy': pageText,
  'page.about': pageText,
}

/** What pages show of the settings (CONTRACT part two, The shop is its owner's). */
export const settingsContract = defineContract({
  'GET /user/shopSettings': {
    summary: 'Who the shop is and what it charges',
    group: 'Shop',
    access: 'public',
    status: 200,
    response: z
      .object(settingRules)
      .omit(UNSHARED_SETTINGS)
      .extend({
        /** By a table there is no one rate: each line of the cart has its own. */
        taxVaries: z.boolean(),
        brand: shownBrand,
      })
      .meta({ id: 'Settings' }),
    cacheTags: ['settings'],
  },
  'GET /user/pageText/{page}': {
    summary: 'The text of a page in Markdown, filled from the settings; empty where the page has its own form',
    group: 'Shop',
    access: 'public',
    params: z.object({ page: z.enum(PAGE_NAMES) }),
    status: 200,
    response: z.object({ text: z.string() }),
    refusals: [404],
    cacheTags: ['settings'],
  },
})
