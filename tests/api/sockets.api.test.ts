import type { IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type ListenerOptions, QUEUES } from '#platform/http/listener.server.ts'
import { createMetrics } from '#platform/http/metrics.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import { keysOf } from '../support/checkout-fixture.ts'
import { exchange as exchangeBytes, listenersOf, statusOf } from '../support/listener.ts'
import { signEvent } from '../support/sandbox-control.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
/** The port of the listener that most tests use. */
let port: number
let listeners: ReturnType<typeof listenersOf>
const listen: typeof listeners.listen = (setup) => listeners.listen(setup)

beforeAll(async () => {
  shop = await openTestShop()
  listeners = listenersOf(shop)
  port = (await listen()).port
})
afterAll(async () => {
  listeners.close()
  await shop.close()
})

/** Like `exchangeBytes`, by default with the listener that most tests use. */
const exchange = (chunks: string | AsyncIterable<string>, options: Partial<Parameters<typeof exchangeBytes>[1]> = {}) =>
  exchangeBytes(chunks, { at: port, ...options })

/** A queue for one request at a time and one that waits. */
const NARROW = { running: 1, runningPerClient: 1, waiting: 1, waitingPerClient: 1 }
const byHeader = ({ headers }: IncomingMessage) => String(headers['x-client'])

const LOGIN = 'POST /api/user/login HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n'
const getStores = async () => (await fetch(`http://127.0.0.1:${port}/api/stores`)).status

