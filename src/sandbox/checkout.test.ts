import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEYS, openTestSandbox, type TestSandbox } from './test-sandbox.ts'

let sandbox: TestSandbox
beforeAll(async () => {
  sandbox = await openTestSandbox()
})
afterAll(() => sandbox.stop())

const post = async (step: 'open' | 'pay' | 'bank', body: unknown) =>
  (await sandbox.call('POST', `/checkout/${step}`, body)).body
const orderState = async (id: string) => (await sandbox.rest('GET', `/orders/${id}`)).body

const CARD = { method: 'card', number: '4100 2800 0000 1007', expiry: '12/34', cvv: '123', holder: 'Asha Rao' }

test('card, bank, Success: the response is signed, and a second click gets the same response', async () => {
  const order_id = await sandbox.order()
  const { payment_id, paid_with } = await post('pay', { ...CARD, order_id })
  expect(paid_with).toBe('Visa card ending 1007')
  const paid = await post('bank', { payment_id, result: 'success', otp: '123456' })
  expect(paid).toMatchObject({ outcome: 'paid', razorpay_order_id: order_id, razorpay_payment_id: payment_id })
  expect(await post('bank', { payment_id, result: 'failure', otp: '' })).toEqual(paid)
  expect(await orderState(order_id)).toMatchObject({ status: 'paid', attempts: 1 })
})

test('the page has a strict policy and says that no money moves', async () => {
  const page = await fetch(`${sandbox.sandbox.origin}/checkout/frame`)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const html = await page.text()
  expect(html).toContain('Test payments, no money moves')
  expect(html).not.toMatch(/ style=/)
})

test.each([
  [{ ...CARD, number: '4111 1111 1111 1111' }, 'number', 'Real cards aren’t accepted here'],
  [{ ...CARD, expiry: '01/20' }, 'expiry', 'in the future'],
  [{ ...CARD, cvv: '1' }, 'cvv', 'Enter the CVV'],
  [{ ...CARD, holder: ' ' }, 'holder', 'Enter the name'],
  [{ method: 'upi', vpa: 'asha@bank' }, 'vpa', 'Real UPI IDs aren’t accepted here'],
])('an invalid form makes no payment: %j', async (form, field, description) => {
  const order_id = await sandbox.order()
  const { error } = await post('pay', { ...form, order_id })
  expect(error).toMatchObject({ field, description: expect.stringContaining(description) })
  expect(await orderState(order_id)).toMatchObject({ status: 'created', attempts: 0 })
})

test('failure card, short OTP, failing UPI address: the provider’s reasons, and then a payment succeeds', async () => {
  const order_id = await sandbox.order()
  const failed = (reason: string) => ({ outcome: 'failed', error: { reason } })
  const declined = { ...CARD, order_id, number: '4100280000060003' }
  expect(await post('pay', declined)).toMatchObject(failed('card_declined'))
  const byCard = await post('pay', { ...CARD, order_id })
  const shortOtp = { payment_id: byCard.payment_id, result: 'success', otp: '123' }
  expect(await post('bank', shortOtp)).toMatchObject(failed('incorrect_otp'))
  const upi = (vpa: string) => post('pay', { method: 'upi', vpa, order_id })
  expect(await upi('failure@razorpay')).toMatchObject(failed('payment_failed'))
  const { payment_id } = await upi('success@razorpay')
  expect(await post('bank', { payment_id, result: 'success', otp: '1234' })).toMatchObject({ outcome: 'paid' })
  expect(await orderState(order_id)).toMatchObject({ status: 'paid', attempts: 4 })
})

test('a dialog opens only for this account’s open orders and their amount', async () => {
  const options = { key: KEYS.keyId, order_id: await sandbox.order(), amount: 123_450, currency: 'INR' }
  const refused = (description: string) => ({ error: { description: expect.stringContaining(description) } })
  expect(await post('open', options)).toEqual({ ok: true })
  expect(await post('open', { ...options, key: 'rzp_test_other' })).toMatchObject(refused('key'))
  expect(await post('open', { ...options, order_id: 'order_none' })).toMatchObject(refused('does not exist'))
  expect(await post('open', { ...options, amount: 1 })).toMatchObject(refused('amount'))
  await sandbox.pay('ok', options.order_id)
  expect(await post('open', options)).toMatchObject(refused('paid already'))
  expect(await post('pay', { ...CARD, order_id: options.order_id })).toMatchObject(refused('already done'))
})
