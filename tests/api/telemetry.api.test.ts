import { Writable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listen } from '#app/listen.server.ts'
import { createApi } from '#platform/api/client.ts'
import type { Listener } from '#platform/http/listener.server.ts'
import { createLog } from '#platform/log.server.ts'
import { startTelemetry, type Telemetry } from '#platform/telemetry/otlp.server.ts'
import type { ShopContract } from '#shop/contract.ts'
import { newShopper, openOrder, type Shopper, tee, verify } from '../support/checkout-fixture.ts'
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'
import { until } from '../support/until.ts'

let collector: Collector
let telemetry: Telemetry
let shop: TestShop
let listener: Listener
let origin: string
let asha: Shopper
const lines: string[] = []
const log = createLog('info', toLines(lines))

beforeAll(async () => {
  collector = await startCollector()
  telemetry = startTelemetry({
    telemetry: { endpoint: `${collector.url}/`, headers: { 'x-key': 'let-me-in' }, share: 1 },
    publicUrl: 'https://shop.test',
    log,
    delayMs: 20,
  })
  shop = await openTestShop({ log, tracer: telemetry.tracer, settings: { TRUST_PROXY: '1' } })
  listener = await listen(shop, shop.web, NO_PAGES)
  origin = originOf(listener)
  asha = await newShopper(shop)
})
afterAll(async () => {
  await listener.close(0)
  await shop.close()
  await telemetry.stop()
  await collector.close()
})

const NO_PAGES = { mode: 'production', staticFiles: null, middleware: undefined } as unknown as Parameters<
  typeof listen
>[2]

function toLines(into: string[]) {
  return new Writable({
    write(chunk, _, done) {
      into.push(String(chunk))
      done()
    },
  })
}

function originOf({ server }: Listener): string {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return `http://127.0.0.1:${address.port}`
}

/** The shopper's calls over HTTP. */
const overHttp = (headers: Record<string, string> = {}) =>
  createApi<ShopContract>({
    base: `${origin}/api`,
    token: () => asha.token,
    fetch: (url, init) =>
      fetch(url, { ...init, headers: { ...Object.fromEntries(new Headers(init.headers)), ...headers } }),
  })

const spansOf = (traceId: string) => collector.spans().filter((span) => span.traceId === traceId)
const findSpan = (name: string, fits: (span: CollectedSpan) => boolean = () => true) =>
  until(`the span ${name}`, 30_000, async () => collector.spans().find((span) => span.name === name && fits(span)))

test('a trace goes from the request to its statements, to the provider, and to the mail that it wrote', async () => {
  const who = { ...asha, api: overHttp() }
  const open = await openOrder(who, [tee])
  const created = await findSpan('POST /api/user/create-order')
  expect(created.attributes).toMatchObject({
    'http.request.method': 'POST',
    'http.route': '/api/user/create-order',
    'http.response.status_code': 201,
  })
  const steps = spansOf(created.traceId)
  expect(steps.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['select sessions', 'commit', 'provider POST orders']),
  )
  for (const step of steps)
    if (step.spanId !== created.spanId) expect(steps.map(({ spanId }) => spanId)).toContain(step.parentSpanId)

  expect((await verify(who, open, await shop.sandbox.pay(open.razorpayOrderId))).ok).toBe(true)
  await shop.mailTo(asha.email)
  const verified = await findSpan('POST /api/user/verify-payment')
  const mail = await findSpan('send mail', ({ traceId }) => traceId === verified.traceId)
  expect(mail.parentSpanId).toBeDefined()
  expect(mail.traceId).toBe(verified.traceId)
})

