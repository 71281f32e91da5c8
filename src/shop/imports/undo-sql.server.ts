import { sql, type Transaction } from 'kysely'
import type { ImportedFields } from '../catalog/product/restore-line.server.ts'
import type { Tables } from '../tables.server.ts'

/** A product's line of the audit log. `before` is null if the import created it. */
export interface ImportedProduct {
  id: string
  before: ImportedFields['before'] | null
  after: ImportedFields['after']
}

export interface ImportToUndo {
  at: Date
  isUndone: boolean
  products: ImportedProduct[]
}

/** An import with what it changed, from the audit log. Null if there is no such import. */
export async function findImport(tx: Transaction<Tables>, id: number): Promise<ImportToUndo | null> {
  const line = await tx
    .selectFrom('audit_log')
    .select('at')
    .where('id', '=', id)
    .where('action', '=', 'catalog.import')
    .where('subject', '=', 'catalog')
    .executeTakeFirst()
  if (!line) return null
  const undone = await tx.selectFrom('audit_log').select('id').where('subject', '=', `import:${id}`).executeTakeFirst()
  const { rows: products } = await sql<ImportedProduct>`
    select substr(subject, length('product:') + 1) as id, before, after - 'import' as after from audit_log
    where audit_log.id > ${id} and action = 'catalog.import' and subject like 'product:%'
      and (after ->> 'import')::bigint = ${id} order by audit_log.id`.execute(tx)
  return { at: line.at, isUndone: undone !== undefined, products }
}

/** Locks products and their stock, in the order in which orders lock stock. */
export async function lockProducts(tx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`select from products where id = any(${ids}) order by id for update`.execute(tx)
  await sql`select from stock where product_id = any(${ids}) order by sku collate "C" for update`.execute(tx)
}

/** Those of some products that were ordered since then, paid or still held, or of which a piece is held. */
export async function findSold(tx: Transaction<Tables>, ids: readonly string[], since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select l.product_id as id from order_lines l join orders o on o.id = l.order_id
      where l.product_id = any(${ids}) and o.created_at >= ${since}
        and (o.paid_at is not null or o.state in ('creating', 'awaiting_payment'))
    union select product_id from stock where product_id = any(${ids}) and reserved > 0
    order by id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Deletes products with their stock. */
export async function deleteProducts(tx: Transaction<Tables>, ids: readonly string[]): Promise<void> {
  await sql`insert into stock_ledger (sku, delta_on_hand, reason)
    select sku, -on_hand, 'import undone' from stock where on_hand > 0 and product_id = any(${ids})`.execute(tx)
  await sql`delete from products where id = any(${ids})`.execute(tx)
}
