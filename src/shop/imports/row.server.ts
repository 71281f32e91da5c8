import { z } from 'zod'
import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { type TextOptions, text } from '#platform/api/fields.server.ts'
import { toPaise } from '#platform/money.ts'
import type { Picture } from '../catalog/contract.ts'
import { FILTER_OPTIONS } from '../catalog/rules.ts'
import { MOST_STOCK } from '../catalog/stock-store.server.ts'
import type { ProductDetails } from '../catalog/tables.server.ts'

/** Dearest product in rupees: far above any shirt, and its paise fit the column. */
const DEAREST = 10_000_000

const words = (options: TextOptions) =>
  text({ tooLong: `may have at most ${options.max} characters`, mistyped: fieldErrors, ...options })
/** A word that filters name: calls join such values with commas, so none may stand inside. */
const word = (max: number) =>
  words({ max }).refine(
    (value) => !value.includes(','),
    'may not hold a comma, because filters join values with commas',
  )
const needed = (max: number) => word(max).refine((value) => value !== '', 'is missing')

const price = z
  .number({ error: 'must be a number of rupees' })
  .refine((rupees) => rupees >= 0 && rupees <= DEAREST, `must be from 0 to ${DEAREST} rupees`)
  .refine((rupees) => toPaise(rupees) !== null, 'must have at most two decimals')

const variant = z.object({
  sku: words({ max: 64, required: 'is missing' }).refine((sku) => !/\s/.test(sku), 'may not hold spaces'),
  color: needed(40),
  size: needed(20),
  quantity: z
    .int({ error: 'must be a whole number' })
    .min(0, 'may not be negative')
    .max(MOST_STOCK, `may be at most ${MOST_STOCK}`),
})

const FILE = /^[A-Za-z0-9_-][A-Za-z0-9._-]*(?:\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*$/

/** A picture: `file` is relative to the import file's folder, `src` is an https address that stays where it is. */
const picture = z
  .object({
    file: z.string().max(200).regex(FILE, 'must be a file below the import file, without .. in its path').optional(),
    src: z
      .string()
      .max(2000)
      .refine(isHttps, 'must be an https address')
      .transform((address) => new URL(address).href)
      .optional(),
    color: word(40).default(''),
    view: words({ max: 40 }).default('front'),
    alt: words({ max: 500 }).default(''),
    width: z.int().min(1).max(20_000).optional(),
    height: z.int().min(1).max(20_000).optional(),
    tone: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'must be a colour such as #d7d0c3')
      .optional(),
    hash: z
      .string()
      .regex(/^[A-Za-z0-9]{1,64}$/, 'must be letters and digits')
      .optional(),
  })
  .refine((one) => (one.file === undefined) !== (one.src === undefined), 'needs either file or src')

const rank = z.int().min(1).max(1000)

/** One product of the shop's own format; fields it does not know are passed over. */
const productRow = z
  .object({
    _id: z
      .string({ error: 'is missing' })
      .max(100, 'may have at most 100 characters')
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be of small letters, digits and single hyphens'),
    name: words({ max: 200, required: 'is missing' }),
    price,
    description: words({ max: 10_000, lines: true }).default(''),
    categories: z.enum(FILTER_OPTIONS.categories, { error: `must be ${FILTER_OPTIONS.categories.join(', ')}` }),
    subcategory: word(60).default(''),
    pattern: word(40).default(''),
    fabric: word(40).default(''),
    fit: word(40).default(''),
    colors: z.array(needed(40)).max(50).optional(),
    variants: z.array(variant, { error: 'must be a list' }).min(1, 'must have at least one').max(500),
    pictures: z.array(picture).max(200).default([]),
    rows: z.object({ latestArrivals: rank.optional(), topCollection: rank.optional() }).default({}),
    badge: words({ max: 40 }).nullable().optional(),
    createdAt: z
      .string()
      .regex(/^\d{4}-\d\d-\d\d/, 'must be a date such as 2026-11-14')
      .refine((date) => !Number.isNaN(Date.parse(date)), 'must be a date such as 2026-11-14')
      .optional(),
    gsm: z.number().positive().max(10_000).nullable().optional(),
    care: z
      .array(words({ max: 200 }))
      .max(30)
      .optional(),
    countryOfOrigin: words({ max: 80 }).optional(),
    measurements: z
      .record(z.string(), z.union([z.string().max(40), z.record(z.string(), z.number())]))
      .nullable()
      .optional(),
  })
  .superRefine(checkVariants)

type Row = z.output<typeof productRow>

/** A picture before its size and hash are known. */
export type PictureDraft = Row['pictures'][number]
export type Variant = z.output<typeof variant>