test('the log names the trace of a request', async () => {
  await overHttp()('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } })
  const { traceId } = await findSpan('GET /api/user/getCartProduct/:userId')
  const logged = await until('the line', 30_000, async () => lines.find((line) => line.includes(traceId)))
  expect(JSON.parse(logged)).toMatchObject({ msg: 'request', status: 200, trace: traceId })
})

test('the trace of a proxy is continued, unless it can’t be read', async () => {
  const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'
  const call = (traceparent: string) =>
    overHttp({ traceparent })('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } })
  await call(`00-${traceId}-00f067aa0ba902b7-01`)
  const span = await findSpan('GET /api/user/getCartProduct/:userId', (one) => one.traceId === traceId)
  expect(span.parentSpanId).toBe('00f067aa0ba902b7')
  // Not sampled there: nor here.
  await call('00-11111111111111111111111111111111-00f067aa0ba902b7-00')
  for (const broken of [
    '',
    'x',
    '00-0-0-01',
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
  ])
    expect((await call(broken)).ok).toBe(true)
  await overHttp()('GET /user/getUserAddresses/{userId}', { params: { userId: asha.id } })
  await findSpan('GET /api/user/getUserAddresses/:userId')
  expect(spansOf('11111111111111111111111111111111')).toEqual([])
  expect(spansOf(traceId).filter(({ name }) => name.startsWith('GET'))).toHaveLength(1)
})

test('a stranger’s trace is not continued without a proxy', async () => {
  const own = await openTestShop({ log, tracer: telemetry.tracer, beside: shop })
  const direct = await listen(own, own.web, NO_PAGES)
  const traceId = '5bf92f3577b34da6a3ce929d0e0e4736'
  await fetch(`${originOf(direct)}/api/user/delivery/400028`, {
    headers: { traceparent: `00-${traceId}-00f067aa0ba902b7-01` },
  })
  await findSpan('GET /api/user/delivery/:pin')
  expect(spansOf(traceId)).toEqual([])
  await direct.close(0)
  await own.close()
})

test('a job’s round is sent if it did something', async () => {
  const roundsBefore = collector.spans().filter(({ name }) => name === 'job mail').length
  await shop.jobs.tick()
  await shop.shop.mail.enqueue(shop.shop.db, { to: 'round@example.test', subject: 'A round', text: 'A round' })
  await shop.jobs.tick()
  await findSpan('send mail', (span) => span.traceId !== undefined)
  await until(
    'the round',
    30_000,
    async () => collector.spans().filter(({ name }) => name === 'job mail').length > roundsBefore,
  )
  expect(collector.spans().filter(({ name }) => name === 'job mail')).toHaveLength(roundsBefore + 1)
})

test('the metrics are sent too, as sums, gauges and histograms', async () => {
  await overHttp()('GET /user/getCartProduct/{userId}', { params: { userId: asha.id } })
  telemetry.pushMetrics(shop.metrics)
  const metric = (name: string) =>
    until(`the metric ${name}`, 30_000, async () => collector.metrics().find((one) => one.name === name))
  expect((await metric('shop_requests_total')).sum).toMatchObject({ isMonotonic: true })
  expect((await metric('shop_disk_free_bytes')).gauge?.dataPoints).toHaveLength(1)
  const point = (await metric('shop_request_seconds')).histogram?.dataPoints[0]
  expect(point?.explicitBounds).toEqual([0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5])
  expect(point?.bucketCounts.reduce((sum, count) => sum + count, 0)).toBe(point?.count)
  expect(collector.headers()).toMatchObject({ 'x-key': 'let-me-in' })
})

test.each<[string, Parameters<typeof startCollector>[0] | null]>([
  ['is not there', null],
  ['never responds', () => {}],
  ['refuses everything', (response) => void response.writeHead(500).end()],
  ['sends endless redirects', (response) => void response.writeHead(302, { location: '/v1/traces' }).end()],
])('a collector that %s delays no request and no stop', async (_, respond) => {
  const broken = await startCollector(respond ?? undefined)
  if (respond === null) await broken.close()
  const warned: string[] = []
  const own = startTelemetry({
    telemetry: { endpoint: broken.url, headers: {}, share: 1 },
    publicUrl: 'https://shop.test',
    log: createLog('warn', toLines(warned)),
    delayMs: 5,
  })
  const beside = await openTestShop({ tracer: own.tracer, beside: shop })
  const direct = await listen(beside, beside.web, NO_PAGES)
  own.pushMetrics(beside.metrics)
  const call = async () => (await fetch(`${originOf(direct)}/api/user/delivery/400028`)).status
  const statuses = await Promise.all(Array.from({ length: 60 }, call))
  expect(new Set(statuses)).toEqual(new Set([200]))
  await direct.close(0)
  await beside.close()
  // It would never end if it waited for the collector.
  await own.stop()
  expect(warned.length).toBeLessThanOrEqual(1)
  expect(warned.join()).not.toMatch(/127\.0\.0\.1|stack/)
  if (respond !== null) await broken.close()
})
