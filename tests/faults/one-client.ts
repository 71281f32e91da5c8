import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentileMs } from './support/context.ts'
import { openEnvironment } from './support/environment.ts'
import { type CallResult, call } from './support/http.ts'

/** The slowest that another client's request may be, at the 95th percentile. */
const LIMIT_MS = 1000

let lastPrice = 0

/** A listing page that nobody has asked for yet. */
function freshPage(): string {
  lastPrice += 1
  return `/categories?maxPrice=${10_001 + lastPrice}`
}

interface Flood {
  sockets: number
  /** Whether a connection is kept for the next request, or each request opens one, as strangers do. */
  connections: 'kept' | 'new'
  forMs: number
}

/** Starts the client, in a process of its own. The result ends it, and returns its statuses. */
function startFlood(context: FaultContext, port: number, { sockets, connections }: Flood): () => Promise<string> {
  const program = join(import.meta.dirname, 'support/flood-sender.ts')
  const child = spawn(process.execPath, [program, String(port), String(sockets), '198.51.100.1', connections], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  context.own(child)
  let printed = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const ended = new Promise((done) => child.once('close', done))
  return async () => {
    child.stdin.end()
    await ended
    return printed.trim()
  }
}

/** One client asks for fresh pages on many connections; the others do what shoppers, health checks and the provider do. */
export async function oneClient(context: FaultContext, flood: Flood): Promise<CheckResult> {
  const { sockets, connections, forMs } = flood
  const environment = await openEnvironment(context, { database: 'external', settings: { TRUST_PROXY: '1' } })
  const origin = environment.origin()
  const customer = await environment.customer()
  const payment = { orderId: 'order_of_nobody', paymentId: 'pay_of_nobody' }
  const from = (client: string) => ({ headers: { 'x-forwarded-for': client, connection: 'close' } })
  const probes: Record<string, (round: number) => Promise<CallResult>> = {
    'cached page': () => call(origin, '/about-us', from('203.0.113.5')),
    page: () => call(origin, freshPage(), from('203.0.113.1')),
    login: (round) =>
      call(origin, '/api/user/login', { ...from('203.0.113.2'), body: { email: `shopper${round}@shop.test` } }),
    cart: () =>
      call(origin, `/api/user/getCartProduct/${customer.id}`, { ...from('203.0.113.3'), token: customer.token }),
    readyz: () => call(origin, '/readyz', from('203.0.113.4')),
    webhook: (round) =>
      call(origin, '/api/webhooks/razorpay', environment.sandbox.event('payment.captured', payment, `evt_${round}`)),
  }
  for (const probe of Object.values(probes)) await probe(0)
  const stopFlood = startFlood(context, environment.shops[0]?.port ?? 0, flood)
  // Until the shop is busy.
  await sleep(1000)
  const answers = new Map<string, CallResult[]>(Object.keys(probes).map((name) => [name, []]))
  const end = performance.now() + forMs
  for (let round = 1; performance.now() < end; round += 1) {
    await sleep(200)
    await Promise.all(Object.entries(probes).map(async ([name, probe]) => answers.get(name)?.push(await probe(round))))
  }
  const statuses = await stopFlood()
  await environment.stop()
  const all = [...answers.values()].flat()
  const slowest = Math.max(...[...answers.values()].map((ofOne) => percentileMs(ofOne, 0.95)))
  const times = [...answers].map(([name, ofOne]) => `${name} ${ms(percentileMs(ofOne, 0.95))}`).join(', ')
  const measured = `p95 of others: ${times} (${formatCounts(all.map(({ status }) => status))}); the client: ${statuses}`
  context.log(measured)
  return {
    promise: 'a client’s requests wait behind its own',
    requirement: `${sockets} ${connections} connections of one client at a time ask for fresh pages for ${ms(forMs)}: others’ pages, login, cart, readyz and webhook 2xx, p95 ≤ ${ms(LIMIT_MS)} each`,
    measured,
    ok: all.length > 0 && all.every(({ status }) => status === 200) && context.inTime(slowest, LIMIT_MS),
  }
}

export const fault: Fault = {
  about: 'one client with 150 connections, and with 200 new ones at a time',
  run: async (context) => {
    const forMs = context.pick(5000, 30_000)
    return [
      await oneClient(context, { sockets: 150, connections: 'kept', forMs }),
      await oneClient(context, { sockets: 60, connections: 'new', forMs }),
      await oneClient(context, { sockets: 200, connections: 'new', forMs }),
    ]
  },
}
