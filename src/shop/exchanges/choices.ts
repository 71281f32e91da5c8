import { isRecord } from '../is-record.ts'

/** What the exchange form can offer of a product. */
export interface ExchangeChoices {
  colors: string[]
  sizes: string[]
}

/**
 * The product's colours, and its sizes with stock above 0 (SPEC 5). Stock is kept by colour (CONTRACT, Stock): where the
 * response has it, only sizes in stock in a colour that was bought; the server rejects any other.
 */
export function choicesOf(product: unknown, bought: readonly string[]): ExchangeChoices {
  if (!isRecord(product)) return { colors: [], sizes: [] }
  const variants = recordsOf(product.variants).filter(
    (variant) => typeof variant.color === 'string' && bought.includes(variant.color),
  )
  const sizesInStock = new Set(variants.filter(isInStock).map(({ size }) => size))
  const sizes = recordsOf(product.sizes)
    .filter((size) => isInStock(size) && (variants.length === 0 || sizesInStock.has(size.size)))
    .map(({ size }) => size)
  const colors = Array.isArray(product.colors) ? product.colors : []
  return { colors: colors.filter(isText), sizes: sizes.filter(isText) }
}

type Fields = Record<string, unknown>

function isInStock({ quantity }: Fields): boolean {
  return typeof quantity === 'number' && quantity > 0
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function recordsOf(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isRecord) : []
}
