import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  ageOrders,
  buy,
  capturedEvent,
  connectWebhooks,
  deliver,
  newShopper,
  openOrder,
  ordersOf,
  type Shopper,
  stateOf,
  stockOf,
  tee,
  totalOf,
  verify,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { checkInvariants } from '../checkout/invariants.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { refundOrder } from './staff.server.ts'

/** Races of each kind; `npm run faults -- refunds` runs 100. */
const ROUNDS = Number(process.env.ROUNDS ?? 10)

let shop: TestShop
let asha: Shopper

withCheckoutShop((fixture) => ({ shop, asha } = fixture), {
  products: [{ id: 'boxy-tee', price: 1299, stock: { Black: { M: 1000 } } }],
})

const TOTAL = Math.round(totalOf([tee]) * 100)
const staff = () => ({ ...shop.shop, actor: STAFF })
const cancel = (who: Shopper, orderId: string) =>
  who.api('POST /user/cancelOrder', { body: { userId: who.id, orderId, reason: 'I changed my mind.' } })

async function buyTee(scenario = 'ok') {
  const open = await buy(shop, asha, [tee])
  await shop.sandbox.scenario({ scenario, order_id: open.razorpayOrderId })
  const { rows } = await sql<{ paymentId: string }>`
    select payment_id as "paymentId" from orders where id = ${open.orderId}`.execute(shop.shop.db)
  return { ...open, paymentId: rows[0]?.paymentId ?? '' }
}

/** Paise that the sandbox has refunded or is refunding. */
async function refundedOf(paymentId: string): Promise<number> {
  const { refunds } = await shop.sandbox.state()
  const made = refunds.filter((refund) => refund.payment_id === paymentId && refund.status !== 'failed')
  return made.reduce((sum, { amount }) => sum + Number(amount), 0)
}

/** Runs the jobs once, with all waiting work due. */
async function tickAll(): Promise<void> {
  await sql`update refunds set next_at = now()`.execute(shop.shop.db)
  await sql`update webhook_inbox set next_at = now()`.execute(shop.shop.db)
  await ageOrders(shop, 0)
  await shop.jobs.tick()
}

const statesOf = (orderId: string) =>
  shop.shop.db
    .selectFrom('refunds')
    .select(['source', 'state', 'amount_paise'])
    .where('order_id', '=', orderId)
    .orderBy('created_at')
    .execute()

/** Runs the jobs until the refunds of an order are as expected. */
function expectStates(orderId: string, expected: object[]): Promise<void> {
  const states = async () => {
    await tickAll()
    return statesOf(orderId)
  }
  return expect.poll(states, { interval: 300 }).toMatchObject(expected)
}

describe('a refund is made once, whatever the provider does', () => {
  let webhooks: { close(): Promise<void> }
  beforeAll(async () => {
    webhooks = await connectWebhooks(shop)
  })
  afterAll(() => webhooks.close())

  test.each([
    ['the event comes first, as the response is lost', 'refunded_but_answer_dropped'],
    ['the event comes three times', 'webhook_dup:3'],
    ['the event comes late', 'refund_pending:0.2+webhook_late:0.3'],
    ['events arrive in reverse order', 'webhook_reorder'],
    ['the event never comes', 'refund_pending:0.2+webhook_never'],
    ['and the response is lost, too', 'refunded_but_answer_dropped+webhook_never'],
  ])('%s', async (_, scenario) => {
    const before = await stockOf(shop, tee)
    const { orderId, paymentId } = await buyTee(scenario)
    expect(await cancel(asha, orderId)).toMatchObject({ status: 200 })
    await shop.jobs.tick()
    await expectStates(orderId, [{ source: 'shop', state: 'done', amount_paise: TOTAL }])
    expect(await refundedOf(paymentId)).toBe(TOTAL)
    expect(await stockOf(shop, tee)).toEqual(before)
    await expect
      .poll(async () => (await shop.sandbox.state()).refunds.filter((one) => one.payment_id === paymentId))
      .toHaveLength(1)
  })
})

