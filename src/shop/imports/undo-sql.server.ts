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
