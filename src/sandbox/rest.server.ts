import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { type Context, Hono } from 'hono'
import { basicAuth } from 'hono/basic-auth'
import { z } from 'zod'
import type { ProviderState } from './provider-state.server.ts'
import { Refusal, withoutInternal } from './records.ts'
import { numberOf, parseScenario, type Scenario, type ScenarioName } from './scenarios.ts'

export type SandboxEnv = { Bindings: HttpBindings; Variables: { newOrderScenario: string | null } }

/** The provider's error envelope. */
export function errorBody(code: 'BAD_REQUEST_ERROR' | 'SERVER_ERROR', description: string, field?: string) {
  return { error: { code, description, ...(field ? { field } : {}), source: 'business', metadata: {} } }
}

/** Parses the request's JSON. @throws {Refusal} naming the first invalid field */
export async function readBody<T>(c: Context, schema: z.ZodType<T>): Promise<T> {
  const { data, error } = schema.safeParse(await c.req.json().catch(() => null))
  if (!error) return data
  const [issue] = error.issues
  throw new Refusal(issue?.message ?? 'Invalid request', issue?.path.join('.') || 'body')
}

const amount = z.int({ error: 'The amount must be an integer.' }).min(100, 'The amount must be at least INR 1.00')
const receipt = z.string().max(40, 'The receipt may not be greater than 40 characters.')
const notes = z.record(z.string(), z.string())

const newOrder = z.object({
  amount: amount.max(5_000_000_000, 'Amount exceeds maximum amount allowed.'),
  currency: z.literal('INR', { error: 'Currency is not supported' }),
  receipt: receipt.nullable().default(null),
  notes: notes.default({}),
  unique_receipt: z.boolean().default(false),
})
const captureRequest = z.object({ amount: z.int(), currency: z.string() })
const refundRequest = z.object({ amount: amount.nullish(), receipt: receipt.nullish(), notes: notes.optional() })

/** Resets the connection without a response, as a crashed provider does. */
function dropConnection(c: Context<SandboxEnv>): Response {
  c.env.incoming.socket.resetAndDestroy()
  return RESPONSE_ALREADY_SENT
}

type Fault = (c: Context<SandboxEnv>, scenario: Scenario, stopSignal: AbortSignal) => Response | Promise<Response>

/** The responses of scenarios that make REST calls fail. */
const FAULTS: Partial<Record<ScenarioName, Fault>> = {
  rest_500: (c) => c.json(errorBody('SERVER_ERROR', 'We are facing some trouble completing your request.'), 500),
  rest_502_html: (c) => c.html('<html><body><h1>502 Bad Gateway</h1></body></html>', 502),
  rest_429: (c) => c.json(errorBody('BAD_REQUEST_ERROR', 'Too many requests'), 429),
  rest_reset: dropConnection,
  rest_hang: async (c, scenario, stopSignal) => {
    await sleep(numberOf(scenario, 'rest_hang') * 1000, undefined, { signal: stopSignal }).catch(() => {})
    return dropConnection(c)
  },
}

const collection = <T>(items: T[]) => ({ entity: 'collection', count: items.length, items })

/** The order with this id, or with this payment. */
function orderOf(state: ProviderState, id: string) {
  return state.orders.get(state.payments.get(id)?.order_id ?? id)
}

/** The provider's REST API, authenticated by key id and secret; scenarios inject faults before the response. */
export function restApp(state: ProviderState, keys: { keyId: string; keySecret: string }, stopSignal: AbortSignal) {
  const app = new Hono<SandboxEnv>()
  const invalidUserMessage = errorBody('BAD_REQUEST_ERROR', 'Authentication failed')
  app.use(basicAuth({ username: keys.keyId, password: keys.keySecret, invalidUserMessage }))
  app.use(async (c, next) => {
    const creates = c.req.method === 'POST' && c.req.path === '/v1/orders'
    const nextScenario = creates ? state.takeNextScenario() : null
    c.set('newOrderScenario', nextScenario)
    const scenario = nextScenario
      ? parseScenario(nextScenario)
      : state.scenarioOf(orderOf(state, c.req.path.split('/')[3] ?? ''))
    for (const name of scenario.keys()) {
      const fault = FAULTS[name]
      if (fault) return fault(c, scenario, stopSignal)
    }
    await next()
    const refunds = c.req.method === 'POST' && c.req.path.endsWith('/refund')
    const drops =
      (creates && scenario.has('created_but_answer_dropped')) ||
      (refunds && scenario.has('refunded_but_answer_dropped'))
    return drops ? dropConnection(c) : undefined
  })
  app.post('/orders', async (c) => {
    const { unique_receipt: isUnique, ...fields } = await readBody(c, newOrder)
    const [known] = isUnique && fields.receipt ? state.orders.list(fields.receipt) : []
    if (known && (known.amount !== fields.amount || known.currency !== fields.currency))
      throw new Refusal('An order with this receipt exists with another amount or currency', 'receipt')
    return c.json(withoutInternal(known ?? state.createOrder(fields, c.get('newOrderScenario'))))
  })
  app.get('/orders', (c) => c.json(collection(state.orders.list(c.req.query('receipt') ?? '').map(withoutInternal))))
  app.get('/orders/:id', (c) => c.json(withoutInternal(state.order(c.req.param('id')))))
  app.get('/orders/:id/payments', (c) => c.json(collection(state.payments.list(state.order(c.req.param('id')).id))))
  app.get('/payments/:id', (c) => c.json(state.payment(c.req.param('id'))))
  app.post('/payments/:id/capture', async (c) =>
    c.json(state.capture(c.req.param('id'), await readBody(c, captureRequest))),
  )
  app.post('/payments/:id/refund', async (c) => {
    const key = c.req.header('x-refund-idempotency') ?? null
    if (key !== null && !/^[A-Za-z0-9_-]{10,}$/.test(key)) throw new Refusal('The idempotency key is invalid')
    return c.json(withoutInternal(state.refund(c.req.param('id'), await readBody(c, refundRequest), key)))
  })
  app.get('/payments/:id/refunds', (c) =>
    c.json(collection(state.refunds.list(c.req.param('id')).map(withoutInternal))),
  )
  app.get('/disputes', (c) => c.json(collection(state.disputes.all().toReversed())))
  return app
}
