import { type AddressInfo, connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createListener, type Listener } from '#platform/http/listener.server.ts'
import { createMetrics } from '#platform/http/metrics.server.ts'
import { plainHeaders } from '#platform/http/security-headers.server.ts'
import { openTestShop, type TestShop } from '../support/shop.ts'

let shop: TestShop
let listener: Listener
let port: number

beforeAll(async () => {
  shop = await openTestShop()
  listener = listen(1500)
  port = await portOf(listener)
})
afterAll(async () => {
  listener.server.closeAllConnections()
  await listener.close()
  await shop.close()
})

function listen(
  maxUnderWay: number,
  fetch: TestShop['web']['fetch'] = shop.web.fetch,
  metrics = createMetrics({ answers: shop.cache }),
): Listener {
  const lookup = (address: string) => shop.cache.lookup(address)
  return createListener({ fetch, lookup, metrics, maxUnderWay, headers: plainHeaders(true) })
}

async function portOf({ server }: Listener): Promise<number> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  // Proof: it listens on a port, not on a pipe.
  return (server.address() as AddressInfo).port
}

interface Talk {
  text: string
  closed: boolean
}

/** Writes bytes as they are and reads until the other side closes, or for `patience` milliseconds. */
function talk(parts: string | AsyncIterable<string>, { at = port, patience = 1500 } = {}): Promise<Talk> {
  return new Promise((resolve) => {
    let text = ''
    const socket = connect(at, '127.0.0.1')
    const end = (closed: boolean) => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ text, closed })
    }
    const timer = setTimeout(() => end(false), patience)
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', () => end(true))
    socket.on('close', () => end(true))
    socket.on('connect', async () => {
      if (typeof parts === 'string') return socket.write(parts)
      for await (const part of parts) if (socket.writable) socket.write(part)
    })
  })
}

const LOGIN = 'POST /api/user/login HTTP/1.1\r\nHost: shop.test\r\nContent-Type: application/json\r\n'
const statusOf = ({ text }: Talk) => Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0)
const fine = async () => (await fetch(`http://127.0.0.1:${port}/api/stores`)).status

