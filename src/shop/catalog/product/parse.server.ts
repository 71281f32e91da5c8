import { z } from 'zod'
import { fieldErrors, formatIssue } from '#platform/api/field-errors.server.ts'
import { parseIndianTime } from '#platform/india-time.ts'
import { markdownWords } from '#platform/text/markdown.server.ts'
import { FILTER_OPTIONS, MAX_STOCK } from '../rules.ts'
import type { ScheduledChange } from '../tables.server.ts'
import { pricesOf, settlePrices } from '../variant-price.ts'
import {
  columnsOf,
  FIELD_NAMES,
  type FieldColumns,
  type FieldName,
  type FieldValues,
  fieldOf,
  isMrpAllowed,
  MRP_BELOW_PRICE,
  price,
  productState,
  requiredValue,
  shortText,
} from './fields.server.ts'
import { type PictureDraft, pictureDraft } from './picture-draft.server.ts'

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
  /** In rupees; missing or null for the product's. */
  price: price.nullish(),
  mrp: price.nullish(),
})

export type Variant = z.output<typeof variant>

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
      z.strictObject({ at: date, state: productState, from: productState.optional() }),
      z.strictObject({ at: date, price, mrp: price.nullable(), endsSale: z.literal(true).optional() }),
    ],
    { error: 'must have a date (at) and either a state, or price and mrp' },
  )
  .refine((change) => !('price' in change) || isMrpAllowed(change), `: the mrp ${MRP_BELOW_PRICE}`)

/** In a line these two are together in `rows`. */
const ROWS = ['latestArrivals', 'topCollection'] as const
const isInRows = (name: FieldName): name is (typeof ROWS)[number] => ROWS.some((row) => row === name)

/** By the names in a line: a field that a product may lack is missing or null there. */
const lineShape: Readonly<Record<string, z.ZodType>> = {
  ...Object.fromEntries(FIELD_NAMES.filter((name) => !isInRows(name)).map((name) => [name, inLine(name)])),
  colors: z.array(requiredValue(40)).max(50).optional(),
  variants: z.array(variant, { error: 'must be a list' }).min(1, 'must have at least one').max(500),
  pictures: z.array(pictureDraft).max(200).optional(),
  rows: z.object(Object.fromEntries(ROWS.map((name) => [name, inLine(name)]))).optional(),
  scheduled: z.array(scheduled).max(20).optional(),
}

function inLine(name: FieldName): z.ZodType {
  const { schema, missing } = fieldOf(name)
  return missing === undefined ? schema : schema.nullish()
}

/** What staff and files may write of a product, by the names of a line. */
export const LINE_NAMES: readonly string[] = Object.keys(lineShape)

/** Some validated fields of a product, and those of its lists that are named. */
export interface ProductValues {
  fields: Partial<FieldValues>
  colors?: string[] | undefined
  variants?: Variant[] | undefined
  pictures?: PictureDraft[] | undefined
  scheduled?: { at: string; change: ScheduledChange }[] | undefined
}

/** `field` is a field of the product or, with the index `variant`, of that variant. */
export interface FieldError {
  message: string
  field: string
  variant?: number
  /** The earlier variant that it's the same as. */
  first?: number
}

type Parsed<T> = { ok: true; data: T } | { ok: false; errors: FieldError[] }

/** Validates some fields of a product, by the names of a line. Null is as in a file without the field. */
export function parseFields(written: Readonly<Record<string, unknown>>): Parsed<ProductValues> {
  const shape = Object.fromEntries(Object.entries(lineShape).filter(([name]) => Object.hasOwn(written, name)))
  const given = Object.fromEntries(Object.entries(written).map(([name, value]) => [name, value ?? undefined]))
  const parsed = z.object(shape).safeParse(given, { error: fieldErrors })
  if (!parsed.success) return errorsOf(parsed.error)
  const { pictures, scheduled, ...values } = toValues(parsed.data, Object.keys(shape))
  const orNone = <T>(name: string, list: T[] | undefined) => list ?? (Object.hasOwn(written, name) ? [] : undefined)
  return {
    ok: true,
    data: { ...values, pictures: orNone('pictures', pictures), scheduled: orNone('scheduled', scheduled) },
  }
}

function toValues(row: Readonly<Record<string, unknown>>, names: readonly string[]): ProductValues {
  // Safe casts: the schemas of these names have parsed the values.
  const { rows, colors, variants, pictures, scheduled, ...plain } = row as Record<string, unknown> &
    Omit<ProductValues, 'fields' | 'scheduled'> & {
      rows?: Record<string, unknown>
      scheduled?: ({ at: string } & ScheduledChange)[]
    }
  const given: Record<string, unknown> = { ...plain, ...rows }
  const named = FIELD_NAMES.filter((name) => names.includes(isInRows(name) ? 'rows' : name))
  const fields = Object.fromEntries(named.map((name) => [name, given[name] ?? fieldOf(name).missing]))
  return {
    fields: fields as Partial<FieldValues>,
    colors,
    variants,
    pictures,
    scheduled: scheduled?.map(({ at, ...change }) => ({ at, change })),
  }
}

