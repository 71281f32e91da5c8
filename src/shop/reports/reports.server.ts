import { findPin } from '../delivery/directory.server.ts'
import { EXCHANGE_REASONS } from '../exchanges/rules.ts'
import type { Shop } from '../shop.server.ts'
import { cashReport } from './cash-report.server.ts'
import { closeDays, hasOpenDays, type SalesKind } from './days-sql.server.ts'
import { offersReport } from './offers-report.server.ts'
import { funnelReport, taxReport } from './other-reports.server.ts'
import { type ReportContext as Context, column, type ReportInput, type ReportParts, rupees } from './report-parts.ts'
import { returnsReport } from './returns-report.server.ts'
import { daysOf, type Period, type ReportName } from './rules.ts'
import { searchesReport } from './searches-report.server.ts'
import { readExchanges, readRefunds, readSalesBy, type SalesRow } from './sql.server.ts'
import type { Report, ReportTable } from './staff-contract.ts'
import { stockReport } from './stock-report.server.ts'
import { createTable, type KeyedRow, percentOf } from './table-rules.ts'

/** Makes a report. Days that are over are added up first if they aren't. */
export async function makeReport(shop: Shop, name: ReportName, input: ReportInput): Promise<Report> {
  if (await hasOpenDays(shop.db, input.before.from)) await closeDays(shop.db)
  const parts = await shop.read((db) => REPORTS[name]({ db, clock: shop.clock }, input))
  return { name, period: input.period, before: input.before, ...parts }
}

const REPORTS: Readonly<Record<ReportName, (shop: Context, input: ReportInput) => Promise<ReportParts>>> = {
  sales: salesReport,
  products: (shop, input) => soldReport(shop, input, { kind: 'product', title: 'Sales by product', label: 'Product' }),
  sizes: (shop, input) => soldReport(shop, input, { kind: 'size', title: 'Sales by size', label: 'Size' }),
  colours: (shop, input) => soldReport(shop, input, { kind: 'color', title: 'Sales by colour', label: 'Colour' }),
  places: placesReport,
  exchanges: exchangesReport,
  returns: returnsReport,
  cash: cashReport,
  stock: stockReport,
  funnel: funnelReport,
  searches: searchesReport,
  offers: offersReport,
  tax: taxReport,
}

const GROSS =
  'An order counts in full on the day it was paid, even if it was cancelled or refunded later. Refunds count under Refunded on the day the money was returned, as do lost disputes.'

async function salesReport({ db }: Context, { period, before, isWhole }: ReportInput): Promise<ReportParts> {
  const rowsOf = async (days: Period): Promise<KeyedRow[]> => {
    const [sales, refunds] = [await readSalesBy(db, 'day', days), await readRefunds(db, days)]
    const byDay = new Map(sales.map((row) => [row.key, row]))
    const returned = new Map(refunds.map(({ day, amount }) => [day, amount]))
    return daysOf(days).map((day, index) => {
      const { orders = 0, pieces = 0, goods = 0, delivery = 0, tax = 0, total = 0 } = byDay.get(day) ?? {}
      const back = returned.get(day) ?? 0
      return {
        // The first day stands beside the first day of the period before.
        key: String(index),
        cells: [day, orders, pieces, ...[goods, delivery, tax, total, back, total - back].map(rupees)],
        to: orders > 0 ? `/reports/orders?from=${day}&to=${day}` : null,
      }
    })
  }
  const columns = [
    column('Day', 'day'),
    column('Orders', 'count'),
    column('Pieces', 'count'),
    column('Gross sales', 'rupees'),
    column('Delivery', 'rupees'),
    column('Tax added', 'rupees'),
    column('Total', 'rupees'),
    column('Refunded', 'rupees'),
    column('Net sales', 'rupees'),
  ]
  const rows = await rowsOf(period)
  const table = createTable({
    title: 'Sales by day',
    columns,
    rows,
    before: await rowsOf(before),
    maxRows: isWhole ? rows.length : 800,
  })
  return { title: 'Sales', tables: [table], notes: [GROSS], words: [] }
}

const SOLD = [
  column('Orders', 'count'),
  column('Pieces', 'count'),
  column('Cancelled', 'count'),
  column('Gross sales', 'rupees'),
]
const soldCells = ({ orders, pieces, cancelled, goods }: SalesRow) => [orders, pieces, cancelled, rupees(goods)]

async function soldReport(
  { db }: Context,
  { period, before, isWhole }: ReportInput,
  { kind, title, label }: { kind: SalesKind; title: string; label: string },
): Promise<ReportParts> {
  const rowsOf = async (days: Period): Promise<KeyedRow[]> =>
    (await readSalesBy(db, kind, days)).map((row) => ({
      key: row.key,
      cells: [row.name ?? row.key, ...soldCells(row)],
      to: kind === 'product' && row.name !== null ? `/products/${row.key}` : null,
    }))
  const rows = await rowsOf(period)
  const table = createTable({
    title,
    columns: [column(label, 'text'), ...SOLD],
    rows,
    before: await rowsOf(before),
    ...(isWhole ? { maxRows: rows.length } : {}),
  })
  // The orders of parts add up to more than there are: one order may have several.
  return {
    title,
    tables: [withoutOrders(table)],
    notes: [GROSS, 'An order with two of these counts in both rows, so orders aren’t added up.'],
    words: [],
  }
}

