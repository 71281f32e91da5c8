import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBank } from './test-bank.ts'
import { openTestBank, SECRETS } from './test-bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.stop())

test('an order has the provider’s shape', async () => {
  const { status, body } = await bank.rest('POST', '/orders', {
    amount: 100,
    currency: 'INR',
    receipt: 'r-1',
    notes: { a: 'b' },
  })
  expect(status).toBe(200)
  expect(body).toMatchObject({
    id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
    entity: 'order',
    amount: 100,
    amount_paid: 0,
    amount_due: 100,
    currency: 'INR',
    receipt: 'r-1',
    status: 'created',
    attempts: 0,
    notes: { a: 'b' },
  })
  expect((await bank.rest('GET', `/orders/${body.id}`)).body).toEqual(body)
})

test.each([
  [{ amount: 99, currency: 'INR' }, 'amount'],
  [{ amount: 100.5, currency: 'INR' }, 'amount'],
  [{ amount: '100', currency: 'INR' }, 'amount'],
  [{ currency: 'INR' }, 'amount'],
  [{ amount: 100, currency: 'USD' }, 'currency'],
  [{ amount: 100, currency: 'INR', receipt: 'x'.repeat(41) }, 'receipt'],
  [null, 'body'],
])('a bad order is refused in the envelope: %j', async (body, field) => {
  const refused = await bank.rest('POST', '/orders', body)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description: expect.any(String), field } })
})

test('a wrong secret is 401 in the envelope', async () => {
  const authorization = `Basic ${Buffer.from(`${SECRETS.keyId}:wrong`).toString('base64')}`
  const { status, body } = await bank.rest('GET', '/orders', undefined, { authorization })
  expect(status).toBe(401)
  expect(body).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } })
})

test('unique_receipt gives the first order again, and search by receipt finds it', async () => {
  const body = { amount: 500, currency: 'INR', receipt: 'once', unique_receipt: true }
  const first = await bank.rest('POST', '/orders', body)
  expect((await bank.rest('POST', '/orders', body)).body).toEqual(first.body)
  expect((await bank.rest('POST', '/orders', { ...body, amount: 600 })).status).toBe(400)
  const found = await bank.rest('GET', '/orders?receipt=once')
  expect(found.body).toEqual({ entity: 'collection', count: 1, items: [first.body] })
  expect((await bank.rest('GET', '/orders?receipt=never')).body).toEqual({ entity: 'collection', count: 0, items: [] })
})

test('paying moves order and payment on; a paid order takes no second payment', async () => {
  const id = await bank.order()
  const answer = await bank.pay(id, { method: 'upi' })
  const { body } = await bank.rest('GET', `/payments/${answer.razorpay_payment_id}`)
  expect(body).toMatchObject({
    status: 'captured',
    captured: true,
    amount: 123_450,
    order_id: id,
    method: 'upi',
    error_code: null,
  })
  expect((await bank.rest('GET', `/orders/${id}`)).body).toMatchObject({
    status: 'paid',
    amount_paid: 123_450,
    amount_due: 0,
    attempts: 1,
  })
  expect((await bank.rest('GET', `/orders/${id}/payments`)).body).toMatchObject({ count: 1 })
  expect((await bank.control('POST', '/pay', { order_id: id })).status).toBe(409)
})

test('an authorized payment is captured once, for exactly its amount', async () => {
  const id = await bank.order({ payment: { capture: 'manual' } })
  const payment = (await bank.pay(id)).razorpay_payment_id
  expect((await bank.rest('GET', `/orders/${id}`)).body).toMatchObject({ status: 'attempted' })
  expect((await bank.control('POST', '/pay', { order_id: id })).status).toBe(409)
  const capture = (amount: number) => bank.rest('POST', `/payments/${payment}/capture`, { amount, currency: 'INR' })
  expect((await capture(1)).status).toBe(400)
  expect((await capture(123_450)).body).toMatchObject({ status: 'captured' })
  expect((await capture(123_450)).body).toMatchObject({
    error: { description: 'This payment has already been captured' },
  })
  expect((await bank.rest('GET', `/orders/${id}`)).body).toMatchObject({ status: 'paid' })
})

test('refunds: idempotent by key, never more than was paid', async () => {
  const id = await bank.order()
  const payment = (await bank.pay(id)).razorpay_payment_id
  const refund = (body: unknown, key: string) =>
    bank.rest('POST', `/payments/${payment}/refund`, body, { 'x-refund-idempotency': key })
  const first = await refund({ amount: 23_450 }, 'refund-key-1')
  expect(first.body).toMatchObject({ id: expect.stringMatching(/^rfnd_/), amount: 23_450, status: 'processed' })
  expect((await refund({ amount: 23_450 }, 'refund-key-1')).body).toEqual(first.body)
  expect((await refund({ amount: 100 }, 'refund-key-1')).status).toBe(400)
  expect((await refund({ amount: 100 }, 'short')).status).toBe(400)
  expect((await refund({ amount: 100_001 }, 'refund-key-2')).status).toBe(400)
  expect((await bank.rest('GET', `/payments/${payment}`)).body).toMatchObject({
    refund_status: 'partial',
    amount_refunded: 23_450,
  })
  expect((await refund({}, 'refund-key-3')).body).toMatchObject({ amount: 100_000 })
  expect((await bank.rest('GET', `/payments/${payment}`)).body).toMatchObject({
    status: 'refunded',
    refund_status: 'full',
  })
  expect((await bank.rest('GET', `/payments/${payment}/refunds`)).body).toMatchObject({ count: 2 })
  expect((await bank.rest('GET', `/orders/${id}`)).body).toMatchObject({ status: 'paid' })
})

test('unknown ids and paths', async () => {
  expect((await bank.rest('GET', '/orders/order_none')).body).toMatchObject({
    error: { description: 'The id provided does not exist' },
  })
  expect((await bank.rest('GET', '/payments/pay_none')).status).toBe(400)
  expect((await bank.rest('GET', '/nothing')).status).toBe(404)
})
