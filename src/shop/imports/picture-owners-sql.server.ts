import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.server.ts'

interface PictureOwner {
  /** As `plainName` writes the product's id or SKU. */
  plain: string
  id: string
  name: string
  colors: string[]
  /** Of a SKU; null of a product. */
  color: string | null
}

/** The products and SKUs with these plain names. */
export async function findPictureOwners(db: Kysely<Tables>, names: readonly string[]): Promise<PictureOwner[]> {
  const plain = (column: string) =>
    sql`trim(both '-' from regexp_replace(upper(${sql.ref(column)}), '[^A-Z0-9]+', '-', 'g'))`
  const { rows } = await sql<PictureOwner>`
    select ${plain('p.id')} as plain, p.id, p.name, p.colors, null as color from products p where ${plain('p.id')} = any(${names})
    union all
    select ${plain('s.sku')}, p.id, p.name, p.colors, s.color from stock s join products p on p.id = s.product_id
      where ${plain('s.sku')} = any(${names})`.execute(db)
  return rows
}
