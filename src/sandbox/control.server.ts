import { getConnInfo } from '@hono/node-server/conninfo'
import { Hono } from 'hono'
import { bearerAuth } from 'hono/bearer-auth'
import { ipRestriction } from 'hono/ip-restriction'
import { z } from 'zod'
import type { ProviderState } from './provider-state.server.ts'
import { Refusal, withoutInternal } from './records.ts'
import { readBody, type SandboxEnv } from './rest.server.ts'
import { parseScenario } from './scenarios.ts'
import type { TaskQueue } from './tasks.server.ts'

/** Sets the scenario of one order, of the next ones, or of all. */
const scenarioRequest = z.union([
  z.strictObject({ scenario: z.string(), order_id: z.string() }),
  z.strictObject({ scenario: z.string(), next: z.int().positive() }),
  z.strictObject({ scenario: z.string(), all: z.literal(true) }),
])
const payRequest = z.strictObject({
  order_id: z.string(),
  method: z.enum(['card', 'upi']).default('card'),
  /** `success`, or the reason for the failure. */
  outcome: z.string().default('success'),
})
/** A refund made in the provider's dashboard, or (`refund_id`) the end of a pending one. */
const refundRequest = z.union([
  z.strictObject({ payment_id: z.string(), amount: z.int().positive().optional() }),
  z.strictObject({ refund_id: z.string(), status: z.enum(['processed', 'failed']) }),
])
const disputeRequest = z.strictObject({
  payment_id: z.string(),
  status: z.enum(['open', 'under_review', 'won', 'lost', 'closed']),
})
const webhookRequest = z.strictObject({ url: z.url({ protocol: /^https?$/ }).nullable() })

function checkScenario(text: string): void {
  try {
    parseScenario(text)
  } catch (error) {
    throw new Refusal(String(error), 'scenario')
  }
}

/**
 * The control API for tests: it sets scenarios, makes payments, refunds and disputes without a browser, and shows what
 * is stored. It needs the token, and accepts only clients on this machine.
 */
export function controlApp(state: ProviderState, queue: TaskQueue, token: string) {
  const app = new Hono<SandboxEnv>()
  app.use(ipRestriction(getConnInfo, { allowList: ['127.0.0.0/8', '::1'] }), bearerAuth({ token }))
  app.get('/state', (c) =>
    c.json({
      orders: state.orders.all().map((order) => ({ ...withoutInternal(order), scenario: order.internal.scenario })),
      payments: state.payments.all(),
      refunds: state.refunds.all().map(withoutInternal),
      pending_tasks: queue.pending(),
    }),
  )
  app.post('/scenarios', async (c) => {
    const request = await readBody(c, scenarioRequest)
    const { scenario } = request
    checkScenario(scenario)
    if ('next' in request) state.updateSettings({ next: { scenario, remaining: request.next } })
    else if ('all' in request) state.updateSettings({ all: scenario })
    else state.orders.put({ ...state.order(request.order_id), internal: { scenario } })
    return c.json({ ok: true })
  })
  app.post('/pay', async (c) => {
    const { order_id, method, outcome } = await readBody(c, payRequest)
    const { id } = state.startPayment(order_id, method)
    return c.json(state.finishPayment(id, outcome === 'success' ? null : outcome))
  })
  app.post('/refunds', async (c) => {
    const request = await readBody(c, refundRequest)
    if ('payment_id' in request) {
      const { payment_id, amount } = request
      return c.json(withoutInternal(state.refund(payment_id, { amount }, null)))
    }
    const { refund_id, status } = request
    return c.json(withoutInternal(state.finishRefund(refund_id, status)))
  })
  app.post('/disputes', async (c) => {
    const { payment_id, status } = await readBody(c, disputeRequest)
    return c.json(state.dispute(payment_id, status))
  })
  app.post('/webhooks', async (c) => {
    state.updateSettings({ webhookUrl: (await readBody(c, webhookRequest)).url })
    return c.json({ ok: true })
  })
  return app
}
