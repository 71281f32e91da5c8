import { findPin } from '../delivery/directory.server.ts'
import { type ReportContext as Context, column, type ReportInput, type ReportParts } from './report-parts.ts'
import { type ReturnSums, readReturnSums } from './returns-sql.server.ts'
import type { Period, ReturnsBy } from './rules.ts'
import { createTable, type KeyedRow, percentOf } from './table-rules.ts'

const LABELS = { pin: 'PIN', product: 'Product', carrier: 'Carrier', method: 'Payment' } as const satisfies Record<
  ReturnsBy,
  string
>

/** Of the parcels that left in these days, those that came back. */
export async function returnsReport(
  { db }: Context,
  { period, before, isWhole, by = 'pin' }: ReportInput,
): Promise<ReportParts> {
  const sums = await readReturnSums(db, by, period)
  const toRows = (list: ReturnSums[]): KeyedRow[] =>
    list.map(({ key, name, sent, back }) => ({
      key,
      cells: [nameOf(by, key, name), sent, back, percentOf(back, sent)],
      to: by === 'product' ? `/products/${key}` : null,
    }))
  const rowsOf = async (days: Period) => toRows(await readReturnSums(db, by, days))
  const rows = toRows(sums)
  const table = createTable({
    title: `By ${by === 'pin' ? 'PIN' : by === 'method' ? 'payment' : by}`,
    columns: [
      column(LABELS[by], 'text'),
      column('Sent', 'count'),
      column('Came back', 'count'),
      column('Share', 'percent'),
    ],
    rows,
    before: await rowsOf(before),
    ...(isWhole ? { maxRows: rows.length } : {}),
  })
  const sent = sums.reduce((all, one) => all + one.sent, 0)
  const back = sums.reduce((all, one) => all + one.back, 0)
  // One parcel may have several products: their sums would count it more than once.
  const totals = by === 'product' ? null : (table.totals?.with(3, percentOf(back, sent)) ?? null)
  return {
    title: 'Returns',
    tables: [{ ...table, totals, totalsBefore: by === 'product' ? null : table.totalsBefore }],
    items: sums.map((one) => ({ key: one.key, sent: one.sent, back: one.back, share: percentOf(one.back, one.sent) })),
    notes: [
      'A parcel counts on the day it left, and as returned once its carrier brings it back or it was received. One that was sent again counts each time.',
      ...(by === 'product' ? ['A parcel with two products counts for each of them.'] : []),
    ],
    words: [],
  }
}

function nameOf(by: ReturnsBy, key: string, name: string): string {
  if (by === 'product') return name
  if (by === 'method') return key === 'cash' ? 'Cash on delivery' : 'Paid online'
  if (by === 'carrier') return key
  const place = findPin(key)
  return [key || 'Not known', ...(place ? [place.city] : [])].join(', ')
}