test.each(['rest_500', 'rest_502_html', 'rest_429', 'rest_reset', 'rest_hang:60'])(
  'the provider is unavailable (%s): the order is cancelled at once, the money follows',
  async (scenario) => {
    const { orderId, razorpayOrderId, paymentId } = await buyTee(scenario)
    expect(await cancel(asha, orderId)).toMatchObject({ status: 200 })
    await shop.jobs.tick()
    expect(await refundedOf(paymentId)).toBe(0)
    expect((await ordersOf(asha))[0]).toMatchObject({ orderStatus: 'cancelled', refunds: [{ state: 'pending' }] })
    await shop.sandbox.scenario({ scenario: 'ok', order_id: razorpayOrderId })
    await expectStates(orderId, [{ state: 'done' }])
    expect(await refundedOf(paymentId)).toBe(TOTAL)
  },
  40_000,
)

test('a refund failed by the provider is requested again; after the sixth failure it is left to staff', async () => {
  const { orderId, razorpayOrderId, paymentId } = await buyTee('refund_failed')
  await cancel(asha, orderId)
  for (let round = 0; round < 3; round++) await tickAll()
  await shop.sandbox.scenario({ scenario: 'ok', order_id: razorpayOrderId })
  await tickAll()
  expect(await statesOf(orderId)).toMatchObject([{ state: 'done' }])
  expect(await refundedOf(paymentId)).toBe(TOTAL)
  const failing = await buyTee('refund_failed')
  await cancel(asha, failing.orderId)
  for (let round = 0; round < 8; round++) await tickAll()
  expect((await ordersOf(asha))[0]).toMatchObject({ _id: failing.orderId, refunds: [{ state: 'failed' }] })
  // The ledger shows the money as owed until staff refund it again.
  expect((await checkInvariants(shop.shop.db)).findings).toMatchObject([{ invariant: 'I6', subject: failing.orderId }])
  await shop.sandbox.scenario({ scenario: 'ok', order_id: failing.razorpayOrderId })
  const again = { wanted: { rupees: TOTAL / 100 }, reason: 'by hand', restock: false }
  expect(await refundOrder(staff(), failing.orderId, again)).toMatchObject({ ok: true })
  await tickAll()
  expect(await refundedOf(failing.paymentId)).toBe(TOTAL)
})

