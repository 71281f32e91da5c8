import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import { isCatalogueEmpty } from '../catalog/store.server.ts'
import { hasStores, importStores } from '../stores/store.server.ts'
import type { Tables } from '../tables.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { insertSampleReviews, lockDemonstration } from './import-store.server.ts'
import { readLines } from './lines.server.ts'
import { readPictureList } from './pictures.server.ts'

/** Numbers of what was loaded. */
export interface Demonstration {
  products: number
  reviews: number
  stores: number
}

/**
 * Fills an empty shop with the demonstration data of a folder: products.jsonl with pictures.json, reviews.jsonl and
 * stores.jsonl, all in one transaction. Null where the shop has products. Throws where the folder's own files are invalid.
 */
export async function loadDemonstration(
  db: Kysely<Tables>,
  folder: string,
  options: { progress?(line: string): void } = {},
): Promise<Demonstration | null> {
  if (!(await isCatalogueEmpty(db))) return null
  const pictures = await readPictureList(join(folder, 'pictures.json'))
  return db.transaction().execute(async (trx) => {
    await lockDemonstration(trx)
    if (!(await isCatalogueEmpty(trx))) return null
    const report = await importCatalog(trx, readLines(join(folder, 'products.jsonl')), { pictures })
    if (!report.ok) throw new Error(`the demonstration products are invalid: ${JSON.stringify(report.errors[0])}`)
    options.progress?.(`Loaded ${report.products} demonstration products.`)
    const stores = await loadStores(trx, folder)
    const reviews = await loadReviews(trx, join(folder, 'reviews.jsonl'))
    return { products: report.products, reviews, stores }
  })
}

/** Keeps the owner's stores, if there are any. */
async function loadStores(trx: Transaction<Tables>, folder: string): Promise<number> {
  if (await hasStores(trx)) return 0
  const report = await importStores(trx, readLines(join(folder, 'stores.jsonl')))
  if (!report.ok) throw new Error(`the sample stores are invalid: ${JSON.stringify(report.errors[0])}`)
  return report.stores
}

async function loadReviews(trx: Transaction<Tables>, path: string): Promise<number> {
  const samples: { product: string; name: string; stars: number; comment: string; createdAt: string }[] = []
  for await (const line of readLines(path)) if (line.trim() !== '') samples.push(JSON.parse(line))
  const authors = [...new Set(samples.map((sample) => sample.name))].map((name) => ({ id: newId(), name }))
  const idOf = new Map(authors.map(({ id, name }) => [name, id]))
  const reviews = samples.map(({ name, ...sample }) => ({ ...sample, id: newId(), customer: idOf.get(name) ?? '' }))
  return insertSampleReviews(trx, authors, reviews)
}
