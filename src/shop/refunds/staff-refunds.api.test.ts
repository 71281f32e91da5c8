import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  buy,
  openOrder,
  runJobsAfter,
  type Shopper,
  stockOf,
  tee,
  tote,
  verifyUnconfirmed,
  withCheckoutShop,
} from '../../../tests/support/checkout-fixture.ts'
import { pdfText } from '../../../tests/support/pdf-text.ts'
import { STAFF, type TestShop } from '../../../tests/support/shop.ts'
import { type SignedInStaff, type StaffResponse, signInStaff } from '../../../tests/support/staff.ts'
import { advanceOrder } from '../orders/staff.server.ts'
import type { OrderRecord } from '../orders/staff-order-contract.ts'
import { shipOrder } from '../shipping/staff.server.ts'
import type { RefundPreview } from './staff-contract.ts'

let shop: TestShop
let asha: Shopper
let manager: SignedInStaff
withCheckoutShop((fixture) => ({ shop, asha } = fixture))
beforeAll(async () => {
  manager = await signInStaff(shop, 'manager')
  // Enough to sell for every state and action below.
  await sql`with more as (update stock set on_hand = on_hand + 500 returning sku)
    insert into stock_ledger (sku, delta_on_hand, reason) select sku, 500, 'import' from more`.execute(shop.shop.db)
})

const staff = () => ({ ...shop.shop, actor: STAFF })
const post = (path: string, body?: object, headers: Record<string, string> = {}) =>
  manager.browser.call('POST', path, body, headers)

async function recordOf(orderId: string): Promise<OrderRecord> {
  // Safe cast: the shape of a record.
  return (await manager.browser.call('GET', `/orders/${orderId}`)).body as unknown as OrderRecord
}

async function reviewOf(orderId: string, what: 'refund' | 'cancel', body: object): Promise<RefundPreview> {
  const { status, body: review } = await post(`/orders/${orderId}/${what}/preview`, body)
  expect(status, JSON.stringify(review)).toBe(200)
  // Safe cast: the shape of a review.
  return review as unknown as RefundPreview
}

const skusOf = async (orderId: string) => (await recordOf(orderId)).lines.map(({ sku }) => sku)

/** A call as its screen makes it: again with the same key while the first one runs. */
async function persistent(call: () => Promise<StaffResponse>): Promise<StaffResponse> {
  for (;;) {
    const response = await call()
    if (response.body.code !== 'request_under_way') return response
  }
}

test('the review says what the refund then does, to the paisa', { tags: 'A10' }, async () => {
  const { orderId } = await buy(shop, asha, [tee, { ...tote, quantity: 2 }])
  const [first = '', second = ''] = await skusOf(orderId)
  const before = await stockOf(shop, tote)
  await post(`/orders/${orderId}/refund`, { amount: 10, reason: 'late' })
  const lines = [{ sku: second, quantity: 1 }]
  const review = await reviewOf(orderId, 'refund', { lines })
  expect(review).toMatchObject({ before: 10, cancels: false, restock: lines, creditNote: true, status: 'ordered' })
  expect(review.effects[0]).toMatch(
    /^Rs\. 10\.00 was refunded .* ago\. Make sure that this isn’t the same refund again\.$/,
  )
  expect(review.lines).toMatchObject([{ sku: second, quantity: 1, goods: 27 }])
  const [line] = review.lines
  expect(line?.amount).toBeCloseTo((line?.goods ?? 0) + (line?.delivery ?? 0) + (line?.tax ?? 0), 9)
  expect(review.amount).toBe(line?.amount)
  const done = await post(`/orders/${orderId}/refund`, { lines, reason: 'torn', status: 'ordered' })
  expect(done).toMatchObject({ status: 200, body: { refund: review.amount, cancelled: false } })
  expect((await stockOf(shop, tote)).on_hand).toBe(before.on_hand + 1)
  const record = await recordOf(orderId)
  expect(record.money?.left).toBeCloseTo(review.maximum - review.amount, 9)

  const rest = await reviewOf(orderId, 'cancel', {})
  expect(rest).toMatchObject({ amount: record.money?.left, cancels: true })
  expect(rest.restock).toEqual([
    { sku: first, quantity: 1 },
    { sku: second, quantity: 1 },
  ])
  const cancelled = await post(`/orders/${orderId}/cancel`, { reason: 'none left' })
  expect(cancelled.body).toMatchObject({ cancelled: true, already: false, refund: record.money?.total })
  expect((await post(`/orders/${orderId}/cancel`, { reason: 'none left' })).body).toMatchObject({ already: true })
  expect((await recordOf(orderId)).money?.left).toBe(0)
})

