import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { type RunningShop, startShop } from '../support/running-shop.ts'
import { SPEC_ROUTES } from '../support/spec-routes.ts'
import { databaseUrl } from '../support/test-server.ts'
import { observe, readPolicy, scoreOf } from './observatory.ts'

const TILES = 'https://tiles.example.org'
const PRODUCT = '/product-details/four-bars-boxy-tee'
/** The pages of SPEC section 2, and a path that leads to none. */
const PAGES = [...SPEC_ROUTES.map((route) => (route.includes('{') ? PRODUCT : route)), '/no-such-page']

/** The built shop at an http URL with the sandbox, and one as in production: an https URL, the real provider, map tiles. */
let plain: RunningShop
let live: RunningShop
let databases: TestDatabase[]

beforeAll(async () => {
  databases = await Promise.all([testDatabase(), testDatabase()])
  const [first = '', second = ''] = databases.map(({ connection }) => databaseUrl(connection))
  ;[plain, live] = await Promise.all([
    startShop({ settings: { DATABASE_URL: first } }),
    startShop({
      settings: {
        DATABASE_URL: second,
        PUBLIC_URL: 'https://shop.example',
        RAZORPAY_KEY_ID: 'rzp_test_0000000000',
        RAZORPAY_KEY_SECRET: 'not-a-secret',
        RAZORPAY_WEBHOOK_SECRET: 'not-a-secret',
        MAP_TILE_URL: `${TILES}/{z}/{x}/{y}.png?key={key}`,
        MAP_ATTRIBUTION: 'Somebody',
        MAP_KEY: 'k',
      },
    }),
  ])
}, 180_000)
afterAll(async () => {
  await Promise.all([plain.stop(), live.stop()])
  for (const database of databases) await database.drop()
})