describe('requests that no client sends', () => {
  test.each<[string, string, number[]]>([
    ['5: a body of 1 GB announced', `${LOGIN}Content-Length: 1000000000\r\n\r\n`, [413]],
    ['41: an address of 16 KB', `GET /${'x'.repeat(16_400)} HTTP/1.1\r\nHost: shop.test\r\n\r\n`, [414, 431]],
    ['41: a header of 20 KB', `GET /healthz HTTP/1.1\r\nHost: shop.test\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, [431]],
    ['41: 2,000 headers', `GET /healthz HTTP/1.1\r\nHost: shop.test\r\n${'X: yyyyyyyy\r\n'.repeat(2000)}\r\n`, [431]],
    ['42: two lengths of two kinds', `${LOGIN}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n`, [400]],
    ['42: two lengths', `${LOGIN}Content-Length: 4\r\nContent-Length: 5\r\n\r\n{}{}{}`, [400]],
    ['42: a coding that is none', `${LOGIN}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`, [400, 501]],
    ['42: a length that is none', `${LOGIN}Content-Length: 4e0\r\n\r\n{}{}`, [400]],
    ['42: a space before the colon', `${LOGIN}Content-Length : 4\r\n\r\n{}{}`, [400]],
    ['42: a folded header', `${LOGIN}X: a\r\n b\r\nContent-Length : 2\r\n\r\n{}`, [400]],
    ['46: no Host', 'GET /healthz HTTP/1.1\r\n\r\n', [400]],
    ['46: a Host that is none', 'GET /healthz HTTP/1.1\r\nHost: a b/c?d\r\n\r\n', [400]],
    ['no HTTP', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', [400]],
    ['a version that is none', 'GET / HTTP/9.9\r\nHost: shop.test\r\n\r\n', [400, 505]],
  ])('%s', async (_, bytes, statuses) => {
    const heard = await talk(bytes)
    expect(statuses).toContain(statusOf(heard))
    expect(await fine()).toBe(200)
  })

  test.each(['TRACE', 'PROPFIND', 'OPTIONS', 'PUT', 'PATCH'])('43: %s on a path of POST is 405', async (method) => {
    const heard = await talk(`${method} /api/user/login HTTP/1.1\r\nHost: shop.test\r\nConnection: close\r\n\r\n`)
    expect(statusOf(heard)).toBe(405)
    expect(heard.text.toLowerCase()).toContain('allow: post')
    expect(heard.text).not.toMatch(/\r\n(server|x-powered-by):/i)
  })

  test('43: CONNECT opens nothing', async () => {
    const heard = await talk('CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n')
    expect(heard.closed).toBe(true)
    expect(heard.text).not.toContain(' 200 ')
  })

  test('an address with a foreign origin inside is answered as the shop’s own', async () => {
    const heard = await talk(
      'GET http://evil.example/healthz HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n',
    )
    expect([200, 400, 404]).toContain(statusOf(heard))
    expect(heard.text).not.toContain('evil')
  })

  test('6: an endless body is cut off', async () => {
    let sent = 0
    async function* endless() {
      yield `${LOGIN}Transfer-Encoding: chunked\r\n\r\n`
      const chunk = `4000\r\n${'x'.repeat(0x4000)}\r\n`
      for (; sent < 2000; sent++) {
        yield chunk
        await sleep(1)
      }
    }
    const heard = await talk(endless(), { patience: 8000 })
    expect(statusOf(heard)).toBe(413)
    expect(heard.closed).toBe(true)
    expect(sent).toBeLessThan(2000)
    expect(await fine()).toBe(200)
  }, 15_000)
})

describe('slow and many', () => {
  test('slow senders are given up, and meanwhile keep nobody waiting', async () => {
    const slow = listen(1500)
    const at = await portOf(slow)
    expect([slow.server.headersTimeout, slow.server.requestTimeout]).toEqual([10_000, 20_000])
    // The same clockwork at a fiftieth of the time.
    slow.server.headersTimeout = 200
    slow.server.requestTimeout = 400
    const ends = [
      ...Array.from({ length: 100 }, () =>
        talk('GET /api/stores HTTP/1.1\r\nHost: shop.test\r\nX-', { at, patience: 5000 }),
      ),
      ...Array.from({ length: 50 }, () => talk(`${LOGIN}Content-Length: 100\r\n\r\n{"em`, { at, patience: 5000 })),
    ]
    await sleep(50)
    expect((await fetch(`http://127.0.0.1:${at}/api/stores`)).status).toBe(200)
    const heard = await Promise.all(ends)
    expect(heard.filter(({ closed }) => closed)).toHaveLength(150)
    expect(new Set(heard.map(statusOf))).toEqual(new Set([408]))
    slow.server.closeAllConnections()
    await slow.close()
  }, 15_000)

  test('one request too many is sent away at once, and told when to come back', async () => {
    let letGo = () => {}
    const gate = new Promise<void>((open) => (letGo = open))
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>()
    const busy = listen(1, async () => {
      enter()
      await gate
      return new Response('late')
    })
    const origin = `http://127.0.0.1:${await portOf(busy)}`
    const first = fetch(`${origin}/api/user/banner`)
    await entered
    const second = await fetch(`${origin}/api/user/banner`)
    expect(second.status).toBe(503)
    expect(second.headers.get('retry-after')).toBe('2')
    expect(Object.fromEntries(second.headers)).toMatchObject({ ...plainHeaders(true), 'cache-control': 'no-store' })
    expect((await second.json()).message).toBe('The shop is busy. Please try again in a moment.')
    letGo()
    expect(await (await first).text()).toBe('late')
    busy.server.closeAllConnections()
    await busy.close()
  })

  test('who has waited too long is refused when the turn comes; each request counts once', async () => {
    const { promise: gate, resolve: letGo } = Promise.withResolvers<void>()
    const metrics = createMetrics({ answers: shop.cache })
    const make = async () => {
      await gate
      return new Response('late')
    }
    const busy = listen(1500, make, metrics)
    const origin = `http://127.0.0.1:${await portOf(busy)}`
    const asked = Array.from({ length: 200 }, async () => (await fetch(`${origin}/api/user/banner`)).status)
    await sleep(2500)
    letGo()
    const statuses = await Promise.all(asked)
    const refused = statuses.filter((status) => status === 503).length
    expect(refused).toBeGreaterThan(0)
    await vi.waitFor(async () => {
      const lines = (await metrics.text()).matchAll(/^shop_requests_total\{kind="(\w+)",status="(\d+)"\} (\d+)/gm)
      expect(Array.from(lines, ([, kind, status, count]) => [kind, status, Number(count)]).sort()).toEqual([
        ['api', '200', 200 - refused],
        ['refused', '503', refused],
      ])
    }, 20_000)
    busy.server.closeAllConnections()
    await busy.close()
  })
})
