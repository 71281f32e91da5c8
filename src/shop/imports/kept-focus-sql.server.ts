import { sql, type Transaction } from 'kysely'
import { splitFocus } from '../catalog/product/focus.ts'
import { pictureName } from '../catalog/product/pictures.server.ts'
import type { Tables } from '../tables.server.ts'
import type { StagedProduct } from './raw-product.server.ts'

/** Gives the pictures of another shop's file the focus that staff set here, which such a file can't have. */
export async function keepFocus(tx: Transaction<Tables>, batch: readonly StagedProduct[]): Promise<StagedProduct[]> {
  const others = batch.filter(({ fromOtherShop }) => fromOtherShop).map(({ draft }) => draft.id)
  if (others.length === 0) return [...batch]
  const { rows } = await sql<{ id: string; src: string }>`
    select p.id, x ->> 'src' as src from products p, jsonb_array_elements(p.pictures) x
    where p.id = any(${others}) and x ->> 'src' like '%focus-x=%'`.execute(tx)
  const keyOf = (id: string, src: string) => `${id} ${pictureName(src)}`
  const focusOf = new Map(rows.map(({ id, src }) => [keyOf(id, src), splitFocus(src).focus ?? undefined]))
  return batch.map((one) => ({
    ...one,
    pictures: one.pictures.map((picture) => ({
      ...picture,
      focus: picture.focus ?? focusOf.get(keyOf(one.draft.id, picture.src)),
    })),
  }))
}
