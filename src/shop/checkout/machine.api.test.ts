import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  ageOrders,
  capturedEvent,
  deliver,
  expectInvariants,
  newShopper,
  order,
  type Shopper,
  stateOf,
  verify,
} from '../../../tests/support/checkout-fixture.ts'
import { paymentProof } from '../../../tests/support/sandbox-control.ts'
import { openTestShop, STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { recordDifference } from '../exchanges/difference.server.ts'
import { makeExchangeLink } from '../exchanges/pay-link.server.ts'
import { receiveExchange } from '../exchanges/receive.server.ts'
import {
  approveExchange,
  recordArrival,
  refundExchange,
  refuseExchange,
  shipExchange,
} from '../exchanges/staff.server.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import { cancelOrder, refundOrder } from '../refunds/staff.server.ts'
import { changeSettings } from '../settings/staff.server.ts'
import { checkInvariants } from './invariants.server.ts'

/** Random lifecycles of orders: a small sample in every run, more with LIVES=700 (up to 21 steps each). */
const LIVES = Number(process.env.LIVES ?? 12)

const STEPS = [
  'create',
  'pay',
  'pay wrong',
  'pay twice',
  'decline',
  'verify',
  'webhook',
  'tick',
  'expire',
  'provider down',
  'provider up',
  'ship',
  'cancel',
  'staff cancel',
  'refund amount',
  'refund piece',
  'dashboard refund',
  'partial refund in the dashboard',
  'dashboard refund fails',
  'refund event',
  'refund response lost',
  'refund waits',
  'refund fails',
  'exchange',
  'exchange for less',
  'exchange for more',
  'exchange paid',
  'exchange ships',
  'exchange arrives',
  'exchange comes back',
  'exchange refused',
  'exchange refunded',
  'exchange cancelled',
] as const
type Step = (typeof STEPS)[number]

const ENDS = ['paid', 'cancelled', 'expired', 'abandoned', 'refunded']
/** Scenarios of the sandbox that a step sets for an order. */
const SCENARIOS: Partial<Record<Step, string>> = {
  'pay wrong': 'amount_less:1',
  'pay twice': 'two_captures',
  'provider down': 'rest_500',
  'provider up': 'ok',
  'refund response lost': 'refunded_but_answer_dropped',
  'refund waits': 'refund_pending',
  'refund fails': 'refund_failed',
}
/** What an exchange brings instead, by its step. */
const WISHES: Partial<Record<Step, object>> = {
  exchange: {},
  'exchange for less': { instead: { productId: 'spare', color: 'Black', size: 'M' } },
  'exchange for more': { instead: { productId: 'dear', color: 'Black', size: 'M' } },
}
const LINE = { productId: 'scarce', color: 'Black', size: 'M', quantity: 2 }

let shop: TestShop
let people: Shopper[]
let exchanges = 0
let payments = 0

beforeAll(async () => {
  shop = await openTestShop({
    products: [
      { id: 'scarce', price: 100, stock: { Black: { M: 5 } } },
      { id: 'spare', price: 60, stock: { Black: { M: 5 } } },
      { id: 'dear', price: 150, stock: { Black: { M: 5 } } },
    ],
  })
  await changeSettings(shop.shop, STAFF, { 'exchange.otherProducts': true })
  people = await Promise.all([newShopper(shop), newShopper(shop)])
})
afterAll(() => shop.close())

type Paid = Awaited<ReturnType<TestShop['sandbox']['pay']>>

interface Lifecycle {
  who: Shopper
  open: { orderId: string; razorpayOrderId: string } | null
  payments: Paid[]
}

async function runStep(step: Step, lifecycle: Lifecycle): Promise<void> {
  const { open, payments } = lifecycle
  const paid = payments.at(-1)
  if (step === 'create') {
    const response = await order(lifecycle.who, [LINE])
    expect([201, 409, 502]).toContain(response.status)
    if (response.ok && response.data.orderId !== open?.orderId)
      Object.assign(lifecycle, { open: response.data, payments: [] })
  }
  if (!open) return
  if (step === 'pay' || step === 'decline') await pay(lifecycle, step === 'pay' ? 'success' : 'card_declined')
  const scenario = SCENARIOS[step]
  if (scenario) await shop.sandbox.scenario({ scenario, order_id: open.razorpayOrderId })
  if (step === 'expire') await ageOrders(shop, 1300, open.orderId)
  if (step === 'verify' && paid) expect([200, 400, 503]).toContain((await verify(lifecycle.who, open, paid)).status)
  if (step === 'webhook' && paid)
    expect(await deliver(shop, capturedEvent(open.razorpayOrderId, paid.razorpay_payment_id))).toBe(200)
  await runLaterStep(step, lifecycle.who, { ...open, paymentId: paid?.razorpay_payment_id ?? null })
}

const staff = () => ({ ...shop.shop, actor: STAFF })
const BECAUSE = { reason: 'a random lifecycle', restock: true }

/** What may happen to a paid order, in the shop and in the provider's dashboard. */
async function runLaterStep(
  step: Step,
  who: Shopper,
  { orderId, paymentId }: { orderId: string; paymentId: string | null },
): Promise<void> {
  if (step === 'ship') await advanceOrder(staff(), orderId)
  if (step === 'staff cancel') await cancelOrder(staff(), orderId, BECAUSE)
  if (step === 'refund amount') await refundOrder(staff(), orderId, { wanted: { rupees: 30 }, ...BECAUSE })
  if (step === 'refund piece') {
    const bought = shop.shop.db.selectFrom('stock').select('sku').where('product_id', '=', LINE.productId)
    const { sku } = await bought.executeTakeFirstOrThrow()
    await refundOrder(staff(), orderId, { wanted: { pieces: [{ sku, count: 1 }] }, ...BECAUSE })
  }
  if (step === 'cancel') {
    const body = { userId: who.id, orderId, reason: 'I changed my mind.' }
    expect([200, 409]).toContain((await who.api('POST /user/cancelOrder', { body })).status)
  }
  const wish = WISHES[step]
  if (wish) {
    const line = shop.shop.db.selectFrom('order_lines').select('id').where('order_id', '=', orderId)
    const { id: lineId } = await line.executeTakeFirstOrThrow()
    const body = {
      orderId,
      productId: LINE.productId,
      reasonForExchange: 'Other' as const,
      problem: 'It has a hole.',
      ...wish,
      // Of every second one only one piece.
      ...(++exchanges % 2 === 0 ? { pieces: [{ lineId, quantity: 1 }] } : {}),
    }
    expect([201, 404, 409]).toContain((await who.api('POST /user/addExchange', { body })).status)
  }
  const { rows } = await sql<{ id: string }>`select id from exchanges where order_id = ${orderId}`.execute(shop.shop.db)
  for (const { id } of rows) await runExchangeStep(step, who, orderId, id)
  if (paymentId === null) return
  // The sandbox refuses to refund what isn't captured, or beyond its amount.
  if (step === 'dashboard refund') await shop.sandbox.refund({ payment_id: paymentId }).catch(() => null)
  if (step === 'partial refund in the dashboard')
    await shop.sandbox.refund({ payment_id: paymentId, amount: 4500 }).catch(() => null)
  if (step === 'dashboard refund fails') await endPendingRefunds('failed')
  const payload = { refund: { entity: { payment_id: paymentId } } }
  if (step === 'refund event') expect(await deliver(shop, { event: 'refund.processed', payload })).toBe(200)
}

/** Every second one is paid by its link, the others by hand. */
async function payExchange(id: string): Promise<void> {
  if (++payments % 2 === 0) {
    await recordDifference(staff(), id, { method: 'cash' })
    return
  }
  const made = await makeExchangeLink(staff(), id, {})
  if (!made.ok) return
  const token = made.data.link.split('/pay/')[1] ?? ''
  const opened = await shop.api('POST /user/pay/{token}', { params: { token }, body: { totalPrice: made.data.total } })
  if (!opened.ok) return
  const paid = await shop.sandbox.pay(opened.data.razorpayOrderId)
  const body = paymentProof(opened.data.orderId, paid)
  expect((await shop.api('POST /user/pay/{token}/verify', { params: { token }, body })).status).toBe(200)
}

/** The pieces of an order were refunded at no more than what was paid for what its customer has, in paise. */
async function expectFairRefunds({ open }: Lifecycle): Promise<void> {
  const { rows } = await sql<{ refunded: number; due: number }>`
    select o.id, (select coalesce(sum(r.amount_paise), 0)::float8 from refunds r
        where r.order_id = o.id and r.reason = 'lines' and r.payment_id = o.payment_id and r.state <> 'withdrawn') as refunded,
      (o.total_paise * l.cancelled / l.quantity::float8 + coalesce(least(0, e.difference_paise)
        * greatest(0, x.quantity - (l.quantity - l.cancelled)) / x.quantity::float8, 0)) as due
    from orders o join order_lines l on l.order_id = o.id left join exchange_lines x on x.order_line_id = l.id
      left join exchanges e on e.id = x.exchange_id and e.status = 'delivered' and e.cancelled_at is null
    where o.id = ${open?.orderId ?? ''}`.execute(shop.shop.db)
  for (const { refunded, due } of rows) expect(refunded).toBeLessThanOrEqual(Math.ceil(due) + 1)
}

async function runExchangeStep(step: Step, who: Shopper, orderId: string, id: string): Promise<void> {
  if (step === 'exchange paid') await payExchange(id)
  if (step === 'exchange ships') {
    await approveExchange(staff(), id)
    await shipExchange(staff(), id, { carrier: 'Delhivery', tracking: `55${Date.now()}` })
  }
  if (step === 'exchange arrives') await recordArrival(staff(), id)
  if (step === 'exchange comes back') await receiveExchange(staff(), id, { damaged: {}, missing: {} })
  if (step === 'exchange refused') await refuseExchange(staff(), id, 'a random lifecycle')
  if (step === 'exchange refunded') await refundExchange(staff(), id, 'a random lifecycle')
  if (step === 'exchange cancelled') {
    const body = { orderId, exchangeId: id }
    expect([200, 409]).toContain((await who.api('POST /user/cancelProductExchange', { body })).status)
  }
}

async function endPendingRefunds(status: 'processed' | 'failed'): Promise<void> {
  for (const refund of (await shop.sandbox.state()).refunds)
    if (refund.status === 'pending') await shop.sandbox.refund({ refund_id: String(refund.id), status })
}

/** The provider refuses a second payment of a paid order. */
async function pay({ open, payments }: Lifecycle, outcome: string): Promise<void> {
  const paid = await shop.sandbox.pay(open?.razorpayOrderId ?? '', { outcome }).catch(() => null)
  if (paid?.razorpay_payment_id) payments.push(paid)
}

/** Makes the provider available again and lets time pass until every order has ended. */
async function endAllOrders(): Promise<void> {
  const { orders } = await shop.sandbox.state()
  for (const one of orders)
    if (typeof one.scenario === 'string' && /^re(st|fund)/.test(one.scenario))
      await shop.sandbox.scenario({ scenario: 'ok', order_id: one.id })
  for (let round = 0; round < 4; round++) {
    await endPendingRefunds('processed')
    await ageOrders(shop, 700)
    await sql`update webhook_inbox set next_at = now()`.execute(shop.shop.db)
    await sql`update refunds set next_at = now()`.execute(shop.shop.db)
    await shop.jobs.tick()
  }
}

async function restock(): Promise<void> {
  await sql`
    with restocked as (update stock set on_hand = 5 + reserved where sku in (select sku from stock) returning sku, on_hand)
    insert into stock_ledger (sku, delta_on_hand, reason)
    select sku, on_hand - (select sum(delta_on_hand) from stock_ledger l where l.sku = s.sku), 'restocked' from restocked s
    where on_hand <> (select sum(delta_on_hand) from stock_ledger l where l.sku = s.sku)`.execute(shop.shop.db)
}

const random = fc.array(fc.record({ person: fc.integer({ min: 0, max: 1 }), step: fc.constantFrom(...STEPS) }), {
  minLength: 3,
  maxLength: 15,
})

/** The steps of the first person's order before the random ones, which rarely get to a delivery on their own. */
const PAID: Step[] = ['pay', 'verify']
const DELIVERED: Step[] = [...PAID, 'ship', 'ship', 'ship']
const exchangedFor = (wish: Step): Step[] => [
  ...DELIVERED,
  wish,
  'exchange paid',
  'exchange ships',
  'exchange arrives',
  'refund piece',
]
const EXCHANGED = [exchangedFor('exchange for less'), exchangedFor('exchange for more')]
const steps = fc
  .tuple(fc.constantFrom<Step[]>([], PAID, DELIVERED, [...DELIVERED, 'exchange'], ...EXCHANGED), random)
  .map(([begin, rest]) => [...begin.map((step) => ({ person: 0, step })), ...rest])

test(
  `${LIVES} random order lifecycles: the invariants hold after every step, and every order ends`,
  async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (script) => {
        await restock()
        const lifecycles: Lifecycle[] = people.map((who) => ({ who, open: null, payments: [] }))
        for (const lifecycle of lifecycles) await runStep('create', lifecycle)
        for (const { person, step } of script) {
          const lifecycle = lifecycles[person]
          if (step === 'tick') await shop.jobs.tick()
          else if (lifecycle) await runStep(step, lifecycle)
          expect(await checkInvariants(shop.shop.db)).toMatchObject({ ok: true, findings: [] })
          for (const one of lifecycles) await expectFairRefunds(one)
        }
        await endAllOrders()
        await expectInvariants(shop)
        for (const { open } of lifecycles) if (open) expect(ENDS).toContain(await stateOf(shop, open.orderId))
      }),
      { numRuns: LIVES, endOnFailure: true },
    )
  },
  Math.max(600_000, LIVES * 10_000),
)
