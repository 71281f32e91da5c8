import { paise, toRupees } from '#platform/money.ts'
import type { FILTER_OPTIONS, FilterName } from '../../catalog/rules.ts'
import type { FilterOptions } from '../contract.ts'
import { inFilterOrder } from '../rules.ts'
import { rowsOfValue, valuesIn } from '../search-text/word-index.server.ts'
import { LEVELS } from './popularity.server.ts'
import type { Rows } from './rows.server.ts'
import { bitOf, failuresOf, inOrderOfPrice, PRICE, type Selection, VARIANT } from './search.server.ts'
import { type ListingTable, priceIn, variantOf } from './table.server.ts'

/** For each value of each list: the number of products it would show under the choices in all other lists. */
export function countFacets(table: ListingTable, selection: Selection): IndexFacets {
  const { order, words } = table
  const failures = failuresOf(table, selection)
  // A price that differs by size passes the bounds in some sizes only.
  const countOfSize = (value: string) => {
    const inSize = failuresOf(table, { ...selection, lists: { ...selection.lists, sizes: [value] } })
    return { value, count: countMatches(inSize, order, 0) }
  }
  const optionsOf = (name: keyof typeof FILTER_OPTIONS) => {
    const existing = valuesIn(words, name).map(({ value }) => value)
    const except = name === 'colors' || name === 'sizes' ? bitOf(name) | VARIANT : bitOf(name)
    if (name === 'sizes' && table.dearer.size > 0) return inFilterOrder(name, existing).map(countOfSize)
    return inFilterOrder(name, existing).map((value) => ({
      value,
      count: countMatches(failures, rowsOfOption(table, selection, name, value), except),
    }))
  }
  const { sizes } = selection.lists
  const atSomePrice = inOrderOfPrice(table, selection, failures, PRICE).map((row) => priceIn(table, row, sizes))
  const [cheapest, dearest] = [atSomePrice[0], atSomePrice.at(-1)]
  return {
    total: countMatches(failures, order, 0),
    categories: optionsOf('categories'),
    subcategories: countSubcategories(table, failures),
    kinds: findKinds(table, failures),
    colors: optionsOf('colors').map((option) => ({ ...option, ...lookOf(table, option.value) })),
    sizes: optionsOf('sizes'),
    pattern: optionsOf('pattern'),
    fabric: optionsOf('fabric'),
    fit: optionsOf('fit'),
    collection: valuesIn(words, 'collection')
      .map(({ value, rows }) => ({ value, count: countMatches(failures, rows, bitOf('collection')) }))
      .sort((a, b) => (a.value < b.value ? -1 : 1)),
    prices:
      cheapest === undefined || dearest === undefined
        ? null
        : { min: toRupees(paise(cheapest)), max: toRupees(paise(dearest)) },
  }
}

/** The facets as the index knows them, which has no pictures. */
export type IndexFacets = Omit<FilterOptions, 'search' | 'text' | 'kinds'> & {
  kinds: Omit<FilterOptions['kinds'][number], 'image'>[]
}

/** The subcategories shown as pictures. */
const MAX_KINDS = 12

/** The subcategories under all other choices, the largest first, each with its most popular product, in stock if any is. */
function findKinds({ words, products, levels }: ListingTable, failures: Uint16Array): IndexFacets['kinds'] {
  const except = bitOf('subcategory')
  const rankOf = (row: number) => (products[row]?.isSoldOut ? 0 : LEVELS) + (levels[row] ?? 0)
  return valuesIn(words, 'subcategory')
    .flatMap(({ value, rows }) => {
      const matches = rows.filter((row) => ((failures[row] ?? 0) & ~except) === 0)
      const [first] = matches
      if (first === undefined) return []
      const best = matches.reduce((one, other) => (rankOf(other) > rankOf(one) ? other : one), first)
      return [{ value, count: matches.length, product: products[best]?.id ?? '' }]
    })
    .sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
    .slice(0, MAX_KINDS)
}

/** A colour's family, if it isn't one itself, and its swatch, as far as pages don't know them by the name. */
function lookOf({ looks }: ListingTable, color: string): { family?: string; swatch?: string } {
  const { family = null, swatch = null } = looks.get(color) ?? {}
  return { ...(family === null || family === color ? {} : { family }), ...(swatch === null ? {} : { swatch }) }
}

/** How many of these products match apart from some conditions. */
function countMatches(failures: Uint16Array, rows: Rows, except: number): number {
  let found = 0
  for (const row of rows) if (((failures[row] ?? 0) & ~except) === 0) found++
  return found
}

/** The products with a value. With sizes chosen, a colour counts those that have it in one of them, and vice versa. */
function rowsOfOption(
  { words, products, variants }: ListingTable,
  { lists }: Selection,
  name: FilterName,
  value: string,
): Rows {
  const others = (name === 'colors' ? lists.sizes : name === 'sizes' ? lists.colors : null) ?? []
  if (others.length === 0) return rowsOfValue(words, name, value)
  const [first = [], ...more] = others.map(
    (other) => variants.get(name === 'colors' ? variantOf(value, other) : variantOf(other, value)) ?? [],
  )
  if (more.length === 0) return first
  const seen = new Uint8Array(products.length)
  const rows: Rows = []
  for (const list of [first, ...more])
    for (const row of list) {
      if (seen[row] === 0) rows.push(row)
      seen[row] = 1
    }
  return rows
}

/**
 * By category: its subcategories that have a product, with their counts, regardless of the chosen category and
 * subcategory.
 */
function countSubcategories({ words, products }: ListingTable, failures: Uint16Array): FilterOptions['subcategories'] {
  const except = bitOf('categories') | bitOf('subcategory')
  const categories = valuesIn(words, 'categories')
  const categoryOf = new Uint16Array(products.length)
  for (const [at, { rows }] of categories.entries()) for (const row of rows) categoryOf[row] = at
  const subcategories = valuesIn(words, 'subcategory').map(({ value, rows }) => {
    const counts = new Uint32Array(categories.length)
    for (const row of rows) {
      const at = categoryOf[row] ?? 0
      if (((failures[row] ?? 0) & ~except) === 0) counts[at] = (counts[at] ?? 0) + 1
    }
    return { value, counts }
  })
  subcategories.sort((a, b) => (a.value < b.value ? -1 : 1))
  const optionsOf = (at: number) => subcategories.map(({ value, counts }) => ({ value, count: counts[at] ?? 0 }))
  return Object.fromEntries(categories.map(({ value }, at) => [value, optionsOf(at).filter(({ count }) => count > 0)]))
}
