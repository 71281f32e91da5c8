import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { getVariant, type RenderedResponse } from './cached-response.server.ts'
import { createResponseCache } from './response-cache.server.ts'

const MEGABYTE = 1024 * 1024

function rendered(body: string, tags: readonly string[] = []): RenderedResponse {
  return { status: 200, headers: { 'content-type': 'text/plain' }, body, tags }
}

/** A rendering that waits until the test finishes it. */
function deferred() {
  const { promise, resolve } = Promise.withResolvers<RenderedResponse>()
  return { render: () => promise, finish: resolve }
}

const textOf = (stored: { variants: { identity: { body: Buffer } } } | undefined) =>
  stored?.variants.identity.body.toString()

describe('createResponseCache', () => {
  test('renders once for concurrent callers, and caches the response', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    const { render, finish } = deferred()
    const waiting = [1, 2, 3].map(() => cache.getOrRender('/', render))
    finish(rendered('one'))
    expect((await Promise.all(waiting)).map(textOf)).toEqual(['one', 'one', 'one'])
    expect(textOf(cache.get('/'))).toBe('one')
    expect(cache.stats()).toMatchObject({ renders: 1, entries: 1 })
  })

  test('does not cache a failed rendering', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    await expect(cache.getOrRender('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(textOf(await cache.getOrRender('/', async () => rendered('back')))).toBe('back')
  })

  test('invalidates the responses with a tag, and nothing else', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    await cache.getOrRender('/a', async () => rendered('a', ['product:tee', 'home']))
    await cache.getOrRender('/b', async () => rendered('b', ['product:hoodie']))
    cache.invalidate(['product:tee'])
    expect(cache.get('/a')).toBeUndefined()
    expect(textOf(cache.get('/b'))).toBe('b')
    expect(cache.stats()).toMatchObject({ entries: 1, invalidations: 1 })
  })

  test('renders again when a tag was invalidated during the rendering', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    let price = 100
    const stored = await cache.getOrRender('/', async () => {
      const seen = price
      if (price === 100) {
        price = 90
        // The write is committed during this rendering.
        queueMicrotask(() => cache.invalidate(['product:tee']))
        await new Promise((resolve) => setImmediate(resolve))
      }
      return rendered(String(seen), ['product:tee'])
    })
    expect(textOf(stored)).toBe('90')
    expect(textOf(cache.get('/'))).toBe('90')
  })

  test('gives no caller a rendering that started before a write they came after, however many writes there are', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    let written = 0
    const later: Promise<[number, number]>[] = []
    const render = async () => {
      const seen = written
      await new Promise((resolve) => setImmediate(resolve))
      if (written < 8) {
        written++
        cache.invalidate(['product:tee'])
        const since = written
        later.push(cache.getOrRender('/', render).then((stored): [number, number] => [since, Number(textOf(stored))]))
      }
      return rendered(String(seen), ['product:tee'])
    }
    await cache.getOrRender('/', render)
    while (later.length > 0) {
      const [since, shown] = (await later.shift()) ?? [0, 0]
      expect(shown).toBeGreaterThanOrEqual(since)
    }
    expect(textOf(cache.get('/')) ?? '8').toBe('8')
  })

  test('stays within its size, and evicts the least recently used', async () => {
    const cache = createResponseCache({ maxBytes: 40_000 })
    const big = 'x'.repeat(800)
    await cache.getOrRender('/wanted', async () => rendered(big))
    for (let page = 0; page < 50; page++) {
      await cache.getOrRender(`/${page}`, async () => rendered(big))
      cache.get('/wanted')
      expect(cache.stats().bytes).toBeLessThanOrEqual(40_000)
    }
    expect(cache.get('/wanted')).toBeDefined()
    expect(cache.get('/0')).toBeUndefined()
  })

  test('responses with a query evict each other, and no page without one', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    await cache.getOrRender('/', async () => rendered('home'))
    for (let index = 0; index < 500; index++)
      await cache.getOrRender(`/categories?q=${index}`, async () => rendered('x'.repeat(4096)))
    expect(textOf(cache.get('/'))).toBe('home')
    expect(cache.get('/categories?q=0')).toBeUndefined()
    expect(cache.get('/categories?q=499')).toBeDefined()
    expect(cache.stats().bytes).toBeLessThanOrEqual(MEGABYTE)
  })

  test('does not cache a response larger than the cache', async () => {
    const cache = createResponseCache({ maxBytes: 1000 })
    expect(textOf(await cache.getOrRender('/', async () => rendered('x'.repeat(2000))))).toHaveLength(2000)
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
  })

  test('does not cache a response that is marked as not cacheable', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    await cache.getOrRender('/', async () => ({ ...rendered('sorry'), status: 503, isCacheable: false }))
    expect(cache.get('/')).toBeUndefined()
  })

  test('caches nothing while suspended, and starts empty afterwards', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    await cache.getOrRender('/', async () => rendered('old'))
    cache.suspend()
    expect(cache.get('/')).toBeUndefined()
    await cache.getOrRender('/', async () => rendered('meanwhile'))
    expect(cache.get('/')).toBeUndefined()
    cache.resume()
    await cache.getOrRender('/', async () => rendered('new'))
    expect(textOf(cache.get('/'))).toBe('new')
  })

  test('does not cache a rendering that started before it was resumed', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    const before = deferred()
    let renders = 0
    cache.suspend()
    const waiting = cache.getOrRender('/', () => (++renders === 1 ? before.render() : Promise.resolve(rendered('new'))))
    cache.resume()
    before.finish(rendered('old'))
    expect(textOf(await waiting)).toBe('new')
    expect(textOf(cache.get('/'))).toBe('new')
  })

  describe('expire', () => {
    beforeEach(() => void vi.useFakeTimers())
    afterEach(() => void vi.useRealTimers())

    /** A page of which every rendering waits to be finished. */
    async function openPage(earlier = '9 left') {
      const cache = createResponseCache({ maxBytes: MEGABYTE })
      const renders: ((body: string) => void)[] = []
      const render = () =>
        new Promise<RenderedResponse>((done) => renders.push((body) => done(rendered(body, ['tee']))))
      const ask = () => cache.getOrRender('/', render)
      const first = ask()
      renders[0]?.(earlier)
      await first
      cache.setRequest(() => ask())
      return { cache, renders, ask, shown: () => textOf(cache.get('/')) }
    }

    test('renders what is asked for once, and gives the earlier bytes meanwhile', async () => {
      const { cache, renders, shown } = await openPage()
      cache.expire(['tee'])
      expect([shown(), renders.length]).toEqual(['9 left', 2])
      renders[1]?.('8 left')
      await expect.poll(shown).toBe('8 left')
      expect(cache.stats()).toMatchObject({ renders: 2, entries: 1 })
    })

    test('keeps no bytes beyond a second, however often they expire', async () => {
      const { cache, shown } = await openPage()
      for (let ms = 0; ms < 1000; ms += 100) {
        cache.expire(['tee'])
        expect(shown()).toBe('9 left')
        vi.advanceTimersByTime(100)
      }
      vi.advanceTimersByTime(1)
      expect(shown()).toBeUndefined()
    })

    test('gives nobody who renders the earlier bytes: another page may be made of them', async () => {
      const { cache, renders, ask } = await openPage()
      cache.expire(['tee'])
      const waiting = ask()
      renders[1]?.('8 left')
      expect(textOf(await waiting)).toBe('8 left')
    })

    test('removes what nobody has asked for within a second, and what is invalidated', async () => {
      const quiet = await openPage()
      vi.advanceTimersByTime(1001)
      quiet.cache.expire(['tee'])
      expect([quiet.shown(), quiet.renders.length]).toEqual([undefined, 1])
      const cheaper = await openPage()
      cheaper.cache.expire(['tee'])
      cheaper.cache.invalidate(['tee'])
      expect(cheaper.shown()).toBeUndefined()
    })

    test('renders again what expires meanwhile', async () => {
      const { cache, renders, shown } = await openPage()
      cache.expire(['tee'])
      cache.expire(['tee'])
      renders[1]?.('8 left')
      await expect.poll(() => renders.length).toBe(3)
      expect(shown()).toBe('9 left')
      renders[2]?.('7 left')
      await expect.poll(shown).toBe('7 left')
    })

    test('is compressed as it was before anybody gets it', async () => {
      const { cache, renders, shown } = await openPage('9 left. '.repeat(200))
      const stored = cache.get('/')
      if (stored) await getVariant(stored, 'gzip')
      cache.expire(['tee'])
      renders[1]?.('8 left. '.repeat(200))
      await expect.poll(shown).toMatch('8 left')
      expect(cache.get('/')?.variants.gzip).toBeDefined()
    })
  })

  test('while suspended, sends what it knew only if that can’t be rendered', async () => {
    const cache = createResponseCache({ maxBytes: MEGABYTE })
    const away = () => Promise.reject(new Error('away'))
    await cache.getOrRender('/a', async () => rendered('a', ['product:tee']))
    await cache.getOrRender('/b', async () => rendered('b', ['product:hoodie']))
    await cache.getOrRender('/sold', async () => rendered('sold', ['product:cap']))
    cache.invalidate(['product:cap'])
    cache.suspend()
    cache.suspend()
    expect(textOf(await cache.getOrRender('/sold', away))).toBe('sold')
    expect(cache.get('/a')).toBeUndefined()
    expect(textOf(await cache.getOrRender('/a', async () => rendered('new')))).toBe('new')
    expect(textOf(await cache.getOrRender('/a', away))).toBe('a')
    expect(textOf(await cache.getOrRender('/b', async () => ({ ...rendered('error'), status: 503 })))).toBe('b')
    await expect(cache.getOrRender('/c', away)).rejects.toThrow('away')
    cache.recall()
    expect(textOf(cache.get('/b'))).toBe('b')
    cache.resume()
    expect(cache.get('/b')).toBeUndefined()
    await expect(cache.getOrRender('/b', away)).rejects.toThrow('away')
  })
})