/** A product as the import writes it. */
export interface Draft {
  id: string
  name: string
  price_paise: number
  description: string
  category: string
  subcategory: string
  pattern: string
  fabric: string
  fit: string
  colors: string[]
  pictures: PictureDraft[]
  details: ProductDetails
  latest_rank: number | null
  top_rank: number | null
  /** Null: as it was, or now. */
  created_at: string | null
  variants: Variant[]
  sizes: string[]
}

/** A product read from a file, not yet checked; `errors` are what reading itself found wrong. */
export interface RawProduct {
  line: number
  value: unknown
  errors: { line: number; message: string }[]
  notes: string[]
  /** Where each variant has a line of its own. */
  variantLines?: readonly number[]
}

/** What is wrong, and with which of the variants. */
interface RowError {
  message: string
  variant?: number
}

export type RowOutcome = { ok: true; draft: Draft; notes: string[] } | { ok: false; id: string; errors: RowError[] }

/** Reads one product: every error in a sentence that names its field, or the product ready to be written. */
export function readRow(value: unknown): RowOutcome {
  const outcome = productRow.safeParse(value, { error: fieldErrors })
  if (outcome.success) return { ok: true, draft: toDraft(outcome.data), notes: notesOn(outcome.data) }
  const id = typeof value === 'object' && value !== null && '_id' in value ? String(value._id).slice(0, 100) : ''
  return { ok: false, id, errors: outcome.error.issues.map(toRowError) }
}

function toRowError(issue: z.core.$ZodIssue): RowError {
  const [field, index] = issue.path
  const message = formatIssue(issue, 'the product')
  return field === 'variants' && typeof index === 'number' ? { message, variant: index } : { message }
}

function checkVariants(row: { colors?: string[] | undefined; variants: Variant[] }, context: z.RefinementCtx): void {
  const skus = new Set<string>()
  const places = new Set<string>()
  for (const [index, { sku, color, size }] of row.variants.entries()) {
    const path = ['variants', index, 'sku']
    const place = `${color},${size}`
    if (skus.has(sku)) context.addIssue({ code: 'custom', path, message: `${sku} comes twice` })
    if (places.has(place)) context.addIssue({ code: 'custom', path, message: `a second variant of ${color}, ${size}` })
    if (row.colors && !row.colors.includes(color))
      context.addIssue({ code: 'custom', path: ['variants', index, 'color'], message: `${color} is not among colors` })
    skus.add(sku)
    places.add(place)
  }
}

const SIZE_ORDER: readonly string[] = ['XXS', 'XS', ...FILTER_OPTIONS.sizes]

function toDraft(row: Row): Draft {
  const sizes = [...new Set(row.variants.map((one) => one.size))]
  const rankOf = (size: string) => (SIZE_ORDER.includes(size) ? SIZE_ORDER.indexOf(size) : SIZE_ORDER.length)
  return {
    id: row._id,
    name: row.name,
    price_paise: toPaise(row.price) ?? 0,
    description: row.description,
    category: row.categories,
    subcategory: row.subcategory,
    pattern: row.pattern,
    fabric: row.fabric,
    fit: row.fit,
    colors: [...new Set(row.colors ?? row.variants.map((one) => one.color))],
    pictures: row.pictures,
    details: {
      badge: row.badge ?? null,
      care: row.care ?? [],
      countryOfOrigin: row.countryOfOrigin ?? '',
      gsm: row.gsm ?? null,
      measurements: row.measurements ?? null,
    },
    latest_rank: row.rows.latestArrivals ?? null,
    top_rank: row.rows.topCollection ?? null,
    created_at: row.createdAt ? new Date(row.createdAt).toISOString() : null,
    variants: row.variants,
    sizes: sizes.sort((a, b) => rankOf(a) - rankOf(b)),
  }
}

/** Values that no filter option shows: the product is taken, and the owner is told. */
function notesOn(row: Row): string[] {
  const notes: string[] = []
  for (const name of ['pattern', 'fabric', 'fit'] as const) {
    const options: readonly string[] = FILTER_OPTIONS[name]
    if (!options.includes(row[name])) notes.push(`${name} "${row[name]}" is no filter option`)
  }
  const colors: readonly string[] = FILTER_OPTIONS.colors
  for (const color of new Set(row.variants.map((one) => one.color)))
    if (!colors.includes(color)) notes.push(`colour "${color}" is no filter option`)
  return notes
}

function isHttps(address: string): boolean {
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username === '' && password === ''
}

/** A product that passed its own checks, with the line it stands on. */
export interface Placed {
  line: number
  draft: Omit<Draft, 'pictures'>
  pictures: Picture[]
}

export interface LineError {
  line: number
  id: string
  message: string
}
