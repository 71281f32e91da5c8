import type { Product } from '../../catalog/contract.ts'

/** Products kept ready as compact JSON outside the heap, the longest unused out first where room ends. */
export interface Shelf {
  get(id: string): Product | undefined
  put(product: Product): void
  drop(id: string): void
  clear(): void
  bytes(): number
}

/** A name, a map entry and a buffer's head cost about this much beside the JSON. */
const OVERHEAD = 250

export function createShelf(maxBytes: number): Shelf {
  const kept = new Map<string, Buffer>()
  let bytes = 0
  const drop = (id: string) => {
    const json = kept.get(id)
    if (!json) return
    kept.delete(id)
    bytes -= json.length + OVERHEAD
  }
  return {
    get(id) {
      const json = kept.get(id)
      if (!json) return undefined
      kept.delete(id)
      kept.set(id, json)
      // Proof: only `put` writes here, and it writes products.
      return JSON.parse(json.toString()) as Product
    },
    put(product) {
      drop(product._id)
      const json = Buffer.from(JSON.stringify(product))
      kept.set(product._id, json)
      bytes += json.length + OVERHEAD
      for (const oldest of kept.keys()) {
        if (bytes <= maxBytes) break
        drop(oldest)
      }
    },
    drop,
    clear() {
      kept.clear()
      bytes = 0
    },
    bytes: () => bytes,
  }
}