describe('a refund on the provider’s dashboard', () => {
  const event = (paymentId: string) => ({
    event: 'refund.processed',
    payload: { refund: { entity: { payment_id: paymentId } } },
  })

  test.each(['the event', 'the sweep'])(
    'of everything takes an unshipped order off the packing list once: %s',
    async (by) => {
      const before = await stockOf(shop, tee)
      const { paymentId } = await buyTee()
      await shop.sandbox.refund({ payment_id: paymentId })
      for (let time = 0; time < 3; time++)
        if (by === 'the event') expect(await deliver(shop, event(paymentId))).toBe(200)
        else await tickAll()
      expect((await ordersOf(asha))[0]).toMatchObject({
        orderStatus: 'cancelled',
        refunds: [{ amount: TOTAL / 100, state: 'processed' }],
      })
      expect(await stockOf(shop, tee)).toEqual(before)
      expect(await refundedOf(paymentId)).toBe(TOTAL)
    },
  )

  test('of part of an order, or of a whole shipped order, is shown and changes nothing else', async () => {
    const { orderId, paymentId } = await buyTee()
    await shop.sandbox.refund({ payment_id: paymentId, amount: 5000 })
    await deliver(shop, event(paymentId))
    for (let step = 0; step < 2; step++) await advanceOrder(staff(), orderId)
    expect(await stateOf(shop, orderId)).toBe('paid')
    await shop.sandbox.refund({ payment_id: paymentId })
    await tickAll()
    const refunds = [
      { amount: 50, state: 'processed' },
      { amount: TOTAL / 100 - 50, state: 'processed' },
    ]
    expect((await ordersOf(asha))[0]).toMatchObject({ orderStatus: 'ontheway', refunds })
  })

  test('reduces a refund that the shop is about to make to the rest', async () => {
    const { orderId, paymentId } = await buyTee()
    await shop.sandbox.refund({ payment_id: paymentId, amount: 5000 })
    await cancel(asha, orderId)
    await shop.jobs.tick()
    await tickAll()
    expect(await refundedOf(paymentId)).toBe(TOTAL)
    const whole = await buyTee()
    await cancel(asha, whole.orderId)
    await shop.sandbox.refund({ payment_id: whole.paymentId })
    await shop.jobs.tick()
    expect(await statesOf(whole.orderId)).toMatchObject([{ state: 'withdrawn' }, { source: 'provider', state: 'done' }])
    expect((await ordersOf(asha)).find(({ _id }) => _id === whole.orderId)?.refunds).toHaveLength(1)
  })

  test('that fails after it cancelled the order is replaced by a refund of the shop', async () => {
    const { orderId, razorpayOrderId, paymentId } = await buyTee('refund_pending')
    const { id } = await shop.sandbox.refund({ payment_id: paymentId })
    await deliver(shop, event(paymentId))
    expect(await stateOf(shop, orderId)).toBe('cancelled')
    await shop.sandbox.scenario({ scenario: 'ok', order_id: razorpayOrderId })
    await shop.sandbox.refund({ refund_id: id, status: 'failed' })
    await deliver(shop, event(paymentId))
    await tickAll()
    expect(await statesOf(orderId)).toMatchObject([
      { source: 'provider', state: 'failed' },
      { source: 'shop', state: 'done', amount_paise: TOTAL },
    ])
  })
})

describe(`${ROUNDS} races: the order ends shipped or refunded, never both, never neither`, () => {
  const limit = Math.max(60_000, ROUNDS * 2000)

  test(
    'cancel against ship',
    async () => {
      for (let round = 0; round < ROUNDS; round++) {
        const before = await stockOf(shop, tee)
        const { orderId, paymentId } = await buyTee()
        await advanceOrder(staff(), orderId)
        const [cancelled, advanced] = await Promise.all([cancel(asha, orderId), advanceOrder(staff(), orderId)])
        expect(cancelled.ok).not.toBe(advanced.ok)
        await shop.jobs.tick()
        expect(await refundedOf(paymentId)).toBe(cancelled.ok ? TOTAL : 0)
        expect(await stockOf(shop, tee)).toEqual({ ...before, on_hand: before.on_hand - (cancelled.ok ? 0 : 1) })
      }
    },
    limit,
  )

  test.each(['verify', 'webhook'])(
    'cancel against %s',
    async (by) => {
      const who = await newShopper(shop)
      for (let round = 0; round < ROUNDS; round++) {
        const before = await stockOf(shop, tee)
        const open = await openOrder(who, [tee])
        const paid = await shop.sandbox.pay(open.razorpayOrderId)
        const event = capturedEvent(open.razorpayOrderId, paid.razorpay_payment_id)
        const settle = () => (by === 'verify' ? verify(who, open, paid) : deliver(shop, event))
        // Cancelling is refused until the payment is recorded.
        const cancelSoon = async () => {
          for (let tries = 0; tries < 200; tries++) if ((await cancel(who, open.orderId)).ok) return
        }
        await Promise.all([settle(), cancelSoon(), settle()])
        await settle()
        await shop.jobs.tick()
        expect(await stateOf(shop, open.orderId)).toBe('cancelled')
        expect(await refundedOf(paid.razorpay_payment_id)).toBe(TOTAL)
        expect(await stockOf(shop, tee)).toEqual(before)
      }
    },
    limit,
  )
})
