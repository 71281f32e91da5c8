import { productCardPrice } from '#platform/money.ts'
import { t } from '#platform/text/t.ts'
import { FILTER_NAMES } from '../../catalog/rules.ts'
import { valueName } from '../../catalog/value-names.ts'
import type { SearchExplanation } from '../contract.ts'
import { type Filters, NO_FILTERS, withNamedFilters } from '../rules.ts'

/** Says that a search finds nothing and what was searched for: "No hoodie in black below ₹2,000. From ₹2,499." */
export function nothingFound(filters: Filters, search: SearchExplanation): string {
  if (!search.isUnderstood) return t('Nothing found for “{text}”.', { text: search.q })
  const sentence = t('No {things}.', { things: describe(withNamedFilters(filters, search), search.things) })
  if (search.from === null) return sentence
  return `${sentence} ${t('From {price}.', { price: productCardPrice(search.from) })}`
}

/** A search that finds something instead: its words with the number of products, and its filter state. */
export type Nearest = { label: string; filters: Filters }

/** The searches to offer if one finds nothing, under its filters without some of them. */
export function nearestSearches(filters: Filters, search: SearchExplanation): Nearest[] {
  const named = withNamedFilters(filters, search)
  return search.instead.map(({ without, q, total }) => {
    const left = Object.fromEntries(FILTER_NAMES.filter((name) => without.includes(name)).map((name) => [name, []]))
    const priceRange = without.includes('price') ? NO_FILTERS.priceRange : named.priceRange
    const state: Filters = { ...named, ...left, priceRange, q, sortBy: 'relevance' }
    return { label: `${describe(state, q === search.rest ? search.things : valueName(q))} (${total})`, filters: state }
  })
}

/** A search in words: "hoodie for men in black, size L, below ₹2,000". */
function describe(filters: Filters, things: string): string {
  const { categories, colors, sizes, subcategory, pattern, fabric, fit, collection } = filters
  const color = listed(colors).toLocaleLowerCase()
  const size = listed(sizes)
  const more = listed([...subcategory, ...pattern, ...fabric, ...fit, ...collection])
  return t(
    '{things}{who, select, Man { for men} Woman { for women} other {}}{color, select, none {} other { in {color}}}{size, select, none {} other {, size {size}}}{more, select, none {} other {, {more}}}{price, select, none {} other { {price}}}',
    {
      things: things || t('items'),
      who: categories[0] ?? 'none',
      color: color || 'none',
      size: size || 'none',
      more: more || 'none',
      price: priceWords(filters.priceRange) || 'none',
    },
  )
}

function listed(values: readonly string[]): string {
  return values.map(valueName).join(', ')
}

function priceWords([min, max]: Filters['priceRange']): string {
  const isOpen = !Number.isFinite(max)
  if (min === 0 && isOpen) return ''
  if (min === 0) return t('below {max}', { max: productCardPrice(max) })
  if (isOpen) return t('above {min}', { min: productCardPrice(min) })
  return t('from {min} to {max}', { min: productCardPrice(min), max: productCardPrice(max) })
}
