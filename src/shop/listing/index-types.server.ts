import type { Product } from '../catalog/contract.ts'
import type { FilterName } from '../catalog/rules.ts'
import type { OwnColor } from '../settings/field-contract.ts'
import type { FilterOptions } from './contract.ts'
import type { IndexFacets } from './index/facets.server.ts'
import type { Entry } from './index/table.server.ts'
import type { SortBy } from './rules.ts'
import type { Suggested } from './search-text/suggest.server.ts'

type Lists = { [N in FilterName]?: readonly string[] | undefined }

/** A query of the listing: missing or empty lists don't filter. Prices are rupees, bounds inclusive. */
export interface ListingQuery extends Lists {
  minPrice?: number | undefined
  maxPrice?: number | undefined
  /** `maxPrice` is no bound. */
  dearer?: 'included' | undefined
  q?: string | undefined
  sortBy?: SortBy | undefined
  /** Sold-out products come after all others. */
  soldOut?: 'last' | undefined
  /** Products per page; 1,000 by default. */
  limit?: number | undefined
  cursor?: string | undefined
}

export interface Listing {
  products: Product[]
  /** All matches, on all pages. */
  total: number
  /** Where the next page starts; null on the last one. */
  nextCursor: string | null
}

/** The source of the index: the shop's database, or memory in a benchmark. */
export interface IndexSource {
  /** In batches; fastest in the order of the listing (`compareSortKeys`). */
  readAllEntries(): AsyncIterable<Entry[]>
  readEntries(ids: readonly string[]): Promise<Entry[]>
  readProducts(ids: readonly string[]): Promise<Product[]>
  /** The owner's lines of the search dictionary (setting search.words). */
  readOwnerSynonyms(): Promise<string>
  readPictureOrigins(): Promise<readonly string[]>
  /** The owner's colours (setting listing.colors), if products are read by them. */
  readOwnColors?(): readonly OwnColor[]
}

/** Cache tags of what changed; `quantities`: of products that have nothing but other quantities. */
export interface ChangedTags {
  other: readonly string[]
  quantities: readonly string[]
}

/**
 * The catalogue in memory. Every read waits for the changes notified before it, so no response is computed from data
 * older than a committed write.
 */
export interface CatalogIndex {
  /** Null for an invalid cursor. */
  search(query: ListingQuery): Promise<Listing | null>
  facets(query: ListingQuery): Promise<IndexFacets & Pick<FilterOptions, 'search'>>
  /** The best products for a text as it's typed, and searches that it may become (`suggestFrom`). */
  suggest(text: string): Promise<{ products: Product[] } & Omit<Suggested, 'ids'>>
  get(id: string): Promise<Product | undefined>
  /** Products by id, in the order given. Unknown ids are left out. */
  getMany(ids: readonly string[]): Promise<Product[]>
  /** Every product's id. */
  ids(): readonly string[]
  /**
   * Reads changed products from the database, and resolves to the cache tags of what changed: `product:ID` always, `card:ID` if
   * its card did, `catalog` if filter matches did, `assortment` if products came or went, `home` if the rows of the home page
   * may have; `*` after 'all'.
   */
  refresh(ids: readonly string[] | 'all'): Promise<ChangedTags>
  /** Applies the owner's search words and colours. Resolves like `refresh`. */
  refreshSettings(): Promise<ChangedTags>
  /** External origins of product pictures and the banner, for the pages' Content-Security-Policy. */
  imageHosts(): readonly string[]
  /** Resolves after the first build. */
  ready: Promise<void>
  stats(): IndexStats
}

export interface IndexStats {
  products: number
  /** Bytes of products cached as JSON. */
  cachedBytes: number
  buildMs: number
}
