import { join } from 'node:path'
import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { newId } from '#platform/ids.server.ts'
import { writeAudit } from '../audit/sql.server.ts'
import { hasBranches } from '../branches/sql.server.ts'
import { importStores } from '../branches/staff.server.ts'
import { readPictureList } from '../catalog/product/pictures.server.ts'
import { isCatalogueEmpty } from '../catalog/sql.server.ts'
import { endDemonstration } from '../settings/sql.server.ts'
import type { Tables } from '../tables.server.ts'
import {
  deleteDemonstration,
  findTaken,
  insertSampleReviews,
  lockDemonstration,
  markDemonstration,
  type RemovedDemonstration,
  type SampleReview,
} from './demonstration-sql.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { readLines } from './lines.server.ts'

/** How many of each were loaded. */
export interface Demonstration {
  products: number
  reviews: number
  stores: number
}

/**
 * Adds the demonstration data of a folder: products.jsonl with pictures.json, reviews.jsonl, and stores.jsonl if the
 * shop has no stores, all in one transaction. Products that its removal archived are on sale again. Refused if the shop has another product with one of the ids. Throws if the folder's files are invalid.
 */
export async function loadDemonstration(
  db: Kysely<Tables>,
  actor: Actor,
  folder: string,
): Promise<Result<Demonstration>> {
  const pictures = await readPictureList(join(folder, 'pictures.json'))
  const path = join(folder, 'products.jsonl')
  const ids = await readIds(path)
  return db.transaction().execute(async (tx) => {
    await lockDemonstration(tx)
    const [taken] = await findTaken(tx, ids)
    if (taken !== undefined) return refuse('conflict', `The shop already has a product ${taken}; nothing was loaded.`)
    const report = await importCatalog(tx, readLines(path), { pictures, actor })
    if (!report.ok) throw new Error(`the demonstration products are invalid: ${JSON.stringify(report.errors[0])}`)
    const stores = await loadBranches(tx, actor, folder)
    const reviews = await loadReviews(tx, join(folder, 'reviews.jsonl'))
    await markDemonstration(tx, { products: ids, stores: stores > 0 })
    const loaded = { products: report.products, reviews, stores }
    await writeAudit(tx, actor, {
      action: 'demonstration.load',
      subject: 'demonstration',
      before: null,
      after: { ...loaded },
    })
    return ok(loaded)
  })
}

/** Loads the demonstration into an empty shop at its first start. Null if the shop has products. */
export async function fillEmptyShop(db: Kysely<Tables>, folder: string): Promise<Demonstration | null> {
  if (!(await isCatalogueEmpty(db))) return null
  const loaded = await loadDemonstration(db, { kind: 'system', job: 'start' }, folder)
  // Refused: another instance was faster.
  return loaded.ok ? loaded.data : null
}

/**
 * Removes everything of the demonstration. Products in orders are archived instead of deleted. `becomesReal`: the shop
 * is its owner's from then on.
 */
export function removeDemonstration(
  db: Kysely<Tables>,
  actor: Actor,
  { becomesReal }: { becomesReal: boolean },
): Promise<RemovedDemonstration> {
  return db.transaction().execute(async (tx) => {
    await lockDemonstration(tx)
    const removed = await deleteDemonstration(tx)
    if (becomesReal) await endDemonstration(tx)
    await writeAudit(tx, actor, {
      action: 'demonstration.remove',
      subject: 'demonstration',
      before: null,
      after: { ...removed },
    })
    return removed
  })
}

async function readIds(path: string): Promise<string[]> {
  const ids: string[] = []
  for await (const line of readLines(path)) if (line.trim() !== '') ids.push(JSON.parse(line)._id)
  return ids
}

/** Loads the sample stores, unless the owner already has stores. */
async function loadBranches(tx: Transaction<Tables>, actor: Actor, folder: string): Promise<number> {
  if (await hasBranches(tx)) return 0
  const report = await importStores(tx, actor, readLines(join(folder, 'stores.jsonl')))
  if (!report.ok || report.data.errors.length > 0)
    throw new Error(`the sample stores are invalid: ${JSON.stringify(report)}`)
  return report.data.stores
}

async function loadReviews(tx: Transaction<Tables>, path: string): Promise<number> {
  const samples: Omit<SampleReview & { name: string }, 'id' | 'customer'>[] = []
  for await (const line of readLines(path)) if (line.trim() !== '') samples.push(JSON.parse(line))
  const authors = [...new Set(samples.map((sample) => sample.name))].map((name) => ({ id: newId(), name }))
  const idOf = new Map(authors.map(({ id, name }) => [name, id]))
  const reviews = samples.map(({ name, ...sample }) => ({ ...sample, id: newId(), customer: idOf.get(name) ?? '' }))
  return insertSampleReviews(tx, authors, reviews)
}
