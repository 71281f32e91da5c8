import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'
import type { FilterOptions } from './contract.ts'
import { type Filters, hasPrices, NO_FILTERS, writeFilters } from './rules.ts'

/** A listing that search engines show under its own URL: one category, subcategory, colour or collection. */
export interface Landing {
  title: string
  /** The query string of its URL. */
  query: string
}

/** The landing page of a filter state, or null if it isn't one. Search engines then see the unfiltered listing. */
export function landingOf({ sortBy: _, ...filters }: Filters): Landing | null {
  const { categories, subcategory, colors, collection } = filters
  const [[category], [onlySubcategory], [color], [drop]] = [categories, subcategory, colors, collection]
  const query = writeFilters({ ...NO_FILTERS, categories, subcategory, colors, collection })
  const isSingle =
    [categories, subcategory, colors, collection].every((list) => list.length <= 1) &&
    [category ?? onlySubcategory, color, drop].filter(Boolean).length === 1
  const { priceRange } = hasPrices(filters) ? filters : NO_FILTERS
  if (query === '' || !isSingle || query !== writeFilters({ ...NO_FILTERS, ...filters, priceRange })) return null
  if (drop) return { title: valueName(drop), query }
  if (color) return { title: t('Everything in {color}', { color: valueName(color) }), query }
  return { title: titleOf(category, onlySubcategory), query }
}

/** What a list is, in the shop's words: the line above its heading. */
export function listingLine(filters: Filters): string {
  const { categories, subcategory, colors, collection, q, sortBy } = filters
  const [category, more] = categories
  if (q !== '') return t('What we found')
  if (collection.length > 0) return collection.map(valueName).join(', ')
  if (subcategory.length > 1) return subcategory.map(valueName).join(', ')
  if (subcategory.length === 1) return titleOf(more === undefined ? category : undefined, subcategory[0])
  if (category !== undefined) return categories.map(categoryName).join(', ')
  if (colors.length > 0) return landingOf(filters)?.title ?? colors.map(valueName).join(', ')
  return sortBy === 'newest' ? t('New in') : t('Everything we make')
}

/** SPEC section 9's categories in shoppers' words. */
export function categoryName(category: string): string {
  if (category === 'Man') return t('Men')
  return category === 'Woman' ? t('Women') : valueName(category)
}

/** The products of a category or subcategory. */
function titleOf(category: string | undefined, subcategory: string | undefined): string {
  const kind = valueName(subcategory ?? '')
  if (category === undefined) return kind
  if (category === 'Man') return kind ? t('{kind} for men', { kind }) : t('Everything for men')
  if (category === 'Woman') return kind ? t('{kind} for women', { kind }) : t('Everything for women')
  const name = valueName(category)
  return kind ? t('{kind} in {category}', { kind, category: name }) : t('Everything in {category}', { category: name })
}

/** The paths of all landing pages with a product. */
export function landingPaths(
  options: Pick<FilterOptions, 'categories' | 'subcategories' | 'colors' | 'collection'>,
): string[] {
  const { categories, subcategories, colors, collection } = options
  const used = (values: FilterOptions['colors']) => values.filter(({ count }) => count > 0).map(({ value }) => value)
  const withSubcategories = used(categories).flatMap((category) =>
    used(subcategories[category] ?? []).map((value) => ({ categories: [category], subcategory: [value] })),
  )
  return [
    ...used(categories).map((category) => ({ categories: [category] })),
    ...withSubcategories,
    ...used(colors).map((color) => ({ colors: [color] })),
    ...used(collection).map((drop) => ({ collection: [drop] })),
  ].map((choice) => `/categories?${writeFilters({ ...NO_FILTERS, ...choice })}`)
}
