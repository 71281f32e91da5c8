import type { Product } from './catalog/contract.ts'

/** Tags that handlers added to their responses. */
const addedTags = new WeakMap<object, readonly string[]>()

/** Adds tags that can't be read from the response itself: a review summary doesn't name its product. */
export function addCacheTags<T extends object>(response: T, tags: readonly string[]): T {
  addedTags.set(response, tags)
  return response
}

/** A response's tags beyond its endpoint's own: `product:ID` for every product it shows, and those of its handler. */
export function cacheTagsOf(call: string, data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null) return []
  return [...(addedTags.get(data) ?? []), ...productsOf(call, data).map((product) => `product:${product._id}`)]
}

// Safe casts: the response has the type of the endpoint's contract.
function productsOf(call: string, data: object): readonly Product[] {
  switch (call) {
    case 'GET /user/filterProduct':
      return data as Product[]
    case 'GET /home/latestArrivals':
    case 'GET /home/topCollection':
      return (data as { data: Product[] }).data
    case 'GET /product/getProductDetail/{productId}':
      return [(data as { data: Product }).data]
    default:
      return []
  }
}
