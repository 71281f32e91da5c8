import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { FILTER_NAMES, FILTER_OPTIONS } from '../catalog/rules.ts'
import { swatchColor } from '../catalog/swatches.ts'
import {
  type Filters,
  inFilterOrder,
  NO_FILTERS,
  readFilters,
  readList,
  readPrice,
  toggleValue,
  toQuery,
  withCategory,
  withMaxPrice,
  writeFilters,
} from './rules.ts'

const value = fc
  .string({ minLength: 1, maxLength: 12, unit: 'grapheme' })
  .map((text) => text.replaceAll(',', '').trim())
  .filter((text) => text !== '')
const list = fc.uniqueArray(fc.oneof(value, fc.constantFrom(...FILTER_OPTIONS.colors)), { maxLength: 5 })
const filters: fc.Arbitrary<Filters> = fc.record({
  categories: list,
  subcategory: list,
  colors: list,
  sizes: list,
  pattern: list,
  fabric: list,
  fit: list,
  collection: list,
  priceRange: fc
    .tuple(fc.nat(1_000_000), fc.nat(1_000_000))
    .map(([a, b]) => [Math.min(a, b) / 100, Math.max(a, b) / 100] as const),
  sortBy: fc.constantFrom('lowToHigh', 'highToLow', 'newest', 'popular', 'bestRated'),
  q: fc.oneof(fc.constant(''), value),
})

const asSets = (state: Filters) => ({
  ...state,
  ...Object.fromEntries(FILTER_NAMES.map((name) => [name, [...state[name]].sort()])),
})

describe('the URL of a filter state', () => {
  test('is parsed to the same state', () => {
    fc.assert(
      fc.property(filters, (state) => {
        expect(asSets(readFilters(new URLSearchParams(writeFilters(state))))).toEqual(asSets(state))
      }),
    )
  })

  test('doesn’t depend on the order of clicks', () => {
    fc.assert(
      fc.property(filters, (state) => {
        const reordered = {
          ...state,
          colors: [...state.colors].reverse(),
          subcategory: [...state.subcategory].reverse(),
        }
        expect(writeFilters(reordered)).toBe(writeFilters(state))
      }),
    )
  })

  test('is empty if nothing was chosen', () => {
    expect(writeFilters(NO_FILTERS)).toBe('')
  })

  test('is readable: values are joined by plain commas', () => {
    expect(writeFilters({ ...NO_FILTERS, colors: ['Blue', 'Red'], sizes: ['M'] })).toBe('colors=Red,Blue&sizes=M')
  })

  test('is parsed without an error, whatever it is', () => {
    fc.assert(fc.property(fc.string(), (typed) => void readFilters(new URLSearchParams(typed))))
    expect(readFilters(new URLSearchParams('minPrice=abc&maxPrice=&sortBy=up'))).toEqual(NO_FILTERS)
    expect(readFilters(new URLSearchParams('minPrice=900&maxPrice=100')).priceRange).toEqual([
      0,
      Number.POSITIVE_INFINITY,
    ])
  })
})

describe('the request', () => {
  test('always has prices and sort order, and lists only if something was chosen (SPEC 7)', () => {
    expect(toQuery(NO_FILTERS)).toEqual({
      minPrice: '0',
      maxPrice: '10000',
      dearer: 'included',
      sortBy: 'lowToHigh',
      soldOut: 'last',
    })
    expect(toQuery({ ...NO_FILTERS, priceRange: [0, 10_000] })).not.toHaveProperty('dearer')
    expect(toQuery({ ...NO_FILTERS, fit: ['Slim Fit', 'Regular Fit'] })).toMatchObject({ fit: 'Regular Fit,Slim Fit' })
  })
})

describe('lists', () => {
  test('are parsed without blanks or repeats', () => {
    expect(readList(' Red,,Red, Blue ,')).toEqual(['Red', 'Blue'])
    expect(readList(null)).toEqual([])
  })

  test('toggling twice changes nothing', () => {
    fc.assert(
      fc.property(filters, value, (state, chosen) => {
        const twice = toggleValue(toggleValue(state, 'pattern', chosen), 'pattern', chosen)
        expect(new Set(twice.pattern)).toEqual(new Set(state.pattern))
      }),
    )
  })

  test('All clears the category, any other value sets it (SPEC 4)', () => {
    const men = withCategory(NO_FILTERS, 'Man')
    expect(men.categories).toEqual(['Man'])
    expect(withCategory(men, 'All').categories).toEqual([])
  })
})

describe('prices', () => {
  test.each(['0', '12.50', '-5', '1e3', '.5', '100.'])('%s is a number', (text) => {
    expect(readPrice(text)).toBe(Number(text))
  })

  test.each(['', ' ', 'abc', '0x10', 'NaN', 'Infinity', '1e309', '1,5', '--1', '1.2.3'])(
    '%j isn’t a number',
    (text) => {
      expect(readPrice(text)).toBeNull()
    },
  )
})

describe('swatches', () => {
  test('swatches ignore case and spelling, and an unknown name always gets the same colour', () => {
    expect(swatchColor('Gray')).toBe(swatchColor('GREY'))
    fc.assert(fc.property(fc.string(), (name) => void expect(swatchColor(name)).toMatch(/^(#[0-9a-f]{6}|hsl\(.*\))$/)))
    expect(swatchColor('constructor')).toMatch(/^hsl/)
    expect(swatchColor('Teal Mist')).toMatch(/^hsl\(/)
  })
})

test('a filter group has the products’ values: the specification’s options first, in its order', () => {
  const sizes = ['40', 'M', '4XL', 'XXXL', 'XS', '28', 'Free Size', 'L', '', 'XXS']
  expect(inFilterOrder('sizes', sizes)).toEqual(['XXS', 'XS', 'M', 'L', 'XXXL', '4XL', '28', '40'])
  expect(inFilterOrder('sizes', [...FILTER_OPTIONS.sizes].reverse())).toEqual(FILTER_OPTIONS.sizes)
  expect(inFilterOrder('colors', ['Teal', 'Blue', 'Beige', 'Red'])).toEqual(['Red', 'Blue', 'Beige', 'Teal'])
  expect(inFilterOrder('fit', [])).toEqual([])
})

test('the slider moves the highest price, and the lowest stays unless it would exceed it', () => {
  const filters: Filters = { ...NO_FILTERS, priceRange: [500, 3000] }
  expect(withMaxPrice(filters, 2000).priceRange).toEqual([500, 2000])
  expect(withMaxPrice(filters, 300).priceRange).toEqual([300, 300])
})
