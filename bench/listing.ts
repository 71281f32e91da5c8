/*
 * The speed of the product index, relative to the least work of such an index: one counting pass over three bit sets.
 * `node bench/listing.ts [ROWS]` runs this alone.
 */
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Product } from '#shop/catalog/contract.ts'
import { FILTER_OPTIONS } from '#shop/catalog/rules.ts'
import { randomFrom } from '#shop/imports/generate.server.ts'
import { createIndexOver } from '#shop/listing/catalog-index.server.ts'
import { type Entry, variantOf } from '#shop/listing/index/table.server.ts'
import type { IndexSource, ListingQuery } from '#shop/listing/index-types.server.ts'
import { generateSearches, generateTexts } from './searches.ts'

const SUBCATEGORIES = 'T-Shirts,Shirts,Jeans,Pants,Kurtas,Hoodies,Jackets,Dresses,Skirts,Tops'.split(',')
const ID_PREFIX = 'slow-local-boxy-tee-'
const CALLERS = 16
const SECONDS = 4

export type ListingFigures = Awaited<ReturnType<typeof benchListing>>

/** Builds an index of `rows` generated products and queries it with 16 concurrent callers, 24 products a page. */
export async function benchListing(rows: number) {
  const catalogue = generateProducts(rows)
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const memory = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const source = sourceOf(catalogue)
  const before = memory()
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const index = createIndexOver(source)
  await index.ready
  delay.disable()
  const memoryMb = (memory() - before) / 1e6
  const queries = generateQueries(200)
  for (const query of queries) await index.search(query)
  const { times, perSecond, cpuMs } = await runConcurrently(queries, (query) => index.search(query))
  const facets = await runConcurrently(queries.slice(0, 40), (query) => index.facets(query), 1)
  const searches = generateSearches(4000)
  const find = (q: string) => index.search({ q, sortBy: 'relevance', limit: 24 })
  for (const q of searches.slice(0, 200)) await find(q)
  const searched = await runConcurrently(searches.slice(200), find)
  const suggested = await runConcurrently(searches.map(beginning), (q) => index.suggest(q))
  const patches = await patchSome(index.refresh, catalogue)
  const leastMs = measureLeast(rows)
  return {
    rows,
    buildMs: index.stats().buildMs,
    /** The longest time that the build blocked the event loop. */
    longestBlockMs: delay.max / 1e6,
    memoryMb,
    queriesPerSecond: perSecond,
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    facetsP50: quantile(facets.times, 0.5),
    /** Searches as shoppers type them, each with a typo that did not occur before; 24 products, the best match first. */
    searchP50: quantile(searched.times, 0.5),
    searchP99: quantile(searched.times, 0.99),
    searchCpuMs: searched.cpuMs,
    suggestP99: quantile(suggested.times, 0.99),
    patchP99: quantile(patches, 0.99),
    /** Processor time of one query with its 24 products, which other work on the machine hardly affects. */
    cpuMs,
    /** Processor time of one counting pass over three bit sets: the least that a query can take. */
    leastMs,
    ratio: cpuMs / leastMs,
  }
}

/** A catalogue in the order of the listing, generated while it is read: stored, it would be most of the heap and slow garbage collection down. */
interface Catalogue {
  rows: number
  /** The product of a row as generated. */
  entryAt(row: number): Entry
  /** A product with the changes of `write`. */
  entryOf(id: string): Entry
  write(entry: Entry): void
}

function generateProducts(rows: number): Catalogue {
  const textOf = generateTexts()
  const written = new Map<string, Entry>()
  const generate = (row: number): Entry => {
    const random = randomFrom(row)
    const pick = (list: readonly string[]) => [list[Math.floor(random() * list.length)] ?? '']
    const some = (list: readonly string[], share: number) => list.filter(() => random() < share)
    const [colors, sizes] = [some(FILTER_OPTIONS.colors, 0.2), some(FILTER_OPTIONS.sizes, 0.6)]
    return {
      id: `${ID_PREFIX}${String(row).padStart(8, '0')}`,
      price: (199 + Math.floor((row / rows) ** 1.7 * 9800)) * 100,
      lists: {
        categories: pick(FILTER_OPTIONS.categories),
        subcategory: pick(SUBCATEGORIES),
        colors,
        sizes,
        variants: colors.flatMap((color) => sizes.map((size) => variantOf(color, size))),
        pattern: pick(FILTER_OPTIONS.pattern),
        fabric: pick(FILTER_OPTIONS.fabric),
        fit: pick(FILTER_OPTIONS.fit),
      },
      position: null,
      ranks: '',
      views: random() < 0.1 ? Math.floor(1 / random()) : 0,
      ...textOf(row),
    }
  }
  const entryOf = (id: string) => written.get(id) ?? generate(Number(id.slice(ID_PREFIX.length)))
  return { rows, entryAt: generate, entryOf, write: (entry) => written.set(entry.id, entry) }
}

