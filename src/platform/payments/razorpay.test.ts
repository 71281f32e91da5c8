import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { paise } from '../money.ts'
import type { PaymentProvider } from './provider.server.ts'
import { createRazorpay } from './razorpay.server.ts'

/** A stub of the provider: each test sets its response; the requests are recorded. */
let respond: (request: IncomingMessage, response: ServerResponse, body: string) => void
let requests: { method: string; url: string; headers: IncomingMessage['headers']; body: string }[] = []
let server: Server
let provider: PaymentProvider

const ORDER = 'order_AbCdEfGhIjKlMn'
const PAYMENT = 'pay_AbCdEfGhIjKlMn'
const order = {
  id: ORDER,
  entity: 'order',
  amount: 6835,
  amount_paid: 0,
  currency: 'INR',
  receipt: 'r1',
  status: 'created',
  attempts: 0,
  notes: [],
}
const payment = {
  id: PAYMENT,
  order_id: ORDER,
  amount: 6835,
  currency: 'INR',
  status: 'captured',
  method: 'card',
  amount_refunded: 0,
  error_description: null,
}

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = ''
    for await (const part of request) body += part
    requests.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body })
    respond(request, response, body)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  requests = []
  // Safe cast: it listens on a port, not on a pipe.
  const { port } = server.address() as AddressInfo
  provider = createRazorpay({
    mode: 'sandbox',
    keyId: 'rzp_test_key',
    keySecret: 'key-secret',
    webhookSecret: 'hook-secret',
    previousWebhookSecret: 'previous-secret',
    apiUrl: `http://127.0.0.1:${port}`,
  })
})

