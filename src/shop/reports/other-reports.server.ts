import type { Kysely } from 'kysely'
import { indianDay } from '#platform/india-time.ts'
import type { Tables } from '../tables.server.ts'
import { type ReportContext as Context, column, type ReportInput, type ReportParts, rupees } from './report-parts.ts'
import { monthsOf, type Period } from './rules.ts'
import { type DocumentSums, readCarts, readFunnel, readSalesBy, sumDocuments } from './sql.server.ts'
import { createTable, percentOf } from './table-rules.ts'

/** From looking to paying, as far as the shop counts. */
export async function funnelReport({ db }: Context, { period, before }: ReportInput): Promise<ReportParts> {
  const countsOf = async (days: Period) => {
    const [counts, sales] = [await readFunnel(db, days), await readSalesBy(db, 'day', days)]
    return { ...counts, paid: sales.reduce((sum, { orders }) => sum + orders, 0) }
  }
  const rowsOf = ({ views, begun, paid }: Awaited<ReturnType<typeof countsOf>>) => {
    const steps = [
      ['Product pages looked at', views],
      ['Orders begun: gone on to pay', begun],
      ['Orders paid', paid],
    ] as const
    return steps.map(([step, count], at) => ({
      key: step,
      cells: [step, count, at === 0 ? null : percentOf(count, steps[at - 1]?.[1] ?? 0)],
    }))
  }
  const now = await countsOf(period)
  const { carts, pieces } = await readCarts(db)
  return {
    title: 'Conversion',
    tables: [
      {
        ...createTable({
          title: 'Steps',
          columns: [column('Step', 'text'), column('How many', 'count'), column('Of the previous step', 'percent')],
          rows: rowsOf(now),
          before: rowsOf(await countsOf(before)),
        }),
        totals: null,
        totalsBefore: null,
      },
    ],
    notes: [
      `Now ${carts} signed-in customers have ${pieces} pieces in their carts.`,
      'Not counted: pieces added to a cart, visits to other pages, and carts of visitors who aren’t signed in.',
      `A product page counts once an hour for each visitor and product${now.since === null ? ', from now on' : `, since ${now.since}`}.`,
      'An order counts as started when its shopper goes on to pay, and as paid on the day it was paid, as in the other reports.',
    ],
    words: [],
  }
}

/** Sums of months that are over, by database: documents never change, and none is issued for an earlier day. */
const closedMonths = new WeakMap<Kysely<Tables>, Map<string, DocumentSums[]>>()

async function sumsOf({ db, clock }: Context, month: string): Promise<DocumentSums[]> {
  const known = closedMonths.get(db) ?? new Map<string, DocumentSums[]>()
  closedMonths.set(db, known)
  const kept = known.get(month)
  if (kept) return kept
  const sums = await sumDocuments(db, month)
  // An hour after its end, because a transaction that began before it may still have been open.
  if (month < indianDay(new Date(clock.now().getTime() - 3_600_000)).slice(0, 7)) known.set(month, sums)
  return sums
}

const NOTHING = { count: 0, first: '', last: '', taxable: 0, igst: 0, cgst: 0, sgst: 0, total: 0 }

/** Files of a month's documents for accounting programs. */
const BOOKS = [
  ['Tally', 'tally.xml'],
  ['Zoho Books, invoices', 'zoho-books.csv?sheet=invoices'],
  ['Zoho Books, credit notes', 'zoho-books.csv?sheet=credit-notes'],
] as const

/** Invoices with debit notes, less credit notes, of each month that the period touches, with the file for GSTR-1. */
export async function taxReport(shop: Context, { period }: ReportInput): Promise<ReportParts> {
  const months = monthsOf(period)
  const sums: DocumentSums[][] = []
  // One after the other: a year side by side would take a connection for each month, and none would be in time.
  for (const month of months) sums.push(await sumsOf(shop, month))
  // Only exchanges for dearer pieces have them.
  const hasDebits = sums.some((series) => series.some((one) => one.series === 'debit_note'))
  const rows = months.map((month, at) => {
    const of = (series: DocumentSums['series']) => sums[at]?.find((one) => one.series === series) ?? NOTHING
    const [invoices, credits, debits] = [of('invoice'), of('credit_note'), of('debit_note')]
    const net = (key: 'taxable' | 'igst' | 'cgst' | 'sgst' | 'total') =>
      rupees(invoices[key] + debits[key] - credits[key])
    return {
      key: month,
      cells: [
        month,
        invoices.count,
        credits.count,
        ...(hasDebits ? [debits.count] : []),
        net('taxable'),
        net('igst'),
        net('cgst'),
        net('sgst'),
        net('total'),
        invoices.count === 0 ? '' : `${invoices.first} to ${invoices.last}`,
      ],
      to: `/api/admin/reports/gstr-1.csv?month=${month}`,
    }
  })
  return {
    title: 'GST',
    tables: [
      createTable({
        title: 'By month, credit notes taken off',
        columns: [
          column('Month', 'month'),
          column('Invoices', 'count'),
          column('Credit notes', 'count'),
          ...(hasDebits ? [column('Debit notes', 'count')] : []),
          column('Taxable', 'rupees'),
          column('IGST', 'rupees'),
          column('CGST', 'rupees'),
          column('SGST', 'rupees'),
          column('With tax', 'rupees'),
          column('Invoice numbers', 'text'),
        ],
        rows,
      }),
      createTable({
        title: 'For your accounting program',
        columns: [column('File', 'text'), column('Month', 'month')],
        rows: months.flatMap((month) =>
          BOOKS.map(([name, file]) => ({
            key: `${month} ${file}`,
            cells: [name, month],
            to: `/api/admin/reports/${file}${file.includes('?') ? '&' : '?'}month=${month}`,
          })),
        ),
      }),
    ],
    notes: [
      'Whole months, by the day of the document. Each month’s file has the columns of GSTR-1, a row for each document, rate and HSN code.',
      'Its “Document Value” is that of the whole document in each of its rows: add up “Taxable Value” and the taxes, not that column. An invoice with goods of two rates has delivery twice, a share at each rate.',
      'Sales to businesses that gave their GSTIN are in the sections B2B and CDNR. For the portal’s own sheets: `invoices export --month 2026-11 --sheet b2b` and `--sheet cdnr`.',
      'Without a GSTIN, these are receipts instead of invoices.',
    ],
    words: [],
  }
}