describe('malformed requests', () => {
  test.each<[string, string, number[]]>([
    ['a declared body of 1 GB', `${LOGIN}Content-Length: 1000000000\r\n\r\n`, [413]],
    ['a path of 16 KB', `GET /${'x'.repeat(16_400)} HTTP/1.1\r\nHost: shop.test\r\n\r\n`, [414, 431]],
    ['a header of 20 KB', `GET /healthz HTTP/1.1\r\nHost: shop.test\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, [431]],
    ['2,000 headers', `GET /healthz HTTP/1.1\r\nHost: shop.test\r\n${'X: yyyyyyyy\r\n'.repeat(2000)}\r\n`, [431]],
    ['a length of a chunked body', `${LOGIN}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`, [400]],
    ['two lengths', `${LOGIN}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}{}`, [400]],
    ['an unknown transfer coding', `${LOGIN}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, [400, 501]],
    ['a length that is no number', `${LOGIN}Content-Length: 4e0\r\n\r\n{}{}`, [400]],
    ['a space before the colon', `${LOGIN}Content-Length : 4\r\n\r\n{}{}`, [400]],
    ['a folded header', `${LOGIN}X: a\r\n b\r\nContent-Length : 2\r\n\r\n{}`, [400]],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
    ['an invalid Host', 'GET /healthz HTTP/1.1\r\nHost: a b/c?d\r\nConnection: close\r\n\r\n', [400]],
    ['a TLS handshake', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    ['an unknown version', 'GET / HTTP/9.9\r\nHost: shop.test\r\n\r\n', [400, 505]],
  ])('%s', async (_, bytes, statuses) => {
    const response = await exchange(bytes)
    expect(statuses).toContain(statusOf(response))
    expect(await getStores()).toBe(200)
  })

  test.each(['TRACE', 'PROPFIND', 'OPTIONS', 'PUT', 'PATCH'])('%s on a path of POST is 405', async (method) => {
    const response = await exchange(
      `${method} /api/user/login HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`,
    )
    expect(statusOf(response)).toBe(405)
    expect(response.text.toLowerCase()).toContain('allow: post')
    expect(response.text).not.toMatch(/\r\n(server|x-powered-by):/i)
  })

  test('CONNECT opens nothing', async () => {
    const response = await exchange('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    expect(response.closed).toBe(true)
    expect(response.text).not.toContain(' 200 ')
  })

  test('an absolute URL of another origin gets the shop’s own response', async () => {
    const response = await exchange(
      'GET http://evil.example/healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    )
    expect([200, 400, 404]).toContain(statusOf(response))
    expect(response.text).not.toContain('evil')
  })

  test('an endless body is cut off', async () => {
    let sent = 0
    async function* endless() {
      yield `${LOGIN}Transfer-Encoding: chunked\r\n\r\n`
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
      for (; sent < 2000; sent++) {
        yield chunk
        // The shop, in this process, reads meanwhile.
        await nextTurn()
      }
    }
    const response = await exchange(endless())
    expect(statusOf(response)).toBe(413)
    expect(response.closed).toBe(true)
    expect(sent).toBeLessThan(2000)
    expect(await getStores()).toBe(200)
  })
})

describe('slow senders and many requests', () => {
  test('slow senders are disconnected, and meanwhile delay no other client', async () => {
    // The test does not wait as long as the shop does.
    const { server, port: at, origin } = await listen({ limits: { bodyMs: 400 } })
    expect([server.headersTimeout, server.requestTimeout]).toEqual([5_000, 120_000])
    server.headersTimeout = 200
    const heads = Array(100).fill('GET /api/stores HTTP/1.1\r\nHost: shop.test\r\nX-')
    const bodies = Array(50).fill(`${LOGIN}Content-Length: 100\r\n\r\n{"em`)
    const unfinished = [...heads, ...bodies].map((text) => exchange(text, { at }))
    const connections = promisify(server.getConnections.bind(server))
    await expect.poll(() => connections(), { interval: 1 }).toBeGreaterThan(0)
    expect((await fetch(`${origin}/api/stores`)).status).toBe(200)
    const responses = await Promise.all(unfinished)
    expect(responses.filter(({ closed }) => closed)).toHaveLength(150)
    expect(new Set(responses.map(statusOf))).toEqual(new Set([408]))
  })

  test('a client with hundreds of unfinished bodies does not block health checks, payments and pages of others', async () => {
    const { port: at, origin } = await listen({
      clientOf: byHeader,
      limits: { queues: { ...QUEUES, ordinary: NARROW, priority: NARROW } },
    })
    const sockets = Array.from({ length: 600 }, (_, index) => {
      const socket = connect(at, '127.0.0.1').on('error', () => {})
      const path = index % 2 ? 'login' : 'verify-payment'
      const head = `POST /api/user/${path} HTTP/1.1\r\nHost: shop.test\r\nX-Client: attacker\r\n`
      socket.write(`${head}Content-Type: application/json\r\nContent-Length: 40\r\n\r\n{`)
      return socket
    })
    const get = async (path: string) => (await fetch(`${origin}${path}`)).status
    const post = async (client: string) => {
      const headers = { 'content-type': 'application/json', 'x-client': client }
      return (await fetch(`${origin}/api/user/verify-payment`, { method: 'POST', body: '{}', headers })).status
    }
    await expect.poll(() => post('attacker')).toBe(503)
    expect([await get('/healthz'), await get('/readyz'), await get('/api/stores')]).toEqual([200, 200, 200])
    expect(await post('customer')).toBe(401)
    for (const socket of sockets) socket.destroy()
    await expect.poll(() => post('attacker')).toBe(401)
  })

  test('the connections of one client are limited', async () => {
    const { port: at, origin } = await listen({ limits: { connectionsPerClient: 3 } })
    const open = Array.from({ length: 3 }, () => connect(at, '127.0.0.1'))
    await Promise.all(open.map((socket) => new Promise((done) => socket.once('connect', done))))
    expect(await exchange('GET /healthz HTTP/1.1\r\nHost: shop.test\r\n\r\n', { at })).toEqual({
      text: '',
      closed: true,
    })
    open[0]?.destroy()
    await expect.poll(async () => (await fetch(`${origin}/healthz`)).status).toBe(200)
    for (const socket of open) socket.destroy()
  })

  test('beyond a full queue a request gets 503 with Retry-After at once; payments and health checks do not', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const hold = async (request: Request) => {
      if (!/healthz|verify-payment/.test(request.url)) await gate
      return new Response('late')
    }
    const { origin } = await listen({ fetch: hold, limits: { queues: { ...QUEUES, ordinary: NARROW } } })
    const slow = [fetch(`${origin}/api/user/banner`), fetch(`${origin}/api/user/banner`)]
    const overflow = () => fetch(`${origin}/api/user/banner`, { signal: AbortSignal.timeout(1000) })
    await expect.poll(async () => (await overflow()).status).toBe(503)
    const rejected = await overflow()
    expect(rejected.headers.get('retry-after')).toBe('2')
    expect(Object.fromEntries(rejected.headers)).toMatchObject({ ...plainHeaders(true), 'cache-control': 'no-store' })
    expect((await rejected.json()).message).toBe('The shop is busy. Please try again in a moment.')
    const payment = await fetch(`${origin}/api/user/verify-payment`, { method: 'POST', body: '{}' })
    expect([payment.status, (await fetch(`${origin}/healthz`)).status]).toEqual([200, 200])
    open()
    for (const response of slow) expect(await (await response).text()).toBe('late')
  })

  test('requests that waited too long in a long queue get 503 and are counted once; the last 64 are served', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    const metrics = createMetrics(shop.cache)
    const hold = async () => {
      await gate
      return new Response('late')
    }
    const { server, origin } = await listen({ fetch: hold, metrics, clientOf: byHeader })
    const requests = Array.from({ length: 200 }, async (_, index) => {
      const headers = { 'x-client': String(index) }
      return (await fetch(`${origin}/api/user/banner`, { headers })).status
    })
    const connections = promisify(server.getConnections.bind(server))
    await expect.poll(() => connections()).toBe(200)
    // More than the 1.5 s after which a queued request is rejected.
    const now = performance.now.bind(performance)
    vi.spyOn(performance, 'now').mockImplementation(() => now() + 1800)
    open()
    const statuses = await Promise.all(requests)
    const rejected = statuses.filter((status) => status === 503).length
    expect(rejected).toBeGreaterThan(0)
    expect(200 - rejected).toBeGreaterThanOrEqual(64)
    const counts = async () => {
      const lines = (await metrics.text()).matchAll(/^shop_requests_total\{kind="(\w+)",status="(\d+)"\} (\d+)/gm)
      return Array.from(lines, ([, kind, status, count]) => [kind, status, Number(count)]).sort()
    }
    await expect.poll(counts).toEqual([
      ['api', '200', 200 - rejected],
      ['rejected', '503', rejected],
    ])
  })
})

