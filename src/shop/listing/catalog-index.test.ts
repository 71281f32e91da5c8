import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Product } from '../catalog/contract.ts'
import { FILTER_NAMES } from '../catalog/rules.ts'
import { createIndexOver } from './catalog-index.server.ts'
import { compareSortKeys } from './index/cursor.server.ts'
import { LEVELS, levelOf } from './index/popularity.server.ts'
import { type Entry, variantOf } from './index/table.server.ts'
import type { IndexSource, ListingQuery } from './index-types.server.ts'

const text = { name: 'Tee', description: '', views: 0, position: null, revision: '1', supply: 'enough' as const }
const NO_LISTS = {
  subcategory: [],
  colors: [],
  sizes: [],
  variants: [],
  pattern: [],
  fabric: [],
  fit: [],
  collection: [],
}
const MEN_ONLY = { ...NO_LISTS, categories: ['Man'] }

const COLORS = ['Red', 'Blue', 'Teal']
const SIZES = ['S', 'M', 'XL']
/** The sellable pairs of colour and size, and both lists as a product has them. */
const inStock = fc
  .tuple(
    fc.subarray(COLORS, { minLength: 1 }),
    fc.subarray(COLORS.flatMap((color) => SIZES.map((size) => [color, size] as const))),
  )
  .map(([colors, pairs]) => {
    const sold = pairs.filter(([color]) => colors.includes(color))
    const sizes = SIZES.filter((size) => sold.some(([, one]) => one === size))
    return { colors, sizes, variants: sold.map(([color, size]) => variantOf(color, size)) }
  })
const id = fc.constantFrom(...Array.from({ length: 60 }, (_, n) => `shirt-${n}`))
const plainEntry: fc.Arbitrary<Entry> = fc.record({
  id,
  price: fc.integer({ min: 0, max: 12 }).map((step) => step * 5000 + 9900),
  lists: fc
    .tuple(
      inStock,
      fc.record({
        categories: fc.constantFrom('Man', 'Woman', 'Other').map((one) => [one]),
        subcategory: fc.constantFrom('Tees', 'Shirts', '').map((one) => [one]),
        pattern: fc.constantFrom(['Plain'], ['']),
        fabric: fc.constantFrom(['Cotton'], ['Silk']),
        fit: fc.constantFrom(['Slim Fit'], ['Overfit']),
        collection: fc.constantFrom(['Drop'], ['']),
      }),
    )
    .map(([stock, others]) => ({ ...others, ...stock })),
  position: fc.constantFrom(null, null, null, -1, 2, 3),
  addedAt: fc.constantFrom(0, 1_700_000_000_000, 1_800_000_000_000),
  ranks: fc.constantFrom('', '', '1/'),
  name: fc.constantFrom('Word Tee', 'Tee'),
  description: fc.constantFrom('', 'Soft.', 'Not a word.'),
  views: fc.constantFrom(0, 0, 3, 300),
  revision: fc.constantFrom('1', '2'),
  supply: fc.constantFrom('none', 'few', 'enough'),
  rated: fc.option(
    fc
      .tuple(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 5 }))
      .map(([count, each]) => ({ count, stars: count * each })),
    { nil: undefined },
  ),
})
/** Half of them cost more in some of the sizes that are in stock. */
const entry = fc
  .tuple(plainEntry, fc.constantFrom([0, 0, 0], [0, 5000, 20_000], [0, 0, 0], [10_000, 0, 5000]))
  .map(([one, extras]): Entry => {
    const inSizes = SIZES.flatMap((size, at) => (one.lists.sizes.includes(size) ? [[size, extras[at] ?? 0]] : []))
    return inSizes.some(([, extra]) => extra !== 0) ? { ...one, extras: Object.fromEntries(inSizes) } : one
  })
