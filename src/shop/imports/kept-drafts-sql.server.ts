import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { StagedProduct } from './raw-product.server.ts'

/** Makes drafts of products without a picture that were never on sale here. */
export async function keepDrafts(tx: Transaction<Tables>, batch: readonly StagedProduct[]): Promise<StagedProduct[]> {
  const bare = batch.filter(({ draft, pictures }) => draft.state === 'published' && pictures.length === 0)
  const { rows } = await sql<{ id: string }>`
    select id from products where id = any(${bare.map(({ draft }) => draft.id)}) and state <> 'draft'`.execute(tx)
  const sold = new Set(rows.map(({ id }) => id))
  return batch.map((one) =>
    bare.includes(one) && !sold.has(one.draft.id) ? { ...one, draft: { ...one.draft, state: 'draft' } } : one,
  )
}
