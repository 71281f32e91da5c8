import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseScenario } from './scenarios.ts'
import { KEYS, openTestSandbox, type TestSandbox, until } from './test-sandbox.ts'
import { hmacHex } from './webhooks.server.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.stop())

const paymentsOf = async (id: string) => (await sandbox.rest('GET', `/orders/${id}/payments`)).body
const signatureOf = (id: string, { razorpay_payment_id: payment }: Record<string, unknown>) =>
  hmacHex(KEYS.keySecret, `${id}|${payment}`)

test('a scenario is a name, a name with an argument, or several', () => {
  const both = [...parseScenario('paid_no_callback+webhook_late:3')]
  expect(both).toEqual([
    ['paid_no_callback', ''],
    ['webhook_late', '3'],
  ])
  expect(() => parseScenario('nonsense')).toThrow('Unknown scenario')
  expect(() => parseScenario('webhook_late:soon')).toThrow('takes a number')
  for (const text of ['1.2.3', '.', '']) expect(() => parseScenario(`webhook_late:${text}`)).toThrow('takes a number')
  expect(() => parseScenario('two_captures:3')).toThrow('takes no argument')
})

test('ok: the shop’s page gets a signature over order and payment', async () => {
  const { id, outcome } = await sandbox.pay()
  const razorpay_signature = signatureOf(id, outcome)
  expect(outcome).toMatchObject({ outcome: 'paid', razorpay_order_id: id, razorpay_signature })
})

test('a failed outcome gives the provider’s error, and the order can be paid afterwards', async () => {
  const { id, outcome } = await sandbox.pay('ok', undefined, { outcome: 'gateway_technical_error' })
  const error = { code: 'GATEWAY_ERROR', reason: 'gateway_technical_error', metadata: { order_id: id } }
  expect(outcome).toMatchObject({ outcome: 'failed', error })
  const failed = { status: 'failed', error_reason: 'gateway_technical_error' }
  expect(await paymentsOf(id)).toMatchObject({ items: [failed] })
  expect((await sandbox.pay('ok', id)).outcome).toMatchObject({ outcome: 'paid' })
})

test('paid_no_callback captures the payment without a signature for the shop’s page', async () => {
  const { id, outcome } = await sandbox.pay('paid_no_callback')
  expect(outcome).not.toHaveProperty('razorpay_signature')
  expect(await paymentsOf(id)).toMatchObject({ items: [{ status: 'captured' }] })
})

test.each([
  ['amount_less', { amount: 123_449, currency: 'INR' }, 'attempted'],
  ['amount_more:50', { amount: 123_500, currency: 'INR' }, 'paid'],
  ['wrong_currency:USD', { amount: 123_450, currency: 'USD' }, 'attempted'],
])('%s captures another amount or currency, with a valid signature', async (scenario, money, status) => {
  const { id, outcome } = await sandbox.pay(scenario)
  expect(outcome.razorpay_signature).toBe(signatureOf(id, outcome))
  expect(await paymentsOf(id)).toMatchObject({ items: [{ ...money, status: 'captured' }] })
  expect((await sandbox.rest('GET', `/orders/${id}`)).body).toMatchObject({ status })
})

test('two_captures captures two payments of one order', async () => {
  const { id } = await sandbox.pay('two_captures')
  expect(await paymentsOf(id)).toMatchObject({ count: 2, items: [{ status: 'captured' }, { status: 'captured' }] })
})

test('authorized_only leaves the capture to the shop', async () => {
  const { id } = await sandbox.pay('authorized_only')
  expect(await paymentsOf(id)).toMatchObject({ items: [{ status: 'authorized', captured: false }] })
})

test('failed_then_authorized is captured later, once', async () => {
  const { id, outcome } = await sandbox.pay('failed_then_authorized:0.2')
  expect(outcome).toMatchObject({ outcome: 'failed' })
  await until(async () => JSON.stringify(await paymentsOf(id)).includes('"captured":true'))
  expect(await paymentsOf(id)).toMatchObject({ count: 1, items: [{ status: 'captured', error_code: null }] })
})

test('refund_pending leaves a refund pending, for good or for some seconds', async () => {
  const refund = async (scenario: string) => {
    const { outcome } = await sandbox.pay(scenario)
    const path = `/payments/${outcome.razorpay_payment_id}/refund`
    expect((await sandbox.rest('POST', path, {})).body).toMatchObject({ status: 'pending' })
    return async () => JSON.stringify((await sandbox.rest('GET', `${path}s`)).body)
  }
  const forGood = await refund('refund_pending')
  const forSeconds = await refund('refund_pending:0.1')
  await until(async () => (await forSeconds()).includes('processed'))
  expect(await forGood()).toContain('pending')
  expect(sandbox.received.map(({ event }) => event)).toContain('refund.processed')
})

test.each([
  ['rest_500', 500],
  ['rest_502_html', 502],
  ['rest_429', 429],
])('%s fails the call that creates the next order, and no later one', async (scenario, status) => {
  await sandbox.control('POST', '/scenarios', { scenario, next: 1 })
  const body = { amount: 100, currency: 'INR', receipt: scenario, unique_receipt: true }
  expect((await sandbox.rest('POST', '/orders', body)).status).toBe(status)
  expect((await sandbox.rest('GET', `/orders?receipt=${scenario}`)).body).toMatchObject({ count: 0 })
  expect((await sandbox.rest('POST', '/orders', body)).status).toBe(200)
})

test('rest_reset, rest_hang and created_but_answer_dropped give no response', async () => {
  const body = { amount: 100, currency: 'INR', receipt: 'dropped', unique_receipt: true }
  for (const scenario of ['rest_reset', 'rest_hang:0.2', 'created_but_answer_dropped']) {
    await sandbox.control('POST', '/scenarios', { scenario, next: 1 })
    await expect(sandbox.rest('POST', '/orders', body)).rejects.toThrow()
  }
  expect((await sandbox.rest('GET', '/orders?receipt=dropped')).body).toMatchObject({ count: 1 })
})

test('a scenario for all orders applies until it is reset', async () => {
  const id = await sandbox.order()
  await sandbox.control('POST', '/scenarios', { scenario: 'rest_500', all: true })
  expect((await sandbox.rest('GET', `/orders/${id}`)).status).toBe(500)
  expect((await sandbox.rest('POST', '/orders', { amount: 100, currency: 'INR' })).status).toBe(500)
  await sandbox.control('POST', '/scenarios', { scenario: 'ok', all: true })
  expect((await sandbox.rest('GET', `/orders/${id}`)).status).toBe(200)
})
