/*
 * The processor time of the product index: `node bench/listing.ts [PRODUCTS]` or, for 1,000 and 100,000 products,
 * `npm run bench -- --listing`.
 */
import { pathToFileURL } from 'node:url'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createIndexOver } from '#shop/listing/catalog-index.server.ts'
import type { Entry } from '#shop/listing/index/table.server.ts'
import { generateEntry, generateProduct, generateQueries, generateSearches, numberOf } from './listing-data.ts'
import { cpuTimeOf, quantile } from './statistics.ts'

const BATCH_SIZE = 1000

/** Median and p99, in milliseconds of processor time. */
export interface Cost {
  p50: number
  p99: number
}

export interface ListingFigures {
  products: number
  /** Processor time, without reading the database. */
  buildMs: number
  memoryMb: number
  /** A page of 24 products with two or three filters, and the total count. */
  filter: Cost
  /** The counts beside all options with such filters. */
  options: Cost
  /** A page of 24 products, the best match first; the text has a typo. */
  search: Cost
  suggest: Cost
  /** A product update that changes the stock, the price and the text in turn. */
  update: Cost
}

/** Builds an index of generated products and measures its queries and updates. */
export async function benchListing(products: number): Promise<ListingFigures> {
  const entries = Array.from({ length: products }, (_, number) => generateEntry(number, products))
  const memoryMb = startMemory()
  const index = createIndexOver({
    async *readAllEntries() {
      for (let at = 0; at < products; at += BATCH_SIZE) yield entries.slice(at, at + BATCH_SIZE)
    },
    readEntries: async (ids) => ids.flatMap((id) => entries[numberOf(id)] ?? []),
    readProducts: async (ids) => ids.map(generateProduct),
    readOwnerSynonyms: async () => '',
    readPictureOrigins: async () => [],
  })
  const buildMs = await cpuTimeOf(() => index.ready)
  const figures = { products, buildMs, memoryMb: memoryMb() }
  const [queries, searches] = [generateQueries(400), generateSearches(400)]
  const page = { sortBy: 'relevance', limit: 24 } as const
  return {
    ...figures,
    filter: await costOf(queries, (query) => index.search(query)),
    options: await costOf(queries, (query) => index.facets(query)),
    search: await costOf(searches, (q) => index.search({ q, ...page })),
    suggest: await costOf(searches.map(beginning), (q) => index.suggest(q)),
    update: await costOf(changesOf(entries), (entry) => {
      entries[numberOf(entry.id)] = entry
      return index.refresh([entry.id])
    }),
  }
}

/** The growth of the heap from now on, in megabytes, excluding garbage. */
function startMemory(): () => number {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const used = () => {
    collect()
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return (heapUsed + arrayBuffers) / 1e6
  }
  const before = used()
  return () => used() - before
}

/** The cost of each call, run one after another. The first tenth isn't counted, because V8 is still compiling. */
async function costOf<Q>(queries: readonly Q[], run: (query: Q) => Promise<unknown>): Promise<Cost> {
  const times: number[] = []
  for (const query of queries) times.push(await cpuTimeOf(() => run(query)))
  const counted = times.slice(queries.length / 10)
  return { p50: quantile(counted, 0.5), p99: quantile(counted, 0.99) }
}

/** The contents of the search field as a search is typed. */
function beginning(text: string, at: number): string {
  return text.slice(0, 2 + (at % Math.max(1, text.length - 2)))
}

function changesOf(entries: readonly Entry[]): Entry[] {
  const some = entries.filter((_, number) => number % Math.ceil(entries.length / 300) === 0)
  return some.map((entry, n) => {
    const { lists, price, name } = entry
    if (n % 3 === 0)
      return { ...entry, lists: { ...lists, sizes: lists.sizes.slice(1), variants: lists.variants.slice(1) } }
    return n % 3 === 1 ? { ...entry, price: price + 100_000 } : { ...entry, name: `${name} New`, description: 'Soft.' }
  })
}

/** The figures as a table in Markdown. */
export function listingTable(figures: readonly ListingFigures[]): string {
  const both = ({ p50, p99 }: Cost) => `${p50.toFixed(2)} / ${p99.toFixed(2)}`
  const rows = figures.map((one) => [
    String(one.products),
    (one.buildMs / 1000).toFixed(2),
    one.memoryMb.toFixed(0),
    ...[one.filter, one.options, one.search, one.suggest, one.update].map(both),
  ])
  const head = [
    'products',
    'build s',
    'memory MB',
    'filtered page',
    'its counts',
    'text search',
    'suggestions',
    'update',
  ]
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n')
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const sizes = process.argv[2] ? [Number(process.argv[2])] : [1000, 100_000]
  const figures: ListingFigures[] = []
  for (const products of sizes) figures.push(await benchListing(products))
  process.stdout.write(`${listingTable(figures)}\n`)
}
