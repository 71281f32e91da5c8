import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paise } from '#platform/money.ts'
import type { PaymentProvider } from '#platform/payments/provider.server.ts'
import { createRazorpay } from '#platform/payments/razorpay.server.ts'
import { openContext } from './support/context.ts'
import { type SandboxProcess, startSandboxProcess } from './support/sandbox-process.ts'

/**
 * The contract of the payment port, tested against the sandbox, and against the provider itself where test keys are set
 * (RAZORPAY_KEY_ID=rzp_test_…).
 */
const { RAZORPAY_KEY_ID: keyId = '', RAZORPAY_KEY_SECRET: keySecret = '' } = process.env
const hasKeys = keyId.startsWith('rzp_test_') && keySecret !== ''

const context = openContext('quick')
let sandbox: SandboxProcess

beforeAll(async () => {
  sandbox = await startSandboxProcess(context)
})
afterAll(() => context.close())

function sandboxClient(secret = sandbox.keys.keySecret): PaymentProvider {
  return createRazorpay({ mode: 'sandbox', ...sandbox.keys, keySecret: secret, apiUrl: sandbox.origin })
}

function realProvider(secret = keySecret): PaymentProvider {
  return createRazorpay({ mode: 'razorpay', keyId, keySecret: secret, webhookSecret: 'not used here' })
}

const receipt = () => `contract-${randomUUID().slice(0, 20)}`
const AMOUNT = paise(140_395)

function ordersOf(open: (secret?: string) => PaymentProvider): void {
  test('an order is created in whole paise of INR with its receipt', async () => {
    const ours = receipt()
    const created = await open().createOrder({ receipt: ours, amount: AMOUNT })
    expect(created).toMatchObject({
      ok: true,
      data: { amount: AMOUNT, amountPaid: 0, currency: 'INR', receipt: ours, status: 'created', attempts: 0 },
    })
    if (created.ok) expect(created.data.id).toMatch(/^order_[A-Za-z0-9]{14,24}$/)
  })

  test('an order is found by its id and by its receipt; an unused receipt finds none', async () => {
    const ours = receipt()
    const created = await open().createOrder({ receipt: ours, amount: AMOUNT })
    if (!created.ok) throw new Error(created.failure.description)
    expect(await open().fetchOrder(created.data.id)).toMatchObject({ ok: true, data: { receipt: ours } })
    expect(await open().findOrderByReceipt(ours)).toMatchObject({ ok: true, data: { id: created.data.id } })
    expect(await open().findOrderByReceipt(receipt())).toEqual({ ok: true, data: null })
    expect(await open().fetchPayments(created.data.id)).toEqual({ ok: true, data: [] })
  })

  test('an unknown or malformed id is refused, a wrong key is an outage', async () => {
    for (const result of [
      await open().fetchOrder('order_AAAAAAAAAAAAAA'),
      await open().fetchPayment('pay_AAAAAAAAAAAAAA'),
      await open().fetchOrder('../payments/pay_AAAAAAAAAAAAAA'),
    ])
      expect(result.ok ? 'ok' : result.failure.kind).toMatch(/^(not_found|refused)$/)
    const wrong = await open('wrong').createOrder({ receipt: receipt(), amount: AMOUNT })
    expect(wrong).toMatchObject({ ok: false, failure: { kind: 'unreachable', status: 401 } })
  })
}

describe('the payment port, tested against the sandbox', () => {
  ordersOf(sandboxClient)

  async function paid(scenario = 'ok') {
    const created = await sandboxClient().createOrder({ receipt: receipt(), amount: AMOUNT })
    if (!created.ok) throw new Error(created.failure.description)
    await sandbox.scenario({ scenario, order_id: created.data.id })
    return { orderId: created.data.id, payment: await sandbox.pay(created.data.id) }
  }

  test('a payment has its order and amount, and its signature is valid for this order only', async () => {
    const { orderId, payment } = await paid()
    const { razorpay_payment_id: paymentId, razorpay_signature: signature } = payment
    expect(await sandboxClient().fetchPayment(paymentId)).toMatchObject({
      ok: true,
      data: { orderId, amount: AMOUNT, currency: 'INR', status: 'captured', amountRefunded: 0 },
    })
    expect(await sandboxClient().fetchPayments(orderId)).toMatchObject({ ok: true, data: [{ id: paymentId }] })
    expect(sandboxClient().verifySignature({ orderId, paymentId, signature })).toBe(true)
    expect(sandboxClient().verifySignature({ orderId: 'order_AAAAAAAAAAAAAA', paymentId, signature })).toBe(false)
  })

  test('an authorised payment is captured once, and a second capture is a success', async () => {
    const { payment } = await paid('authorized_only')
    const paymentId = payment.razorpay_payment_id
    for (let turn = 0; turn < 2; turn++)
      expect(await sandboxClient().capture(paymentId, AMOUNT)).toMatchObject({ ok: true, data: { status: 'captured' } })
  })

  test('a refund with the same key is created once', async () => {
    const { payment } = await paid()
    const paymentId = payment.razorpay_payment_id
    const key = `key_${randomUUID().slice(0, 12)}`
    const first = await sandboxClient().refund({ paymentId, amount: AMOUNT, key })
    const again = await sandboxClient().refund({ paymentId, amount: AMOUNT, key })
    expect(first).toMatchObject({ ok: true, data: { paymentId, amount: AMOUNT } })
    expect(again.ok && again.data.id).toBe(first.ok && first.data.id)
    expect(await sandboxClient().fetchPayment(paymentId)).toMatchObject({ ok: true, data: { amountRefunded: AMOUNT } })
  })

  test('a webhook event is signed over the raw body', async () => {
    const { body, headers } = sandbox.event('payment.captured', { orderId: 'order_1', paymentId: 'pay_1' }, 'evt_1')
    const signature = headers['x-razorpay-signature'] ?? ''
    expect(sandboxClient().verifyWebhook(body, signature)).toBe(true)
    expect(sandboxClient().verifyWebhook(`${body} `, signature)).toBe(false)
  })
})

describe.skipIf(!hasKeys)('the payment port, tested against the provider itself (test keys)', () =>
  ordersOf(realProvider),
)
