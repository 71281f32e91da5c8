import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestBank } from './test-bank.ts'
import { openTestBank, SECRETS } from './test-bank.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.stop())

const SHOP = 'http://shop.test'

async function openDialog(orderId: string, extra: Record<string, unknown> = {}) {
  const opening = { key: SECRETS.keyId, order_id: orderId, name: 'Fourth <Seat>', parent_origin: SHOP, ...extra }
  const headers = { 'content-type': 'application/json' }
  const answer = await fetch(`${bank.sandbox.origin}/checkout/sessions`, {
    method: 'POST',
    headers,
    body: JSON.stringify(opening),
  })
  const { url, error }: { url?: string; error?: string } = await answer.json()
  return { base: `${bank.sandbox.origin}${url?.replace(/\/[a-z]+$/, '') ?? ''}`, url, error }
}

async function submit(url: string, fields: Record<string, string>) {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields) })
  return { path: new URL(answer.url).pathname, html: await answer.text() }
}

const CARD = { number: '4100 2800 0000 1007', expiry: '12/34', cvv: '123', holder: 'Asha Rao' }

test('card, bank, Success: the page hands the signed answer to the shop’s origin', async () => {
  const order = await bank.order()
  const { base } = await openDialog(order)
  expect((await submit(`${base}/card`, CARD)).path).toMatch(/\/bank$/)
  const end = await submit(`${base}/bank`, { result: 'success', otp: '123456' })
  expect(end.html).toContain('Payment successful')
  expect(end.html).toContain('"type":"paid"')
  expect(end.html).toContain(`"parentOrigin":"${SHOP}"`)
  const again = await submit(`${base}/bank`, { result: 'failure', otp: '' })
  expect(again.html).toContain('"type":"paid"')
  expect((await bank.rest('GET', `/orders/${order}/payments`)).body).toMatchObject({
    count: 1,
    items: [{ status: 'captured' }],
  })
})

test('pages have a strict policy, escape what the shop says, and say that no money moves', async () => {
  const { base } = await openDialog(await bank.order())
  const page = await fetch(`${base}/card`)
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(page.headers.get('cache-control')).toBe('no-store')
  const html = await page.text()
  expect(html).toContain('Fourth &lt;Seat&gt;')
  expect(html).toContain('Test payments, no money moves')
  expect(html).not.toMatch(/ style=/)
})

test.each([
  [{ ...CARD, number: '4111 1111 1111 1111' }, 'Real cards are not accepted here'],
  [{ ...CARD, expiry: '01/20' }, 'in the future'],
  [{ ...CARD, cvv: '1' }, 'Enter the CVV'],
  [{ ...CARD, holder: ' ' }, 'Enter the name'],
])('a card form with a mistake makes no attempt', async (fields, sentence) => {
  const order = await bank.order()
  const { base } = await openDialog(order)
  const { html } = await submit(`${base}/card`, fields)
  expect(html).toContain(sentence)
  expect(html).not.toContain('4111 1111')
  expect((await bank.rest('GET', `/orders/${order}`)).body).toMatchObject({ status: 'created', attempts: 0 })
})

test('failure card, short OTP, failing UPI address: the provider’s reasons, and another try', async () => {
  const order = await bank.order()
  const { base } = await openDialog(order)
  expect((await submit(`${base}/card`, { ...CARD, number: '4100280000060003' })).html).toContain(
    '"reason":"card_declined"',
  )
  await submit(`${base}/card`, CARD)
  expect((await submit(`${base}/bank`, { result: 'success', otp: '123' })).html).toContain('"reason":"incorrect_otp"')
  expect((await submit(`${base}/upi`, { vpa: 'failure@razorpay' })).html).toContain('"reason":"payment_failed"')
  await submit(`${base}/upi`, { vpa: 'success@razorpay' })
  expect((await submit(`${base}/bank`, { result: 'success', otp: '1234' })).html).toContain('"type":"paid"')
  expect((await bank.rest('GET', `/orders/${order}`)).body).toMatchObject({ status: 'paid', attempts: 4 })
})

test('a dialog opens only for this account’s open orders and their amount', async () => {
  const order = await bank.order()
  expect((await openDialog(order, { key: 'rzp_test_other' })).error).toContain('key')
  expect((await openDialog('order_none')).error).toContain('does not exist')
  expect((await openDialog(order, { amount: 1 })).error).toContain('amount')
  expect((await openDialog(order, { parent_origin: 'javascript:x' })).error).toContain('parent_origin')
  await bank.pay(order)
  expect((await openDialog(order)).error).toContain('paid already')
})

test('after its time the dialog takes no payment', async () => {
  const order = await bank.order()
  const { base } = await openDialog(order, { timeout: 0.001 })
  const { html } = await submit(`${base}/card`, CARD)
  expect(html).toContain('Time is up')
  expect((await bank.rest('GET', `/orders/${order}`)).body).toMatchObject({ attempts: 0 })
})

test('scenario dismiss closes at once; an unknown dialog is 404', async () => {
  const order = await bank.order()
  await bank.control('POST', '/scenarios', { scenario: 'dismiss', order_id: order })
  expect((await openDialog(order)).url).toMatch(/\/dismissed$/)
  expect((await fetch(`${bank.sandbox.origin}/checkout/s/nobody/card`)).status).toBe(404)
})
