import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateCatalogue } from '#shop/imports/generate.server.ts'
import { garmentLines } from '../../support/garments.ts'
import { oneSize } from './environment.ts'
import { ROOT } from './processes.ts'

const SEED = 7

/** A catalogue of that many variations of the demonstration's products, and the product that is bought. */
export async function generateProducts(products: number): Promise<{ lines: string[]; ids: string[] }> {
  const templates = (await readFile(join(ROOT, 'catalogue/products.jsonl'), 'utf8')).split('\n')
  const made = [...generateCatalogue(products, SEED, templates)].map((line): { _id: string } => JSON.parse(line))
  // The products' pictures are not part of what is measured.
  const bare = made.map((product) => JSON.stringify({ ...product, pictures: [] }))
  return { lines: [...garmentLines([oneSize('boxy-tee', 100_000)]), ...bare], ids: made.map(({ _id }) => _id) }
}

const COLORS = ['Black', 'White', 'Blue', 'Red', 'Green', 'Purple']

/** What a shopper views: a product in half of all cases (some much more often than others, by Zipf's law), a listing or the home page. */
export function randomPath(ids: readonly string[]): string {
  const id = ids[Math.floor(ids.length ** Math.random()) - 1] ?? 'boxy-tee'
  const dice = Math.random()
  if (dice < 0.3) return `/product-details/${id}`
  if (dice < 0.5) return `/api/product/getProductDetail/${id}`
  if (dice < 0.6) return '/'
  const color = COLORS[Math.floor(Math.random() * COLORS.length)] ?? 'Black'
  const most = 500 + Math.floor(Math.random() * 30) * 100
  const query = `colors=${color}&maxPrice=${most}`
  return dice < 0.8 ? `/categories?${query}` : `/api/user/filterProduct?limit=24&${query}`
}

/** Starts tasks at a fixed rate for `forMs`, and returns their results. */
export async function atRate<T>(perSecond: number, forMs: number, start: (index: number) => Promise<T>): Promise<T[]> {
  const started: Promise<T>[] = []
  const from = performance.now()
  while (performance.now() - from < forMs) {
    const due = ((performance.now() - from) / 1000) * perSecond
    while (started.length < due) started.push(start(started.length))
    await sleep(4)
  }
  return Promise.all(started)
}