/** The fields of a product between which something must hold. */
interface Together {
  price: number
  mrp: number | null
  colors?: string[] | undefined
  variants: Pick<Variant, 'sku' | 'color' | 'size' | 'price' | 'mrp'>[]
  /** Whether a change of its price is scheduled. */
  hasPlannedPrice: boolean
}

const together = z.custom<Together>().superRefine(checkPrices).superRefine(checkVariants)

/** Checks what must hold between the fields of a product. */
export function checkTogether(product: Together): FieldError[] {
  const parsed = together.safeParse(product)
  return parsed.success ? [] : parsed.error.issues.map(toFieldError)
}

/** One product of the shop's own format; unknown fields are ignored. */
const productRow = z
  .object({
    _id: z
      .string({ error: 'is missing' })
      .max(100, 'may have at most 100 characters')
      .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be lowercase letters, digits and single hyphens'),
    createdAt: date.optional(),
    ...lineShape,
  })
  .superRefine((row, context) => {
    // Safe cast: the schemas of these fields have parsed them.
    const { scheduled = [], mrp, ...product } = row as unknown as Together & { scheduled?: object[] }
    checkPrices({ ...product, mrp: mrp ?? null, hasPlannedPrice: scheduled.some((one) => 'price' in one) }, context)
    checkVariants(product, context)
  })

/**
 * A product in the columns of its table, with its variants, sizes and pictures. `created_at` null: as before, or now.
 */
export interface ProductDraft extends FieldColumns {
  id: string
  colors: string[]
  pictures: PictureDraft[]
  /** Null if the file doesn't say. */
  scheduled: { at: string; change: ScheduledChange }[] | null
  created_at: string | null
  variants: Variant[]
  sizes: string[]
}

export type ParseResult = { ok: true; draft: ProductDraft } | { ok: false; id: string; errors: FieldError[] }

/** Validates one product: the draft, or a message for every invalid field. */
export function parseProduct(value: unknown): ParseResult {
  const parsed = productRow.safeParse(value, { error: fieldErrors })
  if (parsed.success) return { ok: true, draft: toDraft(parsed.data) }
  const id = typeof value === 'object' && value !== null && '_id' in value ? String(value._id).slice(0, 100) : ''
  return { ok: false, id, errors: errorsOf(parsed.error).errors }
}

const errorsOf = (error: z.ZodError) => ({ ok: false as const, errors: error.issues.map(toFieldError) })

function toFieldError(issue: z.core.$ZodIssue): FieldError {
  const [field, index, part] = issue.path
  const message = formatIssue(issue, 'the product')
  if (field !== 'variants' || typeof index !== 'number') return { message, field: String(field) }
  const first = issue.code === 'custom' ? issue.params?.first : undefined
  return { message, field: String(part), variant: index, ...(typeof first === 'number' ? { first } : {}) }
}

/** Nothing may be sold above its MRP, and what is planned has the product's price only, from which those of variants are counted. */
function checkPrices(product: Together, context: z.RefinementCtx): void {
  const { variants, hasPlannedPrice } = product
  const { price } = settlePrices(product, variants)
  if (!isMrpAllowed({ price, mrp: product.mrp }))
    context.addIssue({ code: 'custom', path: ['mrp'], message: MRP_BELOW_PRICE })
  else
    for (const [index, variant] of variants.entries())
      if (!isMrpAllowed(pricesOf(product, variant)))
        context.addIssue({ code: 'custom', path: ['variants', index, 'mrp'], message: MRP_BELOW_PRICE })
  if (hasPlannedPrice && price !== product.price)
    context.addIssue({ code: 'custom', path: ['variants'], message: LOWEST_IS_PLANNED })
}

const LOWEST_IS_PLANNED = 'the lowest price must be the product’s, because a change of that is planned'

function checkVariants(row: Pick<Together, 'colors' | 'variants'>, context: z.RefinementCtx): void {
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

/** The sizes of variants, from small to large. */
export function sizesOf(variants: readonly Pick<Variant, 'size'>[]): string[] {
  const rankOf = (size: string) => (SIZE_ORDER.includes(size) ? SIZE_ORDER.indexOf(size) : SIZE_ORDER.length)
  return [...new Set(variants.map((one) => one.size))].sort((a, b) => rankOf(a) - rankOf(b))
}

/** The description's column has the words of a Markdown one. */
export const plainDescription = ({
  description,
  descriptionMarkdown,
}: Pick<FieldValues, 'description' | 'descriptionMarkdown'>) =>
  descriptionMarkdown === null ? description : markdownWords(descriptionMarkdown, { keepsLines: true })

function toDraft(row: Readonly<Record<string, unknown>>): ProductDraft {
  const { fields, colors, variants: read = [], pictures = [], scheduled } = toValues(row, LINE_NAMES)
  // Safe casts: a whole line has a value of every field, and every column is a field's.
  const named = fields as FieldValues
  const { price, variants } = settlePrices(named, read)
  const values = { ...named, price }
  const columns = columnsOf({ ...values, description: plainDescription(values) }, {}) as FieldColumns
  return {
    id: String(row._id),
    ...columns,
    colors: [...new Set(colors ?? variants.map((one) => one.color))],
    pictures,
    scheduled: scheduled ?? null,
    created_at: typeof row.createdAt === 'string' ? row.createdAt : null,
    variants,
    sizes: sizesOf(variants),
  }
}
