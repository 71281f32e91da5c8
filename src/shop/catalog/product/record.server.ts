import type { Kysely } from 'kysely'
import type { Shop } from '../../shop.server.ts'
import type { Tables } from '../../tables.server.ts'
import { hasPreview, previewPath } from '../preview.server.ts'
import { productPath } from '../product-path.ts'
import { scheduledText } from '../schedule/timeline.server.ts'
import { listStockOf } from '../stock/list-sql.server.ts'
import { toStockItem } from '../stock/stock.server.ts'
import { findProduct, type StoredProduct } from './export-sql.server.ts'
import { toLine } from './line.server.ts'
import type { ProductRecord } from './staff-contract.ts'

type Reader = { db: Kysely<Tables> } & Pick<Shop, 'settings'>

/** A product as the staff site has it, or null if there is no such product. */
export async function readRecord(reader: Reader, id: string): Promise<ProductRecord | null> {
  const row = await findProduct(reader.db, id)
  return row && recordOf(reader, row)
}

/** The same of a product that was read. */
export async function recordOf({ db, settings }: Reader, row: StoredProduct): Promise<ProductRecord> {
  const { id, version, state } = row
  const stock = await listStockOf(db, id)
  const level = settings()['stock.lowLevel']
  const { name, price, ...line } = toLine(row)
  const page = productPath(id)
  return {
    ...line,
    _id: id,
    // Safe casts: `toLine` writes these.
    name: name as string,
    price: price as number,
    state,
    version,
    stock: stock.map((one) => {
      const { productId: _, name: __, picture: ___, ...shown } = toStockItem(one, level)
      return shown
    }),
    coming: row.scheduled.map(({ id: number, at, change }) => ({
      id: String(number),
      at: new Date(at).toISOString(),
      text: scheduledText(change),
      preview: hasPreview(change) ? previewPath(page, new Date(at)) : null,
    })),
    page,
    preview: previewPath(page),
  }
}
