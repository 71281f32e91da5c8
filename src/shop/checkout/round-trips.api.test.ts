import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openOrder, type Shopper, tee, verify, withCheckoutShop } from '../../../tests/support/checkout-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

/**
 * The round trips of the transaction that has a statement with this text, from its beginning to its end. How many overlap
 * is a matter of moments, so they differ.
 */
async function tripsOf(statement: string, call: () => Promise<unknown>): Promise<number> {
  const clients = new Map<pg.Client, { running: number; trips: number; isIt: boolean }>()
  let trips = 0
  const query = pg.Client.prototype.query
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    // Safe cast: the shop's statements come as pg's configuration.
    const { text } = args[0] as { text: string }
    if (text === 'begin') clients.set(this, { running: 0, trips: 0, isIt: false })
    const client = clients.get(this)
    if (client && client.running++ === 0) client.trips++
    if (client && text.includes(statement)) client.isIt = true
    if (client?.isIt && text === 'commit') trips = client.trips
    const done = Reflect.apply(query, this, args) as Promise<unknown>
    const end = () => client && void client.running--
    done.then(end, end)
    return done
  } as never)
  try {
    await call()
  } finally {
    spy.mockRestore()
  }
  return trips
}

test('a payment’s transaction takes at most six: the order’s lock, what is paid, what is sold, the invoice’s number, the invoice, the end', async () => {
  const open = await openOrder(asha, [tee])
  const paid = await shop.sandbox.pay(open.razorpayOrderId)
  expect(await tripsOf('document_counters', () => verify(asha, open, paid))).toBeLessThanOrEqual(6)
})

test('a new order’s transaction takes at most four: the account’s lock, the order, its stock, the end', async () => {
  expect(await tripsOf('insert into orders', () => openOrder(asha, [tee]))).toBeLessThanOrEqual(4)
})
