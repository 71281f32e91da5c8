import { sql, type Transaction } from 'kysely'
import type { Tables } from '../tables.server.ts'
import type { StagedProduct } from './raw-product.server.ts'

/**
 * A draft of another shop is one here too, unless it was on sale here: then it's hidden. With `bare`, products without a picture
 * that were never on sale here become drafts.
 */
export async function settleDrafts(
  tx: Transaction<Tables>,
  batch: readonly StagedProduct[],
  { bare }: { bare: boolean },
): Promise<StagedProduct[]> {
  const isBare = ({ draft, pictures }: StagedProduct) => bare && draft.state === 'published' && pictures.length === 0
  const isDraftElsewhere = ({ draft, fromOtherShop }: StagedProduct) => fromOtherShop && draft.state === 'draft'
  const ids = batch.filter((one) => isBare(one) || isDraftElsewhere(one)).map(({ draft }) => draft.id)
  if (ids.length === 0) return [...batch]
  const { rows } = await sql<{ id: string }>`
    select id from products where id = any(${ids}) and state <> 'draft'`.execute(tx)
  const sold = new Set(rows.map(({ id }) => id))
  return batch.map((one) => {
    const wasSold = sold.has(one.draft.id)
    if (isBare(one) && !wasSold) return { ...one, draft: { ...one.draft, state: 'draft' as const } }
    if (isDraftElsewhere(one) && wasSold) return { ...one, draft: { ...one.draft, state: 'hidden' as const } }
    return one
  })
}
