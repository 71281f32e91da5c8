import { expect, test } from 'vitest'
import type { Product } from '../catalog/contract.ts'
import { colorsIn, outfitWith, partOf } from './rules.ts'

// Safe cast: the rules read nothing else of a product.
const product = (id: string, subcategory: string, price: number, color = 'Black') =>
  ({ _id: id, subcategory, price, colors: [color], sizes: [{ _id: id, size: 'M', quantity: 1 }] }) as Product

test.each([
  ['T-Shirts', 'top'],
  ['Kurtas', 'top'],
  ['Overshirts', 'outer'],
  ['Rainwear', 'outer'],
  ['Shorts', 'bottom'],
  ['Dresses', 'whole'],
  ['Co-ord Sets', 'whole'],
  ['Caps', 'extra'],
  ['Lungis', 'Lungis'],
])('%s are worn as %s', (subcategory, part) => {
  expect(partOf({ subcategory })).toBe(part)
})

test('an outfit for a dress has neither a top nor trousers, and never begins with socks', () => {
  const dress = product('dress', 'Dresses', 4000)
  const others = [
    product('socks', 'Socks', 4000),
    product('tee', 'T-Shirts', 4000),
    product('cargos', 'Cargos', 4000),
    ...['one', 'two', 'three'].map((id) => product(id, 'Jackets', 9000)),
  ]
  const ids = outfitWith([dress], ['Black'], others).map(({ _id }) => _id)
  expect(ids).toEqual(['one', 'two', 'three', 'socks'])
})

test('the chosen colour decides what suits', () => {
  const jackets = ['Red', 'Black', 'Blue', 'Green'].map((color) => product(color, 'Jackets', 1000, color))
  const first = (color: string) => outfitWith([product('tee', 'T-Shirts', 1000)], [color], jackets)[0]?._id
  expect([first('Blue'), first('Green')]).toEqual(['Blue', 'Green'])
})

test('a colour belongs to its family', () => {
  const { colors } = product('a', 'Kurtas', 1, 'Indigo')
  expect(colorsIn(['Blue'], { colors, colorFamilies: { Indigo: 'Blue' } } as unknown as Product)).toEqual(['Indigo'])
})