test('a refund above the maximum is refused, and the message says it', async () => {
  const { orderId } = await buy(shop, asha, [tote])
  const { maximum } = await reviewOf(orderId, 'refund', { amount: 1 })
  for (const path of ['refund', 'refund/preview']) {
    const refused = await post(`/orders/${orderId}/${path}`, { amount: maximum + 0.01, reason: 'x' })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict', maximum } })
    expect(refused.body.message).toContain(`Rs. ${maximum.toFixed(2)}`)
  }
  for (const amount of [0, -1, 1.001, 1e300, Number.NaN, '10', null])
    expect((await post(`/orders/${orderId}/refund`, { amount, reason: 'x' })).status, String(amount)).toBe(400)
  for (const body of [{}, { amount: 1, lines: [{ sku: 'x', quantity: 1 }] }, { lines: [] }, { lines: [{ sku: 'x' }] }])
    expect((await post(`/orders/${orderId}/refund`, { ...body, reason: 'x' })).status).toBe(400)
  expect((await post(`/orders/${orderId}/refund`, { amount: 1, reason: ' ' })).status).toBe(400)
  expect((await recordOf(orderId)).refunds).toEqual([])
})

test('the same form sent five times in parallel refunds once and answers alike', async () => {
  const { orderId } = await buy(shop, asha, [tote])
  const key = randomUUID()
  const send = (path: string, body: object) =>
    Promise.all(Array.from({ length: 5 }, () => persistent(() => post(path, body, { 'idempotency-key': key }))))
  const answers = await send(`/orders/${orderId}/refund`, { amount: 5, reason: 'late' })
  expect(new Set(answers.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1)
  expect(answers[0]).toMatchObject({ status: 200, body: { refund: 5 } })
  expect((await recordOf(orderId)).refunds).toHaveLength(1)
  const notes = await send(`/orders/${orderId}/notes`, { text: 'Once' })
  expect(new Set(notes.map(({ body }) => body.id)).size).toBe(1)
  expect((await recordOf(orderId)).notes).toHaveLength(1)
})

test('a stale screen changes nothing', async () => {
  const { orderId } = await buy(shop, asha, [tote])
  await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: `S${Date.now()}` })
  for (const path of ['cancel', 'refund'])
    expect(
      await post(`/orders/${orderId}/${path}`, {
        reason: 'x',
        status: 'ordered',
        ...(path === 'refund' ? { amount: 5 } : {}),
      }),
    ).toMatchObject({ status: 412, body: { code: 'changed_meanwhile', current: 'ontheway' } })
  expect((await recordOf(orderId)).refunds).toEqual([])
})

test('money needs a second factor of the last ten minutes; a review doesn’t', async () => {
  const { orderId } = await buy(shop, asha, [tote])
  const age = (minutes: number) =>
    sql`update staff_sessions set factor_at = now() - make_interval(mins => ${minutes}) where staff_id = ${manager.id}`.execute(
      shop.shop.db,
    )
  await age(11)
  for (const path of ['refund', 'cancel'])
    expect((await post(`/orders/${orderId}/${path}`, { amount: 5, reason: 'x' })).body.code).toBe('sign_in_again')
  await reviewOf(orderId, 'refund', { amount: 5 })
  await age(0)
})

describe('documents', () => {
  async function fileOf(path: string) {
    const response = await shop.fetch(`/api/admin${path}`, { headers: { cookie: manager.browser.cookie } })
    const isFile = response.headers.get('content-type') === 'application/pdf'
    return { status: response.status, text: isFile ? pdfText(Buffer.from(await response.arrayBuffer())) : '' }
  }

  test('invoice, slip and credit note are read back', async () => {
    const { orderId } = await buy(shop, asha, [tee])
    await post(`/orders/${orderId}/refund`, { amount: 100, reason: 'late' })
    await runJobsAfter(shop, 0, orderId)
    await expect.poll(async () => (await recordOf(orderId)).refunds[0]?.creditNote).not.toBeNull()
    const { invoice, number, refunds } = await recordOf(orderId)
    const [refund] = refunds
    expect((await fileOf(`/orders/${number}/invoice.pdf`)).text).toContain(invoice)
    expect((await fileOf(`/orders/${orderId}/packing-slip.pdf?paper=4x6`)).text).toContain(number)
    expect((await fileOf(`/orders/${orderId}/credit-notes/${refund?.id}`)).text).toContain(refund?.creditNote)
    const { orderId: other } = await buy(shop, asha, [tee])
    expect((await fileOf(`/orders/${other}/credit-notes/${refund?.id}`)).status).toBe(404)
    expect((await fileOf('/orders/FS-1/invoice.pdf')).status).toBe(404)
    expect((await fileOf(`/orders/${orderId}/packing-slip.pdf?paper=a5`)).status).toBe(400)
  })
})

