import { expect, test } from 'vitest'
import { NO_FILTERS } from '../rules.ts'
import {
  clearFilters,
  countOf,
  filterChips,
  filtersFromParams,
  listSubcategories,
  shownOptions,
  suggestedFilters,
} from './format-filters.ts'

test('every chosen value is a chip that can be removed on its own', () => {
  const filters = { ...NO_FILTERS, categories: ['Man'], fit: ['Overfit'], priceRange: [0, 5000] as const, q: 'tee' }
  const chips = filterChips(filters)
  expect(chips.map(({ label }) => label)).toEqual(['Man', 'Overfit', 'Rs. 0 - Rs. 5000', '“tee”'])
  expect(chips[0]?.without).toEqual({ ...filters, categories: [] })
  expect(chips[2]?.without.priceRange).toEqual([0, Number.POSITIVE_INFINITY])
  expect(filterChips({ ...NO_FILTERS, sortBy: 'highToLow' })).toEqual([])
})

test('a list repeated by a plain form is joined', () => {
  const filters = filtersFromParams(new URLSearchParams('colors=Red&colors=Blue&sizes=M,L&maxPrice=10000'))
  expect(filterChips(filters).map(({ key }) => key)).not.toContain('price')
  expect(filters).toEqual({ ...NO_FILTERS, priceRange: [0, 10_000], colors: ['Red', 'Blue'], sizes: ['M', 'L'] })
})

test('clear all keeps the sort order', () => {
  const sorted = { ...NO_FILTERS, sortBy: 'highToLow' } as const
  expect(clearFilters({ ...sorted, sizes: ['M'] })).toEqual(sorted)
})

test('subcategories are those of loaded products of that category only', () => {
  const products = [
    { _id: '1', name: 'a', price: 1, categories: 'Man', subcategory: 'T-Shirts' },
    { _id: '2', name: 'b', price: 1, categories: 'Man', subcategory: 'Cargos' },
    { _id: '3', name: 'c', price: 1, categories: 'Woman', subcategory: 'Tops' },
  ]
  expect(listSubcategories('Man', products, null, [])).toEqual(['Cargos', 'T-Shirts'])
  expect(listSubcategories('Other', products, null, [])).toEqual([])
  expect(listSubcategories('Other', products, null, ['Caps'])).toEqual(['Caps'])
})

test('a count is unknown without the server, and 0 for values it doesn’t list', () => {
  expect(countOf(null, 'colors', 'Red')).toBeNull()
  const noLists = { categories: [], sizes: [], pattern: [], fabric: [], fit: [], collection: [], kinds: [] }
  const noCounts = { ...noLists, total: 1, prices: null, search: null }
  const subcategories = { Man: [{ value: 'Cargos', count: 2 }] }
  const options = { ...noCounts, colors: [{ value: 'Red', count: 4 }], subcategories, text: '' }
  expect(countOf(options, 'colors', 'Red')).toBe(4)
  expect(countOf(options, 'colors', 'Teal')).toBe(0)
  expect(countOf(options, 'subcategory', 'Cargos', 'Man')).toBe(2)
  const indigo = { value: 'Indigo', count: 1, family: 'Blue', swatch: '#2b2f77' }
  const ajrakh = { value: 'Ajrakh', count: 1 }
  const own = { ...options, colors: [{ value: 'Blue', count: 1 }, ajrakh, indigo] }
  const shown = (chosen: string[]) => shownOptions(own, 'colors', chosen).map(({ value }) => value)
  expect(shown([]), 'Indigo is found under Blue').toEqual(['Blue', 'Ajrakh'])
  expect(shown(['Indigo'])).toEqual(['Blue', 'Ajrakh', 'Indigo'])
})

const KURTAS = {
  total: 40,
  categories: [{ value: 'Woman', count: 40 }],
  subcategories: { Woman: [{ value: 'Kurtas', count: 40 }] },
  colors: [],
  sizes: [],
  pattern: [
    { value: 'Plain', count: 5 },
    { value: 'Block Print', count: 20 },
    { value: 'Other', count: 25 },
  ],
  fabric: [{ value: 'Cotton', count: 40 }],
  fit: [
    { value: 'Slim Fit', count: 0 },
    { value: 'A-line', count: 12 },
  ],
  collection: [],
  kinds: [],
  prices: null,
  search: null,
  text: '',
}

test('a group has the values of the shop’s products, and chosen ones that no product has', () => {
  const shown = (list: 'categories' | 'sizes' | 'fabric' | 'fit', chosen: string[], options: typeof KURTAS | null) =>
    shownOptions(options, list, chosen).map(({ value }) => value)
  expect(shown('categories', [], KURTAS)).toEqual(['Woman'])
  expect(shown('fit', ['Overfit', 'A-line'], KURTAS)).toEqual(['Slim Fit', 'A-line', 'Overfit'])
  expect(shown('sizes', [], KURTAS)).toEqual([])
  expect(shown('fabric', [], null)).toEqual(['Cotton', 'Silk', 'Wool', 'Polyester', 'Linen'])
})

test('the suggested filters are the most frequent ones that narrow the list', () => {
  const [print, line] = [
    { list: 'pattern', value: 'Block Print' },
    { list: 'fit', value: 'A-line' },
  ]
  expect(suggestedFilters(NO_FILTERS, KURTAS)).toEqual([print, line])
  expect(suggestedFilters({ ...NO_FILTERS, pattern: ['Plain'] }, KURTAS)).toEqual([line])
  expect(suggestedFilters(NO_FILTERS, null)).toEqual([])
})
