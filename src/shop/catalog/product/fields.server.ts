import { z } from 'zod'
import { fieldErrors } from '#platform/api/field-errors.server.ts'
import { type TextOptions, text } from '#platform/api/fields.server.ts'
import { formatPrice, paise, toPaise, toRupees } from '#platform/money.ts'
import { leadsElsewhere } from '#platform/text/markdown.server.ts'
import { hsn } from '../../settings/field-contract.ts'
import { FILTER_OPTIONS, MAX_PRICE, PRODUCT_STATES, type ProductState } from '../rules.ts'
import type { ProductColumns, ProductDetails } from '../tables.server.ts'
import { PRODUCT_FIELDS, type ProductFieldName } from './fields.ts'
import { isFormerPath, MAX_FORMER_PATH } from './former-paths.ts'

/* The fields of a product as calls, files and commands write them, and where its row has them. Money is in rupees. */

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
  if (price === 0) return 'With a price of 0 it’s given away.'
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

/** A description with paragraphs, lists, links and emphasis. */
const descriptionMarkdown = shortText({ max: 20_000, multiline: true }).refine(
  // A product's page never links to another site (CONTRACT, External links).
  (text) => !leadsElsewhere(text),
  'may link to pages of this shop only, as in [shirts](/categories)',
)

const careLines = z.array(shortText({ max: 200 })).max(30)
const hindi = z.strictObject({
  description: descriptionMarkdown.optional(),
  care: careLines.optional(),
  outdated: z.literal(true).optional(),
})
const measurements = z.record(z.string(), z.union([z.string().max(40), z.record(z.string(), z.number())]))
const formerPaths = z
  .array(shortText({ max: MAX_FORMER_PATH }).refine(isFormerPath, 'must be a path such as /shop/linen-shirt'))
  .max(20)

/** An HSN code without dots and spaces. Of a longer code of another country's tariff, the six digits that all countries share. */
export function plainCode(code: string): string {
  const digits = code.replace(/[.\s]/g, '')
  return /^\d{9,}$/.test(digits) ? digits.slice(0, 6) : digits
}

/** The columns of a product's row that its fields are in. */
export type FieldColumns = Pick<
  ProductColumns,
  | 'name'
  | 'price_paise'
  | 'mrp_paise'
  | 'state'
  | 'description'
  | 'category'
  | 'subcategory'
  | 'pattern'
  | 'fabric'
  | 'fit'
  | 'details'
  | 'latest_rank'
  | 'top_rank'
  | 'position'
  | 'moved_from'
>

type Written = { columns: Partial<FieldColumns> } | { details: Partial<ProductDetails> }

/** A field: `Value` is as calls and files have it, null if a product lacks it. */
interface StoredField<Value> {
  schema: z.ZodType<NonNullable<Value>>
  /** What a product that lacks it has. A field without this is required. */
  missing?: Value
  /** By which of a product's `field_versions` it changes. */
  versions: readonly string[]
  read(row: FieldColumns): Value
  write(value: Value): Written
}

type Column<Value> = { [K in keyof FieldColumns]: FieldColumns[K] extends Value ? K : never }[keyof FieldColumns]

function column<Value extends string | number | readonly string[] | null>(
  name: Column<Value>,
  schema: z.ZodType<NonNullable<Value>>,
  ...missing: [] | [Value]
): StoredField<Value> {
  return {
    schema,
    ...(missing.length === 0 ? {} : { missing: missing[0] }),
    versions: [name],
    // Safe casts: the column has this type.
    read: (row) => row[name] as Value,
    write: (value) => ({ columns: { [name]: value } as Partial<FieldColumns> }),
  }
}

const stored = <Value>(field: StoredField<Value>) => field

const rupees = (amount: number) => toRupees(paise(amount))

/** A fact beyond SPEC 3, in the column `details`. `empty`: what a product that lacks it has there. */
function detail<K extends keyof ProductDetails>(
  key: K,
  schema: z.ZodType<NonNullable<ProductDetails[K]>>,
  empty?: ProductDetails[K],
): StoredField<NonNullable<ProductDetails[K]> | null> {
  return {
    schema,
    missing: null,
    versions: [key],
    read: ({ details }) => {
      const value = details[key]
      return value === '' || (Array.isArray(value) && value.length === 0) ? null : (value ?? null)
    },
    // Safe cast: one key of the details with a value of its type.
    write: (value) => ({ details: { [key]: value ?? empty } as Partial<ProductDetails> }),
  }
}

