import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { newId } from '#platform/ids.server.ts'
import { isCatalogueEmpty } from '../catalog/store.server.ts'
import { importStores } from '../stores/store.server.ts'
import type { Tables } from '../tables.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { readLines } from './lines.server.ts'
import { readPictureList } from './pictures.server.ts'

/** What was loaded; null where the shop has a range of its own already. */
export interface Demonstration {
  products: number
  reviews: number
  stores: number
}

/** One lock for all instances that start on an empty database in the same moment. */
const LOCK = 0x5ea7

/**
 * Fills an empty shop with the demonstration range of a folder: products.jsonl with pictures.json, reviews.jsonl (whose
 * authors become customers without an address, who can't sign in) and stores.jsonl. All in one transaction; throws
 * where the folder's own files are wrong, which only a broken clone can cause.
 */
export async function loadDemonstration(
  db: Kysely<Tables>,
  folder: string,
  options: { progress?(line: string): void } = {},
): Promise<Demonstration | null> {
  if (!(await isCatalogueEmpty(db))) return null
  const pictures = await readPictureList(join(folder, 'pictures.json'))
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${LOCK})`.execute(trx)
    if (!(await isCatalogueEmpty(trx))) return null
    const report = await importCatalog(trx, readLines(join(folder, 'products.jsonl')), { pictures })
    if (!report.ok) throw new Error(`the demonstration range cannot be loaded: ${JSON.stringify(report.errors[0])}`)
    options.progress?.(`Loaded ${report.products} products of the demonstration range.`)
    const stores = await loadStores(trx, folder)
    const reviews = await loadReviews(trx, join(folder, 'reviews.jsonl'))
    return { products: report.products, reviews, stores }
  })
}

/** Stores that the owner has put in before the range stay. */
async function loadStores(trx: Kysely<Tables>, folder: string): Promise<number> {
  if (await trx.selectFrom('stores').select('id').limit(1).executeTakeFirst()) return 0
  const report = await importStores(trx, readLines(join(folder, 'stores.jsonl')))
  if (!report.ok) throw new Error(`the sample stores cannot be loaded: ${JSON.stringify(report.errors[0])}`)
  return report.stores
}

interface SampleReview {
  product: string
  name: string
  stars: number
  comment: string
  createdAt: string
  bought?: boolean
}

/** Sample reviews are marked as the file says: their invented buyers have no orders that could be looked up. */
async function loadReviews(trx: Kysely<Tables>, path: string): Promise<number> {
  const samples: SampleReview[] = []
  for await (const line of readLines(path)) if (line.trim() !== '') samples.push(JSON.parse(line))
  const authors = new Map([...new Set(samples.map((sample) => sample.name))].map((name) => [name, newId()]))
  const customers = [...authors].map(([name, id]) => ({ id, name }))
  await sql`insert into customers (id, name) select id, name
    from jsonb_to_recordset(${JSON.stringify(customers)}::jsonb) as c(id text, name text)`.execute(trx)
  const reviews = samples.map(({ name, ...sample }) => ({ ...sample, id: newId(), customer: authors.get(name) }))
  const { numAffectedRows } = await sql`
    insert into reviews (id, product_id, customer_id, stars, comment, verified_buyer, created_at, updated_at)
    select r.id, r.product, r.customer, r.stars, r.comment, coalesce(r.bought, false), r."createdAt", r."createdAt"
    from jsonb_to_recordset(${JSON.stringify(reviews)}::jsonb) as r(id text, product text, customer text,
      stars smallint, comment text, bought boolean, "createdAt" timestamptz)
    join products p on p.id = r.product
    on conflict (product_id, customer_id) do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
