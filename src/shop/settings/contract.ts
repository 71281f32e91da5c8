import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { accentProblem, COLOUR, signalProblem } from './colour-rules.ts'
import { fields, line, mailAddress, pageText, path, required, rupees, whole } from './field-contract.ts'
import { LOGO_FORMS, sanitizeLogo } from './logo-rules.ts'
import { PAGE_NAMES, type Settings, UNSHARED_SETTINGS, WEEKDAYS } from './rules.ts'
import { homeSections } from './section-contract.ts'
import { stateCode } from './state-rules.ts'

/** Two digits of the state, ten of the PAN, entity, Z, check character (CBIC, form of a GSTIN). */
const GSTIN = /^(?:\d{2}[A-Z]{5}\d{4}[A-Z][1-9A-Z]Z[0-9A-Z])?$/

/** A colour with enough contrast wherever it is used. */
const colour = (problemOf: (colour: string) => string | null) =>
  z
    .string()
    .regex(COLOUR, 'must be # and six hexadecimal digits')
    .superRefine((value, context) => {
      const problem = COLOUR.test(value) ? problemOf(value) : null
      if (problem !== null) context.addIssue({ code: 'custom', message: `is not taken: ${problem}` })
    })

const logo = z.string().transform((text, context) => {
  const sanitized = sanitizeLogo(text)
  if (sanitized === null) context.addIssue({ code: 'custom', message: `must be ${LOGO_FORMS}` })
  return sanitized ?? ''
})

/** `mark`: the URL of the owner's logo, `bars` for the demonstration's four bars, empty for none. `styles`: CSS of their colours. */
const shownBrand = z.object({ mark: z.string(), styles: z.string() })

/** An HSN code has 4, 6 or 8 digits (CGST notification 78/2020). */
export const hsn = z.string().regex(/^\d{4}(?:\d{2}){0,2}$/, 'must be an HSN code of 4, 6 or 8 digits')

/** A tax rate for all HSN codes that start with `hsn`, from the day `from` on, for pieces of at most `upTo` rupees before tax. */
const taxRate = fields({
  hsn: z.string().regex(/^\d{2,8}$/, 'must be the first 2 to 8 digits of HSN codes'),
  upTo: rupees.optional(),
  percent: whole(0, 40),
  from: z.iso.date('must be a day such as 2026-04-01'),
})
export type TaxRate = z.output<typeof taxRate>

/** A part of the country with its own delivery. `days`: working days from dispatch to the door; null: `shipping.deliverDays`. */
const zone = fields({
  where: z
    .string()
    .regex(/^(?:[1-9]\d{0,5}|\p{L}[\p{L} ]{1,59})$/u, 'must be a PIN, the beginning of PINs, or a state'),
  days: whole(0, 60).nullable(),
  serviceable: z.boolean({ error: 'must be yes or no' }),
  /** Whether exchanges are fetched there. */
  pickup: z.boolean({ error: 'must be yes or no' }),
  /** What delivery there costs, in rupees; missing: `order.delivery`. */
  fee: rupees.optional(),
})
export type Zone = z.output<typeof zone>

/** Weight and size of a packed parcel. */
const parcel = fields({
  grams: whole(0, 70_000),
  lengthCm: whole(0, 300),
  breadthCm: whole(0, 300),
  heightCm: whole(0, 300),
})
export type Parcel = z.output<typeof parcel>

/** The listing of one category, one subcategory, both, or one colour. */
const LANDING =
  /^\/categories\?(?:(?:categories=[^&,]+&)?subcategory=[^&,]+|(?:subcategory=[^&,]+&)?categories=[^&,]+|colors=[^&,]+)$/

/** The owner's text above a listing that search engines show as a page of its own. */
const listingText = fields({
  page: path.regex(
    LANDING,
    'must be the listing of one category, one subcategory or one colour, as /categories?colors=Black',
  ),
  text: required(600),
})
export type ListingText = z.output<typeof listingText>

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
  'cart.guests': z.boolean({ error: 'must be yes or no' }),
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
  'shipping.parcel': parcel,
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
  'brand.mark': logo,
  'home.sections': homeSections,
  'search.words': pageText,
  'listing.texts': z.array(listingText, { error: 'must be a list of pages and texts' }).max(300),
  'hindi.on': z.boolean({ error: 'must be yes or no' }),
  'hindi.words': pageText,
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
        /** Places have delivery fees of their own (`GET /user/delivery/{pin}`). */
        deliveryVaries: z.boolean(),
        /** `addedLater`: what a price leaves out, shown beside it. The others are in the footer, with `{email}` of `seller` as a link. */
        notes: z.object({ addedLater: z.string(), policy: z.string(), seller: z.string() }),
        brand: shownBrand,
      })
      .meta({ id: 'Settings' }),
    cacheTags: ['settings'],
  },
  'GET /user/pageText/{page}': {
    summary: 'The text of a page in Markdown, filled from the settings; empty where the text is built into the page',
    group: 'Shop',
    access: 'public',
    params: z.object({ page: z.enum(PAGE_NAMES) }),
    status: 200,
    response: z.object({ text: z.string() }),
    refusals: ['not_found'],
    cacheTags: ['settings'],
  },
})