/** The lowest price in the chosen sizes. */
const priceOf = ({ price, extras, lists }: Entry, { sizes = [] }: ListingQuery) => {
  const chosen = lists.sizes.filter((size) => sizes.includes(size))
  return price + (extras && chosen.length > 0 ? Math.min(...chosen.map((size) => extras[size] ?? 0)) : 0)
}
const anyQuery: fc.Arbitrary<ListingQuery> = fc.record(
  {
    categories: fc.subarray(['Man', 'Woman', 'Other', 'Nobody']),
    subcategory: fc.subarray(['Tees', 'Shirts']),
    colors: fc.subarray([...COLORS, 'Mauve']),
    sizes: fc.subarray([...SIZES, 'XXXL']),
    pattern: fc.subarray(['Plain']),
    collection: fc.subarray(['Drop']),
    minPrice: fc.constantFrom(0, 99, 99.01, 199, 400),
    maxPrice: fc.constantFrom(99, 299, 350, 10_000),
    q: fc.constantFrom('', 'word'),
    sortBy: fc.constantFrom('lowToHigh', 'highToLow', 'relevance', 'newest', 'popular', 'bestRated'),
    soldOut: fc.constant('last'),
  },
  { requiredKeys: [] },
)

/** A database in a map. */
function sourceOf(entries: Map<string, Entry>): IndexSource {
  return {
    async *readAllEntries() {
      const sorted = [...entries.values()].sort((a, b) => compareSortKeys(plain(a), plain(b)))
      for (let at = 0; at < sorted.length; at += 7) yield sorted.slice(at, at + 7)
    },
    readEntries: async (ids) => ids.map((one) => entries.get(one)).filter((one) => one !== undefined),
    // Safe cast: the index reads nothing but the id of a product.
    readProducts: async (ids) => ids.filter((one) => entries.has(one)).map((_id) => ({ _id }) as Product),
    readOwnerSynonyms: async () => '',
    readPictureOrigins: async () => [],
  }
}

const isNamed = ({ name }: Entry) => name.startsWith('Word')
const isFound = (one: Entry) => isNamed(one) || one.description.includes('word')

/** The results of the contract's filters, by filtering and sorting every entry. */
function expected(entries: Map<string, Entry>, query: ListingQuery): string[] {
  const ids = expectedInOrder(entries, query)
  const isSoldOut = (one: string) => entries.get(one)?.lists.sizes.length === 0
  return query.soldOut ? [...ids.filter((one) => !isSoldOut(one)), ...ids.filter(isSoldOut)] : ids
}

function expectedInOrder(entries: Map<string, Entry>, query: ListingQuery): string[] {
  const keyOf = (one: Entry) => ({ price: priceOf(one, query), id: one.id })
  const found = [...entries.values()].filter((one) => {
    if (query.minPrice !== undefined && priceOf(one, query) < query.minPrice * 100) return false
    if (query.maxPrice !== undefined && priceOf(one, query) > query.maxPrice * 100) return false
    if (query.q && !isFound(one)) return false
    const { colors = [], sizes = [] } = query
    const pairs = colors.flatMap((color) => sizes.map((size) => variantOf(color, size)))
    if (pairs.length > 0 && !pairs.some((pair) => one.lists.variants.includes(pair))) return false
    return FILTER_NAMES.every((name) => {
      const values = query[name] ?? []
      return values.length === 0 || values.some((value) => one.lists[name].includes(value))
    })
  })
  if (query.q && query.sortBy === 'relevance') {
    const relevanceRank = (one: Entry) => (isNamed(one) ? 0 : 1) * LEVELS - levelOf(one)
    return found
      .sort((a, b) => relevanceRank(a) - relevanceRank(b) || compareSortKeys(keyOf(a), keyOf(b)))
      .map((one) => one.id)
  }
  if (query.sortBy === 'popular')
    return found.sort((a, b) => levelOf(b) - levelOf(a) || compareSortKeys(keyOf(a), keyOf(b))).map((one) => one.id)
  if (query.sortBy === 'bestRated') {
    const rankOf = ({ rated }: Entry) =>
      rated ? Math.round((5 - (rated.stars + 17.5) / (rated.count + 5)) * 100) : 500
    return found.sort((a, b) => rankOf(a) - rankOf(b) || compareSortKeys(keyOf(a), keyOf(b))).map((one) => one.id)
  }
  if (query.sortBy === 'newest') {
    const isNewer = (a: Entry, b: Entry) => (b.addedAt ?? 0) - (a.addedAt ?? 0)
    return found.sort((a, b) => isNewer(a, b) || compareSortKeys(keyOf(a), keyOf(b))).map((one) => one.id)
  }
  const positionOf = ({ position }: Entry) => (query.sortBy ? 0 : (position ?? 1000))
  const ids = found
    .sort((a, b) => positionOf(a) - positionOf(b) || compareSortKeys(keyOf(a), keyOf(b)))
    .map((one) => one.id)
  return query.sortBy === 'highToLow' ? ids.reverse() : ids
}

