import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'
import type { FilterOptions } from './contract.ts'
import { type Filters, NO_FILTERS, writeFilters } from './rules.ts'

/** A listing that search engines show under its own address: one category, one kind of garment or one colour. */
export interface Landing {
  title: string
  /** The query string of its address. */
  query: string
}

/** What a listing is a landing page of; null where it is none: it belongs to the listing of everything. */
export function landingOf({ sortBy: _, ...filters }: Filters): Landing | null {
  const { categories, subcategory, colors } = filters
  const [category, kind, color] = [categories[0], subcategory[0], colors[0]]
  const query = writeFilters({ ...NO_FILTERS, categories, subcategory, colors })
  const isSingle = [categories, subcategory, colors].every((list) => list.length <= 1) && !(color && (category || kind))
  if (query === '' || !isSingle || query !== writeFilters({ ...NO_FILTERS, ...filters })) return null
  if (color) return { title: t('Everything in {color}', { color: valueName(color) }), query }
  return { title: titleOf(category, kind), query }
}

/** SPEC section 9's categories as shoppers say them. */
function titleOf(category: string | undefined, given: string | undefined): string {
  const kind = valueName(given ?? '')
  if (category === undefined) return kind
  if (category === 'Man') return kind ? t('{kind} for men', { kind }) : t('Everything for men')
  if (category === 'Woman') return kind ? t('{kind} for women', { kind }) : t('Everything for women')
  const name = valueName(category)
  return kind ? t('{kind} in {category}', { kind, category: name }) : t('Everything in {category}', { category: name })
}

/** The addresses of all landing pages that have a product. */
export function landingPaths({
  categories,
  subcategories,
  colors,
}: Pick<FilterOptions, 'categories' | 'subcategories' | 'colors'>): string[] {
  const used = (options: FilterOptions['colors']) => options.filter(({ count }) => count > 0).map(({ value }) => value)
  const kinds = used(categories).flatMap((category) =>
    used(subcategories[category] ?? []).map((kind) => ({ categories: [category], subcategory: [kind] })),
  )
  return [
    ...used(categories).map((category) => ({ categories: [category] })),
    ...kinds,
    ...used(colors).map((color) => ({ colors: [color] })),
  ].map((choice) => `/categories?${writeFilters({ ...NO_FILTERS, ...choice })}`)
}
