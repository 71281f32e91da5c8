import { filterSize } from './filter-values.server.ts'
import { slugOf } from './slug.server.ts'

/** The colour of a product without a colour option. */
export const ONLY_COLOR = 'As shown'
/** The size of a product without sizes. */
export const ONLY_SIZE = 'Free Size'

/** A variant as another shop's file has it; `options` are those besides colour and size. */
export interface ReadVariant {
  line: number
  sku: string
  color: string
  /** Empty where it has none. */
  size: string
  quantity: number
  options: Readonly<Record<string, string>>
}

const MAX_SIZE = 20

/**
 * Variants of this shop: an option besides colour and size in which they differ stands with the size, and SKUs that several
 * share are told apart by colour and size.
 */
export function toVariants(read: readonly ReadVariant[], notes: string[]) {
  const names = [...new Set(read.flatMap(({ options }) => Object.keys(options)))]
  const differing = names.filter((name) => new Set(read.map(({ options }) => options[name] ?? '')).size > 1)
  if (differing.length > 0) notes.push(`its option ${differing.join(', ')} stands with the size`)
  const sized = read.map(({ sku, color, size, quantity, options }) => {
    const parts = [size, ...differing.map((name) => optionText(name, options[name] ?? ''))].filter(
      (part) => part !== '',
    )
    return { sku, color, size: parts.length > 0 ? parts.join(' / ').slice(0, MAX_SIZE).trim() : ONLY_SIZE, quantity }
  })
  return sized.map((variant, at) => {
    const { sku, color, size } = variant
    const shared = read.filter((one) => one.sku === sku).length > 1
    if (sku !== '' && !shared) return variant
    const words = slugOf(`${color} ${size}`).toUpperCase()
    const unique = `${sku.slice(0, 40)}-${words}`.slice(0, 64).replace(/-$/, '')
    if (shared)
      notes.push(`line ${read[at]?.line}: several variants share the SKU ${sku}; this one is called ${unique}`)
    return { ...variant, sku: unique }
  })
}

/** `Logo Yes`: a bare yes would say nothing beside a size. */
function optionText(name: string, value: string): string {
  const text = /^(?:yes|no|\d+)$/i.test(value) ? `${name} ${value}` : value
  return filterSize(text)
}

/** Whole pieces from a cell. Negative ones, which orders beyond the stock leave, count as none; null for other text. */
export function readQuantity(text: string, line: number, notes: string[]): number | null {
  if (!/^-?\d{1,9}(?:\.0+)?$/.test(text)) return null
  const count = Number(text)
  if (count < 0) notes.push(`line ${line}: the stock ${text} counts as 0`)
  return Math.max(0, count)
}

/** A piece that the former shop sold without counting. */
export function uncounted(line: number, notes: string[]): number {
  notes.push(`line ${line}: in stock, but the file does not count it; a new SKU gets 1 piece`)
  return 1
}
