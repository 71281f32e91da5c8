import { type OfferSums, readOfferSums } from './offers-sql.server.ts'
import { type ReportContext as Context, column, type ReportInput, type ReportParts, rupees } from './report-parts.ts'
import type { Period } from './rules.ts'
import { createTable, type KeyedRow, percentOf } from './table-rules.ts'

/** What each offer took off, by its codes, and the orders that have it. */
export async function offersReport({ db }: Context, { period, before, isWhole }: ReportInput): Promise<ReportParts> {
  const rowsOf = async (days: Period): Promise<KeyedRow[]> => (await readOfferSums(db, days)).map(toRow)
  const rows = await rowsOf(period)
  const table = createTable({
    title: 'By offer and code',
    columns: [
      column('Offer', 'text'),
      column('Code', 'text'),
      column('Taken off', 'rupees'),
      column('Orders', 'count'),
      column('Goods before it', 'rupees'),
      column('Of the goods', 'percent'),
      column('Total', 'rupees'),
    ],
    rows,
    before: await rowsOf(before),
    ...(isWhole ? { maxRows: rows.length } : {}),
  })
  // One order may have several offers: only what they took off adds up.
  const onlyOff = (cells: typeof table.totals) => cells?.map((cell, at) => (at === 0 || at === 2 ? cell : null)) ?? null
  return {
    title: 'Offers',
    tables: [{ ...table, totals: onlyOff(table.totals), totalsBefore: onlyOff(table.totalsBefore) }],
    notes: [
      'An order counts in full on the day it was paid, even if it was cancelled or refunded later. Discounts are as they stand in the order.',
      'An order with two offers counts in both rows, so orders, goods and totals aren’t added up. Free delivery counts with the fee it saved.',
    ],
    words: [],
  }
}

function toRow({ offer, name, code, orders, goods, total, off }: OfferSums): KeyedRow {
  return {
    key: JSON.stringify([offer ?? name, code]),
    cells: [name, code ?? '', rupees(off), orders, rupees(goods), percentOf(off, goods), rupees(total)],
    to: offer === null ? null : `/offers/${offer}`,
  }
}
