import { CsvError } from 'csv-parse'
import { z } from 'zod'
import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { parseIndianTime } from '#platform/india-time.ts'
import { toPaise } from '#platform/money.ts'
import { markdownWords } from '#platform/text/markdown.server.ts'
import {
  descriptionMarkdown,
  filterValue,
  isMrpAllowed,
  MRP_BELOW_PRICE,
  position,
  price,
  productState,
  requiredValue,
  shortText,
} from '../catalog/product/fields.server.ts'
import { isFormerPath, MAX_FORMER_PATH } from '../catalog/product/former-paths.ts'
import { pictureDraft } from '../catalog/product/picture-draft.server.ts'
import type { StagedPicture } from '../catalog/product/pictures.server.ts'
import { FILTER_OPTIONS, MAX_STOCK } from '../catalog/rules.ts'
import type { ProductDetails } from '../catalog/tables.server.ts'
import { hsn } from '../settings/field-contract.ts'
import { plainCode } from './hsn-code.server.ts'

const variant = z.object({
  sku: shortText({ max: 64, required: 'is missing' }).refine((sku) => !/\s/.test(sku), 'can’t contain spaces'),
  color: requiredValue(40),
  size: requiredValue(20),
  quantity: z
    .int({ error: 'must be a whole number' })
    .min(0, 'can’t be negative')
    .max(MAX_STOCK, `may be at most ${MAX_STOCK}`),
  /** Stock at or below this counts as low. */
  low: z.int().min(0).max(MAX_STOCK).optional(),
})

/** A day or a time in India, as UTC. */
const date = z.string().transform((text, context) => {
  const time = parseIndianTime(text)
  if (!time) context.addIssue({ code: 'custom', message: 'must be a date such as 2026-11-14 or 2026-11-14T10:30' })
  return time?.from.toISOString() ?? ''
})

/** A scheduled change: the beginning or end of a sale, or another state. */
const scheduled = z
  .union(
    [
      z.strictObject({ at: date, state: productState }),
      z.strictObject({ at: date, price, mrp: price.nullable(), endsSale: z.literal(true).optional() }),
    ],
    { error: 'must have a date (at) and either a state, or price and mrp' },
  )
  .refine((change) => !('price' in change) || isMrpAllowed(change), `: the mrp ${MRP_BELOW_PRICE}`)

const rank = z.int().min(1).max(1000)

const outdated = z.literal(true).optional()
const careLines = z.array(shortText({ max: 200 })).max(30)

/** One product of the shop's own format; unknown fields are ignored. */
const productRow = z
  .object({
    _id: z
      .string({ error: 'is missing' })
      .max(100, 'may have at most 100 characters')
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase letters, digits and single hyphens'),
    name: shortText({ max: 200, required: 'is missing' }),
    price,
    mrp: price.nullable().default(null),
    state: productState.default('published'),
    description: shortText({ max: 10_000, multiline: true }).default(''),
    descriptionMarkdown: descriptionMarkdown.optional(),
    categories: z.enum(FILTER_OPTIONS.categories, { error: `must be ${FILTER_OPTIONS.categories.join(', ')}` }),
    subcategory: filterValue(60).default(''),
    pattern: filterValue(40).default(''),
    fabric: filterValue(40).default(''),
    fit: filterValue(40).default(''),
    /** The drop or line it belongs to. */
    collection: filterValue(60).optional(),
    colors: z.array(requiredValue(40)).max(50).optional(),
    variants: z.array(variant, { error: 'must be a list' }).min(1, 'must have at least one').max(500),
    pictures: z.array(pictureDraft).max(200).default([]),
    rows: z.object({ latestArrivals: rank.optional(), topCollection: rank.optional() }).default({}),
    badge: shortText({ max: 40 }).nullable().optional(),
    position: position.nullable().default(null),
    createdAt: date.optional(),
    scheduled: z.array(scheduled).max(20).optional(),
    /** Paths of its page in the previous shop. */
    movedFrom: z
      .array(shortText({ max: MAX_FORMER_PATH }).refine(isFormerPath, 'must be a path such as /shop/linen-shirt'))
      .max(20)
      .default([]),
    gsm: z.number().positive().max(10_000).nullable().optional(),
    care: careLines.optional(),
    hindi: z
      .strictObject({ description: descriptionMarkdown.optional(), care: careLines.optional(), outdated })
      .optional(),
    countryOfOrigin: shortText({ max: 80 }).optional(),
    hsn: z.preprocess((code) => (code === undefined ? code : plainCode(String(code))), hsn.optional()),
    measurements: z
      .record(z.string(), z.union([z.string().max(40), z.record(z.string(), z.number())]))
      .nullable()
      .optional(),
  })
  .refine(isMrpAllowed, { path: ['mrp'], message: MRP_BELOW_PRICE })
  .superRefine(checkVariants)

type ProductRow = z.output<typeof productRow>

/**
 * A product in the columns of its table, with its variants, sizes and pictures. `created_at` null: as before, or now.
 */
export type ProductDraft = ReturnType<typeof toDraft>