const policyOf = (response: Response) => readPolicy(response.headers.get('content-security-policy'))
/** Every origin that the policy allows beside the shop's own. */
const hostsOf = (response: Response) =>
  [...policyOf(response)]
    .filter(([name]) => name.endsWith('-src'))
    .flatMap(([, sources]) => sources.filter((source) => /:\/\//.test(source)))
    .sort()

function expectCommon(response: Response, about: string): void {
  const { headers } = response
  expect(headers.get('x-content-type-options'), about).toBe('nosniff')
  expect(headers.get('referrer-policy'), about).toBe('strict-origin-when-cross-origin')
  expect(headers.get('cross-origin-resource-policy'), about).toBe('same-origin')
  expect(policyOf(response).get('frame-ancestors'), about).toEqual(["'none'"])
  expect(policyOf(response).get('base-uri'), about).toEqual(["'none'"])
  for (const name of headers.keys())
    expect(name, about).not.toMatch(/^(set-cookie|server|x-powered-by|access-control-.*)$/)
  const type = headers.get('content-type') ?? ''
  if (/^text\/|xml/.test(type)) expect(type.toLowerCase(), about).toContain('charset=utf-8')
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

describe('pages', () => {
  test('a value that no product has becomes no title and no page of search engines', async () => {
    const facts = async (query: string) => {
      const html = await (await fetch(`${plain.origin}/categories?${query}`)).text()
      const find = (pattern: RegExp) => pattern.exec(html)?.[1]
      return [
        find(/<title>([^<|]+) \|/),
        find(/rel="canonical" href="[^"]*?(\/categories[^"]*)"/),
        /noindex/.test(html),
      ]
    }
    expect(await facts('subcategory=Moved%20to%20evil.example')).toEqual(['All Items', '/categories', true])
    expect(await facts('colors=Cheap%20pills')).toEqual(['All Items', '/categories', true])
    expect(await facts('categories=Man&utm_source=ad')).toEqual([
      'Everything for men',
      '/categories?categories=Man',
      false,
    ])
  })

  test('parameters that don’t change a page get the same bytes', async () => {
    const get = async (path: string) => (await fetch(plain.origin + path)).text()
    const [home, listing] = [await get('/'), await get('/categories?categories=Man')]
    for (let round = 0; round < 2; round++) {
      expect(await get(`/?utm_source=ad&x=${round}`)).toBe(home)
      expect(await get(`/categories?gclid=${round}&categories=Man`)).toBe(listing)
    }
  })

  test.each(PAGES)(
    '%s has a strict policy with the hashes of its scripts and its style sheet',
    { tags: 'C6.7' },
    async (path) => {
      const response = await fetch(plain.origin + path)
      const html = await response.text()
      expect(response.status).toBe(path === '/no-such-page' ? 404 : 200)
      expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
      expectCommon(response, path)
      const policy = policyOf(response)
      expect(response.headers.get('content-security-policy')).not.toMatch(/unsafe-|strict-dynamic|blob:| \*/)
      expect(policy.get('default-src')).toEqual(["'none'"])
      expect(policy.get('object-src')).toEqual(["'none'"])
      expect(policy.get('form-action')).toEqual(["'self'"])
      const sheets = [...html.matchAll(/<style\b[^>]*>([\s\S]*?)<\/style>/gi)].map(([, source = '']) => hashOf(source))
      expect(policy.get('style-src')).toEqual(["'self'", ...sheets])
      expect(sheets).toHaveLength(1)
      const inline = [...html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)].filter(
        ([, attributes = '']) => !/\bsrc=|type="application\/(ld\+)?json"/.test(attributes),
      )
      const hashes = inline.map(([, , source = '']) => hashOf(source))
      const allowed = policy.get('script-src')?.filter((source) => source.startsWith("'sha256-")) ?? []
      expect(allowed.sort()).toEqual([...new Set(hashes)].sort())
      expect(html).not.toMatch(/<[a-z][^>]* style="/i)
      expect(html).not.toMatch(/<[a-z][^>]* on[a-z]+="/i)
      expect(html).not.toMatch(/(?:src|action)="(?:https?:)?\/\//)
      expect(response.headers.get('permissions-policy')).toContain('camera=()')
    },
  )

  test('other hosts are allowed where they are needed and nowhere else', { tags: ['C2.7', 'C6.8'] }, async () => {
    for (const path of PAGES) {
      const response = await fetch(live.origin + path)
      const hosts = hostsOf(response)
      const checkout = path === '/cart-checkout-form'
      expect(response.headers.get('cross-origin-opener-policy'), path).toBe(
        checkout ? 'same-origin-allow-popups' : 'same-origin',
      )
      if (path === '/nearby-store') expect(hosts).toEqual([TILES])
      else if (!checkout) expect(hosts, path).toEqual([])
      else {
        expect(policyOf(response).get('script-src')).toContain('https://checkout.razorpay.com')
        expect(policyOf(response).get('frame-src')).toEqual(['https://api.razorpay.com'])
        expect(hosts.every((host) => /^https:\/\/[a-z-]+\.razorpay\.com$/.test(host))).toBe(true)
      }
    }
    const sandbox = hostsOf(await fetch(`${plain.origin}/cart-checkout-form`))
    const own = new URL(plain.origin)
    expect(new Set(sandbox)).toEqual(new Set([`http://localhost:${Number(own.port) + 1}`]))
  })

  test('HSTS and upgraded requests only where the shop is at an https URL', { tags: 'C6.7' }, async () => {
    for (const path of ['/', '/api/stores', '/favicon.svg', '/healthz', '/robots.txt']) {
      const [here, there] = await Promise.all([fetch(plain.origin + path), fetch(live.origin + path)])
      expect(here.headers.get('strict-transport-security'), path).toBeNull()
      expect(there.headers.get('strict-transport-security'), path).toMatch(/max-age=63072000; includeSubDomains/)
      expect(policyOf(here).has('upgrade-insecure-requests'), path).toBe(false)
    }
    expect(policyOf(await fetch(live.origin)).has('upgrade-insecure-requests')).toBe(true)
  })

  test('the scoring of Mozilla’s Observatory gives them an A+', async () => {
    for (const path of PAGES) {
      const response = await fetch(live.origin + path)
      const points = observe({ https: true, headers: response.headers, html: await response.text() })
      expect(points['content-security-policy'], path).toBe(10)
      expect(scoreOf(points), path).toBe(140)
    }
  })

  test('text of a URL or a shopper cannot end a script', async () => {
    const evil = '</script><script>alert(1)</script>'
    const pages = [`/categories?q=${encodeURIComponent(evil)}`, `/categories?colors=${encodeURIComponent(evil)}`]
    for (const path of pages) expect(await (await fetch(plain.origin + path)).text()).not.toContain(evil)
    const email = 'asha@example.test'
    const post = async (path: string, body: object, token = '') =>
      fetch(`${plain.origin}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify(body),
      })
    await post('/user/register', { email, name: evil })
    const code = /^\d{6}$/m.exec((await plain.mail.waitFor(email)).text)?.[0]
    const { token, data } = await (await post('/user/verifyOtp', { email, otp: Number(code) })).json()
    const review = { productId: 'four-bars-boxy-tee', userId: data.id, stars: 5, comment: `${evil}<img onerror=x>` }
    expect((await post('/user/productReview', review, token)).status).toBe(201)
    const html = await (await fetch(plain.origin + PRODUCT)).text()
    expect(html).toContain('alert(1)')
    expect(html).not.toContain(evil)
    expect(html).not.toContain('<img onerror')
  })

  test('a page has one address, to which its other spellings lead', async () => {
    const spellings = ['/About-Us', '/about-us/', '/about%2Dus', '/CATEGORIES/?colors=Black', PRODUCT.toUpperCase()]
    for (const path of spellings) {
      const [plainPath = '', query] = path.replace('%2D', '-').split('?')
      const target = plainPath.toLowerCase().replace(/\/$/, '') + (query === undefined ? '' : `?${query}`)
      // Twice, since the first response may be kept.
      for (let time = 0; time < 2; time++) {
        const response = await fetch(plain.origin + path, { redirect: 'manual' })
        expect([path, response.status, response.headers.get('location')]).toEqual([path, 301, target])
      }
    }
    expect((await fetch(`${plain.origin}/No-Such-Page/`, { redirect: 'manual' })).status).toBe(404)
  })

  test('unknown paths are 404, invalid ones 400 or 404, other methods 405', { tags: 'C3.9' }, async () => {
    const invalid =
      '/%00 /%ff /%c0%af /..%2f..%2fetc%2fpasswd /assets/..%2f..%2fserver.ts /....//etc/passwd // //x //:80 //[ /categories//'.split(
        ' ',
      )
    const unknown = '/media/..%2f..%2fpackage.json /package.json /.env /.git/config //etc/passwd'.split(' ')
    for (const path of [...invalid, ...unknown]) {
      const text = await rawGet(plain, path)
      expect(`${path} ${text.slice(0, 12)}`).toMatch(unknown.includes(path) ? / HTTP\/1\.1 404/ : / HTTP\/1\.1 40[04]/)
      expect(text).not.toMatch(/root:[^:]*:0:0|"dependencies"|RAZORPAY|node_modules/)
    }
    for (const path of ['/', PRODUCT, '/favicon.svg'])
      for (const method of ['POST', 'PUT', 'DELETE']) {
        const response = await fetch(plain.origin + path, { method })
        expect(`${method} ${path} ${response.status}`).toBe(`${method} ${path} 405`)
        expect(response.headers.get('allow')).toContain('GET')
        expectCommon(response, path)
      }
  })
})

/** Requests a path as it is written, which fetch would normalise. */
function rawGet({ origin }: RunningShop, path: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const socket = connect(Number(new URL(origin).port), 'localhost')
    socket.on('data', (bytes) => (text += bytes.toString('latin1')))
    socket.on('error', reject)
    socket.on('close', () => resolve(text))
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
  })
}

describe('everything else', () => {
  test('API responses carry their headers: private ones and errors are not stored, public ones are revalidated', async () => {
    const json = { 'content-type': 'application/json' }
    const calls: [string, RequestInit, number, string][] = [
      ['/api/user/getCartProduct/x', { headers: { authorization: 'Bearer x' } }, 401, 'no-store'],
      ['/api/user/login', { method: 'POST', body: '{', headers: json }, 400, 'no-store'],
      ['/api/user/login', { method: 'POST', body: '{}' }, 415, 'no-store'],
      ['/api/user/login', {}, 405, 'no-store'],
      ['/api/nothing', {}, 404, 'no-store'],
      ['/api/product/getProductDetail/nothing', {}, 404, 'no-store'],
      ['/api/webhooks/razorpay', { method: 'POST', body: '{}' }, 400, 'no-store'],
      ['/api/stores', {}, 200, 'public, max-age=0, must-revalidate'],
      ['/api/user/filterProduct', {}, 200, 'public, max-age=0, must-revalidate'],
      ['/metrics', {}, 200, 'no-store'],
      ['/metrics', { headers: { 'x-forwarded-for': '203.0.113.9' } }, 403, 'no-store'],
    ]
    for (const [path, init, status, cacheControl] of calls) {
      // Twice: a cached response takes another path through the code.
      await fetch(plain.origin + path, init)
      const response = await fetch(plain.origin + path, init)
      expect(`${path} ${response.status}`).toBe(`${path} ${status}`)
      expect(response.headers.get('cache-control'), path).toBe(cacheControl)
      expectCommon(response, path)
      if (status === 401) expect(response.headers.get('www-authenticate')).toBe('Bearer')
    }
  })

  test('files, texts and health carry the common headers too', async () => {
    const html = await (await fetch(plain.origin)).text()
    const asset = /\/assets\/[^"]+\.js/.exec(html)?.[0] ?? ''
    const files = ['/favicon.svg', '/robots.txt', '/sitemap.xml', '/manifest.webmanifest', asset]
    for (const path of [
      ...files,
      '/healthz',
      '/readyz',
      '/api/docs',
      '/api/openapi.json',
      '/api/docs/swagger-ui.css',
    ]) {
      const response = await fetch(plain.origin + path)
      expect(`${path} ${response.status}`).toBe(`${path} 200`)
      expectCommon(response, path)
    }
    expect((await fetch(plain.origin + asset)).headers.get('cache-control')).toContain('immutable')
  })

  test('a policy violation can be reported by any client and in any size, with an empty response', async () => {
    const logged = () => plain.output().split('a page violated its content security policy').length - 1
    const before = logged()
    for (const body of ['{"csp-report":{}}', '', 'x'.repeat(100_000)]) {
      const response = await fetch(`${plain.origin}/csp-reports`, { method: 'POST', body })
      expect(response.status).toBe(204)
      expectCommon(response, '/csp-reports')
    }
    // The log arrives after the response. It has neither the empty report nor the one that is too large.
    await expect.poll(logged).toBe(before + 1)
    await Promise.all(
      Array.from({ length: 200 }, () => fetch(`${plain.origin}/csp-reports`, { method: 'POST', body: 'flood' })),
    )
    await expect.poll(logged).toBeGreaterThanOrEqual(before + 30)
    // 30 a minute are logged, and a minute may end meanwhile.
    expect(logged() - before).toBeLessThanOrEqual(60)
  })

  test('where mail goes to a real server there is no development mailbox', { tags: 'C2.5' }, async () => {
    expect((await fetch(`${plain.origin}/dev/mailbox`)).status).toBe(404)
  })
})