/** The sort key by price and id. */
const plain = ({ price, id }: Entry) => ({ price, id })

const catalogue = fc.array(entry, { maxLength: 60 })
const changesArbitrary = fc.array(fc.oneof(entry, id), { maxLength: 40 })

/** Applies writes to the database, refreshing the index after each. A bare id deletes the product. */
async function write(
  entries: Map<string, Entry>,
  changes: readonly (Entry | string)[],
  refresh: (id: string) => unknown,
) {
  for (const change of changes) {
    if (typeof change === 'string') entries.delete(change)
    else entries.set(change.id, change)
    await refresh(typeof change === 'string' ? change : change.id)
  }
}

describe('the index', () => {
  test('gives the same results as a plain filter, before and after writes', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, changesArbitrary, anyQuery, async (first, changes, query) => {
        const entries = new Map(first.map((one) => [one.id, one]))
        const index = createIndexOver(sourceOf(entries))
        const check = async () => {
          const listing = await index.search(query)
          expect(listing?.products.map((product) => product._id)).toEqual(expected(entries, query))
          expect(listing?.total).toBe(expected(entries, query).length)
        }
        await check()
        await write(entries, changes, (one) => index.refresh([one]))
        await check()
        await index.refresh('all')
        await check()
        expect([...index.ids()].sort()).toEqual([...entries.keys()].sort())
        expect(index.stats().products).toBe(entries.size)
      }),
      { numRuns: 200 },
    )
  })

  test('pages by cursor: every match once and in order, even after writes', async () => {
    await fc.assert(
      fc.asyncProperty(
        catalogue,
        changesArbitrary,
        anyQuery,
        fc.integer({ min: 1, max: 9 }),
        async (first, changes, query, limit) => {
          const entries = new Map(first.map((one) => [one.id, one]))
          const index = createIndexOver(sourceOf(entries))
          await write(entries, changes, (one) => index.refresh([one]))
          const seen: string[] = []
          let cursor: string | undefined
          do {
            const page = await index.search({ ...query, limit, cursor })
            expect(page?.products.length).toBeLessThanOrEqual(limit)
            for (const product of page?.products ?? []) seen.push(product._id)
            cursor = page?.nextCursor ?? undefined
          } while (cursor !== undefined)
          expect(seen).toEqual(expected(entries, query))
        },
      ),
      { numRuns: 200 },
    )
  })

  test('shows the best of many matches first, page by page, while other searches run', async () => {
    const entries = new Map(
      Array.from({ length: 9000 }, (_, n): [string, Entry] => {
        const name = n % 3 === 0 ? 'Tee' : 'Word Tee'
        const [views, price] = [n % 7 === 0 ? n : 0, 10_000 + (n % 50) * 100]
        const entry = { ...text, id: `shirt-${n}`, price, lists: MEN_ONLY, ranks: '' }
        return [entry.id, { ...entry, name, description: 'A word.', views }]
      }),
    )
    const index = createIndexOver(sourceOf(entries))
    const query = { q: 'word', sortBy: 'relevance', limit: 100 } as const
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const [page, other] = await Promise.all([
        index.search({ ...query, cursor }),
        index.search({ q: 'tee', maxPrice: 101 }),
      ])
      expect(page?.total).toBe(9000)
      expect(other?.total).toBe(360)
      for (const product of page?.products ?? []) seen.push(product._id)
      cursor = page?.nextCursor ?? undefined
    } while (cursor !== undefined)
    expect(seen).toEqual(expected(entries, query))
  })

  test('counts the products that each option would show', async () => {
    await fc.assert(
      fc.asyncProperty(catalogue, changesArbitrary, anyQuery, async (first, changes, query) => {
        const entries = new Map(first.map((one) => [one.id, one]))
        const index = createIndexOver(sourceOf(entries))
        await write(entries, changes, (one) => index.refresh([one]))
        const facets = await index.facets(query)
        expect(facets.total).toBe(expected(entries, query).length)
        const atAnyPrice = expected(entries, { ...query, minPrice: undefined, maxPrice: undefined })
        const prices = atAnyPrice.flatMap((one) => entries.get(one) ?? []).map((one) => priceOf(one, query) / 100)
        const bounds = { min: Math.min(...prices), max: Math.max(...prices) }
        expect(facets.prices).toEqual(prices.length === 0 ? null : bounds)
        const used = new Set([...entries.values()].flatMap(({ lists }) => lists.colors))
        expect(facets.colors.map(({ value }) => value)).toEqual(COLORS.filter((color) => used.has(color)))
        for (const list of ['sizes', 'colors', 'categories', 'collection'] as const)
          for (const { value, count } of facets[list])
            expect(count).toBe(expected(entries, { ...query, [list]: [value] }).length)
        for (const { value, count, product } of facets.kinds) {
          const ids = expected(entries, { ...query, subcategory: [value], soldOut: 'last' })
          expect(count).toBe(ids.length)
          const isInStock = (one: string | undefined) => (entries.get(one ?? '')?.lists.sizes.length ?? 0) > 0
          expect(ids).toContain(product)
          expect(isInStock(product), 'one in stock, if any is').toBe(isInStock(ids[0]))
        }
        for (const [category, options] of Object.entries(facets.subcategories))
          for (const { value, count } of options)
            expect(count).toBe(expected(entries, { ...query, categories: [category], subcategory: [value] }).length)
      }),
      { numRuns: 100 },
    )
  })

  test('rejects a cursor that it didn’t write', async () => {
    expect(await createIndexOver(sourceOf(new Map())).search({ cursor: 'x' })).toBeNull()
  })

  test('waits for pending changes, and reports which cache tags became stale', async () => {
    const inStock = { sizes: ['M'], variants: [variantOf('Red', 'M')] }
    const lists = { ...MEN_ONLY, subcategory: ['Tees'], colors: ['Red'], ...inStock }
    const entries = new Map<string, Entry>([['shirt-1', { id: 'shirt-1', price: 100, lists, ranks: '', ...text }]])
    let originReads = 0
    const readPictureOrigins = async () => {
      originReads++
      return []
    }
    const index = createIndexOver({ ...sourceOf(entries), readPictureOrigins })
    await index.ready
    const quantities = (...tags: string[]) => ({ other: [], quantities: tags })
    expect(await index.refresh(['shirt-1'])).toEqual(quantities('product:shirt-1'))
    entries.set('shirt-1', { id: 'shirt-1', price: 100, lists: { ...lists, sizes: [] }, ranks: '', ...text })
    const refreshed = index.refresh(['shirt-1'])
    expect((await index.search({ sizes: ['M'] }))?.total).toBe(0)
    expect(await refreshed).toEqual(quantities('product:shirt-1', 'catalog'))
    entries.set('shirt-1', { id: 'shirt-1', price: 100, lists, ranks: '', ...text, supply: 'few' })
    expect(await index.refresh(['shirt-1'])).toEqual(quantities('product:shirt-1', 'card:shirt-1', 'catalog'))
    expect(originReads).toBe(1)
    const other = (...tags: string[]) => ({ other: tags, quantities: [] })
    entries.set('shirt-1', { id: 'shirt-1', price: 100, lists, ranks: '', ...text, revision: '2' })
    expect(await index.refresh(['shirt-1'])).toEqual(other('product:shirt-1', 'card:shirt-1'))
    entries.set('shirt-2', { id: 'shirt-2', price: 100, lists, ranks: '1/', ...text })
    const added = ['product:shirt-2', 'card:shirt-2', 'catalog', 'assortment', 'home']
    expect(await index.refresh(['shirt-2'])).toEqual(other(...added))
    expect(await index.refresh('all')).toEqual(other('*'))
    expect(originReads).toBe(4)
  })

  test('keeps changes it couldn’t read pending, and reads them with the next query', async () => {
    const entries = new Map<string, Entry>()
    const source = sourceOf(entries)
    let unavailable = false
    const index = createIndexOver({
      ...source,
      readEntries: (ids) => (unavailable ? Promise.reject(new Error('unavailable')) : source.readEntries(ids)),
    })
    await index.ready
    entries.set('shirt-1', { id: 'shirt-1', price: 100, lists: MEN_ONLY, ranks: '', ...text })
    unavailable = true
    await expect(index.refresh(['shirt-1'])).rejects.toThrow('unavailable')
    await expect(index.search({})).rejects.toThrow('unavailable')
    unavailable = false
    expect((await index.search({}))?.total).toBe(1)
  })
})