/** Those of `PRODUCT_FIELDS`, and those that have a shape or a command of their own. */
export const FIELDS = {
  name: column<string>('name', shortText({ max: 200, required: 'is missing' })),
  price: stored<number>({
    schema: price,
    versions: ['price_paise'],
    read: ({ price_paise }) => rupees(price_paise),
    write: (value) => ({ columns: { price_paise: toPaise(value) ?? 0 } }),
  }),
  mrp: stored<number | null>({
    schema: price,
    missing: null,
    versions: ['mrp_paise'],
    read: ({ mrp_paise }) => (mrp_paise === null ? null : rupees(mrp_paise)),
    write: (value) => ({ columns: { mrp_paise: value === null ? null : toPaise(value) } }),
  }),
  state: column<ProductState>('state', productState, 'published'),
  description: {
    ...column<string>('description', shortText({ max: 10_000, multiline: true }), ''),
    versions: ['description', 'descriptionMarkdown'],
  },
  descriptionMarkdown: {
    ...detail('descriptionMarkdown', descriptionMarkdown),
    versions: ['description', 'descriptionMarkdown'],
  },
  // Safe cast: imports and staff write only these values.
  categories: column<string>(
    'category',
    z.enum(FILTER_OPTIONS.categories, { error: `must be ${FILTER_OPTIONS.categories.join(', ')}` }),
  ) as StoredField<(typeof FILTER_OPTIONS.categories)[number]>,
  subcategory: column<string>('subcategory', filterValue(60), ''),
  pattern: column<string>('pattern', filterValue(40), ''),
  fabric: column<string>('fabric', filterValue(40), ''),
  fit: column<string>('fit', filterValue(40), ''),
  collection: detail('collection', filterValue(60)),
  badge: detail('badge', shortText({ max: 40 }), null),
  care: detail('care', careLines, []),
  countryOfOrigin: detail('countryOfOrigin', shortText({ max: 80 }), ''),
  gsm: detail('gsm', z.number().positive().max(10_000), null),
  hsn: detail(
    'hsn',
    z.preprocess((code) => (code === undefined ? code : plainCode(String(code))), hsn),
  ),
  cash: detail(
    'cash',
    z.preprocess(
      (flag) => (typeof flag === 'string' ? flag.trim().toLowerCase() : flag),
      z.enum(['yes', 'no'], { error: 'must be yes or no' }),
    ),
  ),
  exchangeDays: detail('exchangeDays', wholeNumber(0, 60)),
  searchTitle: detail('searchTitle', shortText({ max: 120 })),
  searchDescription: detail('searchDescription', shortText({ max: 320 })),
  measurements: detail('measurements', measurements, null),
  hindi: detail('hindi', hindi),
  latestArrivals: column<number | null>('latest_rank', rank, null),
  topCollection: column<number | null>('top_rank', rank, null),
  position: column<number | null>('position', wholeNumber(-1_000_000, 1_000_000), null),
  movedFrom: column<string[]>('moved_from', formerPaths, []),
} satisfies Readonly<Record<ProductFieldName, unknown>> & Readonly<Record<string, unknown>>

export type FieldName = keyof typeof FIELDS

/** The values of a product's fields, null for what it lacks. */
export type FieldValues = {
  [Name in FieldName]: (typeof FIELDS)[Name] extends StoredField<infer Value> ? Value : never
}

/** These of `PRODUCT_FIELDS`. */
export type ProductFields = Pick<FieldValues, ProductFieldName>
export type ProductChanges = Partial<ProductFields>

// Safe casts here and below: `Object` knows the keys of these objects as strings only.
export const FIELD_NAMES = Object.keys(FIELDS) as FieldName[]
const PLAIN_NAMES = Object.keys(PRODUCT_FIELDS) as ProductFieldName[]

/** Any field, for code that treats all alike: a value comes from the same field's schema or row. */
export const fieldOf = (name: FieldName): StoredField<unknown> => FIELDS[name] as StoredField<unknown>

/** A product's fields by its row. */
export function valuesOf(row: FieldColumns): FieldValues {
  return Object.fromEntries(FIELD_NAMES.map((name) => [name, fieldOf(name).read(row)])) as FieldValues
}

/** Those of `PRODUCT_FIELDS`. */
export function fieldsOf(row: FieldColumns): ProductFields {
  return Object.fromEntries(PLAIN_NAMES.map((name) => [name, fieldOf(name).read(row)])) as ProductFields
}

/** What some fields write into a product's row; `details` without the keys that they remove. */
export function columnsOf(values: Partial<FieldValues>, details: ProductDetails): Partial<FieldColumns> {
  const columns: Partial<FieldColumns> = {}
  const changed: Record<string, unknown> = { ...details }
  let hasDetails = false
  for (const [name, value] of Object.entries(values)) {
    const written = fieldOf(name as FieldName).write(value)
    if ('columns' in written) Object.assign(columns, written.columns)
    else {
      Object.assign(changed, written.details)
      hasDetails = true
    }
  }
  const kept = Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined))
  return hasDetails ? { ...columns, details: kept as ProductDetails } : columns
}

/** The fields that staff write as they are; null clears one. Unknown names are refused. */
export const productChanges = z
  .strictObject(
    Object.fromEntries(
      PLAIN_NAMES.map((name) => {
        const { schema, missing } = fieldOf(name)
        return [name, missing === undefined ? schema : schema.nullable().transform((value) => value ?? missing)]
      }),
    ),
  )
  .partial()
