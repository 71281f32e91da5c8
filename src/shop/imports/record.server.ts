import type { Kysely } from 'kysely'
import { hasPreview, previewPath } from '../catalog/preview.server.ts'
import { productPath } from '../catalog/product-path.ts'
import { listScheduled } from '../catalog/staff-sql.server.ts'
import { toStockItem } from '../catalog/stock.server.ts'
import { listStockOf } from '../catalog/stock-list-sql.server.ts'
import { scheduledText } from '../catalog/timeline.server.ts'
import type { Shop } from '../shop.server.ts'
import type { Tables } from '../tables.server.ts'
import { toLine } from './export-catalog.server.ts'
import { readExportRowsOf } from './export-sql.server.ts'
import { findVersion } from './record-sql.server.ts'
import type { ProductRecord } from './staff-contract.ts'

type Reader = { db: Kysely<Tables> } & Pick<Shop, 'settings'>

/** A product as the staff site has it, or null if there is no such product. */
export async function readRecord({ db, settings }: Reader, id: string): Promise<ProductRecord | null> {
  // Within a transaction one after the other.
  const [row] = await readExportRowsOf(db, [id])
  const version = row ? await findVersion(db, id) : null
  if (!row || version === null) return null
  const stock = await listStockOf(db, id)
  const coming = await listScheduled(db, id)
  const level = settings()['stock.lowLevel']
  const { name, price, ...line } = toLine(row)
  const page = productPath(id)
  return {
    ...line,
    _id: id,
    // Safe casts: `toLine` writes these.
    name: name as string,
    price: price as number,
    state: row.state,
    version,
    stock: stock.map((one) => {
      const { productId: _, name: __, picture: ___, ...shown } = toStockItem(one, level)
      return shown
    }),
    coming: coming.map(({ id: number, dueAt, change }) => ({
      id: String(number),
      at: dueAt.toISOString(),
      text: scheduledText(change),
      preview: hasPreview(change) ? previewPath(page, dueAt) : null,
    })),
    page,
    preview: previewPath(page),
  }
}
