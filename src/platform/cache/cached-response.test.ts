import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { chooseEncoding, matchesEtag, packAnswer, prepareAnswer, toResponse } from './cached-response.server.ts'

const page = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': "default-src 'none'" },
  body: '<p>A tee with room for one more.</p>'.repeat(100),
  tags: [],
}
const ask = (headers: Record<string, string> = {}, method = 'GET') =>
  new Request('http://shop.test/', { headers, method })

describe('prepareAnswer', () => {
  it('keeps the text alone until somebody wants it packed', () => {
    const { variants } = prepareAnswer(page)
    expect(Object.keys(variants)).toEqual(['identity'])
    expect(variants.identity.body.toString()).toBe(page.body)
  })

  it('gives other bytes or other headers another ETag', () => {
    const etag = (more: object) => prepareAnswer({ ...page, ...more }).variants.identity.etag
    const first = etag({})
    expect(etag({})).toBe(first)
    expect(etag({ body: `${page.body} ` })).not.toBe(first)
    expect(etag({ headers: { ...page.headers, 'content-security-policy': "default-src 'self'" } })).not.toBe(first)
  })

  it('sends small texts and packed bytes as they are', () => {
    for (const body of ['short', Buffer.alloc(5000, 7)]) {
      const { variants } = prepareAnswer({ ...page, body })
      expect(variants.br).toBe(variants.identity)
      expect(variants.br?.headers).not.toContain('content-encoding')
    }
  })
})

describe('packAnswer', () => {
  it('gives the same text in three encodings, each under an ETag of its own', async () => {
    const stored = prepareAnswer(page)
    const [plain, gzip, br] = await Promise.all(
      (['identity', 'gzip', 'br'] as const).map((one) => packAnswer(stored, one)),
    )
    expect(plain?.body.toString()).toBe(page.body)
    expect(gunzipSync(gzip?.body ?? '').toString()).toBe(page.body)
    expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(page.body)
    expect(new Set([plain, gzip, br].map((variant) => variant?.etag)).size).toBe(3)
  })

  it('holds no more memory than its bytes, in any encoding', async () => {
    const stored = prepareAnswer(page)
    for (const encoding of ['identity', 'gzip', 'br'] as const) {
      const { body } = await packAnswer(stored, encoding)
      expect(body.buffer.byteLength).toBe(body.length)
    }
  })

  it('packs once for all who ask meanwhile, keeps it, and tells what it takes', async () => {
    const stored = prepareAnswer(page)
    const told: number[] = []
    stored.grown = (bytes) => told.push(bytes)
    const before = stored.bytes
    const [one, other] = await Promise.all([packAnswer(stored, 'br'), packAnswer(stored, 'br')])
    expect(other).toBe(one)
    expect(await packAnswer(stored, 'br')).toBe(one)
    expect(stored.variants.br).toBe(one)
    expect(told).toEqual([one.body.length])
    expect(stored.bytes).toBe(before + one.body.length)
  })
})

describe('chooseEncoding', () => {
  it.each([
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
    expect(chooseEncoding(accept)).toBe(chosen)
  })
})

describe('matchesEtag', () => {
  it.each([
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
  it('answers in the encoding asked for, and says on what that depends', async () => {
    const response = await toResponse(prepareAnswer(page), ask({ 'accept-encoding': 'br' }))
    expect(Object.fromEntries(response.headers)).toMatchObject({
      ...page.headers,
      vary: 'Accept-Encoding',
      'content-encoding': 'br',
    })
    expect(brotliDecompressSync(Buffer.from(await response.arrayBuffer())).toString()).toBe(page.body)
  })

  it('answers 304 to those who have it: policy and ETag, but nothing about a body', async () => {
    const stored = prepareAnswer(page)
    const { etag } = await packAnswer(stored, 'br')
    const response = await toResponse(stored, ask({ 'accept-encoding': 'br', 'if-none-match': etag }))
    expect(response.status).toBe(304)
    expect(response.headers.get('etag')).toBe(etag)
    expect(response.headers.get('content-security-policy')).toBe("default-src 'none'")
    expect(response.headers.has('content-length')).toBe(false)
    expect(response.headers.has('content-encoding')).toBe(false)
  })

  it("does not take one encoding's ETag for another's", async () => {
    const stored = prepareAnswer(page)
    const { etag } = await packAnswer(stored, 'gzip')
    const response = await toResponse(stored, ask({ 'accept-encoding': 'br', 'if-none-match': etag }))
    expect(response.status).toBe(200)
  })

  it('tells HEAD the length without the bytes', async () => {
    const stored = prepareAnswer(page)
    const response = await toResponse(stored, ask({}, 'HEAD'))
    expect(response.headers.get('content-length')).toBe(String(stored.variants.identity.body.length))
    expect(await response.text()).toBe('')
  })
})
