import { z } from 'zod'
import { text } from '#platform/api/fields.server.ts'
import { COLOUR } from './colour-rules.ts'
import { GSTIN } from './detail-rules.ts'
import { readLogo } from './logo-rules.ts'
import { SHOP_PATH, WEEKDAYS } from './rules.ts'
import { stateCode } from './state-rules.ts'
import { SPEC_SWATCHES } from './swatch-rules.ts'

// Values of settings. An error message is the end of a sentence that starts with the setting's name.

export const line = (max: number) => text({ max, tooLong: `may have at most ${max} characters` })
export const required = (max: number) =>
  text({ max, required: 'can’t be empty', tooLong: `may have at most ${max} characters` })

/** One line of text that may be typed in several. */
export const lineOfLines = (max: number, separator: ', ' | ' ', rules: { required?: string } = {}) =>
  text({ max, multiline: true, tooLong: `may have at most ${max} characters`, ...rules }).overwrite((typed) =>
    typed
      .split(separator === ', ' ? /,?\s*\n\s*/ : /\s*\n\s*/)
      .filter(Boolean)
      .join(separator),
  )

export const pageText = text({ max: 50_000, tooLong: 'may have at most 50000 characters', multiline: true })

export const mailAddress = z.email({ error: 'must be an e-mail address' }).max(254)
export const rupees = z
  .number({ error: 'must be a number of rupees' })
  .refine((amount) => amount >= 0 && amount <= 100_000, 'must be from 0 to 100000 rupees')
  .refine((amount) => Math.round(amount * 100) / 100 === amount, 'must have at most two decimals')
  .meta({ minimum: 0, maximum: 100_000 })
export const whole = (min: number, max: number) =>
  z
    .int({ error: 'must be a whole number' })
    .refine((count) => count >= min && count <= max, `must be from ${min} to ${max}`)
    .meta({ minimum: min, maximum: max })

export const yesOrNo = z.boolean({ error: 'must be yes or no' })

export const path = z
  .string()
  .max(500)
  .refine(
    (text) => !text.startsWith('/') || /^[\x21-\x7e]*$/.test(text),
    'can’t have spaces or letters outside of English: write them as the browser’s address bar copies them, such as /categories?subcategory=Co-ord%20Set',
  )
  .regex(SHOP_PATH, 'must be a path of this shop that starts with /, as /categories?colors=Black or /media/home/a.webp')

export function fields<S extends z.core.$ZodLooseShape>(shape: S) {
  return z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `has the unknown field ${issue.keys.join(', ')}` : undefined,
  })
}

export const gstin = z.string().regex(GSTIN, 'must be a GSTIN of 15 characters, or empty')

/** A colour with enough contrast wherever it's used. */
export const colour = (problemOf: (colour: string) => string | null) =>
  z
    .string()
    .regex(COLOUR, 'must be # and six hexadecimal digits')
    .superRefine((value, context) => {
      const problem = COLOUR.test(value) ? problemOf(value) : null
      if (problem !== null) context.addIssue({ code: 'custom', message: `was refused: ${problem}` })
    })

export const logo = z.string().transform((text, context) => {
  const read = readLogo(text)
  if ('logo' in read) return read.logo
  context.addIssue({ code: 'custom', message: read.problem })
  return ''
})

/** The highest rate of GST, of 2025-09-22 (notification 9/2025), for `order.taxPercent` and `tax.table`. */
export const MAX_TAX_PERCENT = 40

/** An HSN code has 4, 6 or 8 digits (CGST notification 78/2020). */
export const hsn = z.string().regex(/^\d{4}(?:\d{2}){0,2}$/, 'must be an HSN code of 4, 6 or 8 digits')

/**
 * A tax rate for all HSN codes that start with `hsn`, from the day `from` on, for pieces of at most `upTo` rupees
 * before tax.
 */
