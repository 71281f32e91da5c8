import { sql } from 'kysely'
import { describe, expect, test, vi } from 'vitest'
import {
  ageOrders,
  correctAddress,
  newShopper,
  openOrder,
  order,
  ordersOf,
  runJobsAfter,
  type Shopper,
  stateOf,
  stockOf,
  tee,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'
import { wakeOpenOrders } from './sql.server.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

describe('a provider that fails', () => {
  test.each(['rest_500', 'rest_502_html', 'rest_429', 'rest_reset'])(
    '%s: a clear response, and the hold is released',
    { tags: 'C3.57' },
    async (scenario) => {
      asha = await newShopper(shop)
      const before = await stockOf(shop, tee)
      // A 429 isn't retried.
      await shop.sandbox.scenario({ scenario, next: scenario === 'rest_429' ? 1 : 3 })
      expect(await order(asha, [tee])).toMatchObject({
        status: 502,
        message: 'Failed to create an order. Please try again.',
        problem: { success: false },
      })
      expect(await stockOf(shop, tee)).toEqual(before)
      expect(await order(asha, [tee])).toMatchObject({ status: 201 })
    },
  )

  test('to create an order: the abandoned order is never checked again', async () => {
    const meena = await newShopper(shop)
    await shop.sandbox.scenario({ scenario: 'rest_500', next: 3 })
    expect(await order(meena, [tee])).toMatchObject({ status: 502 })
    expect(await checksOf(meena)).toEqual([{ state: 'abandoned', next_check_at: null }])
    // As a concurrent check may leave it.
    await sql`update orders set next_check_at = now() where customer_id = ${meena.id}`.execute(shop.shop.db)
    await shop.jobs.tick()
    expect(await checksOf(meena)).toEqual([{ state: 'abandoned', next_check_at: null }])
  })

  test('twice: the call is retried', async () => {
    await shop.sandbox.scenario({ scenario: 'rest_500', next: 2 })
    expect(await order(await newShopper(shop), [tee])).toMatchObject({ status: 201 })
  })

  test('that drops its response: only one order is created', async () => {
    await shop.sandbox.scenario({ scenario: 'created_but_answer_dropped', next: 1 })
    const open = await openOrder(await newShopper(shop), [tee])
    const { orders } = await shop.sandbox.state()
    expect(orders.filter(({ receipt }) => receipt === open.orderId)).toMatchObject([{ id: open.razorpayOrderId }])
  })

  test('during verification: the signature places the order, which is sent only after the provider confirms', async () => {
    const meena = await newShopper(shop)
    const open = await openOrder(meena, [tee])
    const paid = await shop.sandbox.pay(open.razorpayOrderId)
    await shop.sandbox.scenario({ scenario: 'rest_500', order_id: open.razorpayOrderId })
    expect(await verify(meena, open, paid)).toMatchObject({ status: 200, data: { success: true } })
    expect(await isUnconfirmed(open.orderId)).toBe(true)
    await shop.sandbox.scenario({ scenario: 'ok', order_id: open.razorpayOrderId })
    await runJobsAfter(shop, 0, open.orderId)
    expect(await isUnconfirmed(open.orderId)).toBe(false)
  })

  test('when the hold of an unpaid order ends: the stock stays held for a limited grace period', async () => {
    const before = await stockOf(shop, tee)
    const open = await openOrder(await newShopper(shop), [tee])
    await shop.sandbox.scenario({ scenario: 'rest_500', order_id: open.razorpayOrderId })
    await runJobsAfter(shop, 1201, open.orderId)
    expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
    await runJobsAfter(shop, 601, open.orderId)
    expect(await stateOf(shop, open.orderId)).toBe('expired')
    expect(await stockOf(shop, tee)).toEqual(before)
  })
})

function checksOf(who: Shopper) {
  const { db } = shop.shop
  return db.selectFrom('orders').select(['state', 'next_check_at']).where('customer_id', '=', who.id).execute()
}

async function isUnconfirmed(orderId: string): Promise<boolean | undefined> {
  const { db } = shop.shop
  const row = await db.selectFrom('orders').select('capture_unconfirmed').where('id', '=', orderId).executeTakeFirst()
  return row?.capture_unconfirmed
}

describe('a crash', () => {
  /** Restores the row as it is between the hold and the provider's response. */
  async function simulateCrash(orderId: string): Promise<void> {
    await sql`update orders set state = 'creating', provider_order_id = null where id = ${orderId}`.execute(
      shop.shop.db,
    )
    await ageOrders(shop, 61, orderId)
  }

  test('after the provider created its order: the order is found again by its receipt', async () => {
    const open = await openOrder(await newShopper(shop), [tee])
    await simulateCrash(open.orderId)
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
  })

  test('after the provider created its order: the order is found again when the shopper retries', async () => {
    const meena = await newShopper(shop)
    const open = await openOrder(meena, [tee])
    await simulateCrash(open.orderId)
    await correctAddress(meena)
    expect(await openOrder(meena, [tee])).toMatchObject({
      orderId: open.orderId,
      razorpayOrderId: open.razorpayOrderId,
    })
    expect(await verify(meena, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ status: 200 })
    expect((await ordersOf(meena))[0]?.address).toMatchObject({ townCity: 'Pune' })
  })

  test('whose shopper retries while the receipt is being looked up: the order is checked until its hold ends', async () => {
    const before = await stockOf(shop, tee)
    const meena = await newShopper(shop)
    const open = await openOrder(meena, [tee])
    await simulateCrash(open.orderId)
    // The provider doesn't know the receipt; before the sweeper hears that, the shopper creates it.
    vi.spyOn(shop.shop.payments, 'findOrderByReceipt').mockImplementationOnce(async () => {
      await openOrder(meena, [tee])
      return { ok: true, data: null }
    })
    await shop.jobs.tick()
    expect(await checksOf(meena)).toEqual([{ state: 'awaiting_payment', next_check_at: expect.any(Date) }])
    await runJobsAfter(shop, 1201, open.orderId)
    expect(await stateOf(shop, open.orderId)).toBe('expired')
    expect(await stockOf(shop, tee)).toEqual(before)
  })

  test('that left an open order without a scheduled check: the next start checks it', async () => {
    const before = await stockOf(shop, tee)
    const open = await openOrder(await newShopper(shop), [tee])
    await ageOrders(shop, 1201, open.orderId)
    await sql`update orders set next_check_at = null where id = ${open.orderId}`.execute(shop.shop.db)
    await wakeOpenOrders(shop.shop.db)
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('expired')
    expect(await stockOf(shop, tee)).toEqual(before)
  })

  test('before the provider was called: the stock is released', async () => {
    const before = await stockOf(shop, tee)
    const { orderId } = await openOrder(await newShopper(shop), [tee])
    await simulateCrash(orderId)
    vi.spyOn(shop.shop.payments, 'findOrderByReceipt').mockResolvedValueOnce({ ok: true, data: null })
    await shop.jobs.tick()
    expect(await stateOf(shop, orderId)).toBe('abandoned')
    expect(await stockOf(shop, tee)).toEqual(before)
  })
})
