import { indianDay } from '#platform/india-time.ts'
import { type ReportContext as Context, column, type ReportInput, type ReportParts, rupees } from './report-parts.ts'
import { dayAfter } from './rules.ts'
import { readStock, type StockRow } from './stock-sql.server.ts'
import { createTable } from './table-rules.ts'

const SOLD_DAYS = 28
/** Products that the screen shows; the file has all. */
const SHOWN = 200

/** The stock of this moment: what is worth most first, with the sums of all products. */
export async function stockReport({ db, clock }: Context, { isWhole }: ReportInput): Promise<ReportParts> {
  const today = indianDay(clock.now())
  const period = { from: dayAfter(today, -SOLD_DAYS), to: dayAfter(today, -1) }
  const { rows, sums } = await readStock(db, period, isWhole ? null : SHOWN)
  const figuresOf = ({ onHand, reserved, worth, sold }: Omit<StockRow, 'key' | 'name'>) => [
    onHand,
    reserved,
    rupees(worth),
    sold,
    sold === 0 ? null : Math.floor((onHand * SOLD_DAYS) / sold),
  ]
  const table = createTable({
    title: 'Stock by product, now',
    columns: [
      column('Product', 'text'),
      column('On hand', 'count'),
      column('Reserved', 'count'),
      column('Retail value', 'rupees'),
      column(`Sold in ${SOLD_DAYS} days`, 'count'),
      column('Days left', 'days'),
    ],
    rows: rows.map((row) => ({ key: row.key, cells: [row.name, ...figuresOf(row)], to: `/products/${row.key}` })),
    maxRows: rows.length,
  })
  return {
    title: 'Stock',
    tables: [{ ...table, totals: ['Total', ...figuresOf(sums).with(-1, null)], more: sums.products - rows.length }],
    notes: [
      'This is the stock right now, whatever days are chosen. It’s valued at the selling price: the shop doesn’t know what a piece cost you.',
      `Days left are based on the sales of the last ${SOLD_DAYS} full days.`,
    ],
    words: [],
  }
}
