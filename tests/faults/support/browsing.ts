import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateCatalogue } from '#shop/imports/generate.server.ts'
import { garmentLines } from '../../support/garments.ts'
import { ROOT } from './processes.ts'
import { oneSize } from './world.ts'

const SEED = 7

/** A range of so many products, varied from the demonstration range, beside the garment that is bought. */
export async function rangeOf(products: number): Promise<{ lines: string[]; ids: string[] }> {
  const models = (await readFile(join(ROOT, 'catalogue/products.jsonl'), 'utf8')).split('\n')
  const made = [...generateCatalogue(products, SEED, models)].map((line): { _id: string } => JSON.parse(line))
  // Pictures of the models are not part of what is measured.
  const bare = made.map((product) => JSON.stringify({ ...product, pictures: [] }))
  return { lines: [...garmentLines([oneSize('boxy-tee', 100_000)]), ...bare], ids: made.map(({ _id }) => _id) }
}

const COLORS = ['Black', 'White', 'Blue', 'Red', 'Green', 'Purple']

/** What shoppers look at: half of it products, as popular as Zipf's law has it; the rest listings and the home page. */
export function somePath(ids: readonly string[]): string {
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

/** Starts pieces of work at a steady pace, evenly over the time in milliseconds; what came of each. */
export async function paced<T>(perSecond: number, forMs: number, start: (index: number) => Promise<T>): Promise<T[]> {
  const begun: Promise<T>[] = []
  const from = performance.now()
  while (performance.now() - from < forMs) {
    const due = ((performance.now() - from) / 1000) * perSecond
    while (begun.length < due) begun.push(start(begun.length))
    await sleep(4)
  }
  return Promise.all(begun)
}
