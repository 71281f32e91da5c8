import { isRecord } from '../is-record.ts'
import type { OrderLine } from '../orders/contract.ts'

/** What the exchange form can offer of a product. */
export interface ExchangeChoices {
  colors: string[]
  sizes: string[]
}

/**
 * The product's colours, and its sizes with stock above 0 (SPEC 5). If the response has the stock by colour (CONTRACT,
 * Stock), only sizes in stock in a colour of `bought`: the server rejects any other.
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

type OrderedPieces = Pick<OrderLine, '_id' | 'quantity' | 'cancelled'>

/** The number of pieces of a line that weren't cancelled. */
export function remainingQuantity(line: Omit<OrderedPieces, '_id'>): number {
  return line.quantity - line.cancelled
}

/**
 * The pieces to exchange. `numberOf` returns the number chosen from a line. Null if only one piece is left: the request
 * then needs no pieces (SPEC 7), and the server takes that one.
 */
export function chosenPieces(
  lines: readonly OrderedPieces[],
  numberOf: (lineId: string) => number,
): { lineId: string; quantity: number }[] | null {
  const remaining = lines.filter((line) => remainingQuantity(line) > 0)
  if (remaining.reduce((sum, line) => sum + remainingQuantity(line), 0) === 1) return null
  return remaining.map(({ _id }) => ({ lineId: _id, quantity: numberOf(_id) })).filter(({ quantity }) => quantity > 0)
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
