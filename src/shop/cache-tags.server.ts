import type { Product } from './catalog/contract.ts'

/** Names of stale-making writes that a handler put on its answer. */
const tagsOfAnswer = new WeakMap<object, readonly string[]>()

/** Puts names on an answer that its own data does not tell: a review summary does not say of which product it is. */
export function addCacheTags<T extends object>(answer: T, tags: readonly string[]): T {
  tagsOfAnswer.set(answer, tags)
  return answer
}

/**
 * What an answer shows beyond its call's own names, so that a write clears exactly the answers that show it: every
 * product in a list, in a row of the home page, or on its own page, as `product:ID`.
 */
export function cacheTagsOf(call: string, data: unknown): readonly string[] {
  if (typeof data !== 'object' || data === null) return []
  return [...(tagsOfAnswer.get(data) ?? []), ...productsOf(call, data).map((product) => `product:${product._id}`)]
}

// Proof of each `as`: the answer has passed the types of the call's contract.
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