test('a payment in doubt is said so, asked about now, and then confirmed', async () => {
  const open = await openOrder(asha, [tote])
  await verifyUnconfirmed(shop, asha, open, await shop.sandbox.pay(open.razorpayOrderId))
  const doubt = await recordOf(open.orderId)
  expect(doubt).toMatchObject({ payment: { state: 'in_doubt' }, next: 'POST /orders/{id}/payment/check', toPack: 0 })
  expect(doubt.payment.tell).toContain('don’t have to pay again')
  const checked = await post(`/orders/${open.orderId}/payment/check`)
  expect(checked).toMatchObject({ status: 200, body: { payment: { state: 'paid' } } })
  const record = await recordOf(open.orderId)
  expect(record).toMatchObject({ next: 'POST /orders/{id}/ship', toPack: 1 })
  expect(record.timeline.map(({ what }) => what)).toContain('Checked with the payment provider')
  expect((await post(`/orders/${open.orderId}/payment/check`)).body.code).toBe('conflict')
})

test('a record offers exactly what the server accepts, in every state', { tags: 'A12' }, async () => {
  const inState: Record<string, () => Promise<string>> = {
    unpaid: async () => (await openOrder(asha, [{ ...tote, quantity: 3 }])).orderId,
    paid: async () => (await buy(shop, asha, [tee, tote])).orderId,
    packaging: async () => {
      const { orderId } = await buy(shop, asha, [tee])
      await advanceOrder(staff(), orderId)
      return orderId
    },
    'part shipped': async () => {
      const { orderId } = await buy(shop, asha, [tee, tote])
      const [sku = ''] = await skusOf(orderId)
      await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: `C${Date.now()}`, pieces: { [sku]: 1 } })
      return orderId
    },
    shipped: async () => {
      const { orderId } = await buy(shop, asha, [tee])
      await shipOrder(staff(), orderId, { carrier: 'DTDC', tracking: `D${Date.now()}` })
      return orderId
    },
    'moved without a parcel': async () => {
      const { orderId } = await buy(shop, asha, [tee])
      for (let step = 0; step < 2; step++) await advanceOrder(staff(), orderId)
      return orderId
    },
    delivered: async () => {
      const { orderId } = await buy(shop, asha, [tee])
      for (let step = 0; step < 3; step++) await advanceOrder(staff(), orderId)
      return orderId
    },
    cancelled: async () => {
      const { orderId } = await buy(shop, asha, [tee])
      await post(`/orders/${orderId}/cancel`, { reason: 'x' })
      return orderId
    },
  }
  let parcels = 0
  const actions: Record<string, (orderId: string) => Promise<{ status: number }>> = {
    'POST /orders/{id}/ship': (id) =>
      post(`/orders/${id}/ship`, { carrier: 'DTDC', tracking: `T${Date.now()}${parcels++}` }),
    'POST /orders/{id}/delivered': (id) => post(`/orders/${id}/delivered`),
    'POST /orders/{id}/cancel': (id) => post(`/orders/${id}/cancel/preview`, {}),
    'POST /orders/{id}/refund': (id) => post(`/orders/${id}/refund/preview`, { amount: 1 }),
    'POST /orders/{id}/notes': (id) => post(`/orders/${id}/notes`, { text: 'x' }),
    'POST /orders/{id}/payment/check': (id) => post(`/orders/${id}/payment/check`),
    'PATCH /orders/{id}/address': (id) =>
      manager.browser.call('PATCH', `/orders/${id}/address`, { address: { townCity: 'Thane' } }),
    'GET /orders/{id}/invoice.pdf': (id) =>
      shop.fetch(`/api/admin/orders/${id}/invoice.pdf`, { headers: { cookie: manager.browser.cookie } }),
    'GET /orders/{id}/packing-slip.pdf': (id) =>
      shop.fetch(`/api/admin/orders/${id}/packing-slip.pdf`, { headers: { cookie: manager.browser.cookie } }),
  }
  for (const [name, make] of Object.entries(inState))
    for (const [call, act] of Object.entries(actions)) {
      const orderId = await make()
      const { can } = await recordOf(orderId)
      const { status } = await act(orderId)
      expect({ name, call, isOffered: can.includes(call) }).toEqual({ name, call, isOffered: status < 300 })
    }
})
