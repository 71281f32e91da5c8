import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createOrder, verify } from './support/buying.ts'
import { type CheckResult, type Fault, type FaultContext, formatCounts, ms, percentile } from './support/context.ts'
import { openEnvironment } from './support/environment.ts'
import { call } from './support/http.ts'
import { startNginx } from './support/nginx.ts'
import { runNode } from './support/processes.ts'

const KINDS = ['headers', 'body', 'silent', 'reader'] as const
type Kind = (typeof KINDS)[number]

interface Slow {
  kind: Kind
  socket: Socket
  /** Milliseconds until the shop closed it; null while it is open. */
  closedAfter: number | null
}

/** Opens a socket that sends a little every second without an end, sends nothing, or never reads. */
function openSlow(port: number, kind: Kind): Slow {
  const from = performance.now()
  const socket = connect({ port, host: '127.0.0.1' })
  const slow: Slow = { kind, socket, closedAfter: null }
  const end = () => {
    slow.closedAfter ??= performance.now() - from
    clearInterval(drip)
  }
  socket.on('error', () => {}).on('close', end)
  if (kind !== 'reader') socket.on('data', () => {})
  if (kind === 'headers') socket.write('GET /api/home/latestArrivals HTTP/1.1\r\nHost: localhost\r\n')
  if (kind === 'body')
    socket.write(
      'POST /api/user/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 5000\r\n\r\n{',
    )
  // Many requests, and none of the responses is ever read.
  if (kind === 'reader') {
    socket.pause()
    socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n'.repeat(200))
  }
  const drip = setInterval(() => {
    if (kind === 'headers') socket.write(`X-Slow-${Math.floor(performance.now())}: 1\r\n`)
    if (kind === 'body') socket.write(' ')
  }, 1000)
  return slow
}

/** Hundreds of sockets that never finish a request: they are closed, and other clients are not delayed. */
export async function slowClients(context: FaultContext, sockets: number, watchMs: number): Promise<CheckResult> {
  const environment = await openEnvironment(context, { database: 'external' })
  const port = environment.shops[0]?.port ?? 0
  const calm = await probe(environment.origin(), 20)
  const all = Array.from({ length: sockets }, (_, index) => openSlow(port, KINDS[index % KINDS.length] ?? 'headers'))
  await sleep(500)
  const times: number[] = []
  const statuses: number[] = []
  const end = performance.now() + watchMs
  while (performance.now() < end) {
    const round = await probe(environment.origin(), 5)
    times.push(...round.times)
    statuses.push(...round.statuses)
    await sleep(200)
  }
  // A socket that does not read does not see its end either, until it reads what is left in its buffer.
  for (const { kind, socket } of all) if (kind === 'reader') socket.resume()
  await sleep(2000)
  const slowestOf = (kind: Kind) => {
    const ends = all.filter((one) => one.kind === kind).map(({ closedAfter }) => closedAfter)
    return ends.includes(null) ? Number.POSITIVE_INFINITY : Math.max(...ends.map((one) => one ?? 0))
  }
  const closed = KINDS.map((kind) => ({ kind, after: slowestOf(kind) }))
  for (const { socket } of all) socket.destroy()
  await environment.stop()
  const before = percentile(calm.times, 0.95)
  const during = percentile(times, 0.95)
  const closings = closed.map(({ kind, after }) => `${kind} ${Number.isFinite(after) ? ms(after) : 'NOT'}`).join(', ')
  const measured = `others: ${formatCounts(statuses)}, p95 ${ms(during)} (before: ${ms(before)}); closed after: ${closings}`
  context.log(measured)
  return {
    promise: 'slow clients delay no other client',
    requirement: `${sockets} sockets that never finish (headers, body, no bytes, unread responses): p95 of others ≤ 2 × (or 50 ms), all closed ≤ 20 s (+ 5 s of measuring)`,
    measured,
    ok:
      statuses.every((status) => status === 200) &&
      during <= Math.max(50, before * 2) &&
      closed.every(({ after }) => after <= 25_000),
  }
}

/**
 * One client opens connections whose bodies never end, again and again: health, payment and webhook respond to others at once.
 * Behind nginx all go through it; null where it is not installed.
 */
async function unfinishedBodies(
  context: FaultContext,
  sockets: number,
  watchMs: number,
  behindNginx = false,
): Promise<CheckResult | null> {
  const settings = behindNginx ? { TRUST_PROXY: '1' } : {}
  const environment = await openEnvironment(context, { database: 'external', settings })
  const shopPort = environment.shops[0]?.port ?? 0
  const port = behindNginx ? await startNginx(context, shopPort) : shopPort
  if (port === null) {
    context.log('nginx is not installed: a slow client behind it was not tried')
    await environment.stop()
    return null
  }
  const origin = `http://127.0.0.1:${port}`
  const who = await environment.customer()
  const open = await createOrder(origin, who, 'boxy-tee')
  const paid = await environment.sandbox.pay(String(open.body.razorpayOrderId))
  const payment = { orderId: paid.razorpay_order_id, paymentId: paid.razorpay_payment_id }
  const event = environment.sandbox.event('payment.captured', payment, 'beside-unfinished-bodies')
  const calls = {
    healthz: () => call(origin, '/healthz'),
    readyz: () => call(origin, '/readyz'),
    'verify-payment': () => verify(origin, who, String(open.body.orderId), paid),
    webhook: () => call(origin, '/api/webhooks/razorpay', event),
  }
  const slowest = new Map<string, number>()
  const statuses: number[] = []
  const program = join(import.meta.dirname, 'support/unfinished-bodies.ts')
  const attacker = runNode(context, program, {}, [], [String(port), String(sockets)])
  await sleep(500)
  const end = performance.now() + watchMs
  while (performance.now() < end) {
    for (const [name, ask] of Object.entries(calls)) {
      const { status, ms } = await ask()
      statuses.push(status)
      slowest.set(name, Math.max(slowest.get(name) ?? 0, ms))
    }
    await sleep(100)
  }
  await attacker.stop()
  await environment.stop()
  const times = [...slowest].map(([name, most]) => `${name} ${ms(most)}`).join(', ')
  const measured = `${attacker.output().trim()} connections opened; others: ${formatCounts(statuses)}, slowest: ${times}`
  context.log(measured)
  return {
    promise: `one client’s unfinished bodies${behindNginx ? ', behind nginx,' : ''} delay no other client’s payment`,
    requirement: `${sockets} connections from one address whose bodies never end, opened again each second, for ${ms(watchMs)}: health, verify-payment and webhook all 200 in < 250 ms for others`,
    measured,
    ok: statuses.every((status) => status === 200) && [...slowest.values()].every((most) => most < 250),
  }
}

async function probe(origin: string, count: number): Promise<{ times: number[]; statuses: number[] }> {
  const times: number[] = []
  const statuses: number[] = []
  for (let index = 0; index < count; index++) {
    const response = await call(origin, `/api/user/filterProduct?limit=12&maxPrice=${100_000 + index}`)
    times.push(response.ms)
    statuses.push(response.status)
  }
  return { times, statuses }
}

export const fault: Fault = {
  about: 'hundreds of clients that send or read slowly',
  run: async (context) => {
    const results = [await slowClients(context, context.pick(80, 500), 22_500)]
    for (const behindNginx of [false, true]) {
      const [sockets, watchMs] = [context.pick(200, 1500), context.pick(3000, 20_000)]
      const result = await unfinishedBodies(context, sockets, watchMs, behindNginx)
      if (result) results.push(result)
    }
    return results
  },
}
