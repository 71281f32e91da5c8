import { isRecord } from '../is-record.ts'
import type { OrderLine } from '../orders/contract.ts'

/**
 * A colour or size of the form. Only a `free` one can be chosen: `soldOut` has no stock for what is exchanged, and `notMade`
 * doesn't exist with it.
 */
export interface Choice {
  value: string
  state: 'free' | 'soldOut' | 'notMade'
  /** What was bought: the same again, if another shade or a wrong label came. */
  isBought: boolean
  /** How many are left; null if the server doesn't say. */
  left: number | null
  /** What a piece costs more than the bought one, in rupees as the shop shows prices, less what a discount takes off that; below 0: less. */
  extra: number
}

type Bought = Pick<OrderLine, 'color' | 'size'> & Partial<Pick<OrderLine, 'discount' | 'quantity' | 'productId'>>

/**
 * The product's colours or sizes as replacements of the bought lines (SPEC 5), in the product's order. Stock is that of
 * the bought size in a new colour, or of the bought colour in a new size (CONTRACT, Stock); a server that sends no stock
 * by colour has only the stock of a size.
 */
export function choicesOf(product: unknown, choice: 'color' | 'size', bought: readonly Bought[]): Choice[] {
  if (!isRecord(product)) return []
  const variants = recordsOf(product.variants)
  const sizes = recordsOf(product.sizes)
  const values = choice === 'color' ? listOf(product.colors) : sizes.map(({ size }) => size)
  return values.filter(isText).map((value) => {
    const isBought = bought.some((line) => line[choice] === value)
    if (variants.length === 0) {
      const left = choice === 'size' ? countOf(sizes.find(({ size }) => size === value)) : null
      return { value, state: left === 0 ? 'soldOut' : 'free', isBought, left, extra: 0 }
    }
    const wanted = bought.map((line) =>
      variants.find(
        ({ color, size }) =>
          color === (choice === 'color' ? value : line.color) && size === (choice === 'size' ? value : line.size),
      ),
    )
    if (wanted.includes(undefined)) return { value, state: 'notMade', isBought, left: 0, extra: 0 }
    const left = Math.min(...wanted.map(countOf))
    const extras = wanted.map((variant, at) => {
      const old = variants.find(({ color, size }) => color === bought[at]?.color && size === bought[at]?.size)
      return old === undefined ? 0 : (priceOf(variant, product) - priceOf(old, product)) * paidShare(bought[at])
    })
    return { value, state: left > 0 ? 'free' : 'soldOut', isBought, left, extra: Math.max(...extras) }
  })
}

/** What a discount left of the line's price: it takes the same share off the difference (docs/decisions/032). */
function paidShare({ discount = 0, quantity = 1, productId }: Partial<Bought> = {}): number {
  const price = (productId?.price ?? 0) * quantity
  return price > 0 ? 1 - discount / price : 1
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

/** A size has a price only if it's another than the product's. */
function priceOf(variant: Fields | undefined, { price }: Fields): number {
  const own = variant?.price ?? price
  return typeof own === 'number' ? own : 0
}

function countOf(stocked: Fields | undefined): number {
  return typeof stocked?.quantity === 'number' && stocked.quantity > 0 ? stocked.quantity : 0
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function recordsOf(value: unknown): Fields[] {
  return listOf(value).filter(isRecord)
}
