import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createResponseCache } from './response-cache.server.ts'
import { createSharedCache, type SharedCache } from './shared-cache.server.ts'

interface Purge {
  tags: string[]
  xkey: string | undefined
  authorization: string | undefined
}

/** What stands before the shop, and the purges that it was sent. */
let server: Server
let purges: Purge[]
let status: number
let shared: SharedCache
const log = { warn: vi.fn(), info: vi.fn() }

beforeEach(async () => {
  purges = []
  status = 200
  server = createServer(async (request, response) => {
    let text = ''
    for await (const chunk of request) text += String(chunk)
    const { 'xkey-purge': xkey, authorization } = request.headers
    if (status === 200) purges.push({ ...JSON.parse(text), xkey, authorization })
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // Safe cast: it listens on a port.
  const { port } = server.address() as AddressInfo
  shared = createSharedCache({ url: `http://127.0.0.1:${port}/.purge`, token: 'purge-please', log })
})
afterEach(async () => {
  await shared.stop()
  server.closeAllConnections()
  server.close()
})

test('purges tags at once, and again for what was on its way', async () => {
  shared.purge(['product:tee', 'card:tee'])
  await expect.poll(() => purges.length, { timeout: 10_000 }).toBe(2)
  const purge = {
    tags: ['product:tee', 'card:tee'],
    xkey: 'product:tee card:tee',
    authorization: 'Bearer purge-please',
  }
  expect(purges).toEqual([purge, purge])
  expect(shared.oldestMs()).toBe(0)
})

test('sends a purge again until it is accepted', async () => {
  status = 503
  shared.purge(['home'])
  await expect.poll(() => log.warn.mock.calls.length, { timeout: 10_000 }).toBe(1)
  expect(shared.oldestMs()).toBeGreaterThan(0)
  status = 200
  await expect.poll(() => purges[0]?.tags, { timeout: 10_000 }).toEqual(['home'])
})

test('sends many tags in requests of at most 100, and everything in place of more than 1,000', async () => {
  shared.purge(Array.from({ length: 250 }, (_, index) => `product:${index}`))
  await expect
    .poll(() => purges.slice(0, 3).map(({ tags }) => tags.length), { timeout: 10_000 })
    .toEqual([100, 100, 50])
  shared.purge(Array.from({ length: 1001 }, (_, index) => `card:${index}`))
  await expect.poll(() => purges.some(({ xkey }) => xkey === 'all'), { timeout: 10_000 }).toBe(true)
  expect(purges.some(({ tags }) => tags.includes('card:0'))).toBe(false)
})

const rendered = (tags: readonly string[], more: object = {}) => ({
  status: 200,
  headers: {},
  body: 'x',
  tags,
  ...more,
})

test('only what is kept here may be kept there: no error, nothing temporary, and nothing while the shop learns of no change', async () => {
  const cache = createResponseCache({ maxBytes: 1_000_000, shared })
  const headersOf = async (key: string, more: object = {}) =>
    (await cache.getOrRender(key, async () => rendered(['product:tee'], more))).headers.join(' ')
  const kept = await headersOf('/tee')
  expect(kept).toContain('cdn-cache-control public, max-age=60')
  expect(kept).toContain('cache-tag all,product:tee')
  expect(kept).toContain('xkey all product:tee')
  expect(await headersOf('/gone', { status: 404 })).not.toContain('cdn')
  expect(await headersOf('/busy', { isCacheable: false })).not.toContain('cdn')
  expect(await headersOf('/tee?viewProduct=true')).not.toContain('cdn')
  cache.suspend()
  expect(await headersOf('/tee')).not.toContain('cdn')
  await expect.poll(() => purges.some(({ xkey }) => xkey === 'all'), { timeout: 10_000 }).toBe(true)
})

test('a response with more tags than a header line has room for is not kept', () => {
  expect(
    shared.headersOf(
      '/',
      Array.from({ length: 500 }, (_, index) => `product:long-name-${index}`),
    ),
  ).toEqual({})
})
