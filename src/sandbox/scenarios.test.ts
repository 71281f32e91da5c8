import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startSandbox } from './sandbox.server.ts'
import { parseScenario, SCENARIO_NAMES } from './scenarios.ts'
import { signPayment } from './signing.ts'
import type { TestBank } from './test-bank.ts'
import { openTestBank, SECRETS, until } from './test-bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
beforeEach(() => bank.control('POST', '/reset'))
afterAll(() => bank.stop())

async function payUnder(scenario: string) {
  const id = await bank.order()
  await bank.control('POST', '/scenarios', { scenario, order_id: id })
  return { id, answer: await bank.pay(id) }
}

const paymentsOf = async (id: string) => (await bank.rest('GET', `/orders/${id}/payments`)).body
const sign = (id: unknown, payment: unknown) => signPayment(SECRETS.keySecret, String(id), String(payment))

test('all names are known', () => {
  expect(SCENARIO_NAMES.length).toBe(28)
  for (const name of SCENARIO_NAMES) expect(parseScenario(name)).not.toBeTypeOf('string')
  expect(parseScenario('paid_no_callback+webhook_late:3')).not.toBeTypeOf('string')
  expect(parseScenario('nonsense')).toContain('Unknown scenario')
  expect(parseScenario('webhook_late:soon')).toContain('takes a number')
})

test('ok: a signature over order and payment', async () => {
  const { id, answer } = await payUnder('ok')
  expect(answer).toMatchObject({
    outcome: 'paid',
    razorpay_order_id: id,
    razorpay_signature: sign(id, answer.razorpay_payment_id),
  })
})

test('decline and a failed outcome give the provider’s error', async () => {
  const { id, answer } = await payUnder('decline:insufficient_fund')
  expect(answer).toMatchObject({
    outcome: 'failed',
    error: { reason: 'insufficient_fund', source: 'issuer_bank', metadata: { order_id: id } },
  })
  const other = await bank.order()
  expect(await bank.pay(other, { outcome: 'gateway_technical_error' })).toMatchObject({
    error: { code: 'GATEWAY_ERROR' },
  })
  expect(await paymentsOf(other)).toMatchObject({
    items: [{ status: 'failed', error_reason: 'gateway_technical_error' }],
  })
  expect(await bank.pay(other)).toMatchObject({ outcome: 'paid' })
})

test('dismiss, dialog_timeout, paid_no_callback', async () => {
  expect((await payUnder('dismiss')).answer).toEqual({ outcome: 'dismissed' })
  expect((await payUnder('dialog_timeout')).answer).toEqual({ outcome: 'timed_out' })
  const { id, answer } = await payUnder('paid_no_callback')
  expect(answer).toMatchObject({ outcome: 'no_callback' })
  expect(answer).not.toHaveProperty('razorpay_signature')
  expect(await paymentsOf(id)).toMatchObject({ items: [{ status: 'captured' }] })
})

test('sig_tampered pays with a wrong signature; :unpaid is a plain forgery', async () => {
  const { id, answer } = await payUnder('sig_tampered')
  expect(answer.razorpay_signature).not.toBe(sign(id, answer.razorpay_payment_id))
  expect(await paymentsOf(id)).toMatchObject({ items: [{ status: 'captured' }] })
  const forged = await payUnder('sig_tampered:unpaid')
  expect(await paymentsOf(forged.id)).toMatchObject({ items: [{ status: 'created' }] })
})

test.each([
  ['amount_less', { amount: 123_449, currency: 'INR' }, 'attempted'],
  ['amount_more:50', { amount: 123_500, currency: 'INR' }, 'paid'],
  ['wrong_currency', { amount: 123_450, currency: 'USD' }, 'attempted'],
])('%s', async (scenario, money, status) => {
  const { id, answer } = await payUnder(scenario)
  expect(answer.razorpay_signature).toBe(sign(id, answer.razorpay_payment_id))
  expect(await paymentsOf(id)).toMatchObject({ items: [{ ...money, status: 'captured' }] })
  expect((await bank.rest('GET', `/orders/${id}`)).body).toMatchObject({ status })
})

test('foreign_payment: genuine for another order', async () => {
  const { id, answer } = await payUnder('foreign_payment')
  expect(answer.razorpay_order_id).not.toBe(id)
  expect(answer.razorpay_signature).toBe(sign(answer.razorpay_order_id, answer.razorpay_payment_id))
  expect(await paymentsOf(id)).toMatchObject({ items: [{ status: 'created' }] })
})

test('two_captures, authorized_only', async () => {
  const { id } = await payUnder('two_captures')
  expect(await paymentsOf(id)).toMatchObject({ count: 2, items: [{ status: 'captured' }, { status: 'captured' }] })
  const only = await payUnder('authorized_only')
  expect(await paymentsOf(only.id)).toMatchObject({ items: [{ status: 'authorized', captured: false }] })
})

