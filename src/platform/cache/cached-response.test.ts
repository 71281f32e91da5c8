import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { chooseEncoding, createCachedResponse, getVariant, matchesEtag, toResponse } from './cached-response.server.ts'

const page = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
  body: '<p>A tee with room for one more.</p>'.repeat(100),
  tags: [],
}
const request = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://shop.test/', { headers, method })

describe('createCachedResponse', () => {
  test('compresses nothing until a client accepts it', () => {
    const { variants } = createCachedResponse(page)
    expect(Object.keys(variants)).toEqual(['identity'])
    expect(variants.identity.body.toString()).toBe(page.body)
  })

  test('gives another body or other headers another ETag', () => {
    const etag = (changes: object) => createCachedResponse({ ...page, ...changes }).variants.identity.etag
    const first = etag({})
    expect(etag({})).toBe(first)
    expect(etag({ body: `${page.body} ` })).not.toBe(first)
    expect(etag({ headers: { ...page.headers, 'content-security-policy': "default-src 'self'" } })).not.toBe(first)
  })

  test('sends small texts and binary files as they are', () => {
    for (const body of ['short', Buffer.alloc(5000, 7)]) {
      const { variants } = createCachedResponse({ ...page, body })
      expect(variants.br).toBe(variants.identity)
      expect(variants.br?.headers).not.toContain('content-encoding')
    }
  })

  test('includes its compressed variants in its estimated size', async () => {
    const stored = createCachedResponse(page)
    const [gzip, br] = await Promise.all([getVariant(stored, 'gzip'), getVariant(stored, 'br')])
    const bodies = page.body.length + gzip.body.length + br.body.length
    expect(stored.size).toBeGreaterThan(bodies)
  })
})

describe('getVariant', () => {
  test('gives the same text in three encodings, each with an ETag of its own', async () => {
    const stored = createCachedResponse(page)
    const [plain, gzip, br] = await Promise.all(
      (['identity', 'gzip', 'br'] as const).map((one) => getVariant(stored, one)),
    )
    expect(plain?.body.toString()).toBe(page.body)
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(page.body)
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(page.body)
    expect(new Set([plain, gzip, br].map((variant) => variant?.etag)).size).toBe(3)
  })

  test('keeps a buffer of exactly its size in memory, in any encoding', async () => {
    const stored = createCachedResponse(page)
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      const { body } = await getVariant(stored, encoding)
      expect(body.buffer.byteLength).toBe(body.length)
    }
  })

  test('compresses once for concurrent clients, and keeps the result', async () => {
    const stored = createCachedResponse(page)
    const [one, other] = await Promise.all([getVariant(stored, 'br'), getVariant(stored, 'br')])
    expect(other).toBe(one)
    expect(await getVariant(stored, 'br')).toBe(one)
    expect(stored.variants.br).toBe(one)
  })
})

describe('chooseEncoding', () => {
  test.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip;q=1.0', 'gzip'],
    ['br;q=0.000,gzip; q=0', 'identity'],
    ['brotli', 'identity'],
    ['br ; q=0.1', 'br'],
  ] as const)('%s: %s', (accept, chosen) => {
    expect(chooseEncoding(accept)).toBe(chosen)
  })
})

describe('matchesEtag', () => {
  test.each([
    ['"a"', true],
    ['W/"a"', true],
    ['"b", "a"', true],
    ['*', true],
    ['"b"', false],
    [null, false],
  ])('%s: %s', (header, matches) => {
    expect(matchesEtag(header, '"a"')).toBe(matches)
  })
})

describe('toResponse', () => {
  test('sends the accepted encoding with Vary: Accept-Encoding', { tags: 'C6.5' }, async () => {
    const response = await toResponse(createCachedResponse(page), request({ 'accept-encoding': 'br' }))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...page.headers,
      vary: 'Accept-Encoding',
      'content-encoding': 'br',
    })
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(page.body)
  })

  test('sends 304 with policy and ETag, but nothing about a body, to clients that have it', async () => {
    const stored = createCachedResponse(page)
    const { etag } = await getVariant(stored, 'br')
    const response = await toResponse(stored, request({ 'accept-encoding': 'br', 'if-none-match': etag }))
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(etag)
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(response.headers.has('content-length')).toBe(false)
    expect(response.headers.has('content-encoding')).toBe(false)
  })

  test("does not take one encoding's ETag for another's", async () => {
    const stored = createCachedResponse(page)
    const { etag } = await getVariant(stored, 'gzip')
    const response = await toResponse(stored, request({ 'accept-encoding': 'br', 'if-none-match': etag }))
    expect(response.status).toBe(200)
  })

  test('sends HEAD the length without the body', async () => {
    const stored = createCachedResponse(page)
    const response = await toResponse(stored, request({}, 'HEAD'))
    expect(response.headers.get('content-length')).toBe(String(stored.variants.identity.body.length))
    expect(await response.text()).toBe('')
  })
})
