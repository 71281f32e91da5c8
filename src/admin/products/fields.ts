import { t } from '#platform/text/t.ts'
import { PRODUCT_FIELDS, type ProductField, type ProductFieldName } from '#shop/catalog/product/fields.ts'
import { type Focus, withFocus } from '#shop/catalog/product/focus.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { parseRupees } from '../parts/rupees.ts'

/** Fields that the form shows elsewhere, or that have a screen of their own. */
type NotInForm = 'descriptionMarkdown' | 'latestArrivals' | 'topCollection' | 'position'

export type FieldName = Exclude<ProductFieldName, NotInForm>

const NOT_IN_FORM: readonly string[] = [
  'descriptionMarkdown',
  'latestArrivals',
  'topCollection',
  'position',
] satisfies NotInForm[]

/** The fields of the form, each as a text. */
// Safe cast: the others are left out.
export const FIELD_NAMES = Object.keys(PRODUCT_FIELDS).filter((name) => !NOT_IN_FORM.includes(name)) as FieldName[]

const FIELDS: ReadonlyMap<string, ProductField> = new Map(Object.entries(PRODUCT_FIELDS))

export function labelOf(field: string): string {
  if (field === 'variants') return t('Colours and sizes')
  if (field === 'pictures') return t('Pictures')
  return field === 'state' ? t('Status') : (FIELDS.get(field)?.label ?? field)
}

type Fields = Readonly<Record<string, unknown>>

/** The name under which the server has a field: a description with formatting is Markdown. */
export function serverName(field: FieldName, product: Fields): string {
  return field === 'description' && typeof product.descriptionMarkdown === 'string' ? 'descriptionMarkdown' : field
}

/** A field's value as it's typed. */
export function textOf(field: FieldName, product: Fields): string {
  const value = product[serverName(field, product)]
  if (value === undefined || value === null) return ''
  return Array.isArray(value) ? value.join('\n') : String(value)
}

/** What was typed as the server takes it; null empties the field. Undefined: it can't be read. */
export function valueFrom(field: FieldName, text: string): unknown {
  const typed = text.trim()
  const { kind, isRequired = false }: ProductField = PRODUCT_FIELDS[field]
  if (typed === '' && !isRequired) return null
  switch (kind) {
    case 'money':
      return parseRupees(typed) ?? undefined
    case 'number':
      return Number.isFinite(Number(typed)) ? Number(typed) : undefined
    case 'lines':
      return typed.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    default:
      return isRequired ? text : typed
  }
}

/** A value for people. */
export function shownValue(value: unknown): string {
  if (value === undefined || value === null || value === '') return '–'
  if (Array.isArray(value))
    return (
      value
        .map((one) =>
          typeof one === 'object' && one !== null && 'sku' in one
            ? String(one.sku)
            : typeof one === 'string'
              ? one
              : '',
        )
        .filter(Boolean)
        .join(', ') || String(value.length)
    )
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** A picture of a product as an export has it. */
export interface ProductPicture {
  file?: string
  src?: string
  color: string
  view: string
  alt: string
  width: number
  height: number
  tone: string
  hash?: string
  focus?: Focus
}

export interface ProductVariant {
  sku: string
  color: string
  size: string
  quantity: number
  low?: number
  /** In rupees, if the product's are others. */
  price?: number
  mrp?: number
}

// Safe casts: the server writes these fields as `catalog export` does.
export const picturesOf = (product: ProductRecord) => (product.pictures ?? []) as ProductPicture[]
export const variantsOf = (product: ProductRecord) => (product.variants ?? []) as ProductVariant[]

/** Where a picture is, with what stays in view of it, as in the shop. */
export function pictureSrc({ file, hash, src, focus }: ProductPicture): string {
  return withFocus(file === undefined ? (src ?? '') : `/media/${file}?v=${hash ?? ''}`, focus)
}