test('failed_then_authorized comes through later, once', async () => {
  const { id, answer } = await payUnder('failed_then_authorized:0.2')
  expect(answer).toMatchObject({ outcome: 'failed' })
  await until(async () => JSON.stringify(await paymentsOf(id)).includes('"captured":true'))
  expect(await paymentsOf(id)).toMatchObject({ count: 1, items: [{ status: 'captured', error_code: null }] })
})

test('refund_pending and refund_failed', async () => {
  const failing = await payUnder('refund_failed:0.1')
  const id = failing.answer.razorpay_payment_id
  expect((await bank.rest('POST', `/payments/${id}/refund`, {})).body).toMatchObject({ status: 'pending' })
  await until(async () => JSON.stringify((await bank.rest('GET', `/payments/${id}/refunds`)).body).includes('"failed"'))
  expect((await bank.rest('GET', `/payments/${id}`)).body).toMatchObject({ status: 'captured', amount_refunded: 0 })
  await until(() => bank.received.some((event) => event.event === 'refund.failed'))
  const pending = await payUnder('refund_pending')
  const refund = await bank.rest('POST', `/payments/${pending.answer.razorpay_payment_id}/refund`, {})
  expect(refund.body).toMatchObject({ status: 'pending' })
})

test.each([
  ['rest_500', 500],
  ['rest_502_html', 502],
  ['rest_429', 429],
])('%s for the next order only', async (scenario, status) => {
  await bank.control('POST', '/scenarios', { scenario, next: 1 })
  const body = { amount: 100, currency: 'INR', receipt: scenario, unique_receipt: true }
  expect((await bank.rest('POST', '/orders', body)).status).toBe(status)
  expect((await bank.rest('GET', `/orders?receipt=${scenario}`)).body).toMatchObject({ count: 0 })
  expect((await bank.rest('POST', '/orders', body)).status).toBe(200)
})

test('rest_reset, rest_hang and created_but_answer_dropped give no answer', async () => {
  const body = { amount: 100, currency: 'INR', receipt: 'dropped', unique_receipt: true }
  for (const scenario of ['rest_reset', 'rest_hang:0.2', 'created_but_answer_dropped']) {
    await bank.control('POST', '/scenarios', { scenario, next: 1 })
    await expect(bank.rest('POST', '/orders', body)).rejects.toThrow()
  }
  expect((await bank.rest('GET', '/orders?receipt=dropped')).body).toMatchObject({ count: 1 })
})

test('a scenario for all lasts until it is taken back', async () => {
  const id = await bank.order()
  await bank.control('POST', '/scenarios', { scenario: 'rest_500', all: true })
  expect((await bank.rest('GET', `/orders/${id}`)).status).toBe(500)
  expect((await bank.rest('POST', '/orders', { amount: 100, currency: 'INR' })).status).toBe(500)
  await bank.control('POST', '/scenarios', { scenario: 'ok', all: true })
  expect((await bank.rest('GET', `/orders/${id}`)).status).toBe(200)
})

test('a seeded mix draws the same orders again', async () => {
  const draw = async () => {
    await bank.control('POST', '/reset')
    await bank.control('POST', '/scenarios', { mix: { dismiss: 30, 'decline:card_declined': 20 }, seed: 7 })
    const ids: string[] = []
    for (let n = 0; n < 40; n += 1) ids.push(await bank.order())
    return Promise.all(
      ids.map(
        async (id) =>
          JSON.stringify((await bank.control('GET', `/orders/${id}`)).body.order).match(
            /"scenario":("[^"]*"|null)/,
          )?.[1],
      ),
    )
  }
  const first = await draw()
  expect(await draw()).toEqual(first)
  expect(new Set(first).size).toBe(3)
})

test('script_unavailable, by its scenario and by its switch', async () => {
  const status = async () => (await fetch(`${bank.sandbox.origin}/v1/checkout.js`)).status
  expect(await status()).toBe(200)
  await bank.control('POST', '/checkout-script', { available: false })
  expect(await status()).toBe(503)
  await bank.control('POST', '/checkout-script', { available: true })
  await bank.control('POST', '/scenarios', { scenario: 'script_unavailable', all: true })
  expect(await status()).toBe(503)
})

test('the control API wants its token and well-formed bodies', async () => {
  expect((await fetch(`${bank.sandbox.origin}/control/state`)).status).toBe(401)
  const bad = await bank.control('POST', '/scenarios', { scenario: 'nonsense', next: 1 })
  expect(bad.status).toBe(400)
  expect(String(bad.body.error)).toContain('Unknown scenario')
  expect((await bank.control('POST', '/scenarios', { scenario: 'ok', order_id: 'order_none' })).status).toBe(404)
})

test('live keys stop the start', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  const options = {
    ...SECRETS,
    keyId: 'rzp_live_x',
    port: 0,
    webhookUrl: 'http://127.0.0.1:9',
    controlToken: '',
    dataDir,
  }
  await expect(startSandbox(options)).rejects.toThrow(/live keys/)
})
