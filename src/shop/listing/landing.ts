import { t } from '#platform/text/t.ts'
import { valueName } from '../catalog/value-names.ts'
import type { FilterOptions } from './contract.ts'
import { type Filters, NO_FILTERS, writeFilters } from './rules.ts'

/** A listing that search engines show under its own URL: one category, one subcategory or one colour. */
export interface Landing {
  title: string
  /** The query string of its URL. */
  query: string
}

/** What a listing is a landing page of; null where it is none: it belongs to the listing of everything. */
export function landingOf({ sortBy: _, ...filters }: Filters): Landing | null {
  const { categories, subcategory, colors } = filters
  const [[category], [garment], [color]] = [categories, subcategory, colors]
  const query = writeFilters({ ...NO_FILTERS, categories, subcategory, colors })
  const isSingle =
    [categories, subcategory, colors].every((list) => list.length <= 1) && !(color && (category || garment))
  if (query === '' || !isSingle || query !== writeFilters({ ...NO_FILTERS, ...filters })) return null
  if (color) return { title: t('Everything in {color}', { color: valueName(color) }), query }
  return { title: titleOf(category, garment), query }
}

/** SPEC section 9's categories as shoppers say them. */
function titleOf(category: string | undefined, subcategory: string | undefined): string {
  const kind = valueName(subcategory ?? '')
  if (category === undefined) return kind
  if (category === 'Man') return kind ? t('{kind} for men', { kind }) : t('Everything for men')
  if (category === 'Woman') return kind ? t('{kind} for women', { kind }) : t('Everything for women')
  const name = valueName(category)
  return kind ? t('{kind} in {category}', { kind, category: name }) : t('Everything in {category}', { category: name })
}

/** The paths of all landing pages that have a product. */
export function landingPaths({
  categories,
  subcategories,
  colors,
}: Pick<FilterOptions, 'categories' | 'subcategories' | 'colors'>): string[] {
  const used = (options: FilterOptions['colors']) => options.filter(({ count }) => count > 0).map(({ value }) => value)
  const garments = used(categories).flatMap((category) =>
    used(subcategories[category] ?? []).map((value) => ({ categories: [category], subcategory: [value] })),
  )
  return [
    ...used(categories).map((category) => ({ categories: [category] })),
    ...garments,
    ...used(colors).map((color) => ({ colors: [color] })),
  ].map((choice) => `/categories?${writeFilters({ ...NO_FILTERS, ...choice })}`)
}
