import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createListener, type ListenerOptions } from '#platform/http/listener.server.ts'
import { createMetrics } from '#platform/http/metrics.server.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let origin: string
const servers: Server[] = []

beforeAll(async () => {
  shop = await openTestShop()
  origin = await listen()
})
afterAll(async () => {
  for (const server of servers) {
    server.close()
    server.closeAllConnections()
  }
  await shop.close()
})

async function listen(limits: ListenerOptions['limits'] = {}): Promise<string> {
  const { server } = createListener({
    fetch: shop.web.fetch,
    metrics: createMetrics(shop.cache),
    getCached: (address) => shop.cache.get(address),
    headers: {},
    uploadOf: ({ url = '' }) => (url.endsWith('/reviewPhoto') ? { pool: 'upload', maxBytes: 6 * 1024 * 1024 } : null),
    limits,
  })
  servers.push(server)
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Safe cast: it listens on a port, not on a pipe.
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const JSON_TYPE = { 'content-type': 'application/json' }
const LARGE = 'x'.repeat(3 * 1024 * 1024)

async function post(url: string, body: string, init: RequestInit = {}) {
  const response = await fetch(url, { method: 'POST', body, ...init })
  await response.text()
  return [response.status, response.headers.get('connection')]
}

test.each<[string, number, string, RequestInit?]>([
  ['a body over the limit', 413, '/api/user/addContactUs', { headers: JSON_TYPE }],
  ['an unsupported media type', 415, '/api/user/addContactUs'],
  ['no login', 401, '/api/user/addToCart', { headers: JSON_TYPE }],
  ['no such endpoint', 404, '/api/nothing'],
  ['another method', 405, '/api/user/login', { method: 'PUT' }],
  ['an event over the limit', 413, '/api/webhooks/razorpay'],
  ['a report over the limit', 204, '/csp-reports'],
])(
  'a response given before its request was read closes the connection, and the next request works: %s',
  async (...about) => {
    const [, status, path, init] = about
    for (let round = 0; round < 3; round++) {
      expect(await post(`${origin}${path}`, LARGE, init)).toEqual([status, 'close'])
      expect(await post(`${origin}/api/user/login`, '{}', { headers: JSON_TYPE })).toEqual([400, 'keep-alive'])
    }
  },
)

test('an upload that was read keeps the connection, a larger one closes it', async () => {
  const path = '/api/user/product/tin-tote/user/x/reviewPhoto'
  expect(await post(`${origin}${path}`, LARGE)).toEqual([401, 'keep-alive'])
  expect(await post(`${origin}${path}`, LARGE.repeat(3))).toEqual([401, 'close'])
  expect(await post(`${origin}/api/user/login`, '{}', { headers: JSON_TYPE })).toEqual([400, 'keep-alive'])
})

test('a client that has too many bodies under way gets 503, and its connection is closed', async () => {
  const full = await listen({ bodiesPerClient: 0 })
  const response = await fetch(`${full}/api/user/login`, { method: 'POST', body: '{}', headers: JSON_TYPE })
  expect([response.status, response.headers.get('connection')]).toEqual([503, 'close'])
  expect(await response.json()).toMatchObject({ status: 503, code: 'shop_busy' })
})

test('a client that reads only after it has sent everything gets the response, not a reset connection', async () => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  const errors: Error[] = []
  socket.on('error', (error) => errors.push(error))
  const closed = new Promise((done) => socket.on('close', done))
  socket.pause()
  const head = 'POST /api/user/addContactUs HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n'
  socket.write(`${head}Content-Length: ${LARGE.length}\r\n\r\n`)
  for (let at = 0; at < LARGE.length; at += 256 * 1024) {
    await new Promise((sent) => socket.write(LARGE.slice(at, at + 256 * 1024), sent))
  }
  let text = ''
  socket.on('data', (bytes) => (text += bytes.toString())).resume()
  await closed
  expect(text).toMatch(/^HTTP\/1\.1 413 /)
  expect(errors).toEqual([])
})
