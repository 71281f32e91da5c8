import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestShop, type TestShop } from '../../../tests/support/shop.ts'
import { auditOf, newShopper, order, type Shopper, stockOf, verify, type Wanted } from '../../../tests/support/till.ts'

/** Buyers of one size with 5 left; the whole figure of the fault matrix with BUYERS=500. */
const BUYERS = Number(process.env.BUYERS ?? 60)

let shop: TestShop

beforeAll(async () => {
  shop = await openTestShop()
})
afterAll(() => shop.close())

async function crowd(size: number): Promise<Shopper[]> {
  const people: Shopper[] = []
  while (people.length < size)
    people.push(
      ...(await Promise.all(Array.from({ length: Math.min(10, size - people.length) }, () => newShopper(shop)))),
    )
  return people
}

async function tryToBuy(who: Shopper, lines: Wanted[]): Promise<number> {
  const open = await order(who, lines)
  if (!open.ok) return open.status
  return (await verify(who, open.data, await shop.bank.pay(open.data.razorpayOrderId))).status
}

test(`${BUYERS} buyers of 5 pieces: 5 paid orders, and a clear no for all others`, async () => {
  const people = await crowd(BUYERS)
  const last = { productId: 'boxy-tee', color: 'Black', size: 'L', quantity: 1 }
  const outcomes = await Promise.all(people.map((who) => tryToBuy(who, [last])))
  expect(outcomes.filter((status) => status === 200)).toHaveLength(5)
  expect(outcomes.filter((status) => status === 409)).toHaveLength(BUYERS - 5)
  expect(await stockOf(shop, 'boxy-tee', 'Black', 'L')).toEqual({ on_hand: 0, reserved: 0 })
  expect(await auditOf(shop)).toMatchObject({ ok: true })
}, 120_000)

test('mixed carts in opposite orders of lines: no deadlock is seen, and nothing is oversold', async () => {
  const people = await crowd(40)
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
  expect(await auditOf(shop)).toMatchObject({ ok: true, findings: [] })
}, 120_000)
