import { z } from 'zod'
import { defineContract } from '#platform/api/endpoint.ts'
import { fileBytes } from '#platform/api/fields.server.ts'
import { pageOf, pageQuery } from '#platform/api/keyset.server.ts'
import { REPORTS, RETURNS_BY } from './rules.ts'

const day = z.iso.date({ error: 'Please give a day such as 2026-11-21.' })
const report = z.enum(REPORTS, { error: `The report is one of ${REPORTS.join(', ')}.` })
const period = z.object({ from: z.string(), to: z.string() })
const periodQuery = {
  from: day.optional(),
  to: day.optional(),
  by: z.enum(RETURNS_BY, { error: `Returns are counted by ${RETURNS_BY.join(', ')}.` }).optional(),
  compare: z.enum(['before', 'year'], { error: 'Compare with before or year.' }).optional(),
}

const cell = z.union([z.string(), z.number(), z.null()])

const table = z.object({
  title: z.string(),
  columns: z.array(
    z.object({ label: z.string(), kind: z.enum(['text', 'day', 'month', 'count', 'rupees', 'percent', 'days']) }),
  ),
  /**
   * `before`: the same cells of the period before. `to`: what the row is made of, an address of the staff site or of a
   * file.
   */
  rows: z.array(z.object({ cells: z.array(cell), before: z.array(cell).nullable(), to: z.string().nullable() })),
  /** Null in columns that can’t be added up. */
  totals: z.array(cell).nullable(),
  totalsBefore: z.array(cell).nullable(),
  /** Rows that aren't here; the file has them all, and the totals count them. */
  more: z.int(),
})
export type ReportTable = z.output<typeof table>
export type ReportCell = z.output<typeof cell>

const shown = z
  .object({
    name: report,
    title: z.string(),
    period,
    before: period,
    tables: z.array(table),
    /** Of returns and cash: the rows for programs. `share`: per cent; null of nothing. `due`: still to come, in rupees. */
    items: z
      .array(
        z.union([
          z.object({ key: z.string(), sent: z.int(), back: z.int(), share: z.number().nullable() }),
          z.object({
            carrier: z.string(),
            parcels: z.int(),
            due: z.number(),
            received: z.number(),
            oldestDays: z.int(),
          }),
        ]),
      )
      .optional(),
    /** What the report can't know, or leaves out. */
    notes: z.array(z.string()),
    /** Why pieces came back, in the shoppers' words, newest first. */
    words: z.array(
      z.object({
        id: z.string(),
        at: z.iso.datetime(),
        product: z.string(),
        variant: z.string(),
        reason: z.string(),
        text: z.string(),
      }),
    ),
  })
  .meta({ id: 'Report' })
export type Report = z.output<typeof shown>

const soldOrder = z.object({
  id: z.string(),
  number: z.string(),
  at: z.iso.datetime(),
  name: z.string(),
  pieces: z.int(),
  total: z.number(),
  isCancelled: z.boolean(),
})

const READ = ['second_factor_needed'] as const
const csv = { group: 'Reports', access: 'staff', status: 200, response: fileBytes, fileType: 'text/csv' } as const
const month = z.string().regex(/^\d{4}-(?:0[1-9]|1[0-2])$/, 'Please give a month such as 2026-11.')
const headers = { 'Content-Disposition': 'The name of the file.' }

/** The shop in numbers; all days are India's (CONTRACT part three, Staff site). */
export const reportsStaffContract = defineContract({
  'GET /reports/orders': {
    summary:
      'The orders that a report of sales counts, newest first, of a place if its PIN’s first three digits are given',
    group: 'Reports',
    access: 'staff',
    query: z.object({
      ...pageQuery,
      from: day,
      to: day,
      place: z
        .string()
        .regex(/^\d{3}$/, 'The place is the first three digits of PINs.')
        .optional(),
    }),
    status: 200,
    response: pageOf(soldOrder),
    refusals: READ,
  },
  'GET /reports/gstr-1.csv': {
    summary:
      'The invoices and credit notes of a month as CSV, with the columns of GSTR-1; `sheet`: one of the portal’s sheets for sales to businesses',
    query: z.object({
      month,
      /** The portal's sheet of invoices or credit notes of businesses. */
      sheet: z.enum(['b2b', 'cdnr'], { error: 'The sheet is b2b or cdnr.' }).optional(),
    }),
    refusals: READ,
    headers,
    ...csv,
  },
  'GET /reports/tally.xml': {
    summary: 'The invoices and credit notes of a month as vouchers for Tally, with the accounts that they need',
    query: z.object({ month }),
    refusals: READ,
    headers,
    ...csv,
    fileType: 'application/xml',
  },
  'GET /reports/zoho-books.csv': {
    summary: 'The invoices or the credit notes of a month with the columns that Zoho Books imports',
    query: z.object({
      month,
      sheet: z
        .enum(['invoices', 'credit-notes'], { error: 'The sheet is invoices or credit-notes.' })
        .default('invoices'),
    }),
    refusals: READ,
    headers,
    ...csv,
  },
  'GET /reports/{name}.csv': {
    summary: 'A report as a file for spreadsheets, with all its rows',
    params: z.object({
      name: z
        .string()
        .transform((text) => text.replace(/\.csv$/, ''))
        .pipe(report),
    }),
    query: z.object(periodQuery),
    refusals: [...READ, 'not_found'],
    headers,
    ...csv,
  },
  'GET /reports/{name}': {
    summary: 'A report over days in India, both inclusive, beside the days before or the same days a year earlier',
    group: 'Reports',
    access: 'staff',
    params: z.object({ name: report }),
    query: z.object(periodQuery),
    status: 200,
    response: shown,
    refusals: [...READ, 'not_found'],
  },
})
