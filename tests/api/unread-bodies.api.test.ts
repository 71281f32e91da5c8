import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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
    uploadBytes: ({ url = '' }) => (url.endsWith('/reviewPhoto') ? 6 * 1024 * 1024 : null),
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
  expect(await post(`${full}/api/user/login`, '{}', { headers: JSON_TYPE })).toEqual([503, 'close'])
})