function json(status: number, body: unknown) {
  return (_: IncomingMessage, response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

const refusal = (description: string) => ({ error: { code: 'BAD_REQUEST_ERROR', description } })

describe('an order', () => {
  test('is created with whole paise, our receipt, and the keys', async () => {
    respond = json(200, order)
    const made = await provider.createOrder({ receipt: 'r1', amount: paise(6835) })
    expect(made).toMatchObject({ ok: true, data: { id: ORDER, amount: 6835, receipt: 'r1', status: 'created' } })
    expect(requests).toMatchObject([{ method: 'POST', url: '/v1/orders' }])
    expect(JSON.parse(requests[0]?.body ?? '')).toEqual({
      amount: 6835,
      currency: 'INR',
      receipt: 'r1',
      partial_payment: false,
      unique_receipt: true,
    })
    expect(requests[0]?.headers.authorization).toBe(`Basic ${btoa('rzp_test_key:key-secret')}`)
  })

  test('is created without unique_receipt for an account that rejects it, and looked up before a retry', async () => {
    let posts = 0
    respond = (request, response, body) => {
      if (request.method === 'GET')
        return json(200, { entity: 'collection', count: 1, items: [order] })(request, response)
      if (body.includes('unique_receipt'))
        return json(400, refusal('unique_receipt is/are not required and should not be sent'))(request, response)
      posts += 1
      return posts === 1 ? json(200, order)(request, response) : json(500, {})(request, response)
    }
    expect(await provider.createOrder({ receipt: 'r1', amount: paise(6835) })).toMatchObject({ ok: true })
    expect(await provider.createOrder({ receipt: 'r1', amount: paise(6835) })).toMatchObject({ ok: true })
    expect(requests.map(({ method }) => method)).toEqual(['POST', 'POST', 'POST', 'GET'])
  })

  test('is found by exactly its receipt', async () => {
    respond = json(200, { entity: 'collection', count: 2, items: [{ ...order, receipt: 'r10' }, order] })
    expect(await provider.findOrderByReceipt('r1')).toMatchObject({ ok: true, data: { receipt: 'r1' } })
    expect(await provider.findOrderByReceipt('r2')).toEqual({ ok: true, data: null })
  })
})

describe('an invalid id', () => {
  test.each(['../payments/pay_1', 'order_1', `${ORDER}/payments`, '', 'order_AbCdEfGhIjKlM%2F'])(
    '%s is never sent',
    async (id) => {
      for (const outcome of [
        await provider.fetchOrder(id),
        await provider.fetchPayments(id),
        await provider.fetchPayment(id),
        await provider.capture(id, paise(1)),
        await provider.refund({ paymentId: id, amount: paise(1), key: 'AAAAAAAAAA' }),
      ])
        expect(outcome).toMatchObject({ ok: false, failure: { kind: 'not_found' } })
      expect(requests).toEqual([])
    },
  )
})

describe('a failure is a value', () => {
  test.each([
    ['the provider’s envelope', json(400, refusal('The amount is invalid')), { kind: 'refused', status: 400 }],
    ['an unknown id', json(404, {}), { kind: 'not_found', status: 404 }],
    [
      'a page of HTML',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(502).end('<html>'),
      { kind: 'unreachable', status: 502, code: 'HTTP_502' },
    ],
    ['too many requests', json(429, {}), { kind: 'unreachable', status: 429 }],
    ['a cut connection', (request: IncomingMessage) => request.socket.destroy(), { kind: 'unreachable', status: 0 }],
    [
      'a redirect, which is not followed',
      (_: IncomingMessage, response: ServerResponse) => response.writeHead(302, { location: '/elsewhere' }).end(),
      { kind: 'unreachable', status: 302 },
    ],
    ['a response of another shape', json(200, { id: 'x' }), { kind: 'unreachable', code: 'BAD_RESPONSE' }],
  ])('%s', async (_, response, failure) => {
    respond = response
    expect(await provider.fetchOrder(ORDER)).toMatchObject({ ok: false, failure })
    expect(requests.every(({ url }) => url.startsWith('/v1/'))).toBe(true)
  })

  test('an outage is retried at most twice; a refusal is not', async () => {
    respond = json(500, {})
    await provider.fetchOrder(ORDER)
    expect(requests).toHaveLength(3)
    requests = []
    respond = json(400, refusal('no'))
    await provider.fetchOrder(ORDER)
    expect(requests).toHaveLength(1)
  })

  const refund = () => provider.refund({ paymentId: PAYMENT, amount: paise(1), key: 'AAAAAAAAAA' })

  test('five outages in a row open the circuit breaker of writes, but not of reads', async () => {
    respond = json(500, {})
    for (let call = 0; call < 5; call++) await refund()
    requests = []
    respond = json(200, order)
    expect(await refund()).toMatchObject({ ok: false, failure: { code: 'CIRCUIT_OPEN' } })
    expect(requests).toEqual([])
    expect(await provider.fetchOrder(ORDER)).toMatchObject({ ok: true })
  })

  test.each([401, 429])('a %i is not retried, and opens no circuit breaker', async (status) => {
    respond = json(status, {})
    for (let call = 0; call < 8; call++) {
      expect(await provider.createOrder({ receipt: 'r1', amount: paise(1) })).toMatchObject({
        failure: { kind: 'unreachable', status },
      })
      await provider.fetchOrder(ORDER)
    }
    expect(requests).toHaveLength(16)
    respond = json(200, order)
    expect(await provider.createOrder({ receipt: 'r1', amount: paise(1) })).toMatchObject({ ok: true })
    expect(await provider.fetchOrder(ORDER)).toMatchObject({ ok: true })
  })
})

describe('money', () => {
  test('that is captured already counts as captured', async () => {
    respond = (request, response) =>
      request.method === 'POST'
        ? json(400, refusal('This payment has already been captured'))(request, response)
        : json(200, payment)(request, response)
    expect(await provider.capture(PAYMENT, paise(6835))).toMatchObject({ ok: true, data: { status: 'captured' } })
  })

  test('whose capture timed out is not fetched, which could take as long again', async () => {
    const { timeout } = AbortSignal
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => timeout.call(AbortSignal, 100))
    respond = () => {}
    expect(await provider.capture(PAYMENT, paise(6835))).toMatchObject({ ok: false, failure: { code: 'TIMEOUT' } })
    expect(requests).toMatchObject([{ method: 'POST' }])
  })

  test('is refunded under an idempotency key', async () => {
    respond = json(200, { id: 'rfnd_AbCdEfGhIjKlMn', payment_id: PAYMENT, amount: 6835, status: 'processed' })
    const key = 'AAAAAAAAAAAAAAAAAAAAAA_0'
    expect(await provider.refund({ paymentId: PAYMENT, amount: paise(6835), key })).toMatchObject({ ok: true })
    expect(requests).toMatchObject([
      {
        url: `/v1/payments/${PAYMENT}/refund`,
        body: JSON.stringify({ amount: 6835, receipt: key }),
        headers: { 'x-refund-idempotency': key },
      },
    ])
  })
})

describe('signatures', () => {
  // From the provider's documented formula: hex(HMAC-SHA256(secret, order|payment)).
  const genuine = hmac('key-secret', `${ORDER}|${PAYMENT}`)

  test('of the dialog are valid for one order, one payment and lower-case hex', () => {
    const check = (signature: string, orderId = ORDER, paymentId = PAYMENT) =>
      provider.verifySignature({ orderId, paymentId, signature })
    expect(check(genuine)).toBe(true)
    const otherSecret = hmac('other', `${ORDER}|${PAYMENT}`)
    for (const forged of ['', 'x', genuine.toUpperCase(), genuine.slice(1), `${genuine}0`, otherSecret])
      expect(check(forged)).toBe(false)
    expect(check(genuine, 'order_XXXXXXXXXXXXXX')).toBe(false)
    expect(check(genuine, ORDER, 'pay_XXXXXXXXXXXXXX')).toBe(false)
  })

  test('of webhooks are valid for the raw bytes, with the current or the previous secret', () => {
    const raw = '{"event":"payment.captured", "n":1.0}'
    expect(provider.verifyWebhook(raw, hmac('hook-secret', raw))).toBe(true)
    expect(provider.verifyWebhook(Buffer.from(raw), hmac('previous-secret', raw))).toBe(true)
    expect(provider.verifyWebhook(JSON.stringify(JSON.parse(raw)), hmac('hook-secret', raw))).toBe(false)
    expect(provider.verifyWebhook(raw, hmac('key-secret', raw))).toBe(false)
  })
})

function hmac(secret: string, message: string): string {
  return createHmac('sha256', secret).update(message).digest('hex')
}

test('a payment’s refunds are read to the last page', async () => {
  const refund = (n: number) => ({
    id: `rfnd_${String(n).padStart(14, '0')}`,
    payment_id: PAYMENT,
    amount: 100,
    status: 'processed',
    receipt: null,
  })
  const all = Array.from({ length: 150 }, (_, n) => refund(n))
  respond = (request, response) => {
    const { searchParams } = new URL(request.url ?? '', 'http://provider')
    const [skip, count] = [Number(searchParams.get('skip')), Number(searchParams.get('count'))]
    json(200, { items: all.slice(skip, skip + count) })(request, response)
  }
  const found = await provider.fetchRefunds(PAYMENT)
  expect(found.ok && found.data.map(({ id }) => id)).toEqual(all.map(({ id }) => id))
})
