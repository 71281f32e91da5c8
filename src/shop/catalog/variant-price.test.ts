import { expect, test } from 'vitest'
import { highestPrice, movePrices, pricesOf, settlePrices } from './variant-price.ts'

test('a variant without prices of its own has the product’s', () => {
  const product = { price: 799, mrp: 999 }
  expect(pricesOf(product, undefined)).toEqual(product)
  expect(pricesOf(product, { price: 899 })).toEqual({ price: 899, mrp: 999 })
  expect(pricesOf({ price: 0 }, { price: 0, mrp: 1 })).toEqual({ price: 0, mrp: 1 })
})

test('the highest price is missing if all are the same', () => {
  expect(highestPrice(799, [])).toEqual({})
  expect(highestPrice(799, [{}, { price: 799 }])).toEqual({})
  expect(highestPrice(799, [{ price: 849 }, { price: 899.5 }, {}])).toEqual({ priceTo: 899.5 })
})

test('the lowest price becomes the product’s, and only what differs is a variant’s', () => {
  const settled = settlePrices({ price: 799, mrp: 999 }, [
    { size: 'S', price: 749 },
    { size: 'M', mrp: 999 },
    { size: 'L', price: null, mrp: 1099 },
  ])
  expect(settled).toEqual({
    price: 749,
    variants: [{ size: 'S' }, { size: 'M', price: 799 }, { size: 'L', price: 799, mrp: 1099 }],
  })
  expect(settlePrices({ price: 10 }, [{ price: 30 }, { price: 20 }])).toEqual({
    price: 20,
    variants: [{ price: 30 }, {}],
  })
  expect(settlePrices({ price: 10 }, [])).toEqual({ price: 10, variants: [] })
})

test('prices of variants move with the product’s, to the paisa', () => {
  expect(movePrices([{ price: 0.3 }, {}], 0.1)).toEqual([{ price: 0.4 }, {}])
})