/** A product as in a file, not yet validated. `errors` come from reading the file. */
export interface RawProduct {
  line: number
  value: unknown
  errors: RowError[]
  notes: string[]
  /** The line of each variant, if each has its own. */
  variantLines?: readonly number[]
  /** The place of each picture's URL or file name, if the file has columns. */
  picturePlaces?: readonly Place[]
  /** The column of each field, if the file has columns. */
  columns?: Readonly<Record<string, string>>
}

/** The place of a value in a file. */
export interface Place {
  line: number
  /** The column's name as the file writes it, or the field's. */
  column?: string | undefined
}

/** A line that isn't a product. */
export function unreadable(line: number, message: string, column?: string): RawProduct {
  return { line, value: undefined, errors: [{ line, message, ...(column === undefined ? {} : { column }) }], notes: [] }
}

/** The line where reading a CSV file failed. Rethrows an error that isn't a CsvError. */
export function unreadableCsv(error: unknown): RawProduct {
  if (!(error instanceof CsvError)) throw error
  return unreadable(typeof error.lines === 'number' ? error.lines : 0, `this isn’t CSV: ${error.message}`)
}

/** A line left out with a note, because this shop can't sell such a product. */
export function skipped(line: number, message: string): RawProduct {
  return { line, value: undefined, errors: [], notes: [message] }
}

/** `field` is a field of the product or, with the index `variant`, of that variant. */
interface FieldError {
  message: string
  field: string
  variant?: number
  /** The earlier variant that it's the same as. */
  first?: number
}

export type ParseResult = { ok: true; draft: ProductDraft } | { ok: false; id: string; errors: FieldError[] }

/** Validates one product: the draft, or a message for every invalid field. */
export function parseProduct(value: unknown): ParseResult {
  const parsed = productRow.safeParse(value, { error: fieldErrors })
  if (parsed.success) return { ok: true, draft: toDraft(parsed.data) }
  const id = typeof value === 'object' && value !== null && '_id' in value ? String(value._id).slice(0, 100) : ''
  return { ok: false, id, errors: parsed.error.issues.map(toFieldError) }
}

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  const [field, index, part] = issue.path
  const message = formatIssue(issue, 'the product')
  if (field !== 'variants' || typeof index !== 'number') return { message, field: String(field) }
  const first = issue.code === 'custom' ? issue.params?.first : undefined
  return { message, field: String(part), variant: index, ...(typeof first === 'number' ? { first } : {}) }
}

function checkVariants(
  row: { colors?: string[] | undefined; variants: z.output<typeof variant>[] },
  context: z.RefinementCtx,
): void {
  const skus = new Map<string, number>()
  const combinations = new Map<string, number>()
  for (const [index, { sku, color, size }] of row.variants.entries()) {
    const path = ['variants', index, 'sku']
    const combination = `${color},${size}`
    const add = (first: number | undefined, message: string) =>
      first !== undefined && context.addIssue({ code: 'custom', path, message, params: { first } })
    add(skus.get(sku), `${sku} comes twice`)
    add(combinations.get(combination), `a second variant of ${color}, ${size}`)
    if (row.colors && !row.colors.includes(color))
      context.addIssue({ code: 'custom', path: ['variants', index, 'color'], message: `${color} isn’t among colors` })
    skus.set(sku, index)
    combinations.set(combination, index)
  }
}

const SIZE_ORDER: readonly string[] = ['XXS', 'XS', ...FILTER_OPTIONS.sizes]

function toDraft(row: ProductRow) {
  const sizes = [...new Set(row.variants.map((one) => one.size))]
  const rankOf = (size: string) => (SIZE_ORDER.includes(size) ? SIZE_ORDER.indexOf(size) : SIZE_ORDER.length)
  return {
    id: row._id,
    name: row.name,
    price_paise: toPaise(row.price) ?? 0,
    mrp_paise: row.mrp === null ? null : toPaise(row.mrp),
    state: row.state,
    description: row.descriptionMarkdown
      ? markdownWords(row.descriptionMarkdown, { keepsLines: true })
      : row.description,
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
      ...(row.hindi ? { hindi: row.hindi } : {}),
      ...(row.hsn ? { hsn: row.hsn } : {}),
      ...(row.collection ? { collection: row.collection } : {}),
      ...(row.descriptionMarkdown ? { descriptionMarkdown: row.descriptionMarkdown } : {}),
    } satisfies ProductDetails,
    latest_rank: row.rows.latestArrivals ?? null,
    top_rank: row.rows.topCollection ?? null,
    position: row.position,
    moved_from: row.movedFrom,
    scheduled: row.scheduled?.map(({ at, ...change }) => ({ at, change })) ?? null,
    created_at: row.createdAt ?? null,
    variants: row.variants,
    sizes: sizes.sort((a, b) => rankOf(a) - rankOf(b)),
  }
}

/** A valid product with its line and stored pictures, ready to be written. */
export interface StagedProduct {
  line: number
  draft: Omit<ProductDraft, 'pictures'>
  pictures: StagedPicture[]
  /** True if another shop wrote the file. Fields that only this shop knows then stay as they are. */
  fromOtherShop: boolean
}

/** An error found while reading a row. */
export interface RowError extends Place {
  message: string
}

export interface LineError extends RowError {
  id: string
}
