import fc from 'fast-check'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import {
  buy,
  capturedEvent,
  deliver,
  expectInvariants,
  findOrder,
  newShopper,
  orderInCash,
  type Shopper,
  tee,
  tote,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, signInStaff } from '../../../tests/support/staff.ts'
import type { OrderRecord } from '../orders/staff-order-contract.ts'
import { changeSettings } from '../settings/staff.server.ts'

/** Random lives of orders in cash beside prepaid ones: a small sample in every run, more with LIVES=1000 (a quarter of an hour). */
const LIVES = Number(process.env.LIVES ?? 10)
/** After so many lives another shopper comes, since each step reads all orders of its shopper. */
const LIVES_OF_A_SHOPPER = 25
/** A retry would begin beside a life that goes on after a timeout, and find its open payment. */
const PATIENCE = { timeout: 120_000 + LIVES * 5000, retry: 0 }

const STEPS = [
  'confirm',
  'too late',
  'cancel',
  'staff cancel',
  'ship',
  'ship part',
  'deliver',
  'attempted',
  'returning',
  'receive',
  'lost',
  'close',
  'pay in',
  'pay in part',
  'link',
  'open link',
  'pay by link',
  'link is over',
] as const
type Step = (typeof STEPS)[number]

let shop: TestShop
let owner: SignedInStaff
withCheckoutShop((fixture) => ({ shop } = fixture))
beforeAll(async () => {
  await changeSettings(shop.shop, STAFF, {
    'cash.on': true,
    'cash.openOrders': 0,
    'cash.fee': 30,
    'cash.afterReturns': 0,
  })
  owner = await signInStaff(shop, 'owner')
  const { rows } = await sql<{ sku: string }>`
    select sku from stock where product_id in (${tee.productId}, ${tote.productId})`.execute(shop.shop.db)
  for (const { sku } of rows)
    expect(await call('POST', `/stock/${sku}`, { change: 2000, reason: 'Enough for all lives' })).toMatchObject({
      status: 200,
    })
})

let numbers = 0
/** Payment windows that were opened by a link and not used yet, by their order. */
const windows = new Map<string, string>()
const call = (method: string, path: string, body?: unknown) => owner.browser.call(method, path, body)
const recordOf = async (id: string) => (await call('GET', `/orders/${id}`)).body as unknown as OrderRecord

/** Does a step if the shop takes it. Only a refusal (4xx) may stop it, never a failure. */
async function take(step: Step, who: Shopper, id: string): Promise<void> {
  const order = await recordOf(id)
  const parcel = order.parcels.at(-1)
  const state = (to: string) => parcel && call('POST', `/orders/${id}/parcels/${parcel.id}/state`, { state: to })
  const ship = (lines?: { sku: string; quantity: number }[]) => {
    numbers += 1
    return call('POST', `/orders/${id}/ship`, {
      carrier: 'DTDC',
      tracking: `LIFE${numbers}`,
      ...(lines ? { lines } : {}),
    })
  }
  const payIn = async (share: number) => {
    const rows = order.parcels
      .filter(({ collect }) => collect > 0)
      .map(
        ({ number, collect }) =>
          `${number},${Math.max(1, Math.floor(collect * share * 100) / 100)},U${numbers},2026-11-29`,
      )
    numbers += 1
    if (rows.length === 0) return
    const file = new TextEncoder().encode(['AWB,Amount,UTR,Date', ...rows].join('\n'))
    const { body } = await call('POST', '/remittances', file)
    return call('POST', `/remittances/${String(body.id)}/apply`)
  }
  const steps: Record<Step, () => unknown> = {
    confirm: () => call('POST', `/orders/${id}/confirm`),
    'too late': async () => {
      await sql`update orders set created_at = now() - interval '25 hours' where id = ${id} and state = 'to_confirm'`.execute(
        shop.shop.db,
      )
      await shop.jobs.tick()
    },
    cancel: () => who.api('POST /user/cancelOrder', { body: { userId: who.id, orderId: id, reason: 'No.' } }),
    'staff cancel': () => call('POST', `/orders/${id}/cancel`, { reason: 'No.' }),
    ship: () => ship(),
    'ship part': () => ship(order.lines.slice(0, 1).map(({ sku }) => ({ sku, quantity: 1 }))),
    deliver: () => call('POST', `/orders/${id}/delivered`),
    attempted: () => state('attempted'),
    returning: () => state('returning'),
    receive: () => parcel && call('POST', `/orders/${id}/parcels/${parcel.id}/received`, {}),
    lost: () => state('lost'),
    close: () => call('POST', `/orders/${id}/close`, { reason: 'refused' }),
    'pay in': () => payIn(1),
    'pay in part': () => payIn(0.5),
    link: () => call('POST', `/orders/${id}/pay-link`),
    'open link': async () => {
      const { status, body } = await call('POST', `/orders/${id}/pay-link`)
      if (status !== 200) return
      const params = { token: String(body.link).split('/pay/')[1] ?? '' }
      const opened = await shop.api('POST /user/pay/{token}', { params, body: { totalPrice: Number(body.total) } })
      if (opened.ok) windows.set(id, opened.data.razorpayOrderId)
      return opened
    },
    // Whatever became of the order since its window was opened.
    'pay by link': async () => {
      const provider = windows.get(id)
      if (provider === undefined) return
      windows.delete(id)
      const { razorpay_payment_id: payment } = await shop.sandbox.pay(provider)
      expect(await deliver(shop, capturedEvent(provider, payment))).toBe(200)
    },
    'link is over': () =>
      sql`update order_pay_links set until = now() where order_id = ${id}`.execute(shop.shop.db).then(() => undefined),
  }
  const done = await steps[step]()
  if (typeof done === 'object' && done !== null && 'status' in done) expect(Number(done.status)).toBeLessThan(500)
}

