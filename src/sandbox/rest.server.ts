import type { Context } from 'hono'
import { Hono } from 'hono'
import type { Bank } from './bank.ts'
import { findOrder, findPayment, listOrders, paymentsOf } from './books.server.ts'
import { createOrder, findRetried } from './orders.server.ts'
import { capturePayment } from './payments.server.ts'
import type { OrderRecord, PaymentRecord } from './records.ts'
import { refundsOf } from './refund-book.server.ts'
import { refundPayment } from './refunds.server.ts'
import { readCaptureBody, readListQuery, readOrderBody, readRefundBody } from './requests.ts'
import type { SandboxEnv } from './rest-faults.server.ts'
import { dropConnection, faultyAnswer } from './rest-faults.server.ts'
import { drawScenario, readSetting, scenarioOf } from './scenario-book.server.ts'
import { readScenario } from './scenarios.ts'
import { sameSecret } from './signing.ts'
import { badRequest, collection, orderOnWire, paymentOnWire, refundOnWire } from './wire.ts'

const NO_SUCH_ID = 'The id provided does not exist'
const KEY_FORM = /^[A-Za-z0-9_-]{10,}$/

function isMerchant(bank: Bank, header: string | undefined): boolean {
  if (!header?.startsWith('Basic ')) return false
  const pair = Buffer.from(header.slice(6), 'base64').toString('utf8')
  return sameSecret(pair, `${bank.keys.keyId}:${bank.keys.keySecret}`)
}

async function jsonOf(c: Context<SandboxEnv>): Promise<unknown> {
  const raw = await c.req.text()
  if (raw === '') return {}
  try {
    return JSON.parse(raw)
  } catch {
    return null
  }
}

/** The order a path of the API is about, if it names one. */
function orderOfPath(bank: Bank, path: string): OrderRecord | null {
  const id = path.split('/')[3] ?? ''
  if (id.startsWith('order_')) return findOrder(bank.store, id)
  const payment = id.startsWith('pay_') ? findPayment(bank.store, id) : null
  return payment ? findOrder(bank.store, payment.orderId) : null
}

function refusedCapture(payment: PaymentRecord, amount: number, currency: string): string | null {
  if (payment.captured) return 'This payment has already been captured'
  if (payment.status !== 'authorized')
    return 'Only payments which have been authorized and not yet captured can be captured'
  if (amount !== payment.amount || currency !== payment.currency)
    return 'Capture amount must be equal to the amount authorized'
  return null
}

function orderRoutes(app: Hono<SandboxEnv>, bank: Bank, stopping: AbortSignal): void {
  app.post('/orders', async (c) => {
    const body = readOrderBody(await jsonOf(c))
    if (!body.ok) return c.json(body.refusal, 400)
    const retried = findRetried(bank, body.value)
    if (typeof retried === 'string') return c.json(badRequest(retried, 'receipt'), 400)
    if (retried) return c.json(orderOnWire(retried))
    const drawn = drawScenario(bank)
    const scenario = readScenario(drawn ?? readSetting(bank, 'all') ?? 'ok')
    const fault = await faultyAnswer(c, scenario, stopping)
    if (fault) return fault
    const order = createOrder(bank, body.value, drawn)
    return scenario.has('created_but_answer_dropped') ? dropConnection(c) : c.json(orderOnWire(order))
  })
  app.get('/orders', (c) => {
    const query = readListQuery(c.req.query())
    if (!query.ok) return c.json(query.refusal, 400)
    const { receipt, count, skip } = query.value
    const orders = listOrders(bank.store, { count, skip, ...(receipt === undefined ? {} : { receipt }) })
    return c.json(collection(orders.map(orderOnWire)))
  })
  app.get('/orders/:id', (c) => {
    const order = findOrder(bank.store, c.req.param('id'))
    return order ? c.json(orderOnWire(order)) : c.json(badRequest(NO_SUCH_ID), 400)
  })
  app.get('/orders/:id/payments', (c) => {
    const order = findOrder(bank.store, c.req.param('id'))
    if (!order) return c.json(badRequest(NO_SUCH_ID), 400)
    return c.json(collection(paymentsOf(bank.store, order.id).map(paymentOnWire)))
  })
}

function paymentRoutes(app: Hono<SandboxEnv>, bank: Bank): void {
  app.get('/payments/:id', (c) => {
    const payment = findPayment(bank.store, c.req.param('id'))
    return payment ? c.json(paymentOnWire(payment)) : c.json(badRequest(NO_SUCH_ID), 400)
  })
  app.post('/payments/:id/capture', async (c) => {
    const body = readCaptureBody(await jsonOf(c))
    if (!body.ok) return c.json(body.refusal, 400)
    const payment = findPayment(bank.store, c.req.param('id'))
    if (!payment) return c.json(badRequest(NO_SUCH_ID), 400)
    const refusal = refusedCapture(payment, body.value.amount, body.value.currency)
    if (refusal !== null) return c.json(badRequest(refusal), 400)
    return c.json(paymentOnWire(capturePayment(bank, payment)))
  })
}

function refundRoutes(app: Hono<SandboxEnv>, bank: Bank): void {
  app.post('/payments/:id/refund', async (c) => {
    const body = readRefundBody(await jsonOf(c))
    if (!body.ok) return c.json(body.refusal, 400)
    const key = c.req.header('x-refund-idempotency') ?? null
    if (key !== null && !KEY_FORM.test(key)) return c.json(badRequest('The idempotency key is invalid'), 400)
    const { amount, receipt, notes } = body.value
    const request = { amount: amount ?? null, receipt: receipt ?? null, notes: notes ?? {}, idempotencyKey: key }
    const refund = refundPayment(bank, c.req.param('id'), request)
    return typeof refund === 'string' ? c.json(badRequest(refund), 400) : c.json(refundOnWire(refund))
  })
  app.get('/payments/:id/refunds', (c) => {
    const payment = findPayment(bank.store, c.req.param('id'))
    if (!payment) return c.json(badRequest(NO_SUCH_ID), 400)
    return c.json(collection(refundsOf(bank.store, payment.id).map(refundOnWire)))
  })
}

/**
 * The provider's REST API below `/v1`, for whoever knows the key and its secret. Faults of
 * an order's scenario, or of the one set for all, come before the answer.
 */
export function restApp(bank: Bank, stopping: AbortSignal): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>()
  app.use(async (c, next) => {
    if (!isMerchant(bank, c.req.header('authorization'))) {
      return c.json(badRequest('Authentication failed'), 401, { 'WWW-Authenticate': 'Basic realm="sandbox"' })
    }
    // POST /orders draws its own scenario below.
    const creates = c.req.method === 'POST' && c.req.path === '/v1/orders'
    const fault = creates ? null : await faultyAnswer(c, scenarioOf(bank, orderOfPath(bank, c.req.path)), stopping)
    return fault ?? next()
  })
  orderRoutes(app, bank, stopping)
  paymentRoutes(app, bank)
  refundRoutes(app, bank)
  return app
}
