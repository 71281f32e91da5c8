import { readAmount } from './amounts.ts'
import { filterSize } from './filter-values.server.ts'
import { distinctSlug } from './slug.server.ts'

/** The colour of a product without a colour option. */
export const ONLY_COLOR = 'As shown'
/** The size of a product without sizes. */
export const ONLY_SIZE = 'Free Size'

/** A variant as in another shop's file. `options` has its options besides colour and size, by name. */
export interface ReadVariant {
  line: number
  sku: string
  color: string
  /** Empty if it has none. */
  size: string
  quantity: number
  options: Readonly<Record<string, string>>
}

const MAX_SIZE = 20

/**
 * Variants as this shop has them. If they differ in a further option, its value is added to the size. If several share
 * a SKU, colour and size are added to it.
 */
export function toVariants(read: readonly ReadVariant[], notes: string[]) {
  const names = [...new Set(read.flatMap(({ options }) => Object.keys(options)))]
  const differing = names.filter((name) => new Set(read.map(({ options }) => options[name] ?? '')).size > 1)
  if (differing.length > 0) notes.push(`its option ${differing.join(', ')} is added to the size`)
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
    const words = distinctSlug(`${color} ${size}`).toUpperCase()
    const unique = `${sku.slice(0, 40)}-${words}`.slice(0, 64).replace(/-$/, '')
    if (shared)
      notes.push(`line ${read[at]?.line}: several variants share the SKU ${sku}; this one is called ${unique}`)
    return { ...variant, sku: unique }
  })
}

/** A further option's value as part of a size; `Logo Yes` rather than just Yes. */
function optionText(name: string, value: string): string {
  return filterSize(/^(?:yes|no|\d+)$/i.test(value) ? `${name} ${value}` : value)
}

/** The whole number in a cell of stock, or null for other text. A negative one, left by overselling, counts as 0. */
export function readQuantity(text: string, line: number, notes: string[]): number | null {
  const count = readAmount(text)
  if (count === null || !Number.isInteger(count)) return null
  if (count < 0) notes.push(`line ${line}: the stock ${text} counts as 0`)
  return Math.max(0, count)
}

/** The stock of a variant that the previous shop sold without counting. */
export function uncounted(line: number, notes: string[]): number {
  notes.push(`line ${line}: in stock, but the file doesn’t count it; a new SKU gets 1 piece`)
  return 1
}
