import type { Kysely, Transaction } from 'kysely'
import type { Actor } from '#platform/api/identity.ts'
import { ok, type Result, refuse } from '#platform/api/result.ts'
import { writeAudit, writeAuditLines } from '../audit/sql.server.ts'
import { deleteProducts, findSold, lockProducts } from '../catalog/product/delete-sql.server.ts'
import { type ExportRow, readExportRowsOf } from '../catalog/product/export-sql.server.ts'
import { toLine } from '../catalog/product/line.server.ts'
import { restoreLine } from '../catalog/product/restore-line.server.ts'
import type { Tables } from '../tables.server.ts'
import { importCatalog } from './import-catalog.server.ts'
import { allowIdleTransaction, beginImport } from './import-sql.server.ts'
import { finishImports } from './jobs.server.ts'
import { markRunUndone } from './runs-sql.server.ts'
import { findImport, type ImportedProduct } from './undo-sql.server.ts'

/** What was taken back, by the ids of products. */
export interface UndoneImport {
  import: number
  restored: string[]
  /** The import had created them. */
  removed: string[]
  /** Ordered since the import; they stay as they are. */
  sold: string[]
  /** Changed since the import: what stays of them. */
  kept: { id: string; fields: string[] }[]
  /** Pictures of removed products, as paths below /media. */
  pictures: string[]
}

const ACTION = 'catalog.undo-import'

/** Thrown to roll back when the products of before can't be written. */
class CannotRestore extends Error {}

/**
 * Takes an import back: its new products are removed, and the others get the fields, pictures, variants and stock that
 * they had. Products ordered since stay whole, and what was changed since stays. Refused: no such import, one that was
 * taken back before, a SKU that another product has by now.
 */
export async function undoImport(db: Kysely<Tables>, actor: Actor, id: number): Promise<Result<UndoneImport>> {
  await finishImports(db)
  try {
    const result = await db.transaction().execute((tx) => undo(tx, actor, id))
    await finishImports(db)
    return result
  } catch (error) {
    if (error instanceof CannotRestore) return refuse('conflict', error.message)
    throw error
  }
}

async function undo(tx: Transaction<Tables>, actor: Actor, id: number): Promise<Result<UndoneImport>> {
  await beginImport(tx)
  await allowIdleTransaction(tx)
  const found = await findImport(tx, id)
  if (!found) return refuse('not_found', `There is no import ${id}.`)
  if (found.isUndone) return refuse('conflict', `Import ${id} was taken back before.`)
  const ids = found.products.map((product) => product.id)
  await lockProducts(tx, ids)
  const sold = await findSold(tx, ids, found.at)
  const rows = new Map((await readExportRowsOf(tx, ids)).map((row) => [row.id, row]))
  const toUndo = found.products.filter((product) => !sold.includes(product.id) && rows.has(product.id))
  const removed = toUndo.filter(({ before }) => before === null).map((product) => product.id)
  const { restored, kept } = await restore(tx, actor, toUndo, rows)
  await deleteProducts(tx, removed)
  const subjects = removed.map((product) => ({ subject: `product:${product}`, name: rows.get(product)?.name }))
  await writeAuditLines(
    tx,
    actor,
    subjects.map(({ subject, name }) => ({ action: ACTION, subject, before: { name }, after: null })),
  )
  const counts = { restored: restored.length, removed: removed.length, sold, kept }
  await writeAudit(tx, actor, { action: ACTION, subject: `import:${id}`, before: null, after: counts })
  await markRunUndone(tx, id)
  return ok({ import: id, restored, removed, sold, kept, pictures: picturesOf(removed, rows) })
}

/** Imports the changed products as they were. */
async function restore(
  tx: Transaction<Tables>,
  actor: Actor,
  products: readonly ImportedProduct[],
  rows: ReadonlyMap<string, ExportRow>,
): Promise<Pick<UndoneImport, 'restored' | 'kept'>> {
  const lines: string[] = []
  const restored: string[] = []
  const kept: UndoneImport['kept'] = []
  for (const { id, before, after } of products) {
    const row = rows.get(id)
    if (!row || before === null) continue
    const result = restoreLine(toLine(row), { before, after })
    lines.push(JSON.stringify(result.line))
    restored.push(id)
    if (result.kept.length > 0) kept.push({ id, fields: result.kept })
  }
  if (lines.length === 0) return { restored, kept }
  const report = await importCatalog(tx, lines, { actor, action: ACTION })
  const [error] = report.errors
  if (error)
    throw new CannotRestore(`Nothing was taken back: ${error.id} can’t be as it was, because ${error.message}.`)
  return { restored, kept }
}

function picturesOf(ids: readonly string[], rows: ReadonlyMap<string, ExportRow>): string[] {
  const sources = ids.flatMap((id) => rows.get(id)?.pictures.map(({ src }) => src) ?? [])
  return [...new Set(sources.flatMap((src) => /^\/media\/([^?]+)/.exec(src)?.[1] ?? []))]
}
