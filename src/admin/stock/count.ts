import type { StockItem } from '#shop/catalog/stock/contract.ts'

/** A SKU as it was when its counting began, and how many pieces were counted. */
export interface CountedSku
  extends Pick<StockItem, 'sku' | 'name' | 'color' | 'size' | 'picture' | 'place' | 'onHand'> {
  /** When its first piece was scanned, by the server's clock. */
  began: string
  counted: number
  /** The idempotency key under which it may have been taken over already: the answer was lost. */
  key?: string
}

/** A count of the stock, with the SKUs in the order of their first scans. */
export interface StockCount {
  skus: readonly CountedSku[]
}

export const EMPTY_COUNT: StockCount = { skus: [] }

/** Counts one piece more of a SKU that is counted already, or null if it isn't. `isCode` compares with a SKU. */
export function countOneMore(
  count: StockCount,
  isCode: (sku: string) => boolean,
): { count: StockCount; sku: CountedSku } | null {
  const found = count.skus.find(({ sku }) => isCode(sku))
  if (!found) return null
  const sku = { ...found, counted: found.counted + 1 }
  return { count: withSku(count, sku), sku }
}

/** Begins with a SKU: its stock of this moment is what the count is compared with. */
export function beginSku(count: StockCount, stock: StockItem, at: string, counted: number): StockCount {
  if (count.skus.some(({ sku }) => sku === stock.sku)) return count
  const { sku, name, color, size, picture, place, onHand } = stock
  return { skus: [...count.skus, { sku, name, color, size, picture, place, onHand, began: at, counted }] }
}

/** Sets how many pieces of a SKU were counted. */
export function setCounted(count: StockCount, sku: string, counted: number): StockCount {
  const found = count.skus.find((one) => one.sku === sku)
  return found ? withSku(count, { ...found, counted }) : count
}

/** Takes SKUs out of the count. */
export function withoutSkus(count: StockCount, skus: ReadonlySet<string>): StockCount {
  return { skus: count.skus.filter(({ sku }) => !skus.has(sku)) }
}

/** What lies at one place, counted; null: SKUs without a place. */
export interface Shelf {
  place: string | null
  skus: readonly CountedSku[]
}

/** The count by shelf, in the order of their names; what has no place comes last. */
export function shelvesOf({ skus }: StockCount): Shelf[] {
  return [...Map.groupBy(skus, ({ place }) => place)]
    .map(([place, ofPlace]) => ({ place, skus: ofPlace }))
    .sort((one, other) => {
      if (one.place === null || other.place === null) return one.place === null ? 1 : -1
      return one.place.localeCompare(other.place, 'en', { numeric: true })
    })
}

/** By how much a count differs from what was on hand when it began. */
export const differenceOf = ({ counted, onHand }: Pick<CountedSku, 'counted' | 'onHand'>) => counted - onHand

/** What differs, which is all that a count changes. */
export function differencesOf({ skus }: { skus: readonly CountedSku[] }): CountedSku[] {
  return skus.filter((one) => differenceOf(one) !== 0)
}

function withSku(count: StockCount, sku: CountedSku): StockCount {
  return { skus: count.skus.map((one) => (one.sku === sku.sku ? sku : one)) }
}
