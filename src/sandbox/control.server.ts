import type { Context } from 'hono'
import { Hono } from 'hono'
import type { z } from 'zod'
import type { Bank } from './bank.ts'
import { findOrder, updateOrder } from './books.server.ts'
import type { Outcome } from './checkout.server.ts'
import { finishPayment } from './checkout.server.ts'
import {
  firstProblem,
  payRequest,
  redeliverRequest,
  scenarioRequest,
  scriptRequest,
  webhookRequest,
} from './control-requests.ts'
import { orderState, wholeState } from './control-state.server.ts'
import { transact, wipe } from './database.server.ts'
import { startPayment } from './payments.server.ts'
import type { Instrument, OrderRecord } from './records.ts'
import type { SandboxEnv } from './rest-faults.server.ts'
import { queueScenario, scenarioOf, writeSetting } from './scenario-book.server.ts'
import { sameSecret } from './signing.ts'
import { TEST_CARDS, UPI_SUCCESS } from './test-instruments.ts'

type C = Context<SandboxEnv>

/** Whether a peer address is this machine itself. */
export function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address ?? '')
}

function instrumentOf(method: 'card' | 'upi'): Instrument {
  if (method === 'upi') return { method: 'upi', vpa: UPI_SUCCESS }
  const card = TEST_CARDS[0]
  return {
    method: 'card',
    network: card?.network ?? 'Visa',
    last4: card?.number.slice(-4) ?? '1007',
    name: 'Test Shopper',
  }
}

function outcomeOnWire(orderId: string, outcome: Outcome) {
  if (outcome.outcome === 'paid') return { outcome: 'paid', ...outcome.answer }
  if (outcome.outcome === 'no_callback') {
    return { outcome: 'no_callback', razorpay_payment_id: outcome.paymentId, razorpay_order_id: orderId }
  }
  const metadata = { order_id: orderId, payment_id: outcome.paymentId }
  return { outcome: 'failed', error: { ...outcome.error, metadata } }
}

function pay(bank: Bank, order: OrderRecord, method: 'card' | 'upi', wanted: string) {
  const scenario = scenarioOf(bank, order)
  if (scenario.has('dismiss')) return { outcome: 'dismissed' }
  if (scenario.has('dialog_timeout')) return { outcome: 'timed_out' }
  return transact(bank.store, () => {
    const payer = { instrument: instrumentOf(method), email: 'shopper@example.com', contact: '+919000090000' }
    const payment = startPayment(bank, order.id, payer)
    if (typeof payment === 'string') return payment
    const failReason = wanted === 'success' ? null : wanted === 'failure' ? 'payment_failed' : wanted
    return outcomeOnWire(order.id, finishPayment(bank, payment.id, failReason))
  })
}

function aimScenario(bank: Bank, request: z.output<typeof scenarioRequest>): string | null {
  if ('mix' in request) {
    writeSetting(bank, 'mix', JSON.stringify({ seed: request.seed, shares: request.mix, drawn: 0 }))
  } else if ('next' in request) queueScenario(bank, request.scenario, request.next)
  else if ('all' in request) writeSetting(bank, 'all', request.scenario === 'ok' ? null : request.scenario)
  else {
    const order = findOrder(bank.store, request.order_id)
    if (!order) return `No order ${request.order_id}.`
    updateOrder(bank.store, { ...order, scenario: request.scenario })
  }
  return null
}

function redeliver(bank: Bank, orderId: string | undefined): number {
  const some =
    "UPDATE events SET state = 'pending', due_at = ?1 WHERE (?2 IS NOT NULL AND order_id = ?2) OR (?2 IS NULL AND state IN ('held', 'given_up'))"
  const { changes } = bank.store.sql(some).run(bank.now(), orderId ?? null)
  bank.wake()
  return Number(changes)
}

async function withBody<T>(c: C, schema: z.ZodType<T>, act: (body: T) => Response): Promise<Response> {
  const parsed = schema.safeParse(await c.req.json().catch(() => null))
  return parsed.success ? act(parsed.data) : c.json({ error: firstProblem(parsed.error) }, 400)
}

function readingRoutes(app: Hono<SandboxEnv>, bank: Bank): void {
  app.get('/state', (c) => c.json(wholeState(bank)))
  app.get('/orders/:id', (c) => {
    const state = orderState(bank, c.req.param('id'))
    return state ? c.json(state) : c.json({ error: 'No such order.' }, 404)
  })
}

function writingRoutes(app: Hono<SandboxEnv>, bank: Bank): void {
  app.post('/scenarios', (c) =>
    withBody(c, scenarioRequest, (body) => {
      const refusal = aimScenario(bank, body)
      return refusal === null ? c.json({ ok: true }) : c.json({ error: refusal }, 404)
    }),
  )
  app.post('/pay', (c) =>
    withBody(c, payRequest, (body) => {
      const order = findOrder(bank.store, body.order_id)
      if (!order) return c.json({ error: 'No such order.' }, 404)
      const result = pay(bank, order, body.method, body.outcome)
      return typeof result === 'string' ? c.json({ error: result }, 409) : c.json(result)
    }),
  )
  app.post('/checkout-script', (c) =>
    withBody(c, scriptRequest, ({ available }) => {
      writeSetting(bank, 'script', available ? null : 'off')
      return c.json({ ok: true })
    }),
  )
  app.post('/webhooks', (c) =>
    withBody(c, webhookRequest, ({ url }) => {
      writeSetting(bank, 'webhook_url', url)
      return c.json({ ok: true })
    }),
  )
  app.post('/redeliver', (c) =>
    withBody(c, redeliverRequest, (body) => c.json({ ok: true, events: redeliver(bank, body.order_id) })),
  )
  app.post('/reset', (c) => {
    wipe(bank.store)
    return c.json({ ok: true })
  })
}

/**
 * The tests' hand on the bank, below `/control`: scenarios, payments without a browser, the whole book. Only from this
 * machine and only with the token; without a configured token there is no control API.
 */
export function controlApp(bank: Bank, controlToken: string): Hono<SandboxEnv> {
  const app = new Hono<SandboxEnv>()
  app.use(async (c, next) => {
    const local = isLoopback(c.env.incoming.socket.remoteAddress)
    if (controlToken === '' || !local) return c.json({ error: 'Not found.' }, 404)
    if (sameSecret(c.req.header('authorization') ?? '', `Bearer ${controlToken}`)) return next()
    return c.json({ error: 'The control token is missing or wrong.' }, 401, { 'WWW-Authenticate': 'Bearer' })
  })
  readingRoutes(app, bank)
  writingRoutes(app, bank)
  return app
}