export const taxRate = fields({
  hsn: z.string().regex(/^\d{2,8}$/, 'must be the first 2 to 8 digits of HSN codes'),
  upTo: rupees.optional(),
  percent: whole(0, MAX_TAX_PERCENT),
  from: z.iso.date('must be a day such as 2026-04-01'),
})
export type TaxRate = z.output<typeof taxRate>

/**
 * A part of the country with its own delivery. `days`: working days from dispatch to the door, or null for
 * `shipping.deliverDays`.
 */
export const zone = fields({
  where: z
    .string()
    .regex(/^(?:[1-9]\d{0,5}|\p{L}[\p{L} ]{1,59})$/u, 'must be a PIN, the first digits of PINs, or a state'),
  days: whole(0, 60).nullable(),
  serviceable: yesOrNo,
  /** True if exchanges are picked up there. */
  pickup: yesOrNo,
  /** The delivery fee there, in rupees. Missing for `order.delivery`. */
  fee: rupees.optional(),
  /** Goods in rupees from which delivery there is free, 0 for never. Missing for `delivery.freeFrom`. */
  freeFrom: rupees.optional(),
  /** False if nothing is paid in cash there. */
  cash: yesOrNo.optional(),
})
export type Zone = z.output<typeof zone>

/** Weight and size of a packed parcel. */
export const parcel = fields({
  grams: whole(0, 70_000),
  lengthCm: whole(0, 300),
  breadthCm: whole(0, 300),
  heightCm: whole(0, 300),
})
export type Parcel = z.output<typeof parcel>

/** The name of a site, without https:// and path. */
export const site = z
  .string()
  .trim()
  .toLowerCase()
  .max(100)
  .regex(/^(?:[a-z0-9-]{1,63}\.)+[a-z]{2,}$/, 'must be names of sites, such as track.carrier.in')

/** The listing of one category, one subcategory, both, one colour or one collection. */
const LANDING =
  /^\/categories\?(?:(?:categories=[^&,]+&)?subcategory=[^&,]+|(?:subcategory=[^&,]+&)?categories=[^&,]+|(?:colors|collection)=[^&,]+)$/

/** The owner's text above a listing that search engines show as a separate page. */
export const listingText = fields({
  page: path.regex(
    LANDING,
    'must be the listing of one category, one subcategory, one colour or one collection, as /categories?colors=Black',
  ),
  text: required(600),
})
export type ListingText = z.output<typeof listingText>

/** A link of the header. */
export const headerLink = fields({ label: required(20), to: path })

const colorName = required(40).refine((name) => !name.includes(','), 'can’t contain a comma')

/** A colour as the shop names it, with the filter's colour that it counts as, or its swatch. */
export const ownColor = fields({
  name: colorName,
  family: colorName.optional(),
  swatch: z.string().regex(COLOUR, 'must be # and six hexadecimal digits').optional(),
}).refine(({ name, swatch }) => swatch === undefined || !Object.hasOwn(SPEC_SWATCHES, name.toLowerCase()), {
  path: ['swatch'],
  message: 'can’t be set: this name has a fixed swatch',
})
export type OwnColor = z.output<typeof ownColor>

/** The prefix of document numbers. */
export const numberPrefix = z.string().regex(/^[A-Z0-9]{1,3}$/, 'must be 1 to 3 capital letters or digits')

export const orderPrefix = z.string().regex(/^[A-Za-z-]{0,8}$/, 'must be at most 8 letters and dashes')

export const workingDays = z
  .array(z.enum(WEEKDAYS, { error: `must be of ${WEEKDAYS.join(', ')}` }))
  .min(1, 'must name at least one day')
  .readonly()

export const stateOfIndia = line(60).refine(
  (state) => state === '' || stateCode(state) !== null,
  'must be a state of India, or its two digits in a GSTIN',
)

export const httpsUrl = z
  .string()
  .max(200)
  .refine((url) => url === '' || /^https:\/\/[^\s@]+$/.test(url), 'must be an https address, or empty')