/** Two or three filters of one to three values, a price range, either order: what a shopper who filters sends. */
export function generateQueries(count: number): ListingQuery[] {
  const random = randomFrom(99)
  return Array.from({ length: count }, () => {
    const query: ListingQuery = {
      maxPrice: 1000 + Math.floor(random() * 9000),
      sortBy: random() < 0.5 ? 'lowToHigh' : 'highToLow',
      limit: 24,
    }
    const names = (['categories', 'colors', 'sizes', 'pattern', 'fabric', 'fit'] as const).toSorted(
      () => random() - 0.5,
    )
    for (const name of names.slice(0, random() < 0.5 ? 2 : 3)) {
      const options = FILTER_OPTIONS[name]
      const from = Math.floor(random() * options.length)
      query[name] = options.slice(from, from + 1 + Math.floor(random() * 3))
    }
    return query
  })
}

/** What the search field contains while a search is being typed. */
function beginning(text: string, at: number): string {
  return text.slice(0, 2 + (at % Math.max(1, text.length - 2)))
}

function sourceOf({ rows, entryAt, entryOf }: Catalogue): IndexSource {
  return {
    async *readAllEntries() {
      for (let at = 0; at < rows; at += 1000) {
        await new Promise((resolve) => setImmediate(resolve))
        yield Array.from({ length: Math.min(1000, rows - at) }, (_, n) => entryAt(at + n))
      }
    },
    readEntries: async (ids) => ids.map(entryOf),
    readProducts: async (ids) => ids.map(card),
    readOwnerSynonyms: async () => '',
    readPictureOrigins: async () => [],
  }
}

function card(id: string): Product {
  const variants = FILTER_OPTIONS.sizes.map((size) => ({ sku: `${id}-${size}`, color: 'Black', size, quantity: 3 }))
  return {
    _id: id,
    name: 'Slow Local Boxy Tee',
    price: 1299,
    images: [],
    description: 'Three seats taken, one kept for you. A boxy tee with the four bars across the chest. '.repeat(4),
    colors: ['Black'],
    sizes: FILTER_OPTIONS.sizes.map((size) => ({ _id: `${id}-${size}`, size, quantity: 3 })),
    categories: 'Man',
    subcategory: 'T-Shirts',
    pattern: 'Plain',
    fabric: 'Cotton',
    fit: 'Regular Fit',
    mrp: null,
    variants,
    pictures: [],
    badge: null,
    care: [],
    countryOfOrigin: 'India',
    gsm: 240,
    measurements: null,
    createdAt: '2026-11-01T00:00:00.000Z',
  }
}

/** Runs queries for some seconds with concurrent callers; each waits for its result before its next query. */
export async function runConcurrently<Q>(
  queries: readonly Q[],
  run: (query: Q) => Promise<unknown>,
  callers = CALLERS,
) {
  const times: number[] = []
  const started = performance.now()
  const cpu = process.cpuUsage()
  let next = 0
  const caller = async () => {
    while (performance.now() - started < SECONDS * 1000) {
      const query = queries[next++ % queries.length]
      const from = performance.now()
      if (query) await run(query)
      times.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: callers }, caller))
  const { user, system } = process.cpuUsage(cpu)
  const perSecond = (times.length * 1000) / (performance.now() - started)
  return { times, perSecond, cpuMs: (user + system) / 1000 / times.length }
}

/** Writes of single products: half lose a size, half change their price. */
async function patchSome(refresh: (ids: string[]) => Promise<unknown>, catalogue: Catalogue): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < 500; n++) {
    const entry = catalogue.entryAt(Math.floor((n * catalogue.rows) / 500))
    const lists = { ...entry.lists, sizes: entry.lists.sizes.slice(1) }
    catalogue.write(n % 2 ? { ...entry, price: entry.price + 100 } : { ...entry, lists })
    const from = performance.now()
    await refresh([entry.id])
    times.push(performance.now() - from)
  }
  return times
}

function measureLeast(rows: number): number {
  const [a, b, c] = [1, 2, 3].map((seed) => {
    const random = randomFrom(seed)
    return Int32Array.from({ length: Math.ceil(rows / 32) }, () => random() * 2 ** 32)
  })
  if (!a || !b || !c) return 0
  const pass = () => {
    let count = 0
    for (let w = 0; w < a.length; w++) {
      let v = (a[w] ?? 0) & (b[w] ?? 0) & (c[w] ?? 0)
      v -= (v >>> 1) & 0x55555555
      v = (v & 0x33333333) + ((v >>> 2) & 0x33333333)
      count += Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
    }
    return count
  }
  for (let n = 0; n < 50; n++) pass()
  const cpu = process.cpuUsage()
  const rounds = Math.ceil(2e8 / rows)
  for (let n = 0; n < rounds; n++) pass()
  const { user, system } = process.cpuUsage(cpu)
  return (user + system) / 1000 / rounds
}

export function quantile(times: readonly number[], share: number): number {
  return times.toSorted((x, y) => x - y)[Math.floor((times.length - 1) * share)] ?? 0
}

/** The median of each figure of several runs. */
export function medians<Name extends string>(runs: readonly Record<Name, number>[]): Record<Name, number> {
  // Safe cast: all runs have the same figures.
  const names = Object.keys(runs[0] ?? {}) as Name[]
  const figures = names.map((name) => [
    name,
    quantile(
      runs.map((one) => one[name]),
      0.5,
    ),
  ])
  return Object.fromEntries(figures)
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const figures = await benchListing(Number(process.argv[2] ?? 1_000_000))
  for (const [name, figure] of Object.entries(figures))
    process.stdout.write(`${name}: ${Math.round(figure * 1000) / 1000}\n`)
}
