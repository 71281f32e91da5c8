import type { Product } from '../catalog/contract.ts'
import type { FilterOptions } from './contract.ts'
import type { SortBy } from './rules.ts'

/** What a listing is asked by: lists left out or empty do not filter. Prices are rupees, bounds inclusive. */
export interface ListingQuery {
  categories?: readonly string[] | undefined
  subcategory?: readonly string[] | undefined
  colors?: readonly string[] | undefined
  sizes?: readonly string[] | undefined
  pattern?: readonly string[] | undefined
  fabric?: readonly string[] | undefined
  fit?: readonly string[] | undefined
  minPrice?: number | undefined
  maxPrice?: number | undefined
  q?: string | undefined
  sortBy?: SortBy | undefined
  /** Products in one answer; 1,000 where not given. */
  limit?: number | undefined
  cursor?: string | undefined
}

export interface Listing {
  products: Product[]
  /** All matches, on whatever page. */
  total: number
  /** Where the next page starts; null on the last one. */
  nextCursor: string | null
}

/**
 * The range in memory. Every read waits for the changes that were told before it, so no answer is made from
 * what was true before a write.
 */
export interface CatalogIndex {
  /** Null where the cursor is not one of ours. */
  search(query: ListingQuery): Promise<Listing | null>
  facets(query: ListingQuery): Promise<FilterOptions>
  get(id: string): Promise<Product | undefined>
  /** Products by id, in the order asked for; ids of nothing are left out. */
  getMany(ids: readonly string[]): Promise<Product[]>
  /** Every product's id. */
  ids(): readonly string[]
  /**
   * Reads what changed from the database. Resolves to the cache names that the change makes stale: `product:ID` always,
   * `catalog` where what filters match moved, `range` where products came or went, `home` where the rows of the home
   * page may have changed; `*` after 'all'. The caller clears `product:ID` when it hears of the change, and these then.
   */
  refresh(ids: readonly string[] | 'all'): Promise<readonly string[]>
  /** Origins beside our own that pictures of products or the banner come from: what the pages' policy must allow. */
  imageHosts(): readonly string[]
  /** Fulfilled once the index was first built. */
  ready: Promise<void>
  stats(): IndexStats
}

export interface IndexStats {
  products: number
  /** Products that changed place since the last full build. */
  moved: number
  /** Bytes of products kept ready as JSON. */
  readyBytes: number
  buildMs: number
}
