import { describe, expect, it } from 'vitest'
import { type FreshAnswer, packAnswer } from './cached-response.server.ts'
import { createByteCache } from './response-cache.server.ts'

const MEGABYTE = 1024 * 1024

function answer(body: string, tags: readonly string[] = []): FreshAnswer {
  return { status: 200, headers: { 'content-type': 'text/plain' }, body, tags }
}

/** A making that waits until the test lets it go on. */
function held() {
  const { promise, resolve } = Promise.withResolvers<FreshAnswer>()
  return { make: () => promise, finish: resolve }
}

const textOf = (stored: { variants: { identity: { body: Buffer } } } | undefined) =>
  stored?.variants.identity.body.toString()

describe('createByteCache', () => {
  it('makes an answer once for all who ask meanwhile, and keeps it', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    const { make, finish } = held()
    const waiting = [1, 2, 3].map(() => cache.obtain('/', make))
    finish(answer('one'))
    expect((await Promise.all(waiting)).map(textOf)).toEqual(['one', 'one', 'one'])
    expect(textOf(cache.lookup('/'))).toBe('one')
    expect(cache.stats()).toMatchObject({ makings: 1, entries: 1 })
  })

  it('forgets a making that failed, so the next one may succeed', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    await expect(cache.obtain('/', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
    expect(textOf(await cache.obtain('/', async () => answer('back')))).toBe('back')
  })

  it('clears what shows a thing, and nothing else', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    await cache.obtain('/a', async () => answer('a', ['product:tee', 'home']))
    await cache.obtain('/b', async () => answer('b', ['product:hoodie']))
    cache.clear(['product:tee'])
    expect(cache.lookup('/a')).toBeUndefined()
    expect(textOf(cache.lookup('/b'))).toBe('b')
    expect(cache.stats()).toMatchObject({ entries: 1, cleared: 1 })
  })

  it('makes an answer again when a write overtook its making', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    let price = 100
    const stored = await cache.obtain('/', async () => {
      const seen = price
      if (price === 100) {
        price = 90
        // The write is committed while this answer is still on its way.
        queueMicrotask(() => cache.clear(['product:tee']))
        await new Promise((resolve) => setImmediate(resolve))
      }
      return answer(String(seen), ['product:tee'])
    })
    expect(textOf(stored)).toBe('90')
    expect(textOf(cache.lookup('/'))).toBe('90')
  })

  it('hands nobody an answer begun before a write they came after, however many writes there are', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    let written = 0
    const later: Promise<[number, number]>[] = []
    const make = async () => {
      const seen = written
      await new Promise((resolve) => setImmediate(resolve))
      if (written < 8) {
        written++
        cache.clear(['product:tee'])
        const since = written
        later.push(cache.obtain('/', make).then((stored): [number, number] => [since, Number(textOf(stored))]))
      }
      return answer(String(seen), ['product:tee'])
    }
    await cache.obtain('/', make)
    while (later.length > 0) {
      const [since, shown] = (await later.shift()) ?? [0, 0]
      expect(shown).toBeGreaterThanOrEqual(since)
    }
    expect(textOf(cache.lookup('/')) ?? '8').toBe('8')
  })

  it('stays within its bounds, and keeps what is asked for', async () => {
    const cache = createByteCache({ maxBytes: 40_000 })
    const big = 'x'.repeat(800)
    await cache.obtain('/wanted', async () => answer(big))
    for (let page = 0; page < 50; page++) {
      await cache.obtain(`/${page}`, async () => answer(big))
      cache.lookup('/wanted')
      expect(cache.stats().bytes).toBeLessThanOrEqual(40_000)
    }
    expect(cache.lookup('/wanted')).toBeDefined()
    expect(cache.lookup('/0')).toBeUndefined()
  })

  it('counts what packing adds, and only while the answer is kept', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    const stored = await cache.obtain('/', async () => answer('x'.repeat(2000)))
    const before = cache.stats().bytes
    const { body } = await packAnswer(stored, 'br')
    expect(cache.stats().bytes).toBe(before + body.length)
    cache.clearAll()
    await packAnswer(stored, 'gzip')
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
  })

  it('does not keep an answer that is larger than all its room', async () => {
    const cache = createByteCache({ maxBytes: 1000 })
    expect(textOf(await cache.obtain('/', async () => answer('x'.repeat(2000))))).toHaveLength(2000)
    expect(cache.stats()).toMatchObject({ entries: 0, bytes: 0 })
  })

  it('does not keep what says so', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    await cache.obtain('/', async () => ({ ...answer('sorry'), status: 503, keep: false }))
    expect(cache.lookup('/')).toBeUndefined()
  })

  it('keeps nothing while suspended, and starts empty afterwards', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    await cache.obtain('/', async () => answer('old'))
    cache.suspend()
    expect(cache.lookup('/')).toBeUndefined()
    await cache.obtain('/', async () => answer('meanwhile'))
    expect(cache.lookup('/')).toBeUndefined()
    cache.resume()
    await cache.obtain('/', async () => answer('new'))
    expect(textOf(cache.lookup('/'))).toBe('new')
  })

  it('does not keep what was begun before the line came back', async () => {
    const cache = createByteCache({ maxBytes: MEGABYTE })
    const before = held()
    let makings = 0
    cache.suspend()
    const waiting = cache.obtain('/', () => (++makings === 1 ? before.make() : Promise.resolve(answer('new'))))
    cache.resume()
    before.finish(answer('old'))
    expect(textOf(await waiting)).toBe('new')
    expect(textOf(cache.lookup('/'))).toBe('new')
  })
})
