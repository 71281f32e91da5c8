import { t } from '#platform/text/t.ts'
import type { Card } from '../../catalog/card.ts'
import { FILTER_NAMES, FILTER_OPTIONS, type FilterName } from '../../catalog/rules.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { FilterOptions } from '../contract.ts'
import { type Filters, hasPrices, NO_FILTERS, readFilters, toggleValue } from '../rules.ts'

/** The filter groups that are plain lists of options, in the panel's order. `more` says how many options are hidden. */
export const GROUPS = [
  { list: 'colors', title: t('Colours'), more: (hidden: number) => t('{hidden} more colours', { hidden }) },
  { list: 'sizes', title: t('Sizes'), more: (hidden: number) => t('{hidden} more sizes', { hidden }) },
  { list: 'pattern', title: t('Patterns'), more: (hidden: number) => t('{hidden} more patterns', { hidden }) },
  { list: 'fabric', title: t('Fabrics'), more: (hidden: number) => t('{hidden} more fabrics', { hidden }) },
  { list: 'fit', title: t('Fits'), more: (hidden: number) => t('{hidden} more fits', { hidden }) },
] as const

/** The filter state of a URL. Without JavaScript the panel is a form, which repeats a list's name for each value. */
export function filtersFromParams(params: URLSearchParams): Filters {
  const joined = new URLSearchParams(params)
  for (const name of FILTER_NAMES) if (params.has(name)) joined.set(name, params.getAll(name).join(','))
  return readFilters(joined)
}

/** SPEC section 2: the label of the price slider. Plain digits. */
export function priceLabel([min, max]: readonly [number, number]): string {
  return `Rs. ${min} - Rs. ${max}`
}

/** A removable filter: its label, and the state without it. */
export type Chip = { key: string; label: string; without: Filters }

/** All chosen filters and the search text as chips. The sort order isn't a filter. */
export function filterChips(filters: Filters): Chip[] {
  const chips: Chip[] = FILTER_NAMES.flatMap((list) =>
    filters[list].map((value) => ({
      key: `${list}:${value}`,
      label: valueName(value),
      without: toggleValue(filters, list, value),
    })),
  )
  if (hasPrices(filters)) {
    const without = { ...filters, priceRange: NO_FILTERS.priceRange }
    chips.push({ key: 'price', label: priceLabel(filters.priceRange), without })
  }
  if (filters.q !== '') chips.push({ key: 'q', label: `“${filters.q}”`, without: { ...filters, q: '' } })
  return chips
}

/** The number of chosen filters. The search text isn't one. */
export function countFilters(filters: Filters): number {
  return filterChips({ ...filters, q: '' }).length
}

/** A state without filters, with the same sort order. */
export function clearFilters(filters: Filters): Filters {
  return { ...NO_FILTERS, sortBy: filters.sortBy }
}

/**
 * The subcategories of a category: those of the loaded products (SPEC section 4) and of the server's options. Without
 * both, the chosen ones.
 */
export function listSubcategories(
  category: string,
  products: readonly Pick<Card, 'categories' | 'subcategory'>[],
  options: FilterOptions | null,
  chosen: readonly string[],
): string[] {
  const loaded = products.filter((product) => product.categories === category).map((product) => product.subcategory)
  const offered = options?.subcategories?.[category]?.map(({ value }) => value) ?? []
  const known = new Set([...offered, ...loaded.filter((value) => value !== '')])
  const chosenOnly = options === null && loaded.length === 0 ? chosen : []
  return [...new Set([...known, ...chosenOnly])].sort()
}

/**
 * The options of a group: the values of the shop's products, or SPEC 9's before the server has responded, and the chosen
 * ones, so that these can be removed. A colour with a family, such as Indigo, is found under that (Blue), and is an
 * option only while it's chosen.
 */
export function shownOptions(
  options: FilterOptions | null,
  list: keyof typeof FILTER_OPTIONS,
  chosen: readonly string[],
): { value: string; swatch?: string | undefined }[] {
  const known = optionsOf(options, list, chosen)
  const others = chosen.filter((value) => !known.some((option) => option.value === value))
  return [...known, ...others.map((value) => ({ value }))]
}

function optionsOf(options: FilterOptions | null, list: keyof typeof FILTER_OPTIONS, chosen: readonly string[]) {
  if (options === null) return FILTER_OPTIONS[list].map((value) => ({ value }))
  if (list !== 'colors') return options[list]
  return options.colors.filter(({ value, family }) => family === undefined || chosen.includes(value))
}

/** The number of products an option would show, or null if the server didn't respond. */
export function countOf(options: FilterOptions | null, list: FilterName, value: string, category = ''): number | null {
  if (options === null) return null
  const group = list === 'subcategory' ? options.subcategories?.[category] : options[list]
  if (!Array.isArray(group)) return null
  return group.find((option) => option.value === value)?.count ?? 0
}

/** Lists of which a filter is suggested. Colours and sizes are a matter of the shopper, not of the shop. */
const SUGGESTED = ['fabric', 'pattern', 'fit'] as const

/** Up to three filters that narrow the list: the most frequent fabric, pattern and fit, if none of its kind is chosen. */
export function suggestedFilters(
  filters: Filters,
  options: FilterOptions | null,
): { list: FilterName; value: string }[] {
  if (options === null) return []
  return SUGGESTED.filter((list) => filters[list].length === 0).flatMap((list) => {
    const narrowing = options[list].filter(
      ({ value, count }) => value !== 'Other' && count > 0 && count < options.total,
    )
    const [first] = narrowing.sort((one, other) => other.count - one.count)
    return first ? [{ list, value: first.value }] : []
  })
}
