import { describe, expect, test } from 'vitest'
import { setLanguages } from '#platform/text/t.ts'
import { availabilityText, blockingReason, subtotalOf } from './line-availability.ts'
import { nextQuantity } from './next-quantity.ts'
import { parseLine, parseLines, UNLIMITED } from './parse-line.ts'

const product = { _id: 'four-bars-boxy-tee', name: 'Four Bars Boxy Tee', price: 1299, images: ['/media/a.webp'] }

function lineOf(more: Record<string, unknown> = {}) {
  const line = parseLine({
    _id: 'l1',
    productId: product,
    size: 'M',
    color: 'Black',
    quantity: 1,
    available: 9,
    ...more,
  })
  if (line === null) throw new Error('a line without a product')
  return line
}

describe('parsing lines (SPEC 3)', () => {
  test('fields missing from a response have their defaults', () => {
    expect(parseLine({ _id: 'l1', productId: { _id: 'x' } })).toEqual({
      _id: 'l1',
      productId: { _id: 'x', name: 'Unnamed Product', price: 0, mrp: null, images: [] },
      size: 'N/A',
      color: 'N/A',
      quantity: 1,
      available: UNLIMITED,
      picture: null,
    })
  })

  test('a line without a product is dropped, and anything but a list is an empty one', () => {
    expect(parseLines([{ _id: 'l1', productId: null }, null, 7, { _id: 'l2', productId: product }])).toHaveLength(1)
    for (const value of [undefined, null, {}, 'cart', 3]) expect(parseLines(value)).toEqual([])
  })
})

describe('availability', () => {
  test('a line says if it exceeds the stock, is sold out or takes the last items', () => {
    expect(availabilityText(lineOf())).toBeNull()
    expect(availabilityText(lineOf({ available: 3 }))).toBe('Only 3 left')
    expect(availabilityText(lineOf({ quantity: 9 }))).toBe('Only 9 left')
    expect(availabilityText(lineOf({ quantity: 5, available: 2 }))).toBe('Only 2 left')
    expect(availabilityText(lineOf({ available: 0 }))).toBe('Sold out')
  })

  test('only a line that exceeds the stock blocks Checkout', () => {
    expect(blockingReason([lineOf({ available: 1 })])).toBeNull()
    expect(blockingReason([lineOf({ available: 0 }), lineOf({ quantity: 5, available: 2 })])).toBe(
      'Four Bars Boxy Tee (Black, M) is sold out, and 1 more item needs a look. Change or remove it to go on.',
    )
  })

  test('the colour in the sentence is in the language of the page', () => {
    setLanguages({ catalogues: { hi: { Black: 'काला' } }, current: () => 'hi' })
    const reason = blockingReason([lineOf({ available: 0 })])
    setLanguages({ catalogues: {}, current: () => 'en' })
    expect(reason).toContain('(काला, M)')
  })

  test('prices are summed in paise', () => {
    expect(subtotalOf([lineOf({ productId: { ...product, price: 0.1 }, quantity: 3 })])).toBe(0.3)
  })
})

describe('changing a quantity', () => {
  test('never goes below 1 or above what is left', { tags: 'R24' }, () => {
    expect(nextQuantity(lineOf(), 0, 'too small')).toEqual({ kind: 'refused', message: 'too small' })
    expect(nextQuantity(lineOf(), 2, '')).toEqual({ kind: 'to', quantity: 2 })
    expect(nextQuantity(lineOf({ quantity: 9 }), 10, '')).toMatchObject({ kind: 'refused' })
  })

  test('one step takes a line that exceeds the stock down to what is left', () => {
    expect(nextQuantity(lineOf({ quantity: 9, available: 2 }), 8, '')).toEqual({ kind: 'to', quantity: 2 })
  })
})