function withoutOrders(table: ReportTable): ReportTable {
  const blank = (cells: ReportTable['totals']) => cells?.with(1, null) ?? null
  return { ...table, totals: blank(table.totals), totalsBefore: blank(table.totalsBefore) }
}

async function placesReport({ db }: Context, { period, before, isWhole }: ReportInput): Promise<ReportParts> {
  const rowsOf = async (days: Period): Promise<KeyedRow[]> =>
    (await readSalesBy(db, 'place', days)).map((row) => ({
      key: row.key,
      cells: [
        /^\d{3}$/.test(row.key) ? `${row.key}…` : 'Abroad, or not known',
        placeOf(row.key),
        ...soldCells(row),
        rupees(row.total),
      ],
      to: /^\d{3}$/.test(row.key) ? `/reports/orders?from=${days.from}&to=${days.to}&place=${row.key}` : null,
    }))
  const rows = await rowsOf(period)
  const table = createTable({
    title: 'Sales by place',
    columns: [column('PIN', 'text'), column('Region', 'text'), ...SOLD, column('Total', 'rupees')],
    rows,
    before: await rowsOf(before),
    ...(isWhole ? { maxRows: rows.length } : {}),
  })
  return {
    title: 'Places',
    tables: [table],
    notes: [GROSS, 'A region is the first three digits of the PIN, one sorting district of India Post.'],
    words: [],
  }
}

function placeOf(digits: string): string {
  const place = /^\d{3}$/.test(digits) ? findPin(`${digits}001`) : null
  return place ? [place.city, place.state].filter((part) => part !== '').join(', ') : ''
}

const MAX_WORDS = 200

async function exchangesReport({ db }: Context, { period, before, isWhole }: ReportInput): Promise<ReportParts> {
  const exchanges = await readExchanges(db, period)
  const former = await readExchanges(db, before)
  const byKind = async (kind: 'product' | 'size', title: string, label: string) => {
    const rowsOf = async (days: Period, list: typeof exchanges): Promise<KeyedRow[]> => {
      const sold = new Map((await readSalesBy(db, kind, days)).map((row) => [row.key, row]))
      const groups = Map.groupBy(list, (one) => one[kind])
      return [...groups]
        .map(([key, ofKey]) => {
          const pieces = ofKey.reduce((sum, one) => sum + one.pieces, 0)
          const kept = (sold.get(key)?.pieces ?? 0) - (sold.get(key)?.cancelled ?? 0)
          const reasons = EXCHANGE_REASONS.map((reason) => ofKey.filter((one) => one.reason === reason).length)
          const name = kind === 'product' ? (ofKey[0]?.name ?? key) : key
          return { key, cells: [name, ofKey.length, pieces, kept, percentOf(pieces, kept), ...reasons] }
        })
        .sort((one, other) => Number(other.cells[2]) - Number(one.cells[2]))
    }
    const rows = await rowsOf(period, exchanges)
    return createTable({
      title,
      columns: [
        column(label, 'text'),
        column('Exchanges', 'count'),
        column('Pieces', 'count'),
        column('Pieces sold', 'count'),
        column('Rate', 'percent'),
        ...EXCHANGE_REASONS.map((reason) => column(reason, 'count')),
      ],
      rows,
      before: await rowsOf(before, former),
      ...(isWhole ? { maxRows: rows.length } : {}),
    })
  }
  const reasonRows = (list: typeof exchanges): KeyedRow[] =>
    EXCHANGE_REASONS.map((reason) => {
      const ofReason = list.filter((one) => one.reason === reason)
      const pieces = ofReason.reduce((sum, one) => sum + one.pieces, 0)
      return { key: reason, cells: [reason, ofReason.length, pieces, percentOf(ofReason.length, list.length)] }
    })
  return {
    title: 'Exchanges',
    tables: [
      createTable({
        title: 'By reason',
        columns: [
          column('Reason', 'text'),
          column('Exchanges', 'count'),
          column('Pieces', 'count'),
          column('Share', 'percent'),
        ],
        rows: reasonRows(exchanges),
        before: reasonRows(former),
      }),
      await byKind('product', 'By product', 'Product'),
      await byKind('size', 'By size', 'Size'),
    ],
    notes: [
      'The rate is pieces requested for exchange in this period, out of pieces sold in it and not cancelled. An exchange may be about an earlier sale.',
      'Exchanges cancelled by customers aren’t counted.',
    ],
    words: exchanges.slice(0, MAX_WORDS).map(({ id, at, name, color, size, reason, problem }) => ({
      id,
      at: at.toISOString(),
      product: name,
      variant: `${color}, ${size}`,
      reason,
      text: problem,
    })),
  }
}
