import { expect, test } from 'vitest'
import {
  newShopper,
  order,
  type Shopper,
  served,
  stockOf,
  verify,
  type Wanted,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'

/** Buyers of one size with 5 left; `BUYERS=500` for more. */
const BUYERS = Number(process.env.BUYERS ?? 20)

let shop: TestShop

withCheckoutShop((fixture) => ({ shop } = fixture))

/** New customers, ten at a time. */
async function newShoppers(count: number): Promise<Shopper[]> {
  const people: Shopper[] = []
  while (people.length < count) people.push(...(await Promise.all(Array.from({ length: 10 }, () => newShopper(shop)))))
  return people.slice(0, count)
}

async function tryToBuy(who: Shopper, lines: Wanted[]): Promise<number> {
  const open = await served(() => order(who, lines))
  if (!open.ok) return open.status
  const paid = await shop.sandbox.pay(open.data.razorpayOrderId)
  return (await served(() => verify(who, open.data, paid))).status
}

test(`${BUYERS} buyers of 5 items: 5 paid orders, and a 409 for all others`, async () => {
  const people = await newShoppers(BUYERS)
  const last = { productId: 'boxy-tee', color: 'Black', size: 'L', quantity: 1 }
  const outcomes = await Promise.all(people.map((who) => tryToBuy(who, [last])))
  expect(outcomes.filter((status) => status === 200)).toHaveLength(5)
  expect(outcomes.filter((status) => status === 409)).toHaveLength(BUYERS - 5)
  expect(await stockOf(shop, last)).toEqual({ on_hand: 0, reserved: 0 })
})

test('mixed carts with lines in opposite order: no deadlock, and nothing is oversold', async () => {
  const people = await newShoppers(40)
  const goods = [
    { productId: 'boxy-tee', color: 'Black', size: 'S' },
    { productId: 'boxy-tee', color: 'Black', size: 'M' },
    { productId: 'boxy-tee', color: 'White', size: 'M' },
    { productId: 'linen-shirt', color: 'Blue', size: 'M' },
  ]
  const outcomes = await Promise.all(
    people.map((who, index) => {
      const lines = goods
        .filter((_, place) => place !== index % goods.length)
        .map((line, place) => ({ ...line, quantity: 1 + ((index + place) % 3) }))
      return tryToBuy(who, index % 2 ? lines : lines.reverse())
    }),
  )
  expect(outcomes.filter((status) => status !== 200 && status !== 409)).toEqual([])
  expect(outcomes.filter((status) => status === 200).length).toBeGreaterThan(5)
})
