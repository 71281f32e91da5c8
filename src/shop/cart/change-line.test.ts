import { expect, test } from 'vitest'
import { planChange } from './change-line.ts'
import type { CartLine } from './contract.ts'

const line = (size: string, quantity: number, available = 9): CartLine => ({
  _id: size,
  productId: { _id: 'tee', name: 'Tee', price: 999, mrp: null, images: [] },
  color: 'Black',
  size,
  quantity,
  available,
  picture: null,
})
const tee = (size: string, quantity: number) => ({ productId: 'tee', color: 'Black', size, quantity })

test('a change keeps the quantity, and is taken back by the line as it was', () => {
  const large = line('L', 3)
  expect(planChange([large], large, { color: 'Black', size: 'XL', quantity: 5 })).toEqual({
    to: tee('XL', 3),
    back: [tee('L', 3)],
    wanted: 3,
  })
})

test('the quantity is added up with a line that is there, up to what is left; both come back', () => {
  const [large, extra] = [line('L', 3), line('XL', 2)]
  expect(planChange([large, extra], large, { color: 'Black', size: 'XL', quantity: 9 }).to).toEqual(tee('XL', 5))
  expect(planChange([large, extra], large, { color: 'Black', size: 'XL', quantity: 4 })).toEqual({
    to: tee('XL', 4),
    back: [tee('L', 3), tee('XL', 2)],
    wanted: 5,
  })
})

test('of a sold-out size, which only a wishlist offers, one piece stays', () => {
  const large = line('L', 3)
  expect(planChange([large], large, { color: 'Black', size: 'XL', quantity: 0 }).to).toEqual(tee('XL', 1))
})