async function eventsOf(id: string): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`
    select type from shop_events where subject = ${`order:${id}`} order by id`.execute(shop.shop.db)
  return rows.map(({ type }) => type)
}

/** What is true of an order however it came there. */
async function expectSound(who: Shopper, id: string): Promise<void> {
  const [shown, events, order] = [await findOrder(who, id), await eventsOf(id), await recordOf(id)]
  const { payment, orderStatus, toConfirm } = shown
  for (const once of ['order.placed', 'order.paid', 'order.cancelled'])
    expect(events.filter((type) => type === once).length, once).toBeLessThanOrEqual(1)
  expect(events.includes('order.paid')).toBe(payment.state === 'received')
  expect(events.includes('order.cancelled')).toBe(orderStatus === 'cancelled')
  expect(payment.due > 0).toBe(payment.state === 'due')
  if (toConfirm) expect(events).toEqual([])
  if (payment.state === 'cancelled') expect(orderStatus).toBe('cancelled')
  if (payment.method === 'online') return
  expect(shown.discounts.some(({ name }) => name === 'Paid online')).toBe(false)
  // An invoice from the first parcel on, and no refund of money that never came.
  expect(order.invoice !== null).toBe(order.parcels.length > 0)
  if (payment.state !== 'received') expect(shown.refunds).toEqual([])
  const collected = order.parcels.reduce((sum, { collect }) => sum + Math.round(collect * 100), 0)
  const whole = Math.round(shown.totalPrice * 100)
  if (order.lines.every(({ shipped, quantity }) => shipped === quantity)) expect(collected).toBe(whole)
  else expect(collected).toBeLessThan(whole)
}

test(
  'random lives of orders in cash beside prepaid ones keep stock, ledger, documents and events in order',
  PATIENCE,
  async () => {
    let who = await newShopper(shop)
    let lives = 0
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('prepaid', 'cash', 'to confirm'),
        fc.array(fc.constantFrom(...STEPS), { minLength: 1, maxLength: 9 }),
        async (kind, steps) => {
          lives += 1
          if (lives % LIVES_OF_A_SHOPPER === 0) who = await newShopper(shop)
          await changeSettings(shop.shop, STAFF, {
            'cash.confirm': kind === 'to confirm' ? 'call' : null,
            'cash.discountOnline': kind === 'prepaid' ? 0 : 3,
          })
          const lines = [
            { ...tee, quantity: 1 },
            { ...tote, quantity: 1 + (lives % 4) },
          ]
          const made = kind === 'prepaid' ? null : await orderInCash(who, lines)
          if (made && !made.ok) throw new Error(made.message)
          const id = made?.ok ? made.data.orderId : (await buy(shop, who, lines)).orderId
          for (const step of steps) {
            await take(step, who, id)
            await expectInvariants(shop)
            await expectSound(who, id)
          }
          // The next life isn't taken for this one.
          await sql`update orders set created_at = created_at - interval '2 minutes' where id = ${id}`.execute(
            shop.shop.db,
          )
        },
      ),
      { numRuns: LIVES, endOnFailure: true },
    )
  },
)
