import type { Kysely } from 'kysely'
import type { Shop } from '../../shop.server.ts'
import type { Tables } from '../../tables.server.ts'
import { hasPreview, previewPath } from '../preview.server.ts'
import { productPath } from '../product-path.ts'
import { scheduledText } from '../schedule/timeline.server.ts'
import { listStockOf } from '../stock/list-sql.server.ts'
import { toStockItem } from '../stock/stock.server.ts'
import { toLine } from './export.server.ts'
import { readExportRowsOf } from './export-sql.server.ts'
import { findVersion } from './record-sql.server.ts'
import { listScheduled } from './sql.server.ts'
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
