import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSandbox } from './sandbox.server.ts'
import { KEYS, openTestSandbox, type TestSandbox } from './test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.stop())

test('an order has the provider’s shape', async () => {
  const fields = { amount: 100, currency: 'INR', receipt: 'r-1', notes: { a: 'b' } }
  const { status, body } = await sandbox.rest('POST', '/orders', fields)
  expect(status).toBe(200)
  expect(body).toEqual({
    ...fields,
    id: expect.stringMatching(/^order_[A-Za-z0-9]{14}$/),
    entity: 'order',
    amount_paid: 0,
    amount_due: 100,
    status: 'created',
    attempts: 0,
    created_at: expect.any(Number),
  })
  expect((await sandbox.rest('GET', `/orders/${body.id}`)).body).toEqual(body)
})

test.each([
  [{ amount: 99, currency: 'INR' }, 'amount'],
  [{ amount: 100.5, currency: 'INR' }, 'amount'],
  [{ amount: '100', currency: 'INR' }, 'amount'],
  [{ currency: 'INR' }, 'amount'],
  [{ amount: 100, currency: 'USD' }, 'currency'],
  [{ amount: 100, currency: 'INR', receipt: 'x'.repeat(41) }, 'receipt'],
  [null, 'body'],
])('an invalid order gets 400 with the provider’s error body: %j', async (body, field) => {
  const refused = await sandbox.rest('POST', '/orders', body)
  expect(refused.status).toBe(400)
  expect(refused.body).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description: expect.any(String), field } })
})

test('a wrong secret gets 401 with the provider’s error body', async () => {
  const authorization = `Basic ${btoa(`${KEYS.keyId}:wrong`)}`
  const { status, body } = await sandbox.rest('GET', '/orders', undefined, { authorization })
  expect(status).toBe(401)
  expect(body).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } })
})

test('unique_receipt returns the first order again, and a search by receipt finds it', async () => {
  const fields = { amount: 500, currency: 'INR', receipt: 'once', unique_receipt: true }
  const { body } = await sandbox.rest('POST', '/orders', fields)
  expect((await sandbox.rest('POST', '/orders', fields)).body).toEqual(body)
  expect((await sandbox.rest('POST', '/orders', { ...fields, amount: 600 })).status).toBe(400)
  const find = async (receipt: string) => (await sandbox.rest('GET', `/orders?receipt=${receipt}`)).body
  expect(await find('once')).toEqual({ entity: 'collection', count: 1, items: [body] })
  expect(await find('never')).toEqual({ entity: 'collection', count: 0, items: [] })
})

test('a payment updates order and payment; a paid order rejects a second payment', async () => {
  const { id, outcome } = await sandbox.pay('ok', undefined, { method: 'upi' })
  expect((await sandbox.rest('GET', `/payments/${outcome.razorpay_payment_id}`)).body).toMatchObject({
    status: 'captured',
    captured: true,
    amount: 123_450,
    order_id: id,
    method: 'upi',
    error_code: null,
  })
  const paid = { status: 'paid', amount_paid: 123_450, amount_due: 0, attempts: 1 }
  expect((await sandbox.rest('GET', `/orders/${id}`)).body).toMatchObject(paid)
  expect((await sandbox.rest('GET', `/orders/${id}/payments`)).body).toMatchObject({ count: 1 })
  expect((await sandbox.control('POST', '/pay', { order_id: id })).status).toBe(400)
})

test('an authorized payment is captured once, for exactly its amount', async () => {
  const { id, outcome } = await sandbox.pay('authorized_only')
  expect((await sandbox.rest('GET', `/orders/${id}`)).body).toMatchObject({ status: 'attempted' })
  expect((await sandbox.control('POST', '/pay', { order_id: id })).status).toBe(400)
  const path = `/payments/${outcome.razorpay_payment_id}/capture`
  const capture = (amount: number) => sandbox.rest('POST', path, { amount, currency: 'INR' })
  expect((await capture(1)).status).toBe(400)
  expect((await capture(123_450)).body).toMatchObject({ status: 'captured' })
  const again = { error: { description: 'This payment has already been captured' } }
  expect((await capture(123_450)).body).toMatchObject(again)
  expect((await sandbox.rest('GET', `/orders/${id}`)).body).toMatchObject({ status: 'paid' })
})

test('refunds are idempotent by key, and never more than was paid', async () => {
  const { id, outcome } = await sandbox.pay()
  const path = `/payments/${outcome.razorpay_payment_id}`
  const payment = async () => (await sandbox.rest('GET', path)).body
  const refund = (body: unknown, key: string) =>
    sandbox.rest('POST', `${path}/refund`, body, { 'x-refund-idempotency': key })
  const first = await refund({ amount: 23_450 }, 'refund-key-1')
  expect(first.body).toMatchObject({ id: expect.stringMatching(/^rfnd_/), amount: 23_450, status: 'processed' })
  expect((await refund({ amount: 23_450 }, 'refund-key-1')).body).toEqual(first.body)
  expect((await refund({ amount: 100 }, 'refund-key-1')).status).toBe(400)
  expect((await refund({ amount: 100 }, 'short')).status).toBe(400)
  expect((await refund({ amount: 100_001 }, 'refund-key-2')).status).toBe(400)
  expect(await payment()).toMatchObject({ refund_status: 'partial', amount_refunded: 23_450 })
  expect((await refund({}, 'refund-key-3')).body).toMatchObject({ amount: 100_000 })
  expect(await payment()).toMatchObject({ status: 'refunded', refund_status: 'full' })
  expect((await sandbox.rest('GET', `${path}/refunds`)).body).toMatchObject({ count: 2 })
  expect((await sandbox.rest('GET', `/orders/${id}`)).body).toMatchObject({ status: 'paid' })
})

test('unknown ids and paths get an error', async () => {
  const unknown = { error: { description: 'The id provided does not exist' } }
  expect((await sandbox.rest('GET', '/orders/order_none')).body).toMatchObject(unknown)
  expect((await sandbox.rest('GET', '/payments/pay_none')).status).toBe(400)
  expect((await sandbox.rest('GET', '/nothing')).status).toBe(404)
})

test('the control API requires its token and well-formed bodies', async () => {
  expect((await sandbox.call('GET', '/control/state')).status).toBe(401)
  const bad = await sandbox.control('POST', '/scenarios', { scenario: 'nonsense', next: 1 })
  expect(bad.status).toBe(400)
  expect(JSON.stringify(bad.body.error)).toContain('Unknown scenario')
  expect((await sandbox.control('POST', '/scenarios', { scenario: 'ok', order_id: 'order_none' })).status).toBe(400)
})

test('the sandbox doesn’t start with live keys', async () => {
  const options = { host: '127.0.0.1', port: 0, publicHostname: 'localhost', webhookUrl: 'http://127.0.0.1:9' }
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  await expect(startSandbox({ ...options, dataDir, keys: { ...KEYS, keyId: 'rzp_live_x' } })).rejects.toThrow(
    /live keys/,
  )
})
