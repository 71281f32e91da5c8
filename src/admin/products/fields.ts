import { t } from '#platform/text/t.ts'
import { type Focus, withFocus } from '#shop/catalog/product/focus.ts'
import type { ProductRecord } from '#shop/catalog/product/staff-contract.ts'
import { parseRupees } from '../parts/rupees.ts'

/** The fields of the form, each as a text. */
export const FIELD_NAMES = [
  'name',
  'price',
  'mrp',
  'description',
  'categories',
  'subcategory',
  'collection',
  'pattern',
  'fabric',
  'fit',
  'badge',
  'care',
  'countryOfOrigin',
  'gsm',
  'hsn',
] as const

export type FieldName = (typeof FIELD_NAMES)[number]

export function labelOf(field: string): string {
  const labels: Readonly<Record<string, string>> = {
    name: t('Name'),
    price: t('Price'),
    mrp: t('MRP'),
    description: t('Description'),
    descriptionMarkdown: t('Description'),
    categories: t('Category'),
    subcategory: t('Subcategory'),
    collection: t('Collection'),
    pattern: t('Pattern'),
    fabric: t('Fabric'),
    fit: t('Fit'),
    badge: t('Badge'),
    care: t('Care'),
    countryOfOrigin: t('Country of origin'),
    gsm: t('Weight of the fabric, in g/m²'),
    hsn: t('HSN code'),
    variants: t('Colours and sizes'),
    pictures: t('Pictures'),
    state: t('State'),
  }
  return labels[field] ?? field
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
  switch (field) {
    case 'price':
      return parseRupees(typed) ?? undefined
    case 'mrp':
      return typed === '' ? null : (parseRupees(typed) ?? undefined)
    case 'gsm':
      return typed === '' ? null : Number.isFinite(Number(typed)) ? Number(typed) : undefined
    case 'care':
      return typed === '' ? null : typed.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
    case 'badge':
    case 'collection':
    case 'hsn':
    case 'countryOfOrigin':
      return typed === '' ? null : typed
    default:
      return text
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
}

// Safe casts: the server writes these fields as `catalog export` does.
export const picturesOf = (product: ProductRecord) => (product.pictures ?? []) as ProductPicture[]
export const variantsOf = (product: ProductRecord) => (product.variants ?? []) as ProductVariant[]

/** Where a picture is, with what stays in view of it, as in the shop. */
export function pictureSrc({ file, hash, src, focus }: ProductPicture): string {
  return withFocus(file === undefined ? (src ?? '') : `/media/${file}?v=${hash ?? ''}`, focus)
}
