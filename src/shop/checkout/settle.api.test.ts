import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { JOBS } from '#app/jobs.server.ts'
import type { CustomerId } from '#platform/api/identity.ts'
import { paise } from '#platform/money.ts'
import { createJobs } from '#platform/process/jobs.server.ts'
import {
  ageOrders,
  buy,
  capturedEvent,
  cartOf,
  deliver,
  newShopper,
  openOrder,
  runJobsAfter,
  type Shopper,
  served,
  shirt,
  sign,
  stateOf,
  stockOf,
  tee,
  tote,
  verify,
  verifyUnconfirmed,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import type { TestShop } from '../../../tests/support/shop.ts'
import { restoreCartPieces } from '../cart/sql.server.ts'

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture))

const shirts = { ...shirt, quantity: 2 }

async function mailsTo(address: string): Promise<number> {
  const { rows } = await sql`select from outbox where recipient = ${address}`.execute(shop.shop.db)
  return rows.length
}

function refundsOf(orderId: string) {
  return shop.shop.db.selectFrom('refunds').selectAll().where('order_id', '=', orderId).execute()
}

/** Opens an order, applies a scenario of the sandbox to it, and pays. */
async function payOrder(who: Shopper, { lines = [tee], scenario = 'ok' } = {}) {
  const open = await openOrder(who, lines)
  await shop.sandbox.scenario({ scenario, order_id: open.razorpayOrderId })
  return { open, paid: await shop.sandbox.pay(open.razorpayOrderId) }
}

describe('a payment that is reported several times', () => {
  test('by 20 browsers, 5 events and the reconciler: one transition', { tags: ['C3.31', 'C3.32'] }, async () => {
    const meena = await newShopper(shop)
    const before = await stockOf(shop, tee)
    const { open, paid } = await payOrder(meena)
    const event = capturedEvent(open.razorpayOrderId, paid.razorpay_payment_id)
    await ageOrders(shop, 0, open.orderId)
    const [responses, events] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => served(() => verify(meena, open, paid)))),
      Promise.all([1, 2, 1, 2, 1].map((id) => served(() => deliver(shop, event, { id: `evt_${open.orderId}_${id}` })))),
      shop.jobs.tick(),
    ])
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(events)).toEqual(new Set([200]))
    expect(await stockOf(shop, tee)).toEqual({ ...before, on_hand: before.on_hand - 1 })
    expect(await mailsTo(meena.email)).toBe(1)
  })

  test('by the webhook alone, after the browser was closed', async () => {
    const { open, paid } = await payOrder(asha, { scenario: 'paid_no_callback' })
    const { razorpay_payment_id: payment } = paid
    expect(await deliver(shop, capturedEvent(open.razorpayOrderId, payment))).toBe(200)
    expect(await stateOf(shop, open.orderId)).toBe('paid')
  })

  test('by the reconciler alone', async () => {
    const open = await openOrder(asha, [tee])
    await shop.sandbox.pay(open.razorpayOrderId)
    await runJobsAfter(shop, 61, open.orderId)
    expect(await stateOf(shop, open.orderId)).toBe('paid')
  })
})