describe('many requests of one client', () => {
  /** Requests of the client `busy` wait until the gate opens. The shop serves the others. */
  async function listenWithGate(setup: Partial<ListenerOptions> = {}) {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>()
    let held = 0
    const { origin } = await listen({
      clientOf: byHeader,
      async fetch(request) {
        if (request.headers.get('x-client') !== 'busy') return shop.web.fetch(request)
        held++
        await gate
        return new Response('late')
      },
      ...setup,
    })
    const send = (path: string, client: string, init: RequestInit = {}) =>
      fetch(`${origin}${path}`, { ...init, headers: { ...init.headers, 'x-client': client } })
    return { send, open, held: () => held }
  }

  test('wait behind each other, and nobody else’s behind them', async () => {
    const { send, open, held } = await listenWithGate()
    const customer = await shop.signIn()
    const flood = Array.from({ length: 150 }, async (_, index) => (await send(`/offline?x=${index}`, 'busy')).status)
    await expect.poll(held).toBe(QUEUES.ordinary.runningPerClient)
    const { webhookSecret } = await keysOf(shop)
    const event = signEvent(webhookSecret, { event: 'payment.captured', payload: {} }, 'evt_of_a_busy_shop')
    const json = { 'content-type': 'application/json' }
    const others = await Promise.all([
      send('/api/user/login', 'shopper', { method: 'POST', body: '{"email":"asha@example.test"}', headers: json }),
      send(`/api/user/getCartProduct/${customer.id}`, 'shopper', {
        headers: { authorization: `Bearer ${customer.token}` },
      }),
      send('/readyz', 'shopper'),
      send('/api/webhooks/razorpay', 'provider', { method: 'POST', ...event }),
      send('/offline', 'shopper'),
      send('/api/user/filterProduct', 'another'),
    ])
    expect(others.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(held()).toBeLessThan(QUEUES.ordinary.running)
    open()
    const statuses = await Promise.all(flood)
    const served = statuses.filter((status) => status === 200)
    expect(served.length).toBeGreaterThanOrEqual(QUEUES.ordinary.runningPerClient + QUEUES.ordinary.waitingPerClient)
    expect(statuses.filter((status) => status === 503)).toHaveLength(150 - served.length)
  })

  test.each(['priority', 'picture', 'document', 'upload'] as const)('in the queue %s likewise', async (name) => {
    const { send, open, held } = await listenWithGate({ queueOf: () => name })
    const { running, runningPerClient } = QUEUES[name]
    const flood = Array.from({ length: running + 4 }, async () => (await send('/healthz', 'busy')).text())
    await expect.poll(held).toBeGreaterThanOrEqual(runningPerClient)
    expect((await send('/healthz', 'shopper')).status).toBe(200)
    open()
    await Promise.all(flood)
  })
})