describe('forged payments', () => {
  test('a tampered signature is rejected', { tags: 'C3.31' }, async () => {
    const { open, paid } = await payOrder(asha)
    const last = paid.razorpay_signature.endsWith('0') ? '1' : '0'
    const tampered = `${paid.razorpay_signature.slice(0, -1)}${last}`
    for (const razorpay_signature of [tampered, tampered.toUpperCase(), '', 'x', '0'.repeat(64)])
      expect(await verify(asha, open, { ...paid, razorpay_signature })).toMatchObject({
        status: 400,
        message: 'Payment Verification Failed. Please contact support.',
        problem: { success: false },
      })
    expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
    expect(await verify(asha, open, paid)).toMatchObject({ status: 200 })
  })

  test('a payment of another order is rejected, even with a genuine signature', async () => {
    const cheap = await openOrder(asha, [tote])
    const dear = await openOrder(asha, [{ ...tee, quantity: 3 }])
    const paid = await shop.sandbox.pay(cheap.razorpayOrderId)
    expect(await verify(asha, dear, paid)).toMatchObject({ status: 400 })
    const crossed = { ...paid, razorpay_order_id: dear.razorpayOrderId }
    expect(await verify(asha, dear, crossed)).toMatchObject({ status: 400 })
    const razorpay_signature = await sign(shop, dear.razorpayOrderId, paid.razorpay_payment_id)
    expect(await verify(asha, dear, { ...crossed, razorpay_signature })).toMatchObject({ status: 400 })
    expect(await stateOf(shop, dear.orderId)).toBe('awaiting_payment')
    expect(await verify(asha, cheap, paid)).toMatchObject({ status: 200 })
  })

  test('another customer’s order is not found', async () => {
    const { open, paid } = await payOrder(asha)
    const other = await newShopper(shop)
    expect(await verify(other, open, paid)).toMatchObject({ status: 404 })
    expect(await other.api('GET /user/order-status/{orderId}', { params: { orderId: open.orderId } })).toMatchObject({
      status: 404,
    })
    expect(await verify(asha, open, paid)).toMatchObject({ status: 200 })
  })

  const OTHER_AMOUNTS = ['amount_less:1', 'amount_more:1', 'wrong_currency:USD']
  test.each(OTHER_AMOUNTS)('%s doesn’t pay the order, and is refunded', { tags: 'C3.58' }, async (scenario) => {
    const meena = await newShopper(shop)
    const before = await stockOf(shop, tee)
    const { open, paid } = await payOrder(meena, { scenario })
    const response = await verify(meena, open, paid)
    expect(response).toMatchObject({ status: 400, problem: { success: false } })
    expect(await stateOf(shop, open.orderId)).toBe('refund_due')
    expect(await stockOf(shop, tee)).toEqual(before)
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('refunded')
    expect((await shop.mailTo(meena.email)).subject).toMatch(/^Your payment is being refunded \(FS-/)
    expect(await openOrder(meena, [tee])).not.toMatchObject({ orderId: open.orderId })
  })

  test('a wrongly signed event changes nothing', { tags: 'C3.32' }, async () => {
    const { open, paid } = await payOrder(asha)
    const { razorpay_payment_id: payment } = paid
    expect(await deliver(shop, capturedEvent(open.razorpayOrderId, payment), { tamper: true })).toBe(400)
    expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
    expect(await deliver(shop, capturedEvent(open.razorpayOrderId, payment))).toBe(200)
  })

  test('an event about an unknown order, or of an unknown type, is stored and acknowledged', async () => {
    expect(
      await deliver(shop, capturedEvent('order_AAAAAAAAAAAAAA', 'pay_AAAAAAAAAAAAAA'), { id: 'evt_unknown' }),
    ).toBe(200)
    expect(await deliver(shop, { event: 'account.suspended', payload: {} }, { id: 'evt_nothing' })).toBe(200)
    const stored = await shop.shop.db.selectFrom('webhook_inbox').selectAll().where('note', 'is not', null).execute()
    expect(stored.map(({ event_id, note }) => [event_id, note])).toEqual(
      expect.arrayContaining([
        ['evt_unknown', 'unknown order'],
        ['evt_nothing', 'it has no payment, refund or dispute'],
      ]),
    )
  })
})

describe('payments at the wrong time', () => {
  test('the stock of an unpaid order is released', { tags: 'C2.10' }, async () => {
    const before = await stockOf(shop, tee)
    const open = await openOrder(asha, [{ ...tee, quantity: 4 }])
    await runJobsAfter(shop, 1201, open.orderId)
    expect(await stateOf(shop, open.orderId)).toBe('expired')
    expect(await stockOf(shop, tee)).toEqual(before)
  })

  test('a late payment places the order while there is stock', async () => {
    const before = await stockOf(shop, tee)
    const open = await openOrder(asha, [{ ...tee, quantity: 4 }])
    await runJobsAfter(shop, 1201, open.orderId)
    expect(await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ status: 200 })
    expect(await stockOf(shop, tee)).toEqual({ ...before, on_hand: before.on_hand - 4 })
  })

  test('a late payment is refunded when the stock is sold', async () => {
    const open = await openOrder(asha, [shirts])
    await runJobsAfter(shop, 1201, open.orderId)
    await buy(shop, await newShopper(shop), [{ ...shirts, quantity: 1 }])
    const response = await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))
    expect(response).toMatchObject({ status: 400, problem: { success: false } })
    expect(await stateOf(shop, open.orderId)).toBe('refund_due')
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('refunded')
    const { payments } = await shop.sandbox.state()
    expect(payments.filter(({ order_id }) => order_id === open.razorpayOrderId)).toMatchObject([{ status: 'refunded' }])
  })

  test('a second captured payment is refunded, and the order stays paid', async () => {
    const meena = await newShopper(shop)
    const { open, paid } = await payOrder(meena, { scenario: 'two_captures' })
    expect(await verify(meena, open, paid)).toMatchObject({ status: 200 })
    await runJobsAfter(shop, 0, open.orderId)
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('paid')
    expect(await refundsOf(open.orderId)).toMatchObject([{ reason: 'second', state: 'done' }])
  })

  test('an authorised payment is captured', async () => {
    const { open, paid } = await payOrder(asha, { scenario: 'authorized_only' })
    expect(await verify(asha, open, paid)).toMatchObject({ status: 200 })
    const { payments } = await shop.sandbox.state()
    expect(payments.filter(({ order_id }) => order_id === open.razorpayOrderId)).toMatchObject([{ status: 'captured' }])
  })

  test('refund at the provider after the order was placed: emails the shopper, whose cart gets back as many pieces as it lost', async () => {
    const meena = await newShopper(shop)
    await meena.api('POST /user/addToCart', { body: { userId: meena.id, ...tee, quantity: 2 } })
    const before = await stockOf(shop, tee)
    const { open, paid } = await payOrder(meena, { lines: [{ ...tee, quantity: 2 }] })
    await sql`update cart_lines set quantity = 3 where customer_id = ${meena.id}`.execute(shop.shop.db)
    expect(await verifyUnconfirmed(shop, meena, open, paid)).toMatchObject({ status: 200 })
    expect(await cartOf(meena)).toMatchObject([{ quantity: 1 }])
    const amount = paise(open.amount)
    await shop.shop.payments.refund({ paymentId: paid.razorpay_payment_id, amount, key: `back_${open.orderId}` })
    await runJobsAfter(shop, 0, open.orderId)
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('expired')
    expect(await stockOf(shop, tee)).toEqual(before)
    expect(await cartOf(meena)).toMatchObject([{ color: 'Black', size: 'M', quantity: 3 }])
    expect(await mailsTo(meena.email)).toBe(2)
    const mail = await shop.mailTo(meena.email, 'Your order won’t be sent')
    for (const text of ['Order: FS-', 'Boxy Tee (Black, M): 2 × Rs. 1,299.00', 'Your bank returned your payment'])
      expect(mail.text).toContain(text)
  })

  test('amount mismatch after the order was placed: cancels, refunds and sends both emails', async () => {
    const meena = await newShopper(shop)
    const { open, paid } = await payOrder(meena, { scenario: 'amount_less:1' })
    expect(await verifyUnconfirmed(shop, meena, open, paid)).toMatchObject({ status: 200 })
    await runJobsAfter(shop, 0, open.orderId)
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('refunded')
    expect(await mailsTo(meena.email)).toBe(3)
  })

  test('a nearly full cart gets back only the lines it lacks', async () => {
    const who = await newShopper(shop)
    const { orderId } = await openOrder(who, [tee, tote])
    await sql`insert into cart_lines (id, customer_id, product_id, color, size, quantity, created_at)
      select 'filler-' || n, ${who.id}, ${tee.productId}, ${tee.color}, case n when 1 then ${tee.size} else n::text end, 1, now()
      from generate_series(1, 99) n`.execute(shop.shop.db)
    await restoreCartPieces(shop.shop.db, who.id as CustomerId, orderId)
    expect(await cartOf(who)).toContainEqual(expect.objectContaining({ size: tote.size }))
  })

  test('a declined payment leaves order, stock and cart as they are', { tags: 'C3.56' }, async () => {
    const meena = await newShopper(shop)
    await meena.api('POST /user/addToCart', { body: { userId: meena.id, ...tee } })
    const open = await openOrder(meena, [tee])
    await shop.sandbox.pay(open.razorpayOrderId, { outcome: 'card_declined' })
    await runJobsAfter(shop, 0, open.orderId)
    expect(await stateOf(shop, open.orderId)).toBe('awaiting_payment')
    expect(await cartOf(meena)).toMatchObject([{ quantity: 1 }])
    expect(await verify(meena, open, await shop.sandbox.pay(open.razorpayOrderId))).toMatchObject({ status: 200 })
  })

  test('a postponed refund is sent as soon as a shop starts', async () => {
    const { open, paid } = await payOrder(asha, { scenario: 'amount_less:1' })
    await verify(asha, open, paid)
    await sql`update refunds set next_at = now() + interval '10 minutes' where order_id = ${open.orderId}`.execute(
      shop.shop.db,
    )
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('refund_due')
    const another = createJobs(shop.shop, JOBS)
    another.start()
    await expect.poll(() => stateOf(shop, open.orderId)).toBe('refunded')
    await another.stop()
  })

  test('a pending or failed refund is completed in the end', async () => {
    const open = await openOrder(asha, [{ ...tee, quantity: 2 }])
    await shop.sandbox.scenario({ scenario: 'amount_less:1+refund_pending', order_id: open.razorpayOrderId })
    await verify(asha, open, await shop.sandbox.pay(open.razorpayOrderId))
    await shop.jobs.tick()
    const [pending] = await refundsOf(open.orderId)
    expect(pending).toMatchObject({ state: 'pending', round: 0 })
    const id = pending?.provider_refund_id ?? ''
    const reportRefund = () =>
      deliver(shop, {
        event: 'refund.failed',
        payload: { refund: { entity: { id, payment_id: pending?.payment_id ?? '' } } },
      })
    await shop.sandbox.refund({ refund_id: id, status: 'failed' })
    expect(await reportRefund()).toBe(200)
    expect((await refundsOf(open.orderId))[0]).toMatchObject({ state: 'due', round: 1 })
    // The same event again changes nothing.
    expect(await reportRefund()).toBe(200)
    expect((await refundsOf(open.orderId))[0]).toMatchObject({ state: 'due', round: 1 })
    await shop.sandbox.scenario({ scenario: 'ok', order_id: open.razorpayOrderId })
    await sql`update refunds set next_at = now() where order_id = ${open.orderId}`.execute(shop.shop.db)
    await shop.jobs.tick()
    expect(await stateOf(shop, open.orderId)).toBe('refunded')
  })
})
